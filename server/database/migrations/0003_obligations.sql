-- Who owes whom, in the books: an obligation's entries carry its id, and what they come to on its claim account is what is
-- outstanding, at every moment.

create table obligations (
  book_id uuid not null references books (id),
  id uuid not null,
  name text not null,
  reference text,
  notes text,
  opened_date date not null,
  due_date date,
  direction text not null check (direction in ('payable', 'receivable')),
  original_amount bigint not null check (original_amount > 0),
  outstanding_amount bigint not null check (outstanding_amount >= 0),
  -- The same in the base currency, as it stands in the books.
  outstanding_base bigint not null,
  currency_id text not null references currencies (id),
  contact_id uuid not null,
  account_id uuid not null,
  -- Where the debt stands, and what stands against it: both follow from the account.
  claim_account_id uuid not null,
  counter_account_id uuid not null,
  fx_rate numeric not null check (fx_rate > 0),
  fx_source text not null,
  fx_date date not null,
  -- The shared expense whose entries opened it.
  expense_id uuid,
  settled_at timestamptz(3),
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (book_id, id),
  foreign key (book_id, contact_id) references contacts (book_id, id),
  foreign key (book_id, account_id) references accounts (book_id, id),
  foreign key (book_id, claim_account_id) references accounts (book_id, id),
  foreign key (book_id, counter_account_id) references accounts (book_id, id),
  foreign key (book_id, expense_id) references transactions (book_id, id)
);
create index obligations_by_due_date on obligations (book_id, (coalesce(due_date, 'infinity')), id);
create index obligations_by_contact on obligations (book_id, contact_id);
create index obligations_by_expense on obligations (book_id, expense_id) where expense_id is not null;

alter table transactions add column obligation_id uuid;
alter table transactions add foreign key (book_id, obligation_id) references obligations (book_id, id);
create index transactions_by_obligation on transactions (book_id, obligation_id, created_version desc, created_position desc) where obligation_id is not null;

alter table entries add column obligation_id uuid;
alter table entries add foreign key (book_id, obligation_id) references obligations (book_id, id);
create index entries_by_obligation on entries (book_id, obligation_id, created_version, created_position) where obligation_id is not null;
