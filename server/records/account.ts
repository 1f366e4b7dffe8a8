import type { Account } from '../../contract/accounts.ts'
import type { Day } from '../../contract/day.ts'
import { type Sql, sql, wholeNumber } from '../database/sql.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { createdIn } from '../ledger/authors.ts'
import type { Keys } from '../ledger/kind.ts'
import { type Found, type Holder, hold } from '../ledger/known.ts'
import { ratePart } from '../ledger/rates.ts'
import { fromList, holdRow, part, wholePart } from '../ledger/stored.ts'
import { currency, day, flag, fx, id, name, oneOf, orNull, type RowOf, signedIn, since } from './columns.ts'
import { byId, dated, dayColumns, kind, type RecordKind } from './kind.ts'

/** An account of the chart. Florin itself posts to those that have a role. */
const columns = {
  id,
  name: name(255),
  code: name(20),
  type: oneOf('asset', 'liability', 'equity', 'income', 'expense'),
  role: orNull(
    oneOf(
      'receivables',
      'payables',
      'opening_balances',
      'currency_exchange',
      'exchange_gains',
      'value_changes',
      'other_book',
    ),
  ),
  is_active: flag,
  is_claim: flag,
  is_default: flag,
  currency_id: orNull(currency),
  ...dated,
  // The balance that was said as of a day (`balance-as-of.ts`): all of these are null, or none is.
  as_of_date: since(null, orNull(day)),
  as_of_amount: since(null, orNull(signedIn('as_of_currency_id'))),
  as_of_currency_id: since(null, orNull(currency)),
  as_of_includes_day: since(null, orNull(flag)),
  as_of_fx_rate: since(null, orNull(fx.fx_rate)),
  as_of_fx_source: since(null, orNull(fx.fx_source)),
  as_of_fx_date: since(null, orNull(day)),
  is_valued: since(false, flag),
  // The person whose other books the account stands for; null unless its role is other_book.
  person_id: since(null, orNull(id)),
}
export type AccountRow = RowOf<typeof columns>

const MAX_NAME = 255

/** The name of the account that stands for the other books of a person. It follows their profile, beside the log (`renameOtherBooks`). */
export const otherBookName = (person: string | null): string =>
  [...`Other book of ${person ?? 'somebody who left'}`].slice(0, MAX_NAME).join('')

export type AccountType = AccountRow['type']
export type Role = NonNullable<AccountRow['role']>

/** An account whose balance was said as of a day. */
export type SaidAccount = AccountRow & {
  [C in keyof AccountRow as C extends `as_of_${string}` ? C : never]: NonNullable<AccountRow[C]>
}
export const isAsOf = <A extends Pick<AccountRow, 'as_of_date'>>(account: A): account is A & SaidAccount =>
  account.as_of_date !== null

/** The columns of an account of which no balance was said. */
export const NOT_SAID = {
  as_of_date: null,
  as_of_amount: null,
  as_of_currency_id: null,
  as_of_includes_day: null,
  as_of_fx_rate: null,
  as_of_fx_source: null,
  as_of_fx_date: null,
}

declare module '../ledger/rows.ts' {
  interface Rows {
    account: AccountRow
  }
}
declare module '../ledger/known.ts' {
  interface Found {
    account: AccountRow
    /** An account that Florin itself posts to, by its role. */
    role: AccountRow
    /** The account that stands for the other books of a person, by their id. */
    other_book: AccountRow
    /** The account that is used when a request names none; its key is `''`. */
    default: AccountRow
    /** Whether values of an account were stated (`value.ts`): it is loaded with the account. */
    has_values: boolean
    /** An account with this code, in the trash or not. */
    code: AccountRow
    /** The codes of all accounts, in the trash or not; its key is `''`. */
    codes: string[]
    /** All accounts by name, in the trash or not, the oldest first; a category's account has the category's name. Its key is `''`. */
    names: { id: string; type: string; name: string; is_live: boolean }[]
    /** The balance of an account in each currency. */
    totals: { currency_id: string; amount: bigint; base_amount: bigint }[]
    /** How many entries an account has in each currency, live ones and those of transactions in the trash; those of removed values apart. */
    uses: { currency_id: string; count: number; is_removed_value: boolean }[]
    /**
     * The entries of an account in a currency up to a day: debits less credits, the opening included, and the days of the first lines other
     * than the opening's, of at least so many. By account, currency, day and this number, as `coveredKey` writes them.
     */
    covered: { amount: bigint; days: Day[] }
    /** Whether the rates of a day were loaded for the currencies on an account: the account's id and the day, as `accountDay` writes them. */
    rates_on: true
  }
}

/** +1 where debits add to an account, -1 where credits do. */
export const normalSide = ({ type }: { type: string }): bigint =>
  type === 'asset' || type === 'expense' ? 1n : -1n

export const accountDay = (accountId: string, date: Day): string => `${accountId} ${date}`

