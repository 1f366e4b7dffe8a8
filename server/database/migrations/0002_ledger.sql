-- The books: categories, transactions made of entries, and what is kept beside them so that balances and lists cost the
-- same with a thousand transactions or a million. Free text is searched by trigrams, scoped by book in the same index.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- The ECB's reference rates: units of the currency for one euro. The same for every book.
create table published_rates (
  currency_id text not null references currencies (id),
  date date not null,
  per_euro numeric not null check (per_euro > 0),
  primary key (currency_id, date)
);

create table book_rates (
  book_id uuid not null references books (id),
  from_id text not null references currencies (id),
  to_id text not null references currencies (id),
  date date not null,
  rate numeric not null check (rate > 0),
  version bigint not null,
  primary key (book_id, from_id, to_id, date)
);
create index book_rates_by_date on book_rates (book_id, date, from_id, to_id);

create table categories (
  book_id uuid not null references books (id),
  id uuid not null,
  kind text not null check (kind in ('expense', 'income')),
  name text not null,
  is_active boolean not null,
  account_id uuid not null,
  created_version bigint not null,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (book_id, id),
  constraint categories_account_key unique (book_id, account_id),
  foreign key (book_id, account_id) references accounts (book_id, id)
);
create index categories_by_name on categories (book_id, name collate "und-x-icu", created_version, id);
create index accounts_by_name on accounts (book_id, name collate "und-x-icu", created_version, id);

-- What is planned for a category in a month, in the base currency; the name of a month is text, 2026-11. A budget that is removed leaves
-- the table, and the log keeps it.
create table budgets (
  book_id uuid not null references books (id),
  category_id uuid not null,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  amount bigint not null check (amount >= 0),
  -- Whether the rest of the month, also a negative one, is carried into the next.
  rollover boolean not null,
  version bigint not null,
  primary key (book_id, category_id, month),
  foreign key (book_id, category_id) references categories (book_id, id)
);

-- What people see as one transaction. From here on, no table that every write adds to has a foreign key: the writer has just read or
-- written the rows that a new one refers to, the checks would cost a fifth of a write, all writers would lock the same row of a currency,
-- and verify checks the same. For the same reason the names of kinds and sources are checked by verify: PostgreSQL reads the text of such
-- a check anew in every statement. The columns of these tables are in the order in which the writer sends them.
-- Its amounts are in minor units; account_id is where the money is, or comes from.
create table transactions (
  book_id uuid not null,
  id uuid not null,
  kind text not null,
  date date not null,
  currency_id text not null,
  amount bigint not null,
  base_amount bigint not null,
  fx_rate numeric not null,
  fx_source text not null,
  fx_date date not null,
  category_id uuid,
  account_id uuid,
  charged_amount bigint,
  to_account_id uuid,
  to_amount bigint,
  to_currency_id text,
  -- Whether a person gave the amount on the other side (charged, arriving, settled), or Florin found it.
  other_source text,
  contact_id uuid,
  obligation_id uuid,
  -- The plan that posted it, which may have been deleted for good since.
  plan_id uuid,
  is_refund boolean not null,
  notes text,
  tags text[] not null,
  -- Its place in the order of the book: the version that created it, and which of that version's transactions it is. No edit
  -- changes it and no clock decides it.
  created_version bigint not null,
  created_position integer not null,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  -- What lists are searched by: every category of its entries, and the folded text of notes, memos and tags.
  category_ids uuid[] not null,
  search text not null,
  primary key (book_id, id),
  check (amount >= 0 and base_amount >= 0 and fx_rate > 0)
);
create index transactions_by_date on transactions (book_id, date desc, created_version desc, created_position desc) where deleted_at is null;
create index transactions_by_kind on transactions (book_id, kind, date desc, created_version desc, created_position desc) where deleted_at is null;
create index transactions_by_amount on transactions (book_id, base_amount desc, created_version desc, created_position desc) where deleted_at is null;
create index transactions_by_created_at on transactions (book_id, created_at desc, created_version desc, created_position desc) where deleted_at is null;
create index transactions_by_contact on transactions (book_id, contact_id, date desc, created_version desc, created_position desc) where contact_id is not null;
create index transactions_in_trash on transactions (book_id, date desc, created_version desc, created_position desc) where deleted_at is not null;
create index transactions_with_tags on transactions (book_id, date desc, created_version desc, created_position desc)
  where deleted_at is null and tags <> '{}';
