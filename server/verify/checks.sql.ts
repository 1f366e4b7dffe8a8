import { type Sql, sql } from '../database/sql.ts'

/**
 * What is kept beside the entries, each recomputed for all books in one statement. A check selects `book_id` and a `sentence` for
 * every difference; the sentence goes on where "Book … :" has begun, and ends without its full stop.
 */
export type Check = { readonly name: string; readonly differences: Sql }

/** Minor units as a person writes them: 12.50 EUR. */
const money = (amount: Sql, currencyId: Sql): Sql => sql`(select
  round(${amount} / power(10::numeric, decimals), decimals::int) || ' ' || id from currencies where id = ${currencyId})`

/** What is kept of an account's entries in each currency, by month or all together, beside what they come to. */
const sums = (table: Sql, keys: Sql, month: Sql): Sql => sql`
  with sides as (
    select book_id, debit_account_id as account_id, currency_id, date, amount, base_amount from entries where not is_deleted
    union all
    select book_id, credit_account_id, currency_id, date, -amount, -base_amount from entries where not is_deleted),
  summed as (
    select book_id, account_id, currency_id, date_trunc('month', date)::date as month, sum(amount) as amount,
           sum(base_amount) as base_amount
    from sides group by 1, 2, 3, 4),
  come_to as (
    select ${keys}, sum(amount) as amount, sum(base_amount) as base_amount from summed group by ${keys}),
  different as (
    select ${keys}, kept.amount as kept_amount, kept.base_amount as kept_base, coalesce(come_to.amount, 0) as amount,
           coalesce(come_to.base_amount, 0) as base_amount
    from ${table} kept full join come_to using (${keys})
    where coalesce(kept.amount, 0) <> coalesce(come_to.amount, 0)
       or coalesce(kept.base_amount, 0) <> coalesce(come_to.base_amount, 0))
  select d.book_id, format('"%s" in %s, %s: %s, but the entries come to %s worth %s', a.name, d.currency_id, ${month},
           case when d.kept_amount is null then 'nothing is kept'
                else format('%s worth %s is kept', ${money(sql`d.kept_amount`, sql`d.currency_id`)},
                            ${money(sql`d.kept_base`, sql`b.base_currency_id`)}) end,
           ${money(sql`d.amount`, sql`d.currency_id`)}, ${money(sql`d.base_amount`, sql`b.base_currency_id`)}) as sentence
  from different d join books b on b.id = d.book_id join accounts a on a.book_id = d.book_id and a.id = d.account_id`

const balances: Sql = sums(
  sql`balances`,
  sql`book_id, account_id, currency_id, month`,
  sql`to_char(d.month, '"month" YYYY-MM')`,
)
const totals: Sql = sums(sql`totals`, sql`book_id, account_id, currency_id`, sql`'all months'`)

/** Debits less credits over all accounts: an entry is both, so each book comes to nothing in each currency. */
const sides: Sql = sql`
  select book_id, format('the balances in %s do not come to nothing: debits and credits differ by %s, worth %s', currency_id,
           ${money(sql`sum(kept.amount)`, sql`currency_id`)},
           ${money(sql`sum(kept.base_amount)`, sql`min(b.base_currency_id)`)}) as sentence
  from balances kept join books b on b.id = book_id
  group by book_id, currency_id having sum(kept.amount) <> 0 or sum(kept.base_amount) <> 0`

