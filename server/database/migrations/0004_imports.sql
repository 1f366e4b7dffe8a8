-- Files that are being imported. They are working data, not records of the book: they have no version and no event. Only their commit
-- is a change. An import that nobody commits is removed after a while; one that was committed stays, as the memory of what was imported.
create table imports (
  book_id uuid not null references books (id),
  id uuid not null,
  -- Null for a file that names its accounts itself.
  account_id uuid,
  filename text not null,
  format text,
  mapping json,
  status text not null check (status in ('reading', 'ready', 'committed', 'failed')),
  progress real not null,
  counts json not null,
  fault text,
  date_from date,
  date_to date,
  -- The version of the book that the verdicts were computed at.
  checked_version bigint,
  committed_version bigint,
  -- The key of the request that made it: the same key makes no second one.
  idempotency_key text,
  -- When the process that reads the file last said that it is alive. Another one takes over once this is some seconds ago.
  reading_at timestamptz(3),
  created_at timestamptz(3) not null,
  committed_at timestamptz(3),
  primary key (book_id, id),
  constraint imports_key_key unique (book_id, idempotency_key)
);
create index imports_by_created_at on imports (book_id, created_at desc, id);
create index imports_to_remove on imports (created_at) where status <> 'committed';

-- The bytes of a file that is not committed yet.
create table import_files (
  book_id uuid not null,
  import_id uuid not null,
  bytes bytea not null,
  primary key (book_id, import_id),
  foreign key (book_id, import_id) references imports (book_id, id)
);

-- The rows of a file: what it says, what Florin makes of it, and what a person decided. `line_key` identifies what the bank says, and
-- `occurrence` counts the rows of one file that say the same: two coffees are 0 and 1. Once committed, `transaction_id` is what the row
-- became, or what it was found to be; so an overlapping file adds the difference, and nothing comes back that was deleted since.
create table import_rows (
  book_id uuid not null,
  import_id uuid not null,
  n integer not null,
  account_id uuid,
  line_key text,
  occurrence integer not null,
  date date,
  -- In minor units of its currency; what the account gets.
  amount bigint,
  file_row json not null,
  verdict text not null check (verdict in ('new', 'duplicate', 'transfer', 'settles', 'refund', 'invalid')),
  reason text not null,
  of_record json,
  draft json,
  suggestion json,
  search text not null,
  is_chosen boolean not null,
  needs_attention boolean not null,
  is_changed boolean not null,
  transaction_id uuid,
  primary key (book_id, import_id, n),
  foreign key (book_id, import_id) references imports (book_id, id)
);
create index import_rows_by_line_key on import_rows (book_id, line_key);
create index import_rows_by_transaction on import_rows (book_id, transaction_id) where transaction_id is not null;
