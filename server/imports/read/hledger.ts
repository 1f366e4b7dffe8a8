import { later } from '../../../words/t.ts'
import { shown } from './beancount-complete.ts'
import type { Besides, FileRate, LeftOutOfFile } from './besides.ts'
import { asIs, bad, numberedLines } from './file-values.ts'
import { lotsAtCost, MAX_WRONG, moreWrong, notFollowed, virtual } from './hledger-besides.ts'
import { type JournalBlock, journalIn } from './journal.ts'
import { amountAt, commodityNamed } from './journal-amount.ts'
import { type BalancedPosting, balanced, conversionsOf, makeRunning, withStated } from './journal-balanced.ts'
import { type CountedInJournal, leftOut, rateOf } from './journal-besides.ts'
import { makeBook, VIRTUAL } from './journal-book.ts'
import { makeClosings } from './journal-closings.ts'
import { NotJournal } from './journal-fault.ts'
import { makeNames } from './journal-names.ts'
import { type Num, negative, plus, ZERO } from './journal-number.ts'
import { rowsOfTransaction } from './journal-rows.ts'
import { transactionIn, type WrittenPosting, type WrittenTransaction } from './journal-transaction.ts'
import { wordsOf } from './journal-words.ts'
import { decimalWord } from './kept-sentences.ts'
import { type BadRow, type FileRow, isBad, type Reader } from './row.ts'

/** Reads journals of hledger and Ledger: completes and balances transactions as these programs do, and turns postings of money into rows. */
export const readHledger: Reader = (text, { currency }) => {
  const reading = makeReading(text, currency)
  return { mapping: asIs, rows: reading.rows(), balances: reading.balances, besides: reading.besides }
}

/** The first lines of a journal that Florin has written. */
const OWN = /^\ufeff?; Florin: [^\n]*\n; in [A-Z]{3}, as of /

const VIRTUAL_OPENING = 'equity:opening balances'

