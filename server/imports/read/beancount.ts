import { later } from '../../../words/t.ts'
import { makeChecks, type Padding } from './beancount-checks.ts'
import { type BookedAtCost, completed } from './beancount-complete.ts'
import { type BeancountEntry, indexed } from './beancount-index.ts'
import { type Method, makeHoldings, methodNamed } from './beancount-lots.ts'
import { makeNames } from './beancount-names.ts'
import {
  accountAt,
  amountAt,
  type BeancountPosting,
  type BeancountTransaction,
  factAt,
  transactionIn,
} from './beancount-parse.ts'
import { cursorOf, linesIn, textIn, tokensOf } from './beancount-tokens.ts'
import { wordsOf } from './beancount-words.ts'
import type { Besides, FileRate } from './besides.ts'
import { asIs, bad, plainText } from './file-values.ts'
import { conversionsOf, withoutConversions } from './journal-balanced.ts'
import { type CountedInJournal, isCounted, leftOut, rateOf } from './journal-besides.ts'
import { makeBook } from './journal-book.ts'
import { isNot, NotJournal } from './journal-fault.ts'
import { isNone, negative } from './journal-number.ts'
import { rowsOfTransaction } from './journal-rows.ts'
import { type BadRow, type FileRow, isBad, type Reader, Unreadable } from './row.ts'

/** Reads files of Beancount 2 and 3: it books them as Beancount does, and makes rows of what is money. */
export const readBeancount: Reader = (text, { currency }) => {
  const reading = makeReading(text, currency)
  return { mapping: asIs, rows: reading.rows(), balances: reading.book.balances, besides: reading.besides }
}

/** The first line of a journal that Florin has written. */
const OWN = /^\ufeff?; Florin, in [A-Z]{3}, as of /

