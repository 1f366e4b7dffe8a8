-- Files that are being imported. They are working data, not records of the book: they have no version and no event. Only their commit
-- is a change. An import that nobody commits is removed after a while; one that was committed stays, as the memory of what was imported.
create table imports (
  book_id uuid not null references books (id),
  id uuid not null,
  -- Null for a file that names its accounts itself.
  account_id uuid,
  filename text not null,
  -- The size of the file: it bounds what imports that are not committed may take.
  bytes integer not null,
  -- The format that a person named, and the one that was found.
  asked_format text,
  format text,
  mapping json,
  -- What a person corrected of the mapping, which is passed to the reader again.
  given json,
  status text not null check (status in ('reading', 'ready', 'committed', 'failed')),
  progress real not null,
  counts json not null,
  fault text,
  date_from date,
  date_to date,
  -- The version of the book that the verdicts were computed at.
  checked_version bigint,
  committed_version bigint,
  -- The key of the request that made it, and a hash of that request: the same key makes no second one.
  idempotency_key text,
  request_hash bytea,
  -- Who reads the file, and when they last said that they are alive. Another one takes over once this is some seconds ago; whoever lost
  -- the file to another one, or to a correction of the mapping, writes nothing.
  reader_id uuid,
  reading_at timestamptz(3),
  -- How often somebody began to read it and did not end: a file that ends its readers is given up.
  attempts integer not null default 0,
  -- Counts what was decided about the rows: a look at them that took a while is of no use if they have changed meanwhile.
  decisions integer not null default 0,
  created_at timestamptz(3) not null,
  committed_at timestamptz(3),
  primary key (book_id, id),
  constraint imports_key_key unique (book_id, idempotency_key)
);
create index imports_by_created_at on imports (book_id, created_at desc, id);
create index imports_to_remove on imports (created_at) where status <> 'committed';
create index imports_to_read on imports (reading_at) where status = 'reading';

-- The bytes of a file that is not committed yet.
create table import_files (
  book_id uuid not null,
  import_id uuid not null,
  bytes bytea not null,
  primary key (book_id, import_id)
);

-- The rows of a file: what it says, what Florin makes of it, and what a person decided. `line_key` identifies what the bank says, and
-- `occurrence` counts the rows of one file and account that say the same: two coffees are 0 and 1. `transaction_id` is what the row is
-- to become; once committed, what it became or was found to be; so an overlapping file adds the difference, and nothing comes back that was deleted
-- since. There is no foreign key to imports: a person can remove an import while its rows are being written, and neither waits for the
-- other; the writer of the rows then finds no import, and takes them back.
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
  currency_id text,
  file_row json not null,
  verdict text not null check (verdict in ('new', 'duplicate', 'transfer', 'settles', 'refund', 'invalid')),
  reason text not null,
  of_record json,
  -- The row of the same file that is the other half of its transfer. It becomes the same transaction.
  pair_n integer,
  draft json,
  suggestion json,
  -- What a person decided, as it was sent: it outlives a new look at the row.
  decision json,
  search text not null,
  is_chosen boolean not null,
  needs_attention boolean not null,
  transaction_id uuid,
  primary key (book_id, import_id, n)
);
create index import_rows_by_day on import_rows (book_id, account_id, date);
create index import_rows_by_transaction on import_rows (book_id, transaction_id) where transaction_id is not null;

-- Rules about what is imported. They are records of the book. Conditions and actions are those of the API.
create table import_rules (
  book_id uuid not null references books (id),
  id uuid not null,
  name text not null,
  rank integer not null,
  is_active boolean not null,
  conditions json not null,
  actions json not null,
  created_version bigint not null,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (book_id, id)
);
create index import_rules_by_rank on import_rules (book_id, rank, created_version, id);
