-- People, the books they keep, and what every record of a book needs: the log, repeated requests, contacts.
-- A book lives on one shard, so every key of its tables starts with book_id, and no foreign key leaves it.

-- The key that seals cursors: made once, here, so that every process on this database has the same.
create table instance (
  is_only boolean primary key default true check (is_only),
  key bytea not null
);
insert into instance (key) values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- Text as it is searched: lower case, without accents, alike in every locale that a database may have. The letters that Unicode
-- does not take apart are written as people write them without a keyboard for them.
create function folded(text text) returns text language sql immutable strict parallel safe
return case when octet_length(text) = length(text) then lower(text collate "C") collate "und-x-icu" else -- nothing but ASCII, which is most text, costs little
  translate(replace(replace(replace(replace(
    regexp_replace(normalize(lower(text collate "und-x-icu"), nfd), '[\u0300-\u036f]', '', 'g'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øłđðħıŧς', 'olddhitσ') end;

create table currencies (
  id text primary key,
  name text not null,
  symbol text not null,
  decimals smallint not null check (decimals between 0 and 4)
);

create table users (
  id uuid primary key,
  name text not null,
  email text not null,
  password_hash text not null,
  -- Changes with the password, and not with the parameters it is hashed with: a device that knew an older one is no known device.
  password_generation integer not null default 1,
  -- The latest version of the person's own log, and the one at which the profile or the password last changed.
  log_version bigint not null default 0,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

-- The person's own log: what happened to the profile, the password and the devices. It holds no secret and no hash. The service keeps
-- the latest rows of each person only.
create table user_events (
  user_id uuid not null references users (id),
  version bigint not null,
  at timestamptz(3) not null,
  action text not null,
  resource text not null check (resource in ('profile', 'password', 'device')),
  record_id uuid not null,
  -- The token that it was done with; null where nobody was signed in yet.
  token_id uuid,
  before json,
  after json,
  primary key (user_id, version)
);

-- Keyed by e-mail, apart from users, so that one e-mail is one account on however many shards.
create table logins (
  email_key text primary key,
  user_id uuid not null
);

create table tokens (
  user_id uuid not null references users (id),
  id uuid not null,
  secret_hash bytea not null,
  device_name text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  primary key (user_id, id)
);
create index tokens_by_created_at on tokens (created_at);
create index tokens_by_last_use on tokens (last_used_at);

-- Counters of attempts to prove a password, which drain with time: an e-mail at an address (or on a known device), an e-mail at
-- all addresses (address ''), an e-mail on all known devices (address 'devices'), an address at all e-mails (email_key ''), and an
-- address or a person that asked for e-mails that are taken (email_key 'taken'). Also the addresses an account has been used from.
create table login_attempts (
  email_key text not null,
  address text not null,
  level double precision not null,
  at timestamptz(3) not null,
  succeeded_at timestamptz(3),
  primary key (email_key, address)
);
create index login_attempts_by_age on login_attempts (at) where succeeded_at is null;
create index login_attempts_by_success on login_attempts (succeeded_at) where succeeded_at is not null;

create table books (
  id uuid primary key,
  name text not null,
  base_currency_id text not null references currencies (id),
  time_zone text not null default 'UTC',
  closed_through date,
  -- The day that its months start on: a day of the month, or the last working day.
  month_starts_on text not null default '1' check (month_starts_on ~ '^([1-9]|1[0-9]|2[0-8]|last_working_day)$'),
  -- How much has been written to it: rows of its log and its journal, and bytes of both, roughly. A quota limits it.
  row_count bigint not null default 0,
  byte_count bigint not null default 0,
  -- Whether its last member was deleted: nobody reaches it any more, and its rows are being deleted step by step.
  is_ownerless boolean not null default false,
  -- The latest change: its version, its hash (the seal of the whole log up to it) and its time.
  version bigint not null,
  hash bytea not null,
  changed_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
) with (fillfactor = 50); -- every write updates its book's row
create index books_ownerless on books (id) where is_ownerless;

-- Who may do what in which book. A person works in the book that is their default. The rows stand beside the person's other rows, on
-- the person's shard: no foreign key leads to the book.
create table members (
  user_id uuid not null references users (id),
  book_id uuid not null,
  role text not null constraint members_role check (role in ('owner')),
  is_default boolean not null,
  created_at timestamptz(3) not null,
  primary key (user_id, book_id)
);
create unique index members_default on members (user_id) where is_default;
create index members_by_book on members (book_id);

-- The role names what Florin itself posts to; a book has each once.
create table accounts (
  book_id uuid not null references books (id),
  id uuid not null,
  name text not null,
  code text not null,
  type text not null check (type in ('asset', 'liability', 'equity', 'income', 'expense')),
  role text check (role in ('receivables', 'payables', 'opening_balances', 'currency_exchange', 'exchange_gains')),
  is_active boolean not null default true,
  is_claim boolean not null default false check (type = 'asset' or not is_claim),
  -- Where money comes from or goes to when a request names no account. A book has one such account.
  is_default boolean not null default false,
  currency_id text references currencies (id),
  -- The version that created it: no edit changes it, and no clock decides it.
  created_version bigint not null,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (book_id, id),
  constraint accounts_code_key unique (book_id, code),
  constraint accounts_role_key unique (book_id, role)
);
create index accounts_default on accounts (book_id) where is_default;

create table contacts (
  book_id uuid not null references books (id),
  id uuid not null,
  name text not null,
  phone text,
  email text,
  notes text,
  search text not null generated always as
    (folded(name || E'\n' || coalesce(phone, '') || E'\n' || coalesce(email, '') || E'\n' || coalesce(notes, ''))) stored,
  created_version bigint not null,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (book_id, id)
);
create index contacts_by_name on contacts (book_id, name collate "und-x-icu", created_version, id);
create index contacts_by_created_at on contacts (book_id, created_at, created_version, id);

-- The book's log: one change for each write, and an event for every record that the write touched. The primary key is the lock of
-- the book: of two writers that loaded the same version, one cannot insert the next.
create table changes (
  book_id uuid not null,
  version bigint not null,
  -- Chosen before the first attempt to write, so that a second attempt finds out whether the first one succeeded.
  id uuid not null,
  at timestamptz(3) not null,
  user_id uuid not null,
  device_name text not null,
  -- The method and the path of the route.
  command text not null,
  undoes bigint,
  -- SHA-256 over the hash of the change before, the facts of this change, and the digests of its events.
  hash bytea not null,
  -- The change that takes this one back, while that one is in effect itself. Kept for reading; verify recomputes it.
  undone_by bigint,
  primary key (book_id, version)
);

-- A record before and after a change, in stored shape: null before it was created, and after it was removed. The texts are exactly
-- those that the digest was made from. Erasing a record for good clears both and the random bytes, and keeps the digest.
create table events (
  book_id uuid not null,
  version bigint not null,
  ordinal integer not null,
  action text not null,
  resource text not null,
  record_id text not null,
  -- The days of a transaction, before and after.
  date_before date,
  date_after date,
  before json,
  after json,
  -- 16 random bytes, so that nobody can guess erased content from its digest.
  salt bytea,
  digest bytea not null,
  primary key (book_id, version, ordinal)
);
create index events_by_record on events (book_id, record_id, version);

-- The first answer to each Idempotency-Key, written in the same transaction as what the request did.
create table idempotency_keys (
  book_id uuid not null references books (id),
  key text not null,
  request_hash bytea not null,
  -- Null once something that the reply showed was deleted for good.
  reply text,
  created_at timestamptz(3) not null,
  primary key (book_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