const copies: Sql = sql`
  select e.book_id, format('entry %s of the %s %s has %s', e.ordinal + 1, t.kind, t.id, concat_ws(', ',
           case when e.date <> t.date then format('the day %s instead of %s', e.date, t.date) end,
           case when e.kind <> t.kind then format('the kind %s instead of %s', e.kind, t.kind) end,
           case when (e.created_version, e.created_position) <> (t.created_version, t.created_position)
                then format('the place %s.%s instead of %s.%s', e.created_version, e.created_position, t.created_version, t.created_position) end,
           case when e.version <> t.version then format('the version %s instead of %s', e.version, t.version) end,
           case when e.is_deleted and t.deleted_at is null then 'gone to the trash without it' end,
           case when not e.is_deleted and t.deleted_at is not null then 'not gone to the trash with it' end)) as sentence
  from entries e join transactions t on t.book_id = e.book_id and t.id = e.transaction_id
  where (e.date, e.kind, e.created_version, e.created_position, e.version, e.is_deleted)
        is distinct from (t.date, t.kind, t.created_version, t.created_position, t.version, t.deleted_at is not null)`

/** An expense or an income is the entries of its categories and shares; anything else is its first entry. */
const amounts: Sql = sql`
  with summed as (
    select book_id, transaction_id, sum(amount) as amount, sum(base_amount) as base_amount, min(currency_id) as currency_id,
           count(distinct currency_id) as currencies
    from entries
    where case when kind in ('expense', 'income') then category_id is not null or obligation_id is not null else ordinal = 0 end
    group by 1, 2)
  select t.book_id, format('the %s %s of %s is kept as %s worth %s, but %s', t.kind, t.id, t.date,
           ${money(sql`t.amount`, sql`t.currency_id`)}, ${money(sql`t.base_amount`, sql`b.base_currency_id`)},
           case when s.amount is null then 'it has no entries'
                when s.currencies > 1 then 'its entries are of several currencies'
                else format('its entries come to %s worth %s', ${money(sql`s.amount`, sql`s.currency_id`)},
                            ${money(sql`s.base_amount`, sql`b.base_currency_id`)}) end) as sentence
  from transactions t join books b on b.id = t.book_id
  left join summed s on s.book_id = t.book_id and s.transaction_id = t.id
  where (t.amount, t.base_amount, t.currency_id, 1) is distinct from (s.amount, s.base_amount, s.currency_id, s.currencies)`

/** What arrives, or what the bank took, is the last entry: beside the categories' in an expense or an income. */
const otherSides: Sql = sql`
  with last as (
    select distinct on (book_id, transaction_id) book_id, transaction_id, currency_id, amount,
           category_id is null and obligation_id is null as is_taken
    from entries order by book_id, transaction_id, ordinal desc),
  expected as (
    select t.book_id, t.id, t.kind, t.date,
           case when t.kind = 'transfer' then t.to_currency_id else last.currency_id end as currency_id,
           case when t.kind = 'transfer' then t.to_amount else t.charged_amount end as kept_amount, last.amount,
           last.currency_id as last_currency_id
    from transactions t join last on last.book_id = t.book_id and last.transaction_id = t.id
    where t.kind = 'transfer' or (t.kind in ('expense', 'income') and (t.charged_amount is not null or last.is_taken)))
  select book_id, format('the %s %s of %s keeps %s as its other side, but its last entry is of %s', kind, id, date,
           coalesce(${money(sql`kept_amount`, sql`expected.currency_id`)}, 'nothing'),
           ${money(sql`expected.amount`, sql`last_currency_id`)}) as sentence
  from expected where (kept_amount, currency_id) is distinct from (amount, last_currency_id)`

/** Within half a minor unit of amount × fx_rate, as rounding allows. */
const worths: Sql = sql`
  select t.book_id, format('the %s %s of %s is worth %s, but %s at %s is not', t.kind, t.id, t.date,
           ${money(sql`t.base_amount`, sql`b.base_currency_id`)}, ${money(sql`t.amount`, sql`t.currency_id`)},
           trim_scale(t.fx_rate)) as sentence
  from transactions t join books b on b.id = t.book_id join currencies c on c.id = t.currency_id
  join currencies base on base.id = b.base_currency_id
  where t.kind in ('expense', 'income', 'transfer', 'opening', 'payment') and abs(t.amount * t.fx_rate * power(10::numeric, base.decimals - c.decimals) - t.base_amount) > 0.5`

