import { FIRST_DAY } from '../../contract/day.ts'
import { join, names, nothing, type Sql, sql } from '../database/sql.ts'
import { goals } from './goals.sql.ts'
import { groups } from './groups.sql.ts'
import { unknownRows } from './log.sql.ts'
import { statedValues } from './values.sql.ts'

/**
 * Checks values that are stored beside the entries, each recomputed for all books in one statement. A check selects `book_id` and a
 * `sentence` for every difference; the sentence continues "Book … :", and ends without its full stop.
 */
export type TableCheck = { readonly name: string; readonly differences: Sql }

/** Minor units as a person writes them: 12.50 EUR. */
const money = (amount: Sql, currencyId: Sql): Sql => sql`coalesce((select
  round(${amount} / power(10::numeric, decimals), decimals::int) || ' ' || id from currencies where id = ${currencyId}),
  ${amount} || ' minor units of ' || ${currencyId})`

/** The same of a currency that is joined: a cluster takes no subquery about a row that is itself computed. */
const moneyIn = (amount: Sql, currency: string, id: Sql): Sql => {
  const c = names(currency)
  return sql`coalesce(round(${amount} / power(10::numeric, ${c}.decimals), ${c}.decimals::int) || ' ' || ${c}.id,
    ${amount} || ' minor units of ' || ${id})`
}

/** An amount of a record in the log, where somebody may have put anything by hand, even text that is not an amount. */
const storedAmount = (record: Sql, name: string): Sql => sql`
  case when strpos(${record}::text, '\\u0000') > 0 then null
       when ${record}->>${name} ~ '^-?[0-9]+$' then (${record}->>${name})::numeric end`

/**
 * Compares the stored sums of an account's entries in each currency, by month or in all, with the entries. A row exists once a change has
 * moved something, and stays when its sum is 0 later; such a row may also be left of entries that were erased.
 */
const sums = (table: Sql, keys: Sql, month: Sql): Sql => sql`
  with sides as (
    select book_id, debit_account_id as account_id, currency_id, date, version, until_version, amount, base_amount from entries
    union all
    select book_id, credit_account_id, currency_id, date, version, until_version, -amount, -base_amount from entries),
  moves as (
    select book_id, account_id, currency_id, date, version, amount, base_amount from sides
    union all
    select book_id, account_id, currency_id, date, until_version, -amount, -base_amount from sides where until_version is not null),
  moved as (
    select book_id, account_id, currency_id, date_trunc('month', date)::date as month, sum(amount) as amount,
           sum(base_amount) as base_amount
    from moves group by 1, 2, 3, 4, version having sum(amount) <> 0 or sum(base_amount) <> 0),
  come_to as (
    select ${keys}, sum(amount) as amount, sum(base_amount) as base_amount from moved group by ${keys}),
  different as (
    select ${keys}, kept.amount as kept_amount, kept.base_amount as kept_base, coalesce(come_to.amount, 0) as amount,
           coalesce(come_to.base_amount, 0) as base_amount
    from ${table} kept full join come_to using (${keys})
    where (kept.amount, kept.base_amount) is distinct from (come_to.amount, come_to.base_amount)
      and not (come_to.amount is null and kept.amount = 0 and kept.base_amount = 0
               and kept.book_id in (select book_id from events where salt is null)))
  select d.book_id, format('${table} of "%s" (%s) in %s, %s: %s, but the entries come to %s worth %s', a.name, d.account_id, d.currency_id,
           ${month}, case when d.kept_amount is null then 'nothing is kept'
                else format('%s worth %s is kept', ${moneyIn(sql`d.kept_amount`, 'c', sql`d.currency_id`)},
                            ${moneyIn(sql`d.kept_base`, 'bc', sql`b.base_currency_id`)}) end,
           ${moneyIn(sql`d.amount`, 'c', sql`d.currency_id`)}, ${moneyIn(sql`d.base_amount`, 'bc', sql`b.base_currency_id`)}) as sentence
  from different d left join books b on b.id = d.book_id left join accounts a on a.book_id = d.book_id and a.id = d.account_id
  left join currencies c on c.id = d.currency_id left join currencies bc on bc.id = b.base_currency_id`

const balances: Sql = sums(
  sql`balances`,
  sql`book_id, account_id, currency_id, month`,
  sql`to_char(d.month, '"month" YYYY-MM')`,
)
const totals: Sql = sums(sql`totals`, sql`book_id, account_id, currency_id`, sql`'all months'`)

