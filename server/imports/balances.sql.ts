import { addDays, type Day, isDay, todayIn } from '../../contract/day.ts'
import type { ImportAdded, ImportBalance } from '../../contract/import-mapping.ts'
import { currencyFacts } from '../../contract/iso4217.ts'
import { decimalFrom, isTooLarge, trimmed } from '../../contract/money.ts'
import { type Db, rows } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { amountToApi } from '../ledger/amounts.ts'
import type { BookRow } from '../ledger/book.ts'
import { normalSide } from '../records/account.ts'
import type { KnownBalance } from './book-knows.ts'
import type { StoredImport } from './imports.sql.ts'
import { sumText } from './read/file-values.ts'
import { type BadRow, type FileBalance, type FileRow, isBad } from './read/row.ts'
import { saidBalances } from './said.sql.ts'

/**
 * The balances that the opening lines of a file state, one of each account: with the other rows of their day, before the next row of the account. A
 * program dates an opening with the day on which the account was opened there, and an opening that follows is on the day before the first entry.
 */
export function openingBalances(all: readonly (FileRow | BadRow)[]): FileBalance[] {
  const keyOf = ({ account, currency, date }: FileRow) => `${date} ${currency} ${account}`
  const read = all.filter((row): row is FileRow => !isBad(row))
  const openings = new Map(read.filter((row) => row.is_opening).map((row) => [keyOf(row), row]))
  if (openings.size === 0) return []
  const ofDay = Map.groupBy(read, keyOf)
  const ofAccount = Map.groupBy(read, ({ account }) => account)
  const ofOther = Map.groupBy(read, ({ to_account }) => to_account)
  const nextAfter = (date: Day, account: string | undefined) =>
    [...(ofAccount.get(account) ?? []), ...(account === undefined ? [] : (ofOther.get(account) ?? []))]
      .map((row) => row.date)
      .filter((day) => day > date)
      .reduce((first, day) => (first === '' || day < first ? day : first), '')
  const isReceiving = (date: Day, account: string) =>
    ofOther.get(account)?.some((row) => row.date === date) === true
  return openings
    .entries()
    .filter(([, { date, account }]) => account === undefined || !isReceiving(date, account)) // its amount may be another one
    .map(([key, { account, currency, date }]) => {
      const next = nextAfter(date, account)
      return {
        date: next === '' ? date : addDays(next, -1),
        amount: sumText((ofDay.get(key) ?? []).map((row) => row.amount)),
        ...(account && { account }),
        ...(currency && { currency }),
      }
    })
    .toArray()
}

/** The transactions of a committed import, by kind and category, the largest amount first. */
export async function addedBy(
  db: Db,
  book: BookRow,
  { id, status, is_undone }: StoredImport,
): Promise<ImportAdded[]> {
  if (status !== 'committed' || is_undone) return []
  const amount = sql`sum(case when c.id is null or (added.debit_account_id = c.account_id) = (c.kind = 'expense') then added.amount else -added.amount end)
    filter (where not added.is_whole)`
  const found = await rows<Omit<ImportAdded, 'amount'> & { amount: string }>(
    db,
    // Of a book that was just filled, a planner expects one row and compares all with all: so records are looked up by their key (a subquery
    // with an offset is not joined in another way), and categories are joined with the few sums.
    sql`select added.kind, c.id as category_id, c.name as category_name, max(added.count)::int as count,
               (${amount})::text as amount
        from (select t.kind, e.category_id, e.debit_account_id, grouping(e.debit_account_id) = 1 as is_whole,
                     count(distinct t.id) as count, sum(coalesce(e.base_amount, t.base_amount)) as amount
              from (select distinct transaction_id from import_rows
                    where book_id = ${book.id} and import_id = ${id} and is_chosen and transaction_id is not null) r
              cross join lateral (select * from transactions where book_id = ${book.id} and id = r.transaction_id offset 0) t
              left join lateral (select * from entries where book_id = ${book.id} and transaction_id = t.id offset 0) e
                on e.until_version is null and e.category_id is not null
              where t.deleted_at is null and t.kind in ('expense', 'income', 'transfer', 'payment')
              group by grouping sets ((t.kind, e.category_id), (t.kind, e.category_id, e.debit_account_id))) added
        left join categories c on c.book_id = ${book.id} and c.id = added.category_id
        group by added.kind, c.id, c.name order by ${amount} desc, c.id limit 200`,
  )
  return found
    .filter(({ amount }) => !isTooLarge(BigInt(amount)))
    .map((one) => ({ ...one, amount: amountToApi(BigInt(one.amount), book.base_currency_id) }))
}

