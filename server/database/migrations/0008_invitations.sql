-- Who may open an account: the person who runs the instance, and invitations for others.

-- The operator is the first person of the instance, a fact that stays when others come. The only row is there from the start, so that of two people who
-- register at the same time in an empty instance, one waits for the other here. An operator who deletes the account leaves it without one.
create table operators as
  select true as is_only, (select id from users order by created_at, id limit 1) as operator_id;
alter table operators
  alter column is_only set default true,
  add primary key (is_only),
  add check (is_only);

-- A link that opens one account once: registering removes the row. Only a hash of its secret is stored.
create table invitations (
  id uuid primary key,
  secret_hash bytea not null,
  -- The e-mail that it is for; null: for anybody who has the link.
  email text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index invitations_by_end on invitations (expires_at);

-- The person's own log also has whom they invited, and each further way to sign in.
alter table user_events drop constraint user_events_resource_check;
alter table user_events add constraint user_events_resource_check
  check (resource in ('profile', 'password', 'device', 'invitation', 'second_factor', 'program', 'passkey', 'oidc'));