/** Debits less credits over all accounts: an entry is both, so each book adds up to 0 in each currency. */
const sides: Sql = sql`
  select book_id, format('the balances in %s do not come to nothing: debits and credits differ by %s, worth %s', currency_id,
           ${money(sql`sum(kept.amount)`, sql`currency_id`)},
           ${money(sql`sum(kept.base_amount)`, sql`min(b.base_currency_id)`)}) as sentence
  from balances kept join books b on b.id = book_id
  group by book_id, currency_id having sum(kept.amount) <> 0 or sum(kept.base_amount) <> 0`

/** An expense or an income is the entries of its categories and shares; anything else is its first entry. */
const amounts: Sql = sql`
  with summed as (
    select book_id, transaction_id, sum(amount) as amount, sum(base_amount) as base_amount, min(currency_id) as currency_id,
           count(distinct currency_id) as currencies
    from entries
    where until_version is null and case when kind in ('expense', 'income') then category_id is not null or obligation_id is not null else ordinal = 0 end
    group by 1, 2)
  select t.book_id, format('the %s %s of %s is kept as %s worth %s, but %s', t.kind, t.id, t.date,
           ${money(sql`t.amount`, sql`t.currency_id`)}, ${money(sql`t.base_amount`, sql`b.base_currency_id`)},
           case when s.amount is null then 'it has no entries'
                when s.currencies > 1 then 'its entries are of several currencies'
                else format('its entries come to %s worth %s', ${money(sql`s.amount`, sql`s.currency_id`)},
                            ${money(sql`s.base_amount`, sql`b.base_currency_id`)}) end) as sentence
  from transactions t join books b on b.id = t.book_id
  left join summed s on s.book_id = t.book_id and s.transaction_id = t.id
  where t.deleted_at is null and (t.amount, t.base_amount, t.currency_id, 1) is distinct from (s.amount, s.base_amount, s.currency_id, s.currencies)`

/** The amount that arrives, or that the bank charged, is that of the last entry: beside the categories' in an expense or an income. */
const otherSides: Sql = sql`
  with last as (
    select distinct on (book_id, transaction_id) book_id, transaction_id, currency_id, amount,
           category_id is null and obligation_id is null as is_taken
    from entries where until_version is null order by book_id, transaction_id, ordinal desc),
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
  where t.kind in ('expense', 'income', 'transfer', 'opening', 'value', 'payment') and abs(t.amount * t.fx_rate * power(10::numeric, base.decimals - c.decimals) - t.base_amount) > 0.5`

const baseEntries: Sql = sql`
  select e.book_id, format('entry %s of the %s %s of %s is of %s, but worth %s', e.ordinal + 1, e.kind, e.transaction_id, e.date,
           ${money(sql`e.amount`, sql`e.currency_id`)}, ${money(sql`e.base_amount`, sql`b.base_currency_id`)}) as sentence
  from entries e join books b on b.id = e.book_id and b.base_currency_id = e.currency_id
  where e.until_version is null and e.amount <> e.base_amount and e.amount <> 0`

/** No foreign key leads from an entry to its category, and the category's account must be one of its sides. */
const entryCategories: Sql = sql`
  select e.book_id, format('entry %s of the %s %s of %s %s', e.ordinal + 1, e.kind, e.transaction_id, e.date,
           case when c.id is null then 'is of a category that does not exist'
                else format('is of the category "%s", but is not on its account', c.name) end) as sentence
  from entries e left join categories c on c.book_id = e.book_id and c.id = e.category_id
  where e.category_id is not null and (c.id is null or c.account_id not in (e.debit_account_id, e.credit_account_id))
  union all
  select t.book_id, format('the %s %s of %s has another category than its first entry', t.kind, t.id, t.date)
  from transactions t join entries e on e.book_id = t.book_id and e.transaction_id = t.id and e.ordinal = 0 and e.until_version is null
  where e.category_id is distinct from t.category_id`

const categoryAccounts: Sql = sql`
  select c.book_id, format('the category "%s" and its account "%s" differ in %s', c.name, a.name, concat_ws(', ',
           case when c.name <> a.name then 'name' end,
           case when c.kind <> a.type then format('type (%s, %s)', c.kind, a.type) end,
           case when c.is_active <> a.is_active then 'whether they are active' end,
           case when c.deleted_at is distinct from a.deleted_at then 'whether or when they went to the trash' end,
           case when c.version < a.version then format('version (%s, %s)', c.version, a.version) end)) as sentence
  from categories c join accounts a on a.book_id = c.book_id and a.id = c.account_id
  where (c.name, c.kind, c.is_active, c.deleted_at) is distinct from (a.name, a.type, a.is_active, a.deleted_at) or c.version < a.version`

