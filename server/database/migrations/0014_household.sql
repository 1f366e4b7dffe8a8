-- Several books of one person, and several people in one book.

-- The roles in a book: an owner may do everything, an editor records, changes and deletes, an annotator sorts transactions by category, tag, note and
-- contact, and a viewer looks.
alter table members
  drop constraint members_role,
  add constraint members_role check (role in ('owner', 'editor', 'annotator', 'viewer'));

-- is_archived: it can be read, and nobody writes to it until an owner ends this.
-- members_version: counts changes of its members' roles and defaults. What was admitted before such a change is not written after it.
-- is_shared: whether it has ever had two members. Until then, everything in it was done by its owner, and no read has to look up by whom.
alter table books
  add column is_archived boolean not null default false,
  add column is_shared boolean not null default false,
  add column members_version bigint not null default 0;

-- The only book that the key of a program opens; null: all books of its person.
alter table tokens add column book_id uuid;

-- Everybody who left a book, for the names in its history. The id of a person who was deleted stays, and says nothing of them.
create table former_members (
  book_id uuid not null,
  user_id uuid not null,
  joined_at timestamptz(3) not null,
  left_at timestamptz(3) not null,
  primary key (book_id, user_id)
);
create index former_members_by_person on former_members (user_id);

-- Links that make whoever opens one a member of a book, once. An ended one stays until housekeeping removes it.
create table book_invitations (
  book_id uuid not null,
  id uuid not null,
  secret_hash bytea not null,
  role text not null check (role in ('owner', 'editor', 'annotator', 'viewer')),
  created_by uuid not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (book_id, id)
);
create index book_invitations_by_end on book_invitations (expires_at);

-- The two halves of an amount that was moved from one book to another: for each transaction, the one in the other book. Both rows are written with the
-- transactions, and never change.
create table book_halves (
  book_id uuid not null,
  transaction_id uuid not null,
  other_book_id uuid not null,
  other_transaction_id uuid not null,
  primary key (book_id, transaction_id)
);

-- The account that stands for the other books of a person, in each book that they have moved money from or to.
alter table accounts
  add column person_id uuid,
  drop constraint accounts_role_check,
  add constraint accounts_role_check
    check (role in ('receivables', 'payables', 'opening_balances', 'currency_exchange', 'exchange_gains', 'value_changes', 'other_book')),
  drop constraint accounts_role_key;
create unique index accounts_role_key on accounts (book_id, role) where role <> 'other_book';
create unique index accounts_other_books on accounts (book_id, person_id) where person_id is not null;

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
    'book_invitations where', 'former_members where', 'book_halves where',
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
