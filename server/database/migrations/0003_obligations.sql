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
  -- The plan that posted it, which may have been deleted for good since.
  plan_id uuid,
  settled_at timestamptz(3),
  -- Of the notes, which only a request's size bounds, as much is searched as other notes may have.
  search text not null generated always as
    (folded(name || E'\n' || coalesce(reference, '') || E'\n' || left(coalesce(notes, ''), 10000))) stored,
  created_version bigint not null,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (book_id, id),
  foreign key (book_id, contact_id) references contacts (book_id, id),
  foreign key (book_id, account_id) references accounts (book_id, id),
  foreign key (book_id, claim_account_id) references accounts (book_id, id),
  foreign key (book_id, counter_account_id) references accounts (book_id, id)
);
create index obligations_by_due_date on obligations (book_id, (coalesce(due_date, 'infinity')), created_version, id);
create index obligations_by_contact on obligations (book_id, contact_id);
create index obligations_by_expense on obligations (book_id, expense_id) where expense_id is not null;

create index transactions_by_obligation on transactions (book_id, obligation_id, created_version desc, created_position desc) where obligation_id is not null;
create index entries_by_obligation on entries (book_id, obligation_id, created_version, created_position)
  where obligation_id is not null and until_version is null;

-- What comes again and again. The draft and the schedule are those of the API. Occurrences count from `since` on; `next_date` is the day of
-- the first one that is neither posted nor skipped, by which the job that posts finds the plans that are due, over all books.
create table plans (
  book_id uuid not null references books (id),
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('expense', 'income', 'transfer', 'obligation')),
  draft json not null,
  schedule json not null,
  auto boolean not null,
  since date not null,
  next_date date,
  created_version bigint not null,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (book_id, id)
);
create index plans_by_next_date on plans (book_id, (coalesce(next_date, 'infinity')), created_version, id);
create index plans_due on plans (next_date, book_id, id) where auto and deleted_at is null and next_date is not null;

-- What became of the occurrence of a scheduled day: posted, skipped, or changed before it is either. There is one for each
-- scheduled day, before any working-day rule, so that nothing is posted twice; its id follows from the plan and the day. One that is in the trash is open again. What it was posted as may be in the trash
-- too: then it counts as skipped.
create table plan_occurrences (
  book_id uuid not null,
  id uuid not null,
  plan_id uuid not null,
  date date not null,
  action text not null check (action in ('post', 'skip', 'change')),
  draft json,
  transaction_id uuid,
  obligation_id uuid,
  created_version bigint not null,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (book_id, id),
  constraint plan_occurrences_day_key unique (book_id, plan_id, date),
  foreign key (book_id, plan_id) references plans (book_id, id)
);

-- Deletes at most so many rows of a book that has no member any more, for about a second at most, and says whether any are left. A book of
-- any size is so deleted in steps, each far shorter than a statement may take. The service may call this function, but may not
-- delete from the log (events) by itself, so that a history can disappear with its people, but never be rewritten. Rows that refer
-- to others come first; a test compares the list with the database's own catalog.
create function erase_book(erased uuid, most integer) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  erasable text;
  batch integer;
  removed integer;
begin
  if exists (select 1 from members where book_id = erased) then
    raise exception 'book % has a member', erased;
  end if;
  perform from books where id = erased for update; -- two steps at once would wait for each other's rows
  foreach erasable in array array[
    'import_rules where', 'import_rows where', 'import_files where', 'imports where',
    'plan_occurrences where', 'plans where', 'entries where', 'balances where', 'totals where', 'cleared_lines where',
    'reconciliations where',
    -- Payments refer to their obligation, and that to the expense it came from.
    'transactions where obligation_id is not null and', 'obligations where', 'transactions where',
    'budgets where', 'categories where', 'contacts where', 'book_rates where', 'accounts where', 'events where', 'changes where',
    'idempotency_keys where'
  ] loop
    -- A place (ctid) is one of a shard: without the book, rows of others would go with them.
    -- Whether anything still refers to a category or an account is looked up among all transactions, the deleted ones too.
    batch := case when erasable in ('categories where', 'accounts where') then 1 else most end;
    loop
      execute format('delete from %I where book_id = $1 and ctid = any (array(select ctid from %s book_id = $1 limit $2))',
                     split_part(erasable, ' ', 1), erasable) using erased, batch;
      get diagnostics removed = row_count;
      most := most - removed;
      if most <= 0 or clock_timestamp() > statement_timestamp() + interval '1 second' then
        return true;
      end if;
      exit when removed < batch;
    end loop;
  end loop;
  delete from books where id = erased;
  return false;
end
$$;

