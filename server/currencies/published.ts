import { type Database, transaction } from '../database/database.ts'
import type { RatesFile } from './ecb.ts'
import { saveRates } from './published.sql.ts'

const CHUNK = 10_000

/** Keeps all rates of a file or, if anything goes wrong, none of them. */
export const loadRates = (db: Database, { rates }: RatesFile): Promise<void> =>
  transaction(db, async (tx) => {
    for (let start = 0; start < rates.length; start += CHUNK)
      await saveRates(tx, rates.slice(start, start + CHUNK))
  })

/** Summarises a loaded file in a sentence. */
export function told({ rates, days, newest, leftOut }: RatesFile): string {
  const span = days === 1 ? '1 day' : `${days} days`
  const loaded = `Loaded ${rates.length - days} rates of ${span}, the newest of ${newest}` // the euro's own aside
  const { codes, count } = leftOut
  return count === 0
    ? `${loaded}.`
    : `${loaded}; left out ${count} of currencies that are not active: ${codes.join(', ')}.`
}
