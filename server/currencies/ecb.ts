import type { Day } from '../../contract/day.ts'
import { currencyOn } from '../../contract/iso4217.ts'
import { later } from '../../words/t.ts'
import { startSlice } from '../process/slices.ts'
import { isZip, unzip } from '../process/zip.ts'
import { BadFile, type Cell, quotedCell } from './ecb-cell.ts'
import { readEcbCsv } from './ecb-csv.ts'
import { readXml } from './ecb-xml.ts'
import type { PublishedRate } from './published.sql.ts'

/** The rates in a file of the ECB, and how many were left out because their currencies are no longer in use. */
export type RatesFile = {
  rates: PublishedRate[]
  days: number
  newest: Day
  leftOut: { codes: string[]; count: number }
}

const MAX_BYTES = 20_000_000
/** A file that somebody sends is unpacked while others wait: the whole history as CSV has 2 MB. */
const MAX_UNPACKED_BYTES = 5_000_000
const NUMBER = /^\d{1,12}(\.\d{1,12})?$/

/**
 * Reads a file of the ECB, recognised by its content: the daily or the historical CSV, zipped or not, or one of the XML files. The euro
 * itself is added to every day, so that every pair of currencies is a pair of rows.
 */
export function readRatesFile(bytes: Buffer): RatesFile {
  const reading = readSteps(textOf(bytes, MAX_BYTES), () => true)
  for (;;) {
    const step = reading.next()
    if (step.done) return step.value
  }
}

/** The same in time slices, for a file that somebody sends: only rates of some currencies, and of days from one on. */
export async function readSentRates(
  bytes: Buffer,
  isWanted: (rate: PublishedRate) => boolean,
): Promise<RatesFile> {
  const reading = readSteps(textOf(bytes, MAX_UNPACKED_BYTES), isWanted)
  const slice = startSlice()
  for (;;) {
    const step = reading.next()
    if (step.done) return step.value
    if (slice.isOver()) await slice.next()
  }
}

function* readSteps(
  text: string,
  isWanted: (rate: PublishedRate) => boolean,
): Generator<undefined, RatesFile> {
  const rates: PublishedRate[] = []
  const days = new Set<Day>()
  const ofDay = new Set<string>()
  const codes = new Set<string>()
  const keep = (rate: PublishedRate) => isWanted(rate) && rates.push(rate)
  let current: Day | undefined
  let count = 0
  for (const cell of text.trimStart().startsWith('<') ? readXml(text) : readEcbCsv(text)) {
    yield undefined
    if (cell === undefined) continue
    check(cell)
    const { line, currency_id, date, per_euro } = cell
    if (date !== current) {
      if (days.has(date)) throw new BadFile(line, later('{what} is there twice', { what: date }))
      days.add(date)
      ofDay.clear()
      current = date
      keep({ currency_id: 'EUR', date, per_euro: '1' })
    }
    if (ofDay.has(currency_id))
      throw new BadFile(line, later('{currency_id} is there twice for {date}', { currency_id, date }))
    ofDay.add(currency_id)
    if (currencyOn(currency_id, date)) {
      keep({ currency_id, date, per_euro })
    } else {
      codes.add(currency_id)
      count++
    }
  }
  const newest = [...days].sort().at(-1)
  if (newest === undefined) throw new BadFile(undefined, later('there is no rate in it'))
  return { rates, days: days.size, newest, leftOut: { codes: [...codes].sort(), count } }
}

function textOf(bytes: Buffer, mostUnpacked: number): string {
  const plain = isZip(bytes) ? unzip(bytes, mostUnpacked) : bytes
  if (!Buffer.isBuffer(plain)) throw new BadFile(undefined, plain)
  if (plain.length > MAX_BYTES)
    throw new BadFile(undefined, later('it has more than {most} bytes', { most: MAX_BYTES }))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(plain)
  } catch {
    throw new BadFile(undefined, later('it is not text'))
  }
}

function check({ line, currency_id, per_euro }: Cell): void {
  if (!/^[A-Z]{3}$/.test(currency_id))
    throw new BadFile(line, later('{cell} is not a currency', { cell: quotedCell(currency_id) }))
  if (currency_id === 'EUR')
    throw new BadFile(line, later('it has a rate of the euro, which all its rates are for'))
  if (!NUMBER.test(per_euro) || !/[1-9]/.test(per_euro))
    throw new BadFile(
      line,
      later('{cell} for {currency_id} is not a rate', { cell: quotedCell(per_euro), currency_id }),
    )
}