const baseEntries: Sql = sql`
  select e.book_id, format('entry %s of the %s %s of %s is of %s, but worth %s', e.ordinal + 1, e.kind, e.transaction_id, e.date,
           ${money(sql`e.amount`, sql`e.currency_id`)}, ${money(sql`e.base_amount`, sql`b.base_currency_id`)}) as sentence
  from entries e join books b on b.id = e.book_id and b.base_currency_id = e.currency_id
  where e.amount <> e.base_amount and e.amount <> 0`

/** No foreign key leads from an entry to its category, and the category's account must be one of its sides. */
const entryCategories: Sql = sql`
  select e.book_id, format('entry %s of the %s %s of %s %s', e.ordinal + 1, e.kind, e.transaction_id, e.date,
           case when c.id is null then 'is of a category that does not exist'
                else format('is of the category "%s", but is not on its account', c.name) end) as sentence
  from entries e left join categories c on c.book_id = e.book_id and c.id = e.category_id
  where e.category_id is not null and (c.id is null or c.account_id not in (e.debit_account_id, e.credit_account_id))
  union all
  select t.book_id, format('the %s %s of %s has another category than its first entry', t.kind, t.id, t.date)
  from transactions t join entries e on e.book_id = t.book_id and e.transaction_id = t.id and e.ordinal = 0
  where e.category_id is distinct from t.category_id`

const categoryAccounts: Sql = sql`
  select c.book_id, format('the category "%s" and its account "%s" differ in %s', c.name, a.name, concat_ws(', ',
           case when c.name <> a.name then 'name' end,
           case when c.kind <> a.type then format('type (%s, %s)', c.kind, a.type) end,
           case when c.is_active <> a.is_active then 'whether they are active' end,
           case when c.deleted_at is distinct from a.deleted_at then 'whether or when they went to the trash' end,
           case when c.version <> a.version then format('version (%s, %s)', c.version, a.version) end)) as sentence
  from categories c join accounts a on a.book_id = c.book_id and a.id = c.account_id
  where (c.name, c.kind, c.is_active, c.deleted_at, c.version) is distinct from (a.name, a.type, a.is_active, a.deleted_at, a.version)`

/** What is outstanding is what its entries come to on its claim, as long as it is not in the trash with them. */
const obligations: Sql = sql`
  with effects as (
    select e.book_id, e.obligation_id, e.amount, e.base_amount,
           case o.claim_account_id when e.debit_account_id then 1 when e.credit_account_id then -1 else 0 end
             * case o.direction when 'receivable' then 1 else -1 end as sign
    from entries e join obligations o on o.book_id = e.book_id and o.id = e.obligation_id where not e.is_deleted),
  standing as (
    select book_id, obligation_id as id, sum(sign * amount) as amount, sum(sign * base_amount) as base_amount from effects group by 1, 2)
  select o.book_id, format('the obligation "%s" (%s) %s', o.name, o.id, concat_ws(', and ',
           case when o.deleted_at is not null then 'is in the trash, but its entries count'
                when (o.outstanding_amount, o.outstanding_base) <> (coalesce(s.amount, 0), coalesce(s.base_amount, 0))
                then format('is kept at %s worth %s, but its entries come to %s worth %s',
                  ${money(sql`o.outstanding_amount`, sql`o.currency_id`)}, ${money(sql`o.outstanding_base`, sql`b.base_currency_id`)},
                  ${money(sql`coalesce(s.amount, 0)`, sql`o.currency_id`)}, ${money(sql`coalesce(s.base_amount, 0)`, sql`b.base_currency_id`)}) end,
           case when (o.outstanding_amount = 0) <> (o.settled_at is not null)
                then 'does not say rightly whether it is settled' end)) as sentence
  from obligations o join books b on b.id = o.book_id left join standing s on s.book_id = o.book_id and s.id = o.id
  where (o.outstanding_amount = 0) <> (o.settled_at is not null) or case when o.deleted_at is not null then s.id is not null
        else (o.outstanding_amount, o.outstanding_base) <> (coalesce(s.amount, 0), coalesce(s.base_amount, 0)) end`