/** The outstanding amount is the sum of the obligation's entries on its claim account, unless it is in the trash with them. */
const obligations: Sql = sql`
  with effects as (
    select e.book_id, e.obligation_id, e.amount, e.base_amount,
           case o.claim_account_id when e.debit_account_id then 1 when e.credit_account_id then -1 else 0 end
             * case o.direction when 'receivable' then 1 else -1 end as sign
    from entries e join obligations o on o.book_id = e.book_id and o.id = e.obligation_id where e.until_version is null),
  live as (
    select book_id, obligation_id as id, sum(sign * amount) as amount, sum(sign * base_amount) as base_amount from effects group by 1, 2)
  select o.book_id, format('the obligation "%s" (%s) %s', o.name, o.id, concat_ws(', and ',
           case when o.deleted_at is not null then 'is in the trash, but its entries count'
                when (o.outstanding_amount, o.outstanding_base) <> (coalesce(s.amount, 0), coalesce(s.base_amount, 0))
                then format('is kept at %s worth %s, but its entries come to %s worth %s',
                  ${money(sql`o.outstanding_amount`, sql`o.currency_id`)}, ${money(sql`o.outstanding_base`, sql`b.base_currency_id`)},
                  ${money(sql`coalesce(s.amount, 0)`, sql`o.currency_id`)}, ${money(sql`coalesce(s.base_amount, 0)`, sql`b.base_currency_id`)}) end,
           case when (o.outstanding_amount = 0) <> (o.settled_at is not null)
                then 'does not say rightly whether it is settled' end)) as sentence
  from obligations o join books b on b.id = o.book_id left join live s on s.book_id = o.book_id and s.id = o.id
  where (o.outstanding_amount = 0) <> (o.settled_at is not null) or case when o.deleted_at is not null then s.id is not null
        else (o.outstanding_amount, o.outstanding_base) <> (coalesce(s.amount, 0), coalesce(s.base_amount, 0)) end`

/**
 * The first posting of an obligation of its own opens it: its original amount against its counter, on the day it was opened. Each
 * later one is a correction, by which the log says that the obligation was corrected when that posting was created. Of corrections that
 * were restored together with their obligation, the log says no more than their sum.
 */
const postings: Sql = sql`
  with posted as (
    select t.book_id, t.obligation_id, t.id, t.date, t.created_version,
           row_number() over (partition by t.book_id, t.obligation_id order by t.created_version, t.created_position) as place,
           (select sum(case o.claim_account_id when e.debit_account_id then e.amount when e.credit_account_id then -e.amount else 0 end
                       * case o.direction when 'receivable' then 1 else -1 end)
            from entries e where e.book_id = t.book_id and e.transaction_id = t.id and e.until_version is null) as amount
    from transactions t join obligations o on o.book_id = t.book_id and o.id = t.obligation_id
    where t.kind = 'obligation' and t.deleted_at is null),
  corrected as (
    select book_id, record_id as obligation_id, version,
           ${storedAmount(sql`after`, 'outstanding_amount')} - ${storedAmount(sql`after`, 'original_amount')}
           - ${storedAmount(sql`before`, 'outstanding_amount')} + ${storedAmount(sql`before`, 'original_amount')} as amount
    from events where resource = 'obligation' and before is not null and after is not null)
  select o.book_id, format('the obligation "%s" (%s) of %s is not opened by its first posting, on %s against its counter', o.name, o.id,
           ${moneyIn(sql`o.original_amount`, 'y', sql`o.currency_id`)}, o.opened_date) as sentence
  from obligations o
  left join posted p on p.book_id = o.book_id and p.obligation_id = o.id and p.place = 1
  left join entries e on e.book_id = o.book_id and e.transaction_id = p.id and e.ordinal = 0 and e.until_version is null
  left join currencies y on y.id = o.currency_id
  where o.deleted_at is null and o.expense_id is null
    and (p.date, e.amount, e.currency_id, e.debit_account_id, e.credit_account_id) is distinct from
        (o.opened_date, o.original_amount, o.currency_id,
         case o.direction when 'receivable' then o.claim_account_id else o.counter_account_id end,
         case o.direction when 'receivable' then o.counter_account_id else o.claim_account_id end)
  union all
  select o.book_id, format('the correction %s of the obligation "%s" (%s) is of %s, but the log says %s', p.id, o.name, o.id,
           ${moneyIn(sql`p.amount`, 'y', sql`o.currency_id`)}, coalesce(${moneyIn(sql`c.amount`, 'y', sql`o.currency_id`)}, 'nothing'))
  from posted p join obligations o on o.book_id = p.book_id and o.id = p.obligation_id
  left join corrected c on c.book_id = o.book_id and c.obligation_id = p.obligation_id::text and c.version = p.created_version
  left join currencies y on y.id = o.currency_id
  where (p.place > 1 or o.expense_id is not null) and p.created_version <> o.created_version and p.amount is distinct from c.amount`