create index transactions_by_text on transactions using gin (book_id, search gin_trgm_ops, tags, category_ids) where deleted_at is null;
create unique index transactions_one_opening on transactions (book_id, account_id) where kind = 'opening';

-- The journal's atom: one amount from one account to another. There is no way to write down an unbalanced one. No entry is changed or
-- deleted: the change that replaces it or takes it out gives it `until_version`, and an entry without one is live. Date, kind,
-- created_version and created_position repeat the transaction's, and is_debit_first and is_credit_first say whether no earlier entry of
-- it touches that account, so that an account's register and its transactions, each once, are read from one index.
create table entries (
  book_id uuid not null,
  transaction_id uuid not null,
  created_version bigint not null,
  created_position integer not null,
  -- The versions of the book from which on, and until which (until_version), it counts.
  version bigint not null,
  ordinal smallint not null,
  kind text not null,
  date date not null,
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  debit_line_id uuid not null,
  credit_line_id uuid not null,
  currency_id text not null,
  amount bigint not null,
  base_amount bigint not null,
  category_id uuid,
  obligation_id uuid,
  memo text not null,
  is_debit_first boolean not null,
  is_credit_first boolean not null,
  until_version bigint,
  primary key (book_id, transaction_id, version, ordinal),
  check (amount >= 0 and base_amount >= 0 and (amount > 0 or base_amount > 0) and debit_account_id <> credit_account_id)
);
create index entries_by_debit on entries (book_id, debit_account_id, date desc, created_version desc, created_position desc, ordinal desc)
  include (transaction_id, version, currency_id, amount, base_amount, kind, is_debit_first) where until_version is null;
create index entries_by_credit on entries (book_id, credit_account_id, date desc, created_version desc, created_position desc, ordinal desc)
  include (transaction_id, version, currency_id, amount, base_amount, kind, is_credit_first) where until_version is null;
-- A line is found by its id when it is ticked against a statement. Of a book, a planner without statistics expects one entry: both
-- columns are in the index, so that no other serves as well. The line comes first: of a book alone, this index would seem as good as the others.
create index entries_by_debit_line on entries (debit_line_id, book_id) where until_version is null;
create index entries_by_credit_line on entries (credit_line_id, book_id) where until_version is null;
create index entries_by_date on entries (book_id, date)
  include (debit_account_id, credit_account_id, currency_id, amount, base_amount) where until_version is null;

-- What the entries of a month come to on an account, debits less credits. Kept by every write, proved by verify. Its one index has
-- everything that reports read: the rows of a book lie scattered over the table.
create table balances (
  book_id uuid not null,
  account_id uuid not null,
  currency_id text not null,
  month date not null,
  amount bigint not null,
  base_amount bigint not null,
  primary key (book_id, month, account_id, currency_id) include (amount, base_amount)
);

-- All months together: what is on an account costs the same to read after a year or after fifty. No index has the amounts, and pages have
-- room to spare: an update stays on its page, and no index changes.
create table totals (
  book_id uuid not null,
  account_id uuid not null,
  currency_id text not null,
  amount bigint not null,
  base_amount bigint not null,
  primary key (book_id, account_id, currency_id)
) with (fillfactor = 70);

-- A bank's statement that is compared with an account: a person ticks the lines that are on it. Amounts are in minor units, on the
-- account's normal side. start_amount is what the statement before it ended with. Finished, its lines are locked.
create table reconciliations (
  book_id uuid not null references books (id),
  id uuid not null,
  account_id uuid not null,
  currency_id text not null references currencies (id),
  date date not null,
  statement_amount bigint not null,
  start_amount bigint not null,
  cleared_line_ids uuid[] not null,
  -- The transaction that took up the difference.
  adjustment_id uuid,
  finished_at timestamptz(3),
  created_version bigint not null,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (book_id, id),
  foreign key (book_id, account_id) references accounts (book_id, id)
);
create index reconciliations_by_account on reconciliations (book_id, account_id, date desc, created_version desc, id);
create unique index reconciliations_one_open on reconciliations (book_id, account_id, currency_id)
  where finished_at is null and deleted_at is null;

-- The same ticks, looked up by line: those of reconciliations that are not in the trash. A line has one tick at most.
create table cleared_lines (
  book_id uuid not null,
  line_id uuid not null,
  reconciliation_id uuid not null,
  primary key (book_id, line_id)
);
