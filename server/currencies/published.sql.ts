import type { Day } from '../../contract/day.ts'
import { change, type Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** Units of a currency for one euro, as the ECB wrote them. */
export type PublishedRate = { currency_id: string; date: Day; per_euro: string }

/** Keeps published rates; a corrected one replaces the one before, and what is there already is not written again. */
export async function saveRates(tx: Tx, rates: readonly PublishedRate[]): Promise<void> {
  await change(
    tx,
    sql`insert into published_rates (currency_id, date, per_euro)
        select currency_id, date, per_euro
        from unnest(${rates.map(({ currency_id }) => currency_id)}::text[], ${rates.map(({ date }) => date)}::date[],
                    ${rates.map(({ per_euro }) => per_euro)}::numeric[]) as rate (currency_id, date, per_euro)
        on conflict (currency_id, date) do update set per_euro = excluded.per_euro
        where published_rates.per_euro <> excluded.per_euro`,
  )
}