export const coveredKey = (accountId: string, currencyId: string, day: Day, lines: number): string =>
  `${accountId} ${currencyId} ${day} ${lines}`

/** The fields of an account that the history shows: not its balances, nor its opening, which has its own line there. */
type AccountFields = Omit<
  Account,
  | 'balances'
  | 'base_balance'
  | 'base_value'
  | 'missing_rates'
  | 'opening_balance'
  | 'opening_date'
  | 'fx_rate'
  | 'fx_source'
>

export const accountFieldsToApi = (account: AccountRow): AccountFields =>
  createdIn(account.created_version, {
    id: account.id,
    name: account.name,
    code: account.code,
    type: account.type,
    is_active: account.is_active,
    is_claim: account.is_claim,
    is_system: account.role !== null,
    is_default: account.is_default,
    currency_id: account.currency_id,
    balance_as_of: isAsOf(account)
      ? {
          date: account.as_of_date,
          amount: amountToApi(account.as_of_amount, account.as_of_currency_id),
          includes_day: account.as_of_includes_day,
        }
      : null,
    is_valued: account.is_valued,
    version: account.version,
    created_at: account.created_at,
    updated_at: account.updated_at,
    deleted_at: account.deleted_at,
  })

const holders: { readonly [part: string]: Holder } = {
  account(holdings, lists) {
    for (const list of lists) {
      const row = fromList(account.columns, list) as AccountRow // the columns of the kind, in order
      hold(holdings, 'has_values', row.id, list.at(-1) === true)
      holdRow(holdings, account, row)
    }
  },
  totals(holdings, lists) {
    for (const [id, list] of Map.groupBy(lists, ([accountId]) => String(accountId))) {
      const totals = list.map(([, currency, amount, base]) => ({
        currency_id: String(currency),
        amount: BigInt(String(amount)),
        base_amount: BigInt(String(base)),
      }))
      hold(holdings, 'totals', id, totals)
    }
  },
  uses(holdings, lists) {
    for (const [id, list] of Map.groupBy(lists, ([accountId]) => String(accountId))) {
      const uses = list.map(([, currency, count, isRemovedValue]) => ({
        currency_id: String(currency),
        count: Number(count),
        is_removed_value: isRemovedValue === true,
      }))
      hold(holdings, 'uses', id, uses)
    }
  },
  codes(holdings, lists) {
    for (const [codes] of lists) hold(holdings, 'codes', '', codes as string[]) // a list of text
  },
  covered(holdings, lists) {
    for (const [key, amount, days] of lists)
      hold(holdings, 'covered', String(key), { amount: BigInt(String(amount)), days: days as Day[] }) // a list of days
  },
  names(holdings, lists) {
    for (const [names] of lists) hold(holdings, 'names', '', names as Found['names']) // as the part writes them
  },
}

function usesPart(books: Sql, { ids }: Keys): Sql {
  const side = (column: Sql) => sql`
      select e.book_id, e.${column} as account_id, e.currency_id, false as is_removed_value from entries e
      where e.book_id = any (${books}) and e.${column} = any (${ids}) and e.until_version is null
      union all
      select e.book_id, e.${column}, e.currency_id, e.kind = 'value' from transactions t
      join entries e on e.book_id = t.book_id and e.transaction_id = t.id and e.until_version = t.version
      where t.book_id = any (${books}) and t.deleted_at is not null and e.book_id = any (${books}) and e.${column} = any (${ids})`
  return part(
    'uses',
    sql`u.book_id`,
    sql`u.account_id, u.currency_id, u.count, u.is_removed_value`,
    sql`(select book_id, account_id, currency_id, is_removed_value, count(*) as count
             from (${side(sql`debit_account_id`)} union all ${side(sql`credit_account_id`)}) one
             group by book_id, account_id, currency_id, is_removed_value) u`,
  )
}

/**
 * Sums come from the stored totals, less the later months and the later days of the month, and the first days from the start of the index: so
 * that the cost does not grow with the account.
 */