function makeReading(text: string, own: string | undefined) {
  const isOwn = OWN.test(text)
  const journal = journalIn(text, own)
  const names = makeNames(journal, isOwn)
  const base = own ?? 'EUR'
  const book = makeBook(names, own)
  const running = makeRunning(journal.watched)
  const wrong: LeftOutOfFile[] = []
  const closings = makeClosings()
  const isConversion = conversionsOf(journal.roots.typeOf)
  /** How many transactions have the cost of a lot and no price. */
  let lots = 0
  /** Sums of virtual postings on accounts that the book does not have. */
  const beside = new Map<string, Map<string, Num>>()

  const isMoney = ({ account }: WrittenPosting): boolean =>
    journal.roots.isProven(account) && ['asset', 'liability'].includes(journal.roots.typeOf(account))
  const putBeside = (booked: readonly BalancedPosting[]) => {
    for (const { source, units, currency } of booked) {
      const sums = beside.get(source.account) ?? new Map<string, Num>()
      beside.set(source.account, sums.set(currency, plus(sums.get(currency) ?? ZERO, units)))
    }
  }

  const owned = (row: FileRow | BadRow, id: string | undefined): FileRow | BadRow =>
    isOwn && id ? { ...row, own_id: id.toLowerCase() } : row

  /** The rows of postings that balance. */
  function* rowsOfBooked(
    one: WrittenTransaction,
    booked: readonly BalancedPosting[],
  ): Generator<FileRow | BadRow> {
    const { head, memoOf, decorated } = wordsOf(one, booked.length, isOwn)
    const parts = orFault(() => book.transactionsOf(head, booked, memoOf))
    if ('fault' in parts)
      yield decorated(bad(0, one.line, one.description || 'No text', ['text', parts.fault]))
    else
      for (const part of parts.done)
        for (const row of rowsOfTransaction(part, names.typeOf)) yield decorated(row)
  }

  /** A virtual posting in parentheses balances with nothing, so equity is its other side. */
  function alone(one: WrittenTransaction, posting: BalancedPosting): BalancedPosting[] {
    const isOpening = one.postings.every(({ kind }) => kind === 'alone') && names.isOpening(one.description)
    const account = isOpening ? VIRTUAL_OPENING : VIRTUAL
    const { number, currency } = posting.weight
    const units = negative(number)
    return [
      posting,
      {
        source: { ...posting.source, account, memo: '' },
        units,
        currency,
        weight: { number: units, currency },
      },
    ]
  }

  function* transaction(entry: JournalBlock): Generator<FileRow | BadRow> {
    journal.style.decimal = entry.said.decimal
    const one = transactionIn(linesOf(text, entry), entry.date, entry.said, journal.style)
    const postings = withStated(
      [...one.postings, ...toBucket(one, entry.said.bucket)],
      running,
      base,
      ({ posting, stated, there }) =>
        wrong.push({
          kind: 'other',
          name: later('Balance of {account}, {day}', { account: posting.account, day: one.date }),
          why: later(
            'Line {line}: the journal states {stated} {currency}, and its transactions come to {sum} {currency}.',
            {
              line: posting.line,
              stated: decimalWord(shown(stated.amount.number)),
              sum: decimalWord(shown(there)),
              currency: stated.amount.commodity ?? base,
            },
          ),
        }),
    )
    const of = (kind: WrittenPosting['kind']) =>
      balanced(
        postings.filter((posting) => posting.kind === kind),
        running,
        base,
        isConversion,
      )
    const real = of('real')
    if (one.postings.some(({ lot, price, amount }) => lot && !price && amount)) lots++
    if (real.length > 0 || one.postings.length === 0)
      for (const due of closings.next(one, real, names.nameOf)) yield* rowsOfBooked(due.one, due.booked)
    const bracketed = of('balanced')
    if (bracketed.some(({ source }) => isMoney(source))) yield* rowsOfBooked(one, bracketed)
    else putBeside(bracketed)
    for (const posting of of('alone'))
      if (isMoney(posting.source)) yield* rowsOfBooked(one, alone(one, posting))
      else putBeside([posting])
  }

  function besides(): Besides {
    const rates: FileRate[] = []
    const counted = new Map<CountedInJournal, number>()
    for (const { words, date, said } of journal.prices) {
      journal.style.decimal = said.decimal
      const rate = rateIn(words, date, said.commodity)
      if (typeof rate === 'string') counted.set(rate, (counted.get(rate) ?? 0) + 1)
      else rates.push(rate)
    }
    const { accounts, groups, left_out = [] } = names.described()
    return {
      ...(accounts && { accounts }),
      ...(groups && { groups }),
      rates,
      left_out: [
        ...book.differences(),
        ...wrong.slice(0, MAX_WRONG),
        ...(wrong.length > MAX_WRONG ? [moreWrong(wrong.length - MAX_WRONG)] : []),
        ...left_out,
        ...closings.leftOut(),
        ...[...journal.left].map(([what, { count, line }]) => notFollowed(what, count, line)),
        ...[...beside].map(([account, sums]) => virtual(account, sums)),
        ...unclear(),
        ...bare(),
        ...lotsAtCost(lots),
        ...leftOut(counted),
      ],
    }
  }

  function rateIn(
    words: string,
    date: JournalBlock['date'],
    usual: string | undefined,
  ): FileRate | CountedInJournal {
    try {
      const [, thing = '', rest = ''] = /^("[^"]*"|\S+)\s+(.*)$/.exec(words) ?? []
      const { number, commodity = usual ?? base } = amountAt(rest, journal.style).amount
      return rateOf(commodityNamed(thing.replaceAll('"', ''), own), { number, currency: commodity }, date)
    } catch (error) {
      if (!(error instanceof NotJournal)) throw error
      return 'prices_unread'
    }
  }

  function unclear(): LeftOutOfFile[] {
    const { count, first } = journal.style.unclear
    return count === 0 || journal.style.usual() !== undefined
      ? []
      : [
          {
            kind: 'other',
            name: later('Amounts such as {amount}: {count, number}', { amount: first ?? '', count }),
            why: later(
              'Nothing in the journal says which mark is the decimal one. They are read as thousands, as Ledger does; a line "decimal-mark ," or "decimal-mark ." would say it.',
            ),
          },
        ]
  }

  /** Programs keep amounts without a commodity apart from those with one. */
  function bare(): LeftOutOfFile[] {
    const { some, none } = journal.style.named
    const isDefault = journal.entries.some(({ said }) => said.commodity !== undefined)
    return some === 0 || none === 0 || isDefault
      ? []
      : [
          {
            kind: 'other',
            name: later('Amounts without a currency: {count, number}', { count: none }),
            why: later(
              'They are read as {currency}, and other amounts of the journal have a currency or a commodity.',
              { currency: base },
            ),
          },
        ]
  }

  return {
    balances: book.balances,
    besides,
    *rows(): Generator<FileRow | BadRow> {
      let n = 0
      const numbered = function* (some: Iterable<FileRow | BadRow>) {
        for (const row of some) {
          if (!isBad(row)) book.read(row)
          yield { ...row, n: ++n }
        }
      }
      yield* numbered(journal.faults)
      for (const entry of journal.entries)
        try {
          yield* numbered(transaction(entry))
        } catch (error) {
          if (!(error instanceof NotJournal)) throw error
          const words =
            text.slice(entry.start, Math.min(entry.end, entry.start + 200)).split('\n', 1)[0] ?? ''
          yield* numbered([owned(bad(0, entry.line, words, ['text', error.message]), idIn(text, entry))])
        }
      for (const { one, booked } of closings.rest()) yield* numbered(rowsOfBooked(one, booked))
      for (const part of book.openings())
        yield* numbered(rowsOfTransaction(part, names.typeOf).map((row) => owned(row, part.reference)))
    },
  }
}

/** The result of a function, or the sentence why the program of the journal would not take it either. */
function orFault<Done>(work: () => Done): { readonly done: Done } | { readonly fault: string } {
  try {
    return { done: work() }
  } catch (error) {
    if (error instanceof NotJournal) return { fault: error.message }
    throw error
  }
}

/** The id of a transaction of Florin's own that cannot be read as it is. */
const idIn = (text: string, { start, end }: JournalBlock): string | undefined =>
  /^ {4}; id: (\S+)$/m.exec(text.slice(start, end))?.[1]

function* linesOf(text: string, { start, end, line }: JournalBlock) {
  for (const one of numberedLines(text.slice(start, end), 'journal'))
    yield { line: line + one.line - 1, words: one.words }
}

/** With `bucket`, a single posting balances with that account. */
function toBucket({ line, postings }: WrittenTransaction, account: string): WrittenPosting[] {
  const [only, another] = postings.filter(({ kind }) => kind === 'real')
  return account === '' || !only?.amount || another
    ? []
    : [
        {
          line,
          account,
          kind: 'real',
          amount: undefined,
          lot: undefined,
          price: undefined,
          stated: undefined,
          memo: '',
        },
      ]
}
