-- A key for a program is a token that may do less than its person. It is looked up as a session is, by one statement.
-- abilities is null for a session, which may do all that its person may, and ends by age and by use; a key ends at expires_at, if it has one. last_address
-- is where the token was last used from; of a key that was never used, it is null.
alter table tokens
  add column abilities text[],
  add column expires_at timestamptz(3),
  add column last_address text;
create index tokens_by_end on tokens (expires_at) where expires_at is not null;