function coveredPart(books: Sql, asked: ReturnType<Keys['ofBooks']>): Sql {
  const keys = asked.map(({ bookId, key }) => [bookId, key, ...key.split(' ')])
  const column = (index: number) => keys.map((one) => one[index])
  // A power of 16, so that there are few different statements.
  const most = 16 ** Math.ceil(Math.log2(Math.max(...keys.map((one) => Number(one[5])))) / 4)
  const ofAccount = (of: Sql) =>
    sql`${of}.book_id = any (${books}) and ${of}.book_id = k.book_id and ${of}.currency_id = k.currency_id`
  const sum = (from: Sql) => sql`coalesce((select sum(amount) from ${from}), 0)`
  const later = (side: Sql) =>
    sum(sql`entries e where ${ofAccount(sql`e`)} and e.${side} = k.account_id and e.until_version is null and e.date > k.day
              and e.date < date_trunc('month', k.day) + interval '1 month'`)
  const first = (side: Sql) => sql`
    (select e.date from entries e where ${ofAccount(sql`e`)} and e.${side} = k.account_id and e.until_version is null and e.date <= k.day
       and e.kind <> 'opening' order by e.date limit ${wholeNumber(most)})`
  const [debits, credits] = [sql`debit_account_id`, sql`credit_account_id`]
  return part(
    'covered',
    sql`k.book_id`,
    sql`k.key, (${sum(sql`totals s where ${ofAccount(sql`s`)} and s.account_id = k.account_id`)}
        - ${sum(sql`balances b where ${ofAccount(sql`b`)} and b.account_id = k.account_id and b.month > k.day`)}
        - ${later(debits)} + ${later(credits)})::text,
        (select coalesce(json_agg(d.date), '[]') from (
           select date from (${first(debits)} union all ${first(credits)}) sides order by date limit ${wholeNumber(most)}) d)`,
    sql`unnest(${column(0)}::uuid[], ${column(1)}::text[], ${column(2)}::uuid[], ${column(3)}::text[], ${column(4)}::date[])
        k (book_id, key, account_id, currency_id, day)`,
  )
}

/** The changes that leave accounts, their codes and their names as they are. */
const survives = ['transaction', 'obligation', 'contact'] as const

export const account: RecordKind<'account'> = kind('account', {
  table: 'accounts',
  alias: 'a',
  columns,
  beside: (books) =>
    sql`exists (select from stated_values w where w.book_id = any (${books}) and w.book_id = a.book_id and w.account_id = a.id)`,
  entered: [
    'name',
    'code',
    'type',
    'is_active',
    'is_claim',
    'is_default',
    'currency_id',
    Object.keys(NOT_SAID), // said as one
    'is_valued',
  ],
  trashed: { is_default: false },
  logged: (account) => (account.person_id === null ? account : { ...account, name: 'Other book' }),
  finds: {
    account: byId(sql`a`),
    has_values: { ...byId(sql`a`), found: ({ id }, lookup) => lookup('has_values', id) },
    role: {
      where: ({ texts }) => sql`a.role = any (${texts}::text[]) and a.person_id is null`,
      keys: ({ role, person_id }) => (person_id === null ? [role] : []),
    },
    other_book: {
      where: ({ ids }) => sql`a.person_id = any (${ids})`,
      keys: ({ person_id }) => [person_id],
    },
    default: { where: () => sql`a.is_default`, keys: ({ is_default }) => (is_default ? [''] : []) },
    code: {
      where: ({ texts }) => sql`a.code = any (${texts}::text[])`,
      keys: ({ code }) => [code],
      isExact: true,
    },
    codes: { survives, load: wholePart('codes', sql`json_agg(code)`, sql`accounts`) },
    names: {
      survives,
      load: wholePart(
        'names',
        sql`json_agg(json_build_object('id', id, 'type', type, 'name', name, 'is_live', deleted_at is null) order by id)`,
        sql`accounts`,
      ),
    },
    totals: {
      load: (books, { ids }) => [
        part(
          'totals',
          sql`s.book_id`,
          sql`s.account_id, s.currency_id, s.amount::text, s.base_amount::text`,
          sql`totals s where s.book_id = any (${books}) and s.account_id = any (${ids})`,
        ),
      ],
    },
    uses: { load: (books, keys) => [usesPart(books, keys)] },
    covered: { load: (books, { ofBooks }) => [coveredPart(books, ofBooks())], isExact: true },
    rates_on: {
      load: (books, { ofBooks }) => {
        const column = dayColumns(ofBooks())
        return [
          ratePart(
            books,
            sql`(select k.book_id, s.currency_id, k.day
             from unnest(${column(0)}::uuid[], ${column(1)}::uuid[], ${column(2)}::date[]) k (book_id, account_id, day)
             join totals s on s.book_id = k.book_id and s.account_id = k.account_id
             where s.book_id = any (${books}) and s.amount <> 0) d`,
          ),
        ]
      },
    },
  },
  survives,
  // The undo of another base currency is held up by a balance that was said since: it has a rate into that currency.
  referrers: (to, ids) =>
    to === 'book'
      ? [
          {
            resource: sql`'account'`,
            id: sql`x.id`,
            referred: sql`x.book_id`,
            from: sql`accounts x where x.book_id = ${ids} and x.as_of_date is not null`,
          },
        ]
      : [],
  isRemembered: true,
  course({ known, own, put }, before, after) {
    put('account', after.id, after)
    if (before === null) put('has_values', after.id, false)
    put('code', after.code, after)
    if (after.is_default) put('default', '', after)
    if (before !== null || !known.isLoaded('codes', '')) return
    // The course's own list is appended to: copying it for each of many accounts would take quadratic time.
    if (own.isLoaded('codes', '')) own.find('codes', '')?.push(after.code)
    else put('codes', '', [...(known.find('codes', '') ?? []), after.code])
  },
  holders,
  show: accountFieldsToApi,
})
