import { type AddedRates, MAX_RATES } from '../../contract/currencies.ts'
import type { Day } from '../../contract/day.ts'
import { currencyCode } from '../../contract/iso4217.ts'
import { decimalFrom, decimalNumber, decimalText, quotient } from '../../contract/money.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { LARGEST_RATE, SMALLEST_RATE } from '../../contract/route.ts'
import { later } from '../../words/t.ts'
import type { Db } from '../database/database.ts'
import type { BookRow } from '../ledger/book.ts'
import { requireLoaded } from '../ledger/known.ts'
import { type Book, changed, type RecordChange, type Verb } from '../ledger/verb.ts'
import { commaSeparated } from '../process/ids.ts'
import { allowFor, mapInSlices } from '../process/slices.ts'
import { type RateRow, rateId } from '../records/exchange-rate.ts'
import { readSentRates } from './ecb.ts'
import { BadFile } from './ecb-cell.ts'
import { listUsedCurrencies } from './exchange-rates.sql.ts'
import type { PublishedRate } from './published.sql.ts'

/** The rates of a sent file, of the currencies that are wanted; `used` are those without the base currency, and `skipped` the others of the file. */
type SentRates = { rates: PublishedRate[]; used: string[]; skipped: string[] }

/** Reads a file of the ECB that somebody sent, before anything is locked. */
export async function readRatesOf(
  db: Db,
  book: BookRow,
  bytes: Buffer | undefined,
  { date_from, currency_id }: { date_from?: Day; currency_id?: string },
): Promise<SentRates> {
  if (!bytes || bytes.length === 0) return refuse('file_empty')
  const named = currency_id === undefined ? [] : commaSeparated(currency_id).map(currencyCode)
  if (named.includes('')) refuseField('currency_id', 'no_currency', {})
  const used = (await listUsedCurrencies(db, book.id)).map(({ id }) => id)
  const all = [...new Set([...used, ...named])]
  const skipped = new Set<string>()
  const wanted = new Set([...all, book.base_currency_id])
  try {
    const { rates } = await readSentRates(bytes, ({ currency_id, date }) => {
      if (!wanted.has(currency_id)) skipped.add(currency_id)
      return wanted.has(currency_id) && (date_from === undefined || date >= date_from)
    })
    return { rates, used: all.filter((id) => id !== book.base_currency_id), skipped: [...skipped].sort() }
  } catch (error) {
    if (error instanceof BadFile) refuse('rates_file_unreadable', { reason: error.reason })
    throw error
  }
}

/** The rates of each currency into the base currency, as the ledger would find them among published ones. */
async function intoBase(book: Book, { rates, used, skipped }: SentRates): Promise<RateRow[]> {
  const base = book.base_currency_id
  const basePerEuro = new Map(
    rates.filter(({ currency_id }) => currency_id === base).map(({ date, per_euro }) => [date, per_euro]),
  )
  const foreign = rates.filter(({ currency_id, date }) => used.includes(currency_id) && basePerEuro.has(date))
  if (foreign.length === 0)
    refuse('rates_file_unused', {
      base_currency_id: base,
      used,
      skipped,
      is_base_missing: used.length > 0 && basePerEuro.size === 0,
    })
  checkCount(foreign)
  return mapInSlices(foreign, ({ currency_id: from_id, date, per_euro }): RateRow => {
    const rate = quotient(decimalFrom(basePerEuro.get(date) ?? ''), decimalFrom(per_euro))
    const number = decimalNumber(rate)
    if (number < SMALLEST_RATE || number > LARGEST_RATE)
      refuse('rates_file_unreadable', {
        reason: later('{rate} for {currency_id} on {date} is not a rate', {
          rate: per_euro,
          currency_id: from_id,
          date,
        }),
      })
    const address = { from_id, to_id: base, date }
    return { ...address, id: rateId(address), rate: decimalText(rate), version: book.version }
  })
}

/** Refuses more rates than one change may store, and names the day from which on they would fit. */
function checkCount(rates: readonly PublishedRate[]): void {
  if (rates.length <= MAX_RATES) return
  const perDay = new Map<Day, number>()
  for (const { date } of rates) perDay.set(date, (perDay.get(date) ?? 0) + 1)
  let [date_from, fitting] = ['', 0]
  for (const [day, count] of [...perDay].sort(([a], [b]) => (a < b ? 1 : -1))) {
    fitting += count
    if (fitting > MAX_RATES) break
    date_from = day
  }
  refuse('rates_too_many', { count: rates.length, most: MAX_RATES, date_from })
}

/** Stores the rates of a file as the book's own, as one change. Transactions keep the rates they have. */
export const addRates = (sent: SentRates): Verb<AddedRates> => ({
  looksAt: {},
  isServedAlone: true,
  async decide(book, known) {
    allowFor(Math.min(sent.rates.length, MAX_RATES))
    const rates = await intoBase(book, sent)
    requireLoaded(known, { own_rate: rates.map(({ id }) => id) })

    // Nothing below this line refuses.
    const changes: RecordChange[] = []
    const counts = { added: 0, replaced: 0, unchanged: 0 }
    const anew = new Set<string>()
    await mapInSlices(rates, (after) => {
      const before = known.find('own_rate', after.id) ?? null
      const isSame =
        before !== null && decimalNumber(decimalFrom(before.rate)) === decimalNumber(decimalFrom(after.rate))
      if (!isSame) {
        changes.push(changed('exchange_rate', before, after))
        anew.add(after.from_id)
      }
      counts[isSame ? 'unchanged' : before ? 'replaced' : 'added']++
    })
    const days = [...new Set(rates.map(({ date }) => date))].sort()
    const answer = {
      version: changes.length > 0 ? book.version : book.version - 1,
      ...counts,
      currencies: [...new Set(rates.map(({ from_id }) => from_id))].sort(),
      date_from: days[0] ?? '',
      date_to: days.at(-1) ?? '',
      changed: [...anew].sort(),
      skipped: sent.skipped,
    }
    return { answer, changes }
  },
})
