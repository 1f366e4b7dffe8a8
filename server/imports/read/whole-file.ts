import { runningOf } from './amount-column.ts'
import { statedEnds } from './balances.ts'
import { lineOf, type Notation } from './csv-row.ts'
import { joinedLetters, type StatedLine } from './csv-stated.ts'
import { currencyCodeOf, sumText } from './file-values.ts'
import { folded } from './headings.ts'
import type { Layout } from './layout.ts'
import type { Running } from './proof.ts'
import { isBad } from './row.ts'
import { recordsOf } from './scan.ts'
import { noteSign, startSigns } from './sign.ts'

/** Words that a shop may have too, as the filling stations of Total: only the sum of the other lines proves that a line is none. */
const CALLED_SUM = /^(?:totals?|saldo|new balance)(?: \d+)*$/

/** A quick look before the close one. */
const MAY_BE_SUM = /^\s*(?:tot|sal|s a l|new bal)/i
const MAX_CALLED = 10

/** Words for a balance in the first or the last line, and words of entries that are about one. */
const NAMES_BALANCE =
  /(?<!\p{L})(?:balance|saldo|solde|kontostand|egyenleg|zustatek|zostatok|bakiye|stanje|остаток|баланс|салдо)(?!\p{L})/u
const OF_ENTRY =
  /(?<!\p{L})(?:transfer\p{L}*|payment|refund|fee|interest|inquiry|enquiry|check|adjustment|correction|ubertrag|umbuchung|gebuhr|zinsen|frais|virement|comision|traspaso|bonifico|pagamento|pago|top ?up|new balance)(?!\p{L})/u

/** Whether words may state a balance in a way that is not known, where no column of balances tells. */
const maySayBalance = (text: string, { places }: Notation): boolean => {
  const words = folded(text)
  return places.balance === undefined && NAMES_BALANCE.test(words) && !OF_ENTRY.test(words)
}

/** The lines that are called a sum or a balance, and are the sum of the others. */
function unstatedLines(
  running: readonly Running[],
  stated: readonly StatedLine[],
  called: readonly Running[],
): ReadonlySet<number> {
  const lines = new Set(called.map(({ line }) => line))
  const others = running.filter(({ line }) => !lines.has(line)).map(({ amount }) => amount ?? '0')
  const { opening = '0' } = statedEnds(stated, [])
  const sums = new Set([
    sumText([opening, ...others]),
    sumText(others),
    sumText(others.filter((amount) => amount.startsWith('-'))),
    sumText(others.filter((amount) => !amount.startsWith('-'))),
  ])
  return new Set(called.filter(({ amount }) => sums.has(sumText([amount ?? '0']))).map(({ line }) => line))
}

/** Whether a cell has two letters, and is no currency. */
const hasWords = (cell: string): boolean =>
  (cell.match(/\p{L}/gu)?.length ?? 0) > 1 && currencyCodeOf(cell) === undefined

/** The words of so many rows decide the sign. */
const MAX_WORDED = 5_000

/** Whether a line that is called a balance has a day, and an amount below zero as an entry has. */
const isPaidOut = ({ date, amount }: StatedLine, { places }: Notation): boolean =>
  date !== undefined && places.balance === undefined && amount?.startsWith('-') === true

/** Reads the whole file once, with amounts as they are written. */
export function wholeFile(tables: readonly Layout[], notation: Notation) {
  const running: Running[] = []
  const stated: StatedLine[] = []
  const signs = startSigns()
  const at = notation.places.amount?.[0]
  const wordless: number[] = []
  const called: Running[] = []
  let [isWhole, carried]: [boolean, number?] = [true]
  let [firstWords, lastWords] = ['', '']
  for (const [table, record] of recordsOf(tables)) {
    const row = lineOf(1, record, notation)
    if (!row) continue
    if ('states' in row) stated.push(row)
    else if (isBad(row)) isWhole = false
    else {
      const one = runningOf(row, record, notation)
      running.push({ ...one, key: `${table} ${one.key}` })
      const words = `${row.payee ?? ''} ${row.text}`
      if (running.length === 1) firstWords = words
      lastWords = words
      if (MAY_BE_SUM.test(words) && CALLED_SUM.test(joinedLetters(folded(words)))) called.push(one)
      if (running.length === 1 && /^\s*vortrag\s*$/i.test(words)) carried = row.line
      if (!record.cells.some(hasWords)) wordless.push(row.line)
      if (running.length > MAX_WORDED) {
        if (notation.places.balance) continue
        isWhole = false // without balances, the other rows prove nothing more
        break
      }
      const text = record.cells.filter((cell) => /\p{L}{2}/u.test(cell)).join(' ')
      const hasPlus = record.cells[at ?? -1]?.includes('+') === true
      const { line, amount } = row
      noteSign(signs, { line, amount, text, words: words.trim(), balance: one.balance, hasPlus })
    }
  }
  const isAsked = tables.length === 1 && called.length > 0 && called.length <= MAX_CALLED
  const sums = isAsked ? unstatedLines(running, stated, called) : new Set<number>()
  // The sum of a single line proves nothing.
  const isProven = running.length - called.length > 1
  const [only] = wordless
  const doubtful = new Set(isProven ? [] : sums)
  if (tables.length === 1 && carried !== undefined) doubtful.add(carried)
  if (tables.length === 1)
    for (const [one, words] of [
      [running[0], firstWords],
      [running.at(-1), lastWords],
    ] as const)
      if (one && !one.amount?.startsWith('-') && !sums.has(one.line) && maySayBalance(words, notation))
        doubtful.add(one.line)
  const unstated = isProven ? sums : new Set<number>()
  // Without an opening balance, a closing one below zero may be the payment that closes the account.
  const [end] = stated
  if (tables.length === 1 && stated.length === 1 && end?.states === 'closing' && isPaidOut(end, notation))
    doubtful.add(end.line)
  const isEnd = only === running[0]?.line || only === running.at(-1)?.line
  const isAlone =
    tables.length === 1 &&
    wordless.length === 1 &&
    isEnd &&
    running.length > 2 &&
    running.length <= MAX_WORDED
  return { running, stated, signs, isWhole, wordless: isAlone ? only : undefined, unstated, doubtful }
}
