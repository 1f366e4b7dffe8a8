-- The shape that people give their money: categories in groups, saving goals, and things that are worth something.

-- A category can stand in a group, which is a category of the same kind without a group of its own. parent_id has no foreign key: a group and its members
-- are written together, in any order, and verify checks it. position orders categories within their group; equal ones are in the order of their names.
alter table categories
  add column parent_id uuid,
  add column position integer not null default 0,
  add column icon text;

-- A thing that is worth something without being money that one pays with: a house, a car, a pension. Its value is stated on days, and the difference to its
-- balance is one transaction of kind value against the account with the role value_changes. The account is opened by the change that first needs it.
alter table accounts add column is_valued boolean not null default false;
alter table accounts
  drop constraint accounts_role_check,
  add constraint accounts_role_check
    check (role in ('receivables', 'payables', 'opening_balances', 'currency_exchange', 'exchange_gains', 'value_changes'));

-- The worth of an account at the end of a day, in the account's currency and positive on its normal side, as a person stated it. The rate is that of the day,
-- found or given once, so that no entry ever fails for want of a rate of a value. A value that is removed leaves the table, and the log keeps it.
create table stated_values (
  book_id uuid not null references books (id),
  account_id uuid not null,
  date date not null,
  amount bigint not null,
  currency_id text not null references currencies (id),
  fx_rate numeric not null check (fx_rate > 0),
  fx_source text not null,
  fx_date date not null,
  notes text,
  version bigint not null,
  primary key (book_id, account_id, date),
  foreign key (book_id, account_id) references accounts (book_id, id)
);

-- A saving goal. It counts whole accounts (account_ids), or an envelope: a part of one account that moves fill and empty. A goal moves no money.
create table goals (
  book_id uuid not null references books (id),
  id uuid not null,
  name text not null,
  target_amount bigint not null check (target_amount > 0),
  currency_id text not null references currencies (id),
  target_date date,
  account_ids uuid[] not null,
  envelope_account_id uuid,
  icon text,
  notes text,
  is_active boolean not null,
  created_version bigint not null,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (book_id, id)
);

-- An amount put into a goal's envelope, or, below zero, taken out of it. plan_id is the plan that did it, which may have been deleted for good since.
create table goal_moves (
  book_id uuid not null,
  id uuid not null,
  goal_id uuid not null,
  date date not null,
  amount bigint not null check (amount <> 0),
  currency_id text not null references currencies (id),
  notes text,
  plan_id uuid,
  created_version bigint not null,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (book_id, id),
  foreign key (book_id, goal_id) references goals (book_id, id)
);
create index goal_moves_by_goal on goal_moves (book_id, goal_id, date desc, created_version desc, id);

-- A plan can fill an envelope on its days.
alter table plans
  drop constraint plans_kind_check,
  add constraint plans_kind_check check (kind in ('expense', 'income', 'transfer', 'obligation', 'goal'));
alter table plan_occurrences add column goal_move_id uuid;

-- As before, with the new tables.
create or replace function erase_book(erased uuid, most integer) returns boolean
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
    'plan_occurrences where', 'plans where', 'goal_moves where', 'goals where', 'stated_values where',
    'entries where', 'balances where', 'totals where', 'cleared_lines where', 'reconciliations where',
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

create or replace function erase_records(erasing_book uuid, erasing_version bigint) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  names text[];
  ids uuid[];
  freed bigint;
  removed integer;
begin
  -- The name of a value is not an id: it has its day in it.
  select array_agg(record_id), array_agg(record_id::uuid) filter (where resource <> 'value') into names, ids
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
    or exists (select 1 from goals where book_id = erasing_book and id = any (ids) and deleted_at is null)
    or exists (select 1 from stated_values where book_id = erasing_book and account_id || '/' || date = any (names))
    or exists (select 1 from import_rules where book_id = erasing_book and id = any (ids) and deleted_at is null) then
    raise exception 'version % of book % deletes for good what is not in the trash', erasing_version, erasing_book;
  end if;
  delete from plan_occurrences where book_id = erasing_book and plan_id = any (ids);
  delete from plans where book_id = erasing_book and id = any (ids);
  delete from goal_moves where book_id = erasing_book and (id = any (ids) or goal_id = any (ids));
  delete from goals where book_id = erasing_book and id = any (ids);
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

create or replace function remove_chart(emptied uuid) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if exists (select 1 from transactions where book_id = emptied) or exists (select 1 from obligations where book_id = emptied)
    or exists (select 1 from goals where book_id = emptied) or exists (select 1 from stated_values where book_id = emptied)
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
