import { addDays, type Day, laterDay } from '../../../contract/day.ts'
import type { StatedLine } from './csv-stated.ts'
import { filled, negated, sumText } from './file-values.ts'
import { proofOf, type Running } from './proof.ts'
import { type BadRow, type FileBalance, type FileRow, isBad } from './row.ts'

/** The balances that files state beside their rows. */

/** At most this many accounts of a file are compared by balance. */
const MAX_ACCOUNTS = 50

type Stated = Pick<FileBalance, 'date' | 'amount' | 'currency'>

/**
 * Collects the balances of statements: of each account and currency the first opening and the last closing one, at the end of a day. Banks date
 * an opening balance with the day of the statement before, with the day before its first entry or with the same day, and entries by another day
 * than balances: the days of the entries decide.
 */
export function collectBalances() {
  const found = new Map<string, { opening?: FileBalance; closing?: FileBalance }>()
  let [opening, closing, first, last]: [Stated?, Stated?, Day?, Day?] = []

  const keep = (name: 'opening' | 'closing', account: string, balance: FileBalance) => {
    const key = `${balance.currency} ${account}`
    const kept = found.get(key) ?? {}
    if (!found.has(key) && found.size >= MAX_ACCOUNTS) return
    const known = kept[name]
    const isBetter = !known || (name === 'opening' ? balance.date < known.date : balance.date >= known.date)
    found.set(key, isBetter ? { ...kept, [name]: balance } : kept)
  }
  return {
    opens: (balance: Stated | undefined) => {
      opening ??= balance
    },
    closes: (balance: Stated | undefined) => {
      closing = balance ?? closing
    },
    /** Notes a row of the statement, and gives it back. */
    row<Row extends FileRow | BadRow>(row: Row): Row {
      if (isBad(row)) return row
      const { date } = row as FileRow // not a bad one
      if (first === undefined || date < first) first = date
      last = last === undefined ? date : laterDay(date, last)
      return row
    },
    /** A statement ends. Its balances do not count if its entries contradict them. */
    ends(account: string, isContradicted = false) {
      const named = filled({ account }) // as rows have it
      if (opening && first !== undefined && !isContradicted)
        keep('opening', account, { ...named, ...opening, date: addDays(first, -1) })
      if (closing && !isContradicted)
        keep('closing', account, { ...named, ...closing, date: laterDay(closing.date, last ?? closing.date) })
      opening = closing = first = last = undefined
    },
    all: (): FileBalance[] =>
      found
        .values()
        .flatMap(({ opening, closing }) => [opening, closing].filter((one) => one !== undefined))
        .toArray(),
  }
}

/** The balances before and after the rows of a table with running balances, if the rows prove them. */
export function runningBalances(rows: readonly Running[]): Stated[] {
  const proof = proofOf(rows)
  if (proof.is !== 'agreed' || !proof.ends) return []
  const days = rows.map(({ date }) => date).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const signed = (text: string) => (proof.way.sign < 0n ? negated(text) : text)
  return [
    { date: addDays(first, -1), amount: signed(proof.ends.opening) },
    { date: last, amount: signed(proof.ends.closing) },
  ]
}

/** The balances that lines of a table state before and after its entries. */
export function statedBalances(rows: readonly Running[], stated: readonly StatedLine[]): Stated[] {
  const days = rows.map(({ date }) => date).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const { opening, closing } = statedEnds(stated, rows)
  return [
    ...(opening === undefined ? [] : [{ date: addDays(first, -1), amount: opening }]),
    ...(closing === undefined ? [] : [{ date: last, amount: closing }]),
  ]
}

/**
 * The first opening and the last closing balance of these lines, and the sum that the rows lead to from the first. In columns for money out and in
 * balances have no sign: where they agree without one, they have none here.
 */
export function statedEnds(stated: readonly StatedLine[], rows: readonly Running[]) {
  const opening = stated.find(({ states, amount }) => states === 'opening' && amount !== undefined)?.amount
  const closing = stated.findLast(
    ({ states, amount }) => states === 'closing' && amount !== undefined,
  )?.amount
  if (opening === undefined || closing === undefined) return { opening, closing, sum: undefined }
  const sumFrom = (start: string) => sumText([start, ...rows.map(({ amount }) => amount ?? '0')])
  const [first, last] = [opening.replace('-', ''), closing.replace('-', '')]
  if (sumFrom(first) === sumText([last])) return { opening: first, closing: last, sum: sumFrom(first) }
  return { opening, closing, sum: sumFrom(opening) }
}
