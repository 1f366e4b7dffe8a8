-- A way back in for whoever has lost the password: a link that sets a new one, once, within half an hour. Only a hash of its secret is stored.
create table recovery_links (
  user_id uuid not null references users (id),
  id uuid not null,
  secret_hash bytea not null,
  expires_at timestamptz(3) not null,
  primary key (user_id, id)
);
create index recovery_links_by_end on recovery_links (expires_at);
