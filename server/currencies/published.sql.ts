import type { Day } from '../../contract/day.ts'
import { change, type Db, rows, type Tx } from '../database/database.ts'
import { rowsOf, type Sql, sql } from '../database/sql.ts'

/** Units of a currency for one euro, as the ECB wrote them. */
export type PublishedRate = { currency_id: string; date: Day; per_euro: string }

export const interested: Sql = sql`select id from books where ecb_rates and not is_ownerless limit 1`

/** Whether the ECB's rates are wanted for any book. */
export const findInterest = async (db: Db): Promise<boolean> => (await rows(db, interested)).length > 0

const MAX_ROWS = 1_000

/** Stores published rates; a corrected one replaces the one before, and an unchanged one is not written again. */
export async function saveRates(tx: Tx, rates: readonly PublishedRate[]): Promise<void> {
  let isAnyNew = false
  for (let start = 0; start < rates.length; start += MAX_ROWS) {
    const some = rates.slice(start, start + MAX_ROWS)
    const written = await change(
      tx,
      sql`insert into published_rates (currency_id, date, per_euro)
          values ${rowsOf(some.map(({ currency_id, date, per_euro }) => [currency_id, date, per_euro]))}
          on conflict (currency_id, date) do update set per_euro = excluded.per_euro
          where published_rates.per_euro <> excluded.per_euro
          returning 1`,
    )
    isAnyNew ||= written.length > 0
  }
  if (isAnyNew) await touchRates(tx)
}

/** Rewrites the euro's newest row, which shows whether a replica has all rates (`database/replica.ts`). */
const touchRates = (tx: Tx) =>
  change(
    tx,
    sql`update published_rates set per_euro = per_euro
        where currency_id = 'EUR' and date = (select max(date) from published_rates where currency_id = 'EUR')`,
  )
