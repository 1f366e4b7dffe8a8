import { addDays, type Day, laterDay } from '../../../contract/day.ts'
import { decimalFrom } from '../../../contract/money.ts'
import { filled, negated } from './file-values.ts'
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

/** A row of a table with the balance in its own column; undefined where that cannot be read. */
type Running = { readonly date: Day; readonly amount: string; readonly balance: string | undefined }

/** Decimal text of at most 10 decimals as a whole number. */
const whole = (text: string): bigint => {
  const { digits, scale } = decimalFrom(text)
  return digits * 10n ** BigInt(10 - scale)
}

/**
 * How the balances of a table follow on each other, if its rows prove it: each balance is the one before and the amount, in the order of the
 * file or the other way round, and none contradicts that. The files of some cards count the debt.
 */
export function wayOfBalances(
  rows: readonly Running[],
): { readonly isReversed: boolean; readonly sign: bigint } | undefined {
  const all = rows.map(({ amount, balance }) => ({
    amount: whole(amount),
    balance: balance === undefined ? undefined : whole(balance),
  }))
  const holds = (isReversed: boolean, sign: bigint): boolean => {
    let steps = 0
    for (const [index, one] of all.entries()) {
      const next = all[index + 1]
      if (one.balance === undefined || next?.balance === undefined) continue
      const moved = isReversed ? one.balance - next.balance : next.balance - one.balance
      if (moved !== sign * (isReversed ? one.amount : next.amount)) return false
      steps++
    }
    return steps > 0
  }
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return undefined
  const proven = [false, true].flatMap((isReversed) =>
    [1n, -1n].flatMap((sign) => (holds(isReversed, sign) ? [{ isReversed, sign }] : [])),
  )
  // Two amounts that cancel each other prove both orders: then the days decide.
  const [way] =
    proven.length > 1 ? proven.filter(({ isReversed }) => isReversed === first.date > last.date) : proven
  return proven.length > 1 && first.date === last.date ? undefined : way
}

/** The balances before and after the rows of a table with running balances, if the rows prove them. */
export function runningBalances(rows: readonly Running[]): Stated[] {
  const [first, last, way] = [rows[0], rows.at(-1), wayOfBalances(rows)]
  if (!first || !last || !way) return []
  const days = rows.map(({ date }) => date).sort()
  const [oldest, latest] = way.isReversed ? [last, first] : [first, last]
  if (oldest.balance === undefined || latest.balance === undefined) return []
  const before = whole(oldest.balance) - way.sign * whole(oldest.amount)
  const signed = (text: string) => (way.sign < 0n ? negated(text) : text)
  return [
    { date: addDays(days[0] ?? oldest.date, -1), amount: signed(textOf(before)) },
    { date: days.at(-1) ?? latest.date, amount: signed(latest.balance) },
  ]
}

const textOf = (number: bigint): string => {
  const digits = String(number < 0n ? -number : number).padStart(11, '0')
  return `${number < 0n ? '-' : ''}${digits.slice(0, -10)}.${digits.slice(-10)}`
}
