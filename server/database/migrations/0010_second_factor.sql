-- A second factor: a code of six digits from an app, asked for after the password.

-- The secret is encrypted with a key that is not in the database. It counts once a code of it was sent (confirmed_at). last_step is the half minute of the
-- latest code that was accepted: a code counts once.
create table second_factors (
  user_id uuid primary key references users (id),
  secret bytea not null,
  last_step bigint not null default 0,
  confirmed_at timestamptz(3)
);

-- Codes on paper, for whoever has lost the app: using one removes it.
create table recovery_codes (
  user_id uuid not null references users (id),
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
