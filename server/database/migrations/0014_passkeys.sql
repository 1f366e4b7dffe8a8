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
