-- Sensitive changes ask again who it is. Signing in is a proof, which is as old as the session; a later one has its own time.
alter table tokens add column proven_at timestamptz(3);