-- Deletes for good the records that a change of the log says so of, once that change is written, in the same transaction: their rows,
-- what the log kept of them, and the stored replies that show them. The digests stay, so that the chain of hashes still holds. The
-- service may call this function, but may not delete these rows by itself: only what is in the trash, and only as the latest change
-- of its book. That nothing else refers to the records is for the service to check.
create function erase_records(erasing_book uuid, erasing_version bigint) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  names text[];
  ids uuid[];
  freed bigint;
  removed integer;
begin
  select array_agg(record_id), array_agg(record_id::uuid) into names, ids
  from events where book_id = erasing_book and version = erasing_version and action = 'erased' and before is null and after is null;
  if ids is null or not exists (select 1 from books where id = erasing_book and version = erasing_version) then
    raise exception 'version % of book % deletes nothing for good', erasing_version, erasing_book;
  end if;
  if exists (select 1 from accounts where book_id = erasing_book and id = any (ids) and deleted_at is null)
    or exists (select 1 from contacts where book_id = erasing_book and id = any (ids) and deleted_at is null)
    or exists (select 1 from categories where book_id = erasing_book and id = any (ids) and deleted_at is null)
    or exists (select 1 from obligations where book_id = erasing_book and id = any (ids) and deleted_at is null)
    or exists (select 1 from transactions where book_id = erasing_book and id = any (ids) and deleted_at is null)
    or exists (select 1 from plans where book_id = erasing_book and id = any (ids) and deleted_at is null)
    or exists (select 1 from import_rules where book_id = erasing_book and id = any (ids) and deleted_at is null) then
    raise exception 'version % of book % deletes for good what is not in the trash', erasing_version, erasing_book;
  end if;
  delete from plan_occurrences where book_id = erasing_book and plan_id = any (ids);
  delete from plans where book_id = erasing_book and id = any (ids);
  delete from import_rules where book_id = erasing_book and id = any (ids);
  delete from entries where book_id = erasing_book and transaction_id = any (ids);
  get diagnostics removed = row_count;
  delete from transactions where book_id = erasing_book and id = any (ids);
  delete from obligations where book_id = erasing_book and id = any (ids);
  delete from categories where book_id = erasing_book and id = any (ids);
  delete from contacts where book_id = erasing_book and id = any (ids);
  -- A reconciliation is deleted with its account only, which nothing was ever posted to.
  delete from reconciliations where book_id = erasing_book and id = any (ids) and account_id = any (ids);
  delete from balances where book_id = erasing_book and account_id = any (ids);
  delete from totals where book_id = erasing_book and account_id = any (ids);
  delete from accounts where book_id = erasing_book and id = any (ids);
  -- As much as the service counted when it was written.
  select coalesce(sum(coalesce(octet_length(before::text), 0) + 2 * coalesce(octet_length(after::text), 0)), 0) into freed
  from events where book_id = erasing_book and record_id = any (names);
  update events set before = null, after = null, salt = null, date_before = null, date_after = null
  where book_id = erasing_book and record_id = any (names) and version < erasing_version;
  update books set row_count = row_count - removed, byte_count = byte_count - freed where id = erasing_book;
  -- Of the lines of files that became these records, a hash stays, so that they do not come back in silence, and nothing that was read.
  update import_rows set date = null, amount = null, currency_id = null, reason = 'It was deleted for good.', of_record = null, draft = null,
    suggestion = null, decision = null, search = '', file_row = ('{"n":' || n::text || ',"line":' || coalesce((file_row -> 'line')::text, 'null') || ',"text":""}')::json
  where book_id = erasing_book and transaction_id = any (ids);
  update import_rows r set reason = '', of_record = null from imports i
  where i.book_id = erasing_book and i.status <> 'committed' and r.book_id = erasing_book and r.import_id = i.id
    and r.of_record is not null and r.of_record ->> 'id' = any (names);
  -- A long reply shows many records, and searching it takes long: it is erased whatever it shows. The hash of the request goes too, since
  -- it would confirm a guess of what was erased.
  update idempotency_keys set reply = null, request_hash = ''
  where book_id = erasing_book and reply is not null
    and (octet_length(reply) > 262144 or exists (select 1 from regexp_matches(reply, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') shown where shown[1] = any (names)));
end
$$;

-- Removes the accounts and the categories of a book in which nothing is recorded, so that those of another book can take their place, in
-- the same transaction and as the log says. The service may call this function, but may not delete these rows by itself.
create function remove_chart(emptied uuid) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if exists (select 1 from transactions where book_id = emptied) or exists (select 1 from obligations where book_id = emptied)
    or exists (select 1 from budgets where book_id = emptied) or exists (select 1 from reconciliations where book_id = emptied) then
    raise exception 'book % has records', emptied;
  end if;
  -- Rows that come to nothing are left of entries that were erased.
  delete from balances where book_id = emptied;
  delete from totals where book_id = emptied;
  delete from categories where book_id = emptied;
  delete from accounts where book_id = emptied;
end
$$;