/**
 * The opening of an account of which a balance was said as of a day leads to that balance: by what was said, less the other entries up to then,
 * on the day before the first of them, at the rate of the day.
 */
const saidBalances: Sql = sql`
  with said as (
    select a.*, as_of_date - case when as_of_includes_day then 0 else 1 end as last,
           case type when 'asset' then 1 else -1 end * as_of_amount as wanted
    from accounts a where as_of_date is not null and deleted_at is null),
  lines as (
    select book_id, debit_account_id as account_id, currency_id, date, amount from entries where until_version is null and kind <> 'opening'
    union all
    select book_id, credit_account_id, currency_id, date, -amount from entries where until_version is null and kind <> 'opening'),
  expected as (
    select s.book_id, s.id, s.name, s.as_of_date, s.as_of_amount, s.as_of_currency_id as currency_id, s.as_of_fx_rate as fx_rate,
           s.wanted - coalesce(sum(l.amount), 0) as amount,
           greatest(coalesce(min(l.date) - 1, s.last), ${FIRST_DAY}::date) as date
    from said s left join lines l on l.book_id = s.book_id and l.account_id = s.id and l.currency_id = s.as_of_currency_id and l.date <= s.last
    group by s.book_id, s.id, s.name, s.as_of_date, s.as_of_amount, s.as_of_currency_id, s.as_of_fx_rate, s.wanted, s.last),
  posted as (
    select t.book_id, t.account_id, t.date, t.currency_id, t.fx_rate, t.other_source, case t.account_id when e.debit_account_id then 1 else -1 end * e.amount as amount
    from transactions t join entries e on e.book_id = t.book_id and e.transaction_id = t.id and e.until_version is null
    where t.kind = 'opening' and t.deleted_at is null)
  select x.book_id, format('the account "%s" (%s) had %s as of %s, as somebody said, but its opening %s', x.name, x.id,
           ${money(sql`x.as_of_amount`, sql`x.currency_id`)}, x.as_of_date,
           case when p.book_id is null then 'is missing'
                else format('of %s on %s does not lead to it', ${money(sql`p.amount`, sql`p.currency_id`)}, p.date) end) as sentence
  from expected x left join posted p on p.book_id = x.book_id and p.account_id = x.id
  where case when x.amount = 0 then p.book_id is not null
        else (p.amount, p.date, p.currency_id, p.fx_rate, p.other_source) is distinct from (x.amount, x.date, x.currency_id, x.fx_rate, 'found') end
  union all
  select p.book_id, format('the opening of %s on %s follows a balance that nobody said', ${money(sql`p.amount`, sql`p.currency_id`)}, p.date)
  from posted p left join said s on s.book_id = p.book_id and s.id = p.account_id where p.other_source is not null and s.id is null
  union all
  select s.book_id, format('the account "%s" (%s) of type %s in %s had a balance in %s, as somebody said, which does not fit', s.name, s.id, s.type,
           coalesce(s.currency_id, b.base_currency_id), s.as_of_currency_id)
  from said s join books b on b.id = s.book_id
  where s.type not in ('asset', 'liability') or s.as_of_currency_id <> coalesce(s.currency_id, b.base_currency_id)
     or (s.as_of_fx_source = 'base') <> (s.as_of_currency_id = b.base_currency_id)`

/** No two transactions have the same place in the order of their book, and none was created after its latest change. */
const places: Sql = sql`
  select book_id, format('%s transactions have the place %s.%s', count(*), created_version, created_position) as sentence
  from transactions group by book_id, created_version, created_position having count(*) > 1
  union all
  select book_id, format('the %s %s of %s was created at version %s, after its version %s', kind, id, date, created_version, version)
  from transactions where created_version > version`

