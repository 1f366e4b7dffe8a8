import type { Day } from '../../contract/day.ts'
import { decimalFrom, decimalNumber } from '../../contract/money.ts'
import { type Sql, sql } from '../database/sql.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { hold } from '../ledger/known.ts'
import { fromList, listOf, part, without } from '../ledger/stored.ts'
import type { Erased } from '../ledger/verb.ts'
import { idFrom } from '../process/ids.ts'
import { currency, day, fx, id, orNull, type RowOf, signedIn, text, version } from './columns.ts'
import { byAddress, kind, refersTo, storedOf } from './kind.ts'

/**
 * The worth of an account at the end of a day, as a person stated it, in the account's currency and positive on its normal side. Its id is its
 * address. The difference to the account's balance is a transaction of kind `value` (`stated-values.ts`). The rate is that of the day, found or
 * given once and kept.
 */
const columns = {
  account_id: id,
  date: day,
  amount: signedIn(),
  currency_id: currency,
  ...fx,
  notes: orNull(text(10_000)),
  version,
}
export type ValueRow = RowOf<typeof columns> & { id: string }

/** A value as lists have it. */
export type SlimValue = Omit<ValueRow, 'id' | 'notes'>

declare module '../ledger/rows.ts' {
  interface Rows {
    value: ValueRow
  }
}
declare module '../ledger/known.ts' {
  interface Found {
    /** A stated value, by its address: the id of the account, a slash and the day. */
    value: ValueRow
    /**
     * The values of an account from a day to another, with the last one before them and the first one after them, in the order of their days. By
     * account and days, as `nearKey` writes them.
     */
    values_near: SlimValue[]
    /** The records of all values that were ever stated of an account, and of their entries: they are deleted for good with it. */
    left_of_values: Erased[]
  }
}

export const valueId = ({ account_id, date }: { account_id: string; date: Day }): string =>
  `${account_id}/${date}`

export const nearKey = (accountId: string, first: Day, last: Day): string => `${accountId} ${first} ${last}`

/** The id of the transaction that posts the difference follows from account and day, so that it is found without an index of its own. */
export const differenceId = (accountId: string, date: Day): string => idFrom(`${accountId}/${date}`)

/** The fields of a value that the history shows: not those that follow from other records. */
export const valueFieldsToApi = (value: Omit<ValueRow, 'id'>, { name }: { name: string }) => ({
  id: valueId(value),
  account_id: value.account_id,
  account_name: name,
  date: value.date,
  amount: amountToApi(value.amount, value.currency_id),
  currency_id: value.currency_id,
  fx_rate: decimalNumber(decimalFrom(value.fx_rate)),
  fx_source: value.fx_source,
  notes: value.notes,
  version: value.version,
})

const address = { account_id: 'uuid', date: 'date' }
const slim = without(storedOf(columns), 'notes')

export const value = kind('value', {
  table: 'stated_values',
  alias: 'v',
  address,
  columns,
  order: sql`r.account_id, r.date`,
  // A rate is of its amount's day: the two are taken back together.
  entered: [['amount', 'currency_id', 'fx_rate', 'fx_source', 'fx_date'], 'notes'],
  refers: { account_id: refersTo('account') },
  finds: {
    value: byAddress(sql`v`, address),
    values_near: {
      isExact: true,
      none: [],
      load: (books, { ofBooks }) => {
        const keys = ofBooks().map(({ bookId, key }) => [bookId, key, ...key.split(' ')])
        const column = (index: number) => keys.map((one) => one[index])
        const values = sql`select n.* from stated_values n where n.book_id = any (${books}) and n.book_id = k.book_id and n.account_id = k.account_id`
        return [
          part(
            'values_near',
            sql`k.book_id`,
            sql`k.key, ${listOf(slim, 'v')}`,
            sql`unnest(${column(0)}::uuid[], ${column(1)}::text[], ${column(2)}::uuid[], ${column(3)}::date[], ${column(4)}::date[])
                  k (book_id, key, account_id, first, last)
                cross join lateral (
                  (${values} and n.date < k.first order by n.date desc limit 1) union all
                  (${values} and n.date between k.first and k.last) union all
                  (${values} and n.date > k.last order by n.date limit 1)) v`,
          ),
        ]
      },
    },
    left_of_values: {
      none: [],
      load: (books, { ids }) => {
        const posted = (side: Sql) => sql`
          select e.book_id, e.${side} as account_id, 'value_posting' as resource, e.transaction_id::text as id
          from entries e where e.book_id = any (${books}) and e.${side} = any (${ids}) and e.kind = 'value'`
        return [
          part(
            'left_of_values',
            sql`r.book_id`,
            sql`r.account_id, r.resource, r.id`,
            sql`(${posted(sql`debit_account_id`)} union ${posted(sql`credit_account_id`)} union
                 select e.book_id, a.id, e.resource, e.record_id
                 from events e join unnest(${ids}) a (id) on e.record_id like a.id::text || '/%'
                 where e.book_id = any (${books}) and e.resource = 'value') r`,
          ),
        ]
      },
    },
  },
  holders: {
    left_of_values(holdings, lists) {
      for (const [accountId, some] of Map.groupBy(lists, ([id]) => String(id)))
        hold(
          holdings,
          'left_of_values',
          accountId,
          some.map(([, resource, id]) => ({ resource: String(resource), id: String(id) })),
        )
    },
    values_near(holdings, lists) {
      for (const [key, ofKey] of Map.groupBy(lists, ([key]) => String(key))) {
        const values = ofKey.map(([, ...list]) => fromList(slim, list) as SlimValue) // the columns of the part, in order
        hold(
          holdings,
          'values_near',
          key,
          values.sort((a, b) => (a.date < b.date ? -1 : 1)),
        )
      }
    },
  },
  show: (row, _, known) => valueFieldsToApi(row, known.find('account', row.account_id) ?? { name: '' }),
})
