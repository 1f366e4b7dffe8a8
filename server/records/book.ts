import { sql } from '../database/sql.ts'
import { type BookSettings, monthStartOf } from '../ledger/book.ts'
import { hold } from '../ledger/known.ts'
import { part } from '../ledger/stored.ts'
import type { Book } from '../ledger/verb.ts'
import {
  type Column,
  currency,
  day,
  flag,
  id,
  name,
  oneOf,
  orNull,
  since,
  text,
  time,
  version,
} from './columns.ts'
import { kind } from './kind.ts'

const MONTH_STARTS = [...Array.from({ length: 28 }, (_, index) => String(index + 1)), 'last_working_day']

/** The settings of a book, whose row is the ledger's own (`ledger/book.ts`). The day that its months start on is text, as it is stored. */
const columns = {
  id,
  name: name(255),
  base_currency_id: currency,
  time_zone: text(100),
  closed_through: orNull(day),
  month_starts_on: oneOf(...MONTH_STARTS),
  ecb_rates: since(false, flag),
  is_archived: since(false, flag),
  is_shared: since(false, flag),
  version,
  created_at: time,
  updated_at: time,
} satisfies { [N in keyof BookSettings]: Column<BookSettings[N]> }

const names = Object.keys(columns) as (keyof BookSettings)[] // its own keys

/** The settings of a book before the change that is being made. */
export const settingsBefore = (book: Book): BookSettings => ({
  ...(Object.fromEntries(names.map((name) => [name, book[name]])) as BookSettings), // the columns are its fields
  version: book.version - 1,
})

declare module '../ledger/known.ts' {
  interface Found {
    /** The name of somebody who works in the book, by their id. */
    person: string
    /** How many transactions, trash included, stated values and budgets the book has, openings of accounts left out unless they are in the trash; its key is `''`. */
    recorded: number
    /** The accounts that have an opening or a balance that was said as of a day, or are bound to the base currency; its key is `''`. */
    begun: string[]
  }
}

export const book = kind('book', {
  table: 'books',
  alias: 'b',
  columns,
  file: ['name', 'base_currency_id', 'time_zone', 'closed_through', 'month_starts_on', 'ecb_rates'],
  entered: [
    'name',
    'base_currency_id',
    'time_zone',
    'closed_through',
    'month_starts_on',
    'ecb_rates',
    'is_archived',
  ],
  finds: {
    person: {
      survives: ['transaction', 'obligation', 'contact'],
      load: (books, { ids }) => [
        part(
          'person',
          sql`m.book_id`,
          sql`u.id, u.name`,
          sql`members m join users u on u.id = m.user_id where m.book_id = any (${books}) and m.user_id = any (${ids}) and u.id = any (${ids})`,
        ),
      ],
    },
    recorded: {
      load: (books) => [
        part(
          'recorded',
          sql`r.book_id`,
          sql`sum(r.count)`,
          sql`(select book_id, count(*) as count from transactions
                 where book_id = any (${books}) and (kind not in ('opening', 'value') or deleted_at is not null) group by book_id
           union all select book_id, count(*) from stated_values where book_id = any (${books}) group by book_id
           union all select book_id, count(*) from budgets where book_id = any (${books}) group by book_id) r group by r.book_id`,
        ),
      ],
    },
    begun: {
      load: (books) => [
        part(
          'begun',
          sql`r.book_id`,
          sql`json_agg(r.id order by r.id)`,
          sql`(select book_id, account_id as id from transactions where book_id = any (${books}) and kind = 'opening' and deleted_at is null
           union select book_id, id from accounts where book_id = any (${books}) and as_of_date is not null
           union select a.book_id, a.id from accounts a join books k on k.id = a.book_id
             where a.book_id = any (${books}) and k.id = any (${books}) and a.currency_id = k.base_currency_id) r group by r.book_id`,
        ),
      ],
    },
  },
  holders: {
    person(holdings, lists) {
      for (const [id, name] of lists) hold(holdings, 'person', String(id), String(name))
    },
    recorded(holdings, lists) {
      for (const [count] of lists) hold(holdings, 'recorded', '', Number(count))
    },
    begun(holdings, lists) {
      for (const [ids] of lists) hold(holdings, 'begun', '', ids as string[]) // a list of ids
    },
  },
  show: ({
    id,
    name,
    base_currency_id,
    time_zone,
    closed_through,
    month_starts_on,
    ecb_rates,
    is_archived,
    version,
  }) => ({
    id,
    name,
    base_currency_id,
    time_zone,
    closed_through,
    version,
    month_starts_on: monthStartOf({ month_starts_on }),
    ecb_rates,
    is_archived,
  }),
})