type Key = { account_id: string; currency_id: string; date: Day; minor: bigint }

/** The balances that a file states, beside those that the book has at the same moment; before the commit, with the chosen rows. */
export async function balancesOf(
  db: Db,
  book: BookRow,
  stored: StoredImport,
): Promise<readonly ImportBalance[]> {
  const { status, mapping } = stored
  const stated = mapping?.balances ?? []
  if (stated.length === 0 || (status !== 'ready' && status !== 'committed')) return []
  const accountIds = await accountsNamed(db, book.id, stored)
  const found = await rows<{ id: string; name: string; type: string; currency_id: string | null }>(
    db,
    sql`select id, name, type, currency_id from accounts
        where book_id = ${book.id} and id = any (${[...new Set(accountIds.values())]}::uuid[]) and deleted_at is null`,
  )
  const accounts = new Map(found.map((one) => [one.id, one]))
  const today = todayIn(book.time_zone)
  const said = stated.flatMap((balance): Key[] => {
    const account = accounts.get(accountIds.get(balance.account ?? '') ?? '')
    const currency_id = balance.currency ?? account?.currency_id ?? book.base_currency_id
    const minor = minorIn(balance.amount, currency_id)
    if (!account || minor === undefined || !isDay(balance.date) || balance.date > today) return []
    if (account.currency_id !== null && account.currency_id !== currency_id) return []
    return [{ account_id: account.id, currency_id, date: balance.date, minor }]
  })
  // An opening and the last balance of an account are one if nothing else happened on it.
  const keys = [
    ...new Map(
      said.map((key) => [`${key.account_id} ${key.currency_id} ${key.date} ${key.minor}`, key]),
    ).values(),
  ]
  const amounts = await bookAmounts(db, book.id, stored, keys)
  return keys.flatMap(({ account_id, currency_id, date, minor }, index) => {
    const account = accounts.get(account_id)
    const amount = amounts[index]
    if (!account || amount === undefined || isTooLarge(minor - amount)) return []
    const shown = (value: bigint) => amountToApi(normalSide(account) * value, currency_id)
    return [
      {
        account_id,
        account_name: account.name,
        currency_id,
        date,
        file: shown(minor),
        book: shown(amount),
        difference: shown(minor - amount),
      },
    ]
  })
}

/** The one account that has the closing balance which a file states, by the name of an account that the commit would create. */
export async function accountsOfSameBalance(
  db: Db,
  book: BookRow,
  { status, mapping }: StoredImport,
): Promise<Map<string, string>> {
  const named = new Set(mapping?.accounts.flatMap((one) => (one.account_id === null ? [one.name] : [])))
  const alike = new Map<string, string>()
  if (status !== 'ready' || named.size === 0) return alike
  const closing = new Map<string, { minor: bigint; currency_id: string }>()
  for (const { account, amount, currency = book.base_currency_id } of mapping?.balances ?? []) {
    const minor = minorIn(amount, currency)
    if (account !== undefined && named.has(account) && minor)
      closing.set(account, { minor, currency_id: currency })
  }
  for (const [name, { minor, currency_id }] of closing) {
    const found = await rows<{ id: string }>(
      db,
      sql`select a.id from totals t join accounts a on a.book_id = t.book_id and a.id = t.account_id
          where t.book_id = ${book.id} and t.currency_id = ${currency_id} and t.amount = ${minor}
            and a.type in ('asset', 'liability') and not a.is_claim and a.role is null and a.deleted_at is null limit 2`,
    )
    const [only, other] = found
    if (only && !other) alike.set(name, only.id)
  }
  return alike
}

/** The accounts of the book by the names in the file; that of the file as a whole has no name. Accounts that the commit opened are known by their rows, or by their names. */
async function accountsNamed(
  db: Db,
  bookId: string,
  { id, account_id, mapping, status, committed_version }: StoredImport,
): Promise<Map<string, string>> {
  const named = new Map<string, string>()
  if (account_id !== null) named.set('', account_id)
  for (const { name, account_id: known } of mapping?.accounts ?? [])
    if (known !== null) named.set(name, known)
  const unknown = mapping?.accounts.flatMap((one) => (one.account_id === null ? [one.name] : [])) ?? []
  if (status !== 'committed' || unknown.length === 0) return named
  const opened = await rows<{ name: string; account_id: string }>(
    db,
    sql`select distinct file_row ->> 'account' as name, account_id from import_rows
        where book_id = ${bookId} and import_id = ${id} and account_id is not null and file_row ->> 'account' is not null
        union select name, id from accounts where book_id = ${bookId} and created_version = ${committed_version} and name = any (${unknown})
        limit 1000`,
  )
  for (const one of opened) if (!named.has(one.name)) named.set(one.name, one.account_id)
  return named
}