/** Parts of a file that have no place in a book. */
function makeReading(text: string, base: string | undefined) {
  const isOwn = OWN.test(text)
  const file = indexed(text)
  const names = makeNames(file, isOwn)
  const book = makeBook(names, base)
  const isConversion = conversionsOf((account) => names.nameOf(account).type)
  const methods = new Map<string, Method>()
  const rates: FileRate[] = []
  const counted = new Map<CountedInJournal, number>()
  let last: BeancountEntry | undefined
  const holdings = makeHoldings(() => {
    throw new Unreadable(
      later('Line {line}: booking its lots and its balances takes too long. Split the file by accounts.', {
        line: last?.line ?? 0,
      }),
    )
  })
  const checks = makeChecks(file.watched, file.tolerances.multiplier, holdings)
  const count = (what: CountedInJournal) => counted.set(what, (counted.get(what) ?? 0) + 1)

  /** The rows of a transaction that is booked. */
  function* rowsOfBooked(
    one: BeancountTransaction,
    booked: readonly BookedAtCost[],
  ): Generator<FileRow | BadRow> {
    const { description, reference, memoOf, decorated } = wordsOf(one, booked.length, isOwn)
    const head = { line: one.line, date: one.date, description, ...(reference && { reference }) }
    for (const part of book.transactionsOf(head, withoutConversions(booked, isConversion), memoOf))
      for (const row of rowsOfTransaction(part, names.typeOf)) yield owned(decorated(row), reference)
  }

  const owned = (row: FileRow | BadRow, id: string | undefined) =>
    isOwn && id ? { ...row, own_id: id.toLowerCase() } : row

  function* transaction(entry: BeancountEntry): Generator<FileRow | BadRow> {
    const one = transactionIn(linesOf(text, entry), entry.date, entry.tags, entry.meta)
    const booked = completed(one, holdings, (account) => methods.get(account) ?? file.method, file.tolerances)
    for (const posting of booked) checks.book(posting)
    yield* rowsOfBooked(one, booked)
  }

  function* directive(entry: BeancountEntry): Generator<FileRow | BadRow> {
    const { kind, date, line } = entry
    if (kind === 'transaction') return yield* transaction(entry)
    if (isCounted(kind)) return void count(kind)
    const [first, ...rest] = linesOf(text, entry)
    const cursor = cursorOf(tokensOf(first?.words ?? ''))
    cursor.take('date')
    cursor.take('word')
    if (kind === 'open') {
      const [account, currencies] = [accountAt(cursor), [] as string[]]
      for (let one = cursor.take('currency'); one; one = cursor.take('currency')) {
        currencies.push(one.words)
        if (!cursor.take('sign', ',')) break
      }
      const booking = cursor.take('text')
      if (booking)
        methods.set(
          account,
          methodNamed(textIn(booking)) ?? isNot(`${booking.words} is not a booking method.`),
        )
      names.open(account, currencies, isOwn ? plainText(factsIn(rest).get('name'), 255) : '')
    } else if (kind === 'close') names.close(accountAt(cursor), date)
    else if (kind === 'pad') checks.pad(accountAt(cursor), accountAt(cursor), date, line)
    else if (kind === 'price') {
      const thing = cursor.require('currency', 'a currency').words
      const rate = rateOf(thing, amountAt(cursor), date)
      if (typeof rate === 'string') count(rate)
      else rates.push(rate)
    } else if (kind === 'balance') {
      const padding = checks.balance(accountAt(cursor), amountAt(cursor), date, line)
      if (padding) yield* rowsOfBooked(...padded(padding))
    } else return
    cursor.end()
  }

  return {
    book,
    *rows(): Generator<FileRow | BadRow> {
      let n = 0
      const numbered = function* (some: Iterable<FileRow | BadRow>) {
        for (const row of some) {
          if (!isBad(row)) book.read(row)
          yield { ...row, n: ++n }
        }
      }
      if (file.entries.length === 0)
        throw new Unreadable(later('The file has no directive of Beancount in it.'))
      yield* numbered(file.faults)
      for (const entry of file.entries) {
        last = entry
        try {
          yield* numbered(directive(entry))
        } catch (error) {
          if (!(error instanceof NotJournal)) throw error
          const words =
            text.slice(entry.start, Math.min(entry.end, entry.start + 200)).split('\n', 1)[0] ?? ''
          yield* numbered([owned(bad(0, entry.line, words, ['text', error.message]), idIn(text, entry))])
        }
      }
      for (const part of book.openings())
        yield* numbered(rowsOfTransaction(part, names.typeOf).map((row) => owned(row, part.reference)))
    },
    besides: (): Besides => ({
      ...names.described(),
      rates,
      left_out: [...file.left, ...checks.wrong(), ...book.differences(), ...leftOut(counted)],
    }),
  }
}

const linesOf = (text: string, { start, end, line }: BeancountEntry) => linesIn(text, start, end, line)

/** The id of a transaction of Florin's own that cannot be read as it is. */
const idIn = (text: string, { start, end }: BeancountEntry): string | undefined =>
  /^ {2}id: "([^"]*)"/m.exec(text.slice(start, end))?.[1]

/** The keys below a directive, with their values. */
function factsIn(lines: ReturnType<typeof linesOf> | readonly { words: string }[]): Map<string, string> {
  const facts = new Map<string, string>()
  for (const { words } of lines) {
    const cursor = cursorOf(tokensOf(words))
    if (cursor.peek('key')) factAt(cursor, facts)
  }
  return facts
}

/** A padding as a transaction that is booked. */
function padded({
  line,
  date,
  account,
  source,
  number,
  currency,
  narration,
}: Padding): [BeancountTransaction, BookedAtCost[]] {
  const side = (name: string, units: typeof number): BookedAtCost => {
    const posting: BeancountPosting = {
      line,
      account: name,
      isAuto: false,
      number: units,
      currency,
      cost: undefined,
      price: undefined,
      meta: new Map(),
    }
    return { source: posting, units, currency, cost: undefined, weight: { number: units, currency } }
  }
  const postings = isNone(number) ? [] : [side(account, number), side(source, negative(number))]
  const words = {
    flag: 'P',
    payee: '',
    narration,
    tags: new Set<string>(),
    links: new Set<string>(),
    meta: new Map<string, string>(),
  }
  return [{ line, date, ...words, postings: postings.map(({ source }) => source) }, postings]
}
