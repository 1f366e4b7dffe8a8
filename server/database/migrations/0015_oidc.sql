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
