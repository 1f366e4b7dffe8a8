-- Further ways in: keys for programs, mail, passkeys, and an OpenID Connect provider.

-- A key for a program is a token that may do less than its person. It is looked up as a session is, by one statement.
-- abilities is null for a session, which may do all that its person may, and ends by age and by use; a key ends at expires_at, if it has one. last_address
-- is where the token was last used from; of a key that was never used, it is null.
alter table tokens
  add column abilities text[],
  add column expires_at timestamptz(3),
  add column last_address text;
create index tokens_by_end on tokens (expires_at) where expires_at is not null;

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

-- Passkeys: a key in a device, which signs in once its person has shown a finger, a face or a PIN there. Only the public half is stored.
create table passkeys (
  user_id uuid not null references users (id),
  id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  -- How often the device says that the key was used; one that goes back is a copy. Many devices always say 0.
  counter bigint not null,
  -- The name of the site that the key was made for: it works there and nowhere else.
  rp_id text not null,
  name text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  primary key (user_id, id),
  unique (user_id, credential_id)
);

-- Challenges are sealed and not stored, so that strangers who ask for them leave nothing behind. Only those that were answered are kept until they expire,
-- so that each counts once. The person may be about to open the account, so there is no foreign key.
create table used_challenges (
  user_id uuid not null,
  nonce bytea not null,
  expires_at timestamptz(3) not null,
  primary key (user_id, nonce)
);
create index used_challenges_by_end on used_challenges (expires_at);

-- Whether the person wants to be reminded that there is only one way back in.
alter table users add column is_reminded boolean not null default true;

-- Signing in with an OpenID Connect provider.

-- An account of a provider and the person whom it signs in. Without a foreign key: on a cluster every node has a copy of this table, and people are spread.
create table oidc_links (
  issuer text not null,
  subject text not null,
  user_id uuid not null unique,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  primary key (issuer, subject)
);

-- The states that have come back from the provider: each counts once. A state is good for ten minutes, and so its row is not needed for long.
create table oidc_states (
  id uuid primary key,
  expires_at timestamptz(3) not null
);
create index oidc_states_by_end on oidc_states (expires_at);

-- Whoever signs in with a provider only has no password.
alter table users alter column password_hash drop not null;