/**
 * The first posting of an obligation of its own opens it: its original amount against its counter, on the day it was opened. Each
 * later one is a correction, by which the log says that the obligation was corrected when that posting was created.
 */
const postings: Sql = sql`
  with posted as (
    select t.book_id, t.obligation_id, t.id, t.date, t.created_version,
           row_number() over (partition by t.book_id, t.obligation_id order by t.created_version, t.created_position) as place,
           (select sum(case o.claim_account_id when e.debit_account_id then e.amount when e.credit_account_id then -e.amount else 0 end
                       * case o.direction when 'receivable' then 1 else -1 end)
            from entries e where e.book_id = t.book_id and e.transaction_id = t.id) as amount
    from transactions t join obligations o on o.book_id = t.book_id and o.id = t.obligation_id
    where t.kind = 'obligation' and t.deleted_at is null),
  told as (
    select book_id, record_id::uuid as obligation_id, version,
           (after->>'outstanding_amount')::numeric - (after->>'original_amount')::numeric as difference
    from events where resource = 'obligation'),
  corrected as (
    select *, difference - lag(difference) over (partition by book_id, obligation_id order by version) as amount from told)
  select o.book_id, format('the obligation "%s" (%s) of %s is not opened by its first posting, on %s against its counter', o.name, o.id,
           ${money(sql`o.original_amount`, sql`o.currency_id`)}, o.opened_date) as sentence
  from obligations o
  left join posted p on p.book_id = o.book_id and p.obligation_id = o.id and p.place = 1
  left join entries e on e.book_id = p.book_id and e.transaction_id = p.id and e.ordinal = 0
  where o.deleted_at is null and o.expense_id is null
    and (p.date, e.amount, e.currency_id, e.debit_account_id, e.credit_account_id) is distinct from
        (o.opened_date, o.original_amount, o.currency_id,
         case o.direction when 'receivable' then o.claim_account_id else o.counter_account_id end,
         case o.direction when 'receivable' then o.counter_account_id else o.claim_account_id end)
  union all
  select o.book_id, format('the correction %s of the obligation "%s" (%s) is of %s, but the log says %s', p.id, o.name, o.id,
           ${money(sql`p.amount`, sql`o.currency_id`)}, coalesce(trim_scale(c.amount)::text, 'nothing'))
  from posted p join obligations o on o.book_id = p.book_id and o.id = p.obligation_id
  join currencies on currencies.id = o.currency_id
  left join corrected c on c.book_id = p.book_id and c.obligation_id = p.obligation_id and c.version = p.created_version
  where (p.place > 1 or o.expense_id is not null) and p.amount is distinct from c.amount * power(10::numeric, currencies.decimals)`

/** No two transactions have the same place in the order of their book, and none was created after its latest change. */
const places: Sql = sql`
  select book_id, format('%s transactions have the place %s.%s', count(*), created_version, created_position) as sentence
  from transactions group by book_id, created_version, created_position having count(*) > 1
  union all
  select book_id, format('the %s %s of %s was created at version %s, after its version %s', kind, id, date, created_version, version)
  from transactions where created_version > version`