/** The ticks on lines are those of the reconciliations that are not in the trash. */
const ticks: Sql = sql`
  with ticked as (
    select r.book_id, unnest(r.cleared_line_ids) as line_id, r.id as reconciliation_id from reconciliations r where r.deleted_at is null)
  select book_id, format('cleared_lines %s: %s', line_id,
           case when t.reconciliation_id is null then 'the row is there, but no reconciliation has a tick on this line'
                when k.reconciliation_id is null then 'the row is missing'
                else format('reconciliation_id is %s, but the tick is in %s', k.reconciliation_id, t.reconciliation_id) end) as sentence
  from cleared_lines k full join ticked t using (book_id, line_id)
  where k.reconciliation_id is distinct from t.reconciliation_id`

/** The lines of a finished reconciliation are live lines of its account, not later than its statement, and come to its balance. */
const statements: Sql = sql`
  with lines as (
    select book_id, debit_line_id as id, debit_account_id as account_id, currency_id, amount, date from entries where until_version is null
    union all
    select book_id, credit_line_id, credit_account_id, currency_id, -amount, date from entries where until_version is null),
  summed as (
    select r.book_id, r.id, count(l.id) as count, coalesce(sum(l.amount), 0) as amount
    from reconciliations r cross join lateral unnest(r.cleared_line_ids) ticked (id)
    left join lines l on l.book_id = r.book_id and l.id = ticked.id and l.account_id = r.account_id and l.currency_id = r.currency_id
      and l.date <= r.date
    group by 1, 2)
  select r.book_id, format('the statement of "%s" of %s (%s) ends with %s, but its %s lines, of which %s are in the books by then, come to %s', a.name,
           r.date, r.id, ${money(sql`r.statement_amount`, sql`r.currency_id`)}, cardinality(r.cleared_line_ids), coalesce(s.count, 0),
           ${money(sql`(r.start_amount + case a.type when 'asset' then 1 else -1 end * coalesce(s.amount, 0))`, sql`r.currency_id`)}) as sentence
  from reconciliations r join accounts a on a.book_id = r.book_id and a.id = r.account_id
  left join summed s on s.book_id = r.book_id and s.id = r.id
  where r.deleted_at is null and r.finished_at is not null
    and (cardinality(r.cleared_line_ids), r.statement_amount)
        is distinct from (coalesce(s.count, 0), r.start_amount + case a.type when 'asset' then 1 else -1 end * coalesce(s.amount, 0))`

/** NaN is more than 0 to PostgreSQL, and so gets past the tables' own checks. */
const rates: Sql = sql`
  select null::uuid as book_id, format('The published rate of %s for %s is %s', currency_id, date, per_euro) as sentence
  from published_rates where not (per_euro > 0 and per_euro < 'Infinity')
  union all
  select book_id, format('its rate from %s to %s for %s is %s', from_id, to_id, date, rate)
  from book_rates where not (rate > 0 and rate < 'Infinity')`

/** The names of kinds and sources, which the table does not check. */
const kinds: Sql = sql`
  select book_id, format('the transaction %s of %s is of the kind "%s", with a rate from "%s"%s, which Florin does not know', id, date, kind,
           fx_source, ' and an other side from "' || other_source || '"') as sentence
  from transactions
  where kind not in ('expense', 'income', 'transfer', 'opening', 'value', 'obligation', 'payment', 'write_off')
     or fx_source not in ('base', 'given', 'own', 'ecb', 'charged') or other_source not in ('given', 'found')`

/** A row that refers to another one, where no foreign key watches over it. */
const refersTo = (table: string, column: string, target: string, key: string): Sql => {
  const isTarget = sql`t.${names(key)} = r.${names(column)}`
  const isInBook = target === 'books' || target === 'currencies' ? nothing : sql` and t.book_id = r.book_id`
  return sql`
    select distinct r.book_id, format('%s: %s %s does not exist in %s', ${table}::text, ${column}::text, r.${names(column)}, ${target}::text) as sentence
    from ${names(table)} r
    where r.${names(column)} is not null and not exists (select from ${names(target)} t where ${isTarget}${isInBook})`
}

