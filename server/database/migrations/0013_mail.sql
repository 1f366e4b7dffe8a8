-- Mail: work that is done beside the requests, and e-mail addresses that are confirmed by a link.

-- Nothing in it opens an account: a link's token is made when its mail is sent. due_at is when it is done next; whoever takes a job puts it off first, so that
-- the job of a process that was killed is taken again.
create table jobs (
  id uuid primary key,
  kind text not null,
  -- Whose it is, where that is known; a job about an e-mail has it in its payload, whether somebody has the e-mail or not.
  user_id uuid,
  payload jsonb not null,
  created_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  attempts integer not null default 0
);
create index jobs_by_due on jobs (due_at);

-- A new address counts once it is confirmed; until then it is pending.
alter table users add column email_confirmed_at timestamptz(3);
alter table users add column pending_email text;

-- Links that confirm an address, once, within half an hour. Only a hash of the secret is stored.
create table email_links (
  user_id uuid not null references users (id),
  id uuid not null,
  secret_hash bytea not null,
  email text not null,
  expires_at timestamptz(3) not null,
  primary key (user_id, id)
);
create index email_links_by_end on email_links (expires_at);

-- The e-mail that a link was sent to: using the link confirms it. Null for a link that whoever runs the instance made.
alter table recovery_links add column mailed_to text;