/** Decimal text in the minor units of a currency; undefined if the currency has no such amount. */
function minorIn(text: string, currencyId: string): bigint | undefined {
  const facts = currencyFacts(currencyId)
  const { digits, scale } = trimmed(decimalFrom(text))
  if (!facts || scale > facts.decimals) return undefined
  const minor = digits * 10n ** BigInt(facts.decimals - scale)
  return isTooLarge(minor) ? undefined : minor
}

/** The balances of accounts at the ends of days, debits less credits: whole months from their stored sums, and the entries of the last one. */
async function bookAmounts(
  db: Db,
  bookId: string,
  { id, status }: StoredImport,
  keys: readonly Key[],
): Promise<bigint[]> {
  if (keys.length === 0) return []
  const isReady = status === 'ready'
  const said = isReady ? await saidBalances(db, bookId) : new Map<string, KnownBalance>()
  const covering = keys.map(({ account_id, currency_id }) => {
    const balance = said.get(account_id)
    return balance?.currency_id === currency_id ? balance : undefined
  })
  const column = <Name extends keyof Key>(name: Name) => keys.map((key) => key[name])
  const found = await rows<{ amount: string }>(
    db,
    sql`${isReady ? sql`with moved as materialized (${movedBy(bookId, id)})` : sql``}
        select (${endOfDay(bookId)} + ${isReady ? withChosen(bookId) : sql`0`})::text as amount
        from unnest(${column('account_id')}::uuid[], ${column('currency_id')}::text[], ${column('date')}::date[],
                    ${covering.map((one) => one?.through ?? null)}::date[], ${covering.map((one) => one?.first_date ?? null)}::date[])
          with ordinality k (account_id, currency_id, day, through, first_day, n) ${isReady ? sql`cross join ${movedIn} m` : sql``} order by k.n`,
  )
  return found.map(({ amount }) => BigInt(amount))
}

function endOfDay(bookId: string): Sql {
  const month = sql`date_trunc('month', k.day)::date`
  const side = (account: Sql) =>
    sql`coalesce((select sum(e.amount) from entries e where e.book_id = ${bookId} and e.${account} = k.account_id
                    and e.currency_id = k.currency_id and e.until_version is null and e.date >= ${month} and e.date <= k.day), 0)`
  return sql`coalesce((select sum(b.amount) from balances b where b.book_id = ${bookId} and b.account_id = k.account_id
                         and b.currency_id = k.currency_id and b.month < ${month}), 0)
             + ${side(sql`debit_account_id`)} - ${side(sql`credit_account_id`)}`
}

/** The sums that the chosen rows of an import move, by account, currency and day, as both of their accounts see it. */
const movedBy = (bookId: string, importId: string): Sql => {
  const chosen = sql`import_rows r where r.book_id = ${bookId} and r.import_id = ${importId} and r.is_chosen`
  // A half that is in the book already counts there; amounts in two currencies are left out.
  return sql`
    select r.account_id::text as account, r.currency_id, r.date, sum(r.amount) as amount from ${chosen} group by 1, 2, 3
    union all
    select r.draft ->> 'other_account_id', r.currency_id, r.date, -sum(r.amount) from ${chosen}
      and r.draft ->> 'other_account_id' is not null and r.draft ->> 'other_amount' is null and r.of_record is null group by 1, 2, 3`
}

/**
 * The change that the commit makes to a balance. Where a balance was said, the rows that it covers move the opening as well, by their sum and to the
 * day before the first: it then counts on days on which it does not yet.
 */
function withChosen(bookId: string): Sql {
  const start = sql`least(k.first_day, m.first) - 1`
  const opening = (account: Sql) =>
    sql`coalesce((select sum(e.amount) from entries e where e.book_id = ${bookId} and e.${account} = k.account_id and e.kind = 'opening'
                    and e.currency_id = k.currency_id and e.until_version is null and e.date > k.day), 0)`
  return sql`case when k.day < ${start} then 0
    else coalesce(m.amount, 0)
      + case when k.day >= ${start} then ${opening(sql`debit_account_id`)} - ${opening(sql`credit_account_id`)} else 0 end end`
}

/** The sum of what is moved in an account until a day, and the first day that a balance which was said covers. */
const movedIn = sql`lateral (
  select sum(case when c.date <= k.day then c.amount else 0 end) - coalesce(sum(case when c.date <= k.through then c.amount else 0 end), 0) as amount,
         min(c.date) filter (where c.date <= k.through) as first
  from moved c where c.account = k.account_id::text and c.currency_id = k.currency_id)`