const references: Sql = join(
  [
    ...['transactions', 'entries', 'balances', 'totals'].map((table) =>
      refersTo(table, 'book_id', 'books', 'id'),
    ),
    // Its rows are beside the person, on another shard than the book.
    sql`select book_id, format('members: book_id %s does not exist in books', book_id)
        from members where book_id not in (select id from books)`,
    ...['transactions', 'entries', 'balances', 'totals'].map((table) =>
      refersTo(table, 'currency_id', 'currencies', 'id'),
    ),
    refersTo('transactions', 'to_currency_id', 'currencies', 'id'),
    ...['transactions', 'balances', 'totals'].map((table) => refersTo(table, 'account_id', 'accounts', 'id')),
    refersTo('transactions', 'to_account_id', 'accounts', 'id'),
    ...['debit_account_id', 'credit_account_id'].map((side) => refersTo('entries', side, 'accounts', 'id')),
    refersTo('obligations', 'expense_id', 'transactions', 'id'),
    refersTo('transactions', 'category_id', 'categories', 'id'),
    refersTo('transactions', 'contact_id', 'contacts', 'id'),
    ...['transactions', 'entries'].map((table) => refersTo(table, 'obligation_id', 'obligations', 'id')),
  ],
  sql` union all `,
)

/** A book has one default account: one that money can be on. */
const defaults: Sql = sql`
  select b.id as book_id, format('accounts: %s are the default, instead of one', count(a.id)) as sentence
  from books b left join accounts a on a.book_id = b.id and a.is_default and a.deleted_at is null
  group by b.id having count(a.id) <> 1
  union all
  select book_id, format('the default account "%s" (%s) is not an active asset that money can be on', name, id)
  from accounts where is_default and deleted_at is null and (type <> 'asset' or is_claim or not is_active or role is not null)`

/** A book whose last member is gone is being deleted: it is not looked at, so it may not have one. */
const members: Sql = sql`
  select b.id as book_id, format('books: is_ownerless is %s, but it has %s members', b.is_ownerless, coalesce(m.count, 0)) as sentence
  from books b left join (select book_id, count(*) as count from members group by book_id) m on m.book_id = b.id
  where b.is_ownerless = (coalesce(m.count, 0) > 0)`

/** A committed import names a version of the log, and each chosen row its transaction, unless that was deleted for good. */
const imports: Sql = sql`
  select i.book_id, format('imports %s: it was recorded as version %s, which the log does not have', i.id, i.committed_version) as sentence
  from imports i left join changes c on c.book_id = i.book_id and c.version = i.committed_version
  where i.status = 'committed' and c.version is null
  union all
  select r.book_id, format('import_rows %s, row %s: it became %s, which the book does not have', r.import_id, r.n, coalesce(r.transaction_id::text, 'nothing'))
  from imports i join import_rows r on r.book_id = i.book_id and r.import_id = i.id
  left join transactions t on t.book_id = r.book_id and t.id = r.transaction_id
  where i.status = 'committed' and t.id is null and (r.is_chosen or r.transaction_id is not null)
    and not exists (select from events e where e.book_id = r.book_id and e.record_id = r.transaction_id::text and e.action = 'erased')
  union all
  select r.book_id, format('import_rows %s, row %s: its import is not committed, but it became %s', r.import_id, r.n, r.transaction_id)
  from import_rows r join transactions t on t.book_id = r.book_id and t.id = r.transaction_id
  left join imports i on i.book_id = r.book_id and i.id = r.import_id and i.status = 'committed'
  where i.id is null`

export const checks: readonly TableCheck[] = [
  { name: 'balances', differences: balances },
  { name: 'totals', differences: totals },
  { name: 'sides', differences: sides },
  { name: 'amounts', differences: amounts },
  { name: 'other sides', differences: otherSides },
  { name: 'worths', differences: worths },
  { name: 'base entries', differences: baseEntries },
  { name: 'entry categories', differences: entryCategories },
  { name: 'category accounts', differences: categoryAccounts },
  { name: 'groups', differences: groups },
  { name: 'obligations', differences: obligations },
  { name: 'postings', differences: postings },
  { name: 'ticks', differences: ticks },
  { name: 'statements', differences: statements },
  { name: 'balances that were said', differences: saidBalances },
  { name: 'stated values', differences: statedValues },
  { name: 'goals', differences: goals },
  { name: 'places', differences: places },
  { name: 'rates', differences: rates },
  { name: 'kinds', differences: kinds },
  { name: 'references', differences: references },
  { name: 'defaults', differences: defaults },
  { name: 'members', differences: members },
  { name: 'imports', differences: imports },
  { name: 'unknown rows', differences: unknownRows },
]
