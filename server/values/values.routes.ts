import { isDay, todayIn } from '../../contract/day.ts'
import { refuse } from '../../contract/refusals.ts'
import * as contract from '../../contract/values.ts'
import { requireReadable } from '../accounts/accounts.ts'
import { type Db, snapshot } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { pageAt, versionAt } from '../lists/known-at.ts'
import { page } from '../lists/lists.ts'
import { normalSide } from '../records/account.ts'
import { serve } from '../serve.ts'
import { findValue, type ReadValue, readValueToApi, valueColumns, valuesOf } from './values.sql.ts'
import { removeValue, stateValue } from './values.ts'

/** The account of a list, and the side that adds to it. */
async function accountOf(db: Db, book: BookRow, id: string, version: number | undefined) {
  const account = await requireReadable(db, book, { today: todayIn(book.time_zone), version }, id)
  return { id: account.id, name: account.name, sign: normalSide(account) }
}

export const values = [
  serve(contract.listValues, ({ db, book, params, query }) =>
    pageAt(db, book, query, async (version, query) => {
      const account = await accountOf(db, book, params.id, version)
      return page<ReadValue, contract.Value>(db, query, {
        columns: valueColumns,
        from: valuesOf(book, account, version),
        where: [],
        order: '-date',
        orders: { date: { key: sql`date`, type: 'date' } },
        ties: [],
        record: (value) => readValueToApi(value, account),
      })
    }),
  ),

  serve(contract.getValue, ({ db, book, params, query }) =>
    snapshot(db, async (reading) => {
      const version = await versionAt(reading, book, query.known_at)
      if (!isDay(params.date)) refuse('not_found')
      const account = await accountOf(reading, book, params.id, version)
      const value = (await findValue(reading, book, account, params.date, version)) ?? refuse('not_found')
      return readValueToApi(value, account)
    }),
  ),

  serve(contract.putValue, ({ write, params, body, guard }) =>
    write(stateValue(params.id, params.date, body, guard)),
  ),

  serve(contract.deleteValue, ({ write, params, guard }) =>
    write(removeValue(params.id, params.date, guard)),
  ),
]