/** What lists are searched by: notes, memos and tags, each text once, and categories, each once, in the order of the entries. */
const searches: Sql = sql`
  with texts as (
    select book_id, id, notes as text, -1 as ordinal from transactions where notes <> ''
    union all select book_id, transaction_id, memo, ordinal from entries where memo <> ''
    union all select book_id, id, tag, 100000 + place from transactions, unnest(tags) with ordinality tagged (tag, place)),
  found_by as (
    select book_id, id, folded(string_agg(text, E'\n' order by ordinal)) as search from (
      select book_id, id, text, min(ordinal) as ordinal from texts group by 1, 2, 3) each_once group by 1, 2),
  categories_of as (
    select book_id, transaction_id as id, array_agg(category_id order by ordinal) as category_ids from (
      select book_id, transaction_id, category_id, min(ordinal) as ordinal from entries where category_id is not null group by 1, 2, 3
    ) each_once group by 1, 2)
  select t.book_id, format('the %s %s of %s is not found by its %s', t.kind, t.id, t.date, concat_ws(' and ',
           case when t.search <> coalesce(f.search, '') then 'notes, memos and tags' end,
           case when t.category_ids <> coalesce(c.category_ids, '{}') then 'categories' end)) as sentence
  from transactions t left join found_by f using (book_id, id) left join categories_of c using (book_id, id)
  where t.search <> coalesce(f.search, '') or t.category_ids <> coalesce(c.category_ids, '{}')`

/** An account's list shows a transaction once: by the first of its entries that touches the account. */
const firsts: Sql = sql`
  with touched as (
    select book_id, transaction_id, ordinal, debit_account_id as account_id, is_debit_first as is_first, 'debit' as side from entries
    union all select book_id, transaction_id, ordinal, credit_account_id, is_credit_first, 'credit' from entries),
  ranked as (
    select *, rank() over (partition by book_id, transaction_id, account_id order by ordinal) as place from touched)
  select book_id, format('the %s of entry %s of the transaction %s is marked as %s the first on its account', side, ordinal + 1,
           transaction_id, case when is_first then '' else 'not ' end || 'being') as sentence
  from ranked where is_first <> (place = 1)`

/** Everything of a book that carries a version. */
const records: Sql = sql`
  (select book_id, version, format('the account "%s"', name) as record from accounts
   union all select book_id, version, format('the category "%s"', name) from categories
   union all select book_id, version, format('the contact "%s"', name) from contacts
   union all select book_id, version, format('the obligation "%s"', name) from obligations
   union all select book_id, version, format('the %s %s of %s', kind, id, date) from transactions
   union all select book_id, version, format('the rate from %s to %s for %s', from_id, to_id, date) from book_rates)`

const versions: Sql = sql`
  select r.book_id, format('%s is at version %s, the book only at %s', r.record, r.version, b.version) as sentence
  from (select * from ${records} kept union all select distinct book_id, version, 'its log' from events) r
  join books b on b.id = r.book_id where r.version > b.version`

const log: Sql = sql`
  select r.book_id, format('%s is at version %s, of which the log says nothing', min(r.record), r.version) as sentence
  from (select * from ${records} kept union all select id, version, 'it' from books) r
  where not exists (select from events e where e.book_id = r.book_id and e.version = r.version)
  group by r.book_id, r.version`

/** NaN is more than 0 to PostgreSQL, and so gets past the tables' own checks. */
const rates: Sql = sql`
  select null::uuid as book_id, format('The published rate of %s for %s is %s', currency_id, date, per_euro) as sentence
  from published_rates where not (per_euro > 0 and per_euro < 'Infinity')
  union all
  select book_id, format('its rate from %s to %s for %s is %s', from_id, to_id, date, rate)
  from book_rates where not (rate > 0 and rate < 'Infinity')`

export const checks: readonly Check[] = [
  { name: 'balances', differences: balances },
  { name: 'totals', differences: totals },
  { name: 'sides', differences: sides },
  { name: 'copies', differences: copies },
  { name: 'amounts', differences: amounts },
  { name: 'other sides', differences: otherSides },
  { name: 'worths', differences: worths },
  { name: 'base entries', differences: baseEntries },
  { name: 'entry categories', differences: entryCategories },
  { name: 'category accounts', differences: categoryAccounts },
  { name: 'obligations', differences: obligations },
  { name: 'postings', differences: postings },
  { name: 'places', differences: places },
  { name: 'searches', differences: searches },
  { name: 'firsts', differences: firsts },
  { name: 'versions', differences: versions },
  { name: 'log', differences: log },
  { name: 'rates', differences: rates },
]
