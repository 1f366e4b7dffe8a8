import { later } from '../../../words/t.ts'
import type { Besides, LeftOutOfFile } from './besides.ts'
import { childOf, childrenOf, type Element, elementsOf, wordsAt } from './elements.ts'
import { asIs, bad, dayOf, isZero, shortValue } from './file-values.ts'
import { type GnuCashSide, rowsOfEntry } from './gnucash.ts'
import { commodityOf, type GnuCashAccount, isMoney, makeAccounts } from './gnucash-accounts.ts'
import { fractionText, rateText } from './gnucash-numbers.ts'
import { type BadRow, type FileRow, isBad, type Reader, Unreadable } from './row.ts'
import { cannot, type RowFault } from './row-faults.ts'

/** The parts of a book that are read whole, and what everything else in it is called in a sentence. */
const READ = new Set(['account', 'transaction', 'price', 'schedxaction', 'budget'])
/** Things of a book that are counted, because one of Florin has no place for them. */
const COUNTED = {
  GncBillTerm: (count: number) => later('{count, plural, other {# terms of payment}}', { count }),
  GncCustomer: (count: number) => later('{count, plural, other {# customers}}', { count }),
  GncEmployee: (count: number) => later('{count, plural, other {# employees}}', { count }),
  GncInvoice: (count: number) => later('{count, plural, other {# invoices and bills}}', { count }),
  GncJob: (count: number) => later('{count, plural, other {# jobs}}', { count }),
  GncOrder: (count: number) => later('{count, plural, other {# orders}}', { count }),
  GncTaxTable: (count: number) => later('{count, plural, other {# tax tables}}', { count }),
  GncVendor: (count: number) => later('{count, plural, other {# vendors}}', { count }),
  security: (count: number) => later('{count, plural, other {# prices of securities}}', { count }),
  other: (count: number) => later('{count, plural, other {# prices that are not exchange rates}}', { count }),
}
type CountedInGnucash = keyof typeof COUNTED
const isCounted = (name: string): name is CountedInGnucash => Object.hasOwn(COUNTED, name)
const MAX_POSTINGS = 1_000

/** Elements of the book itself, not those of the templates of scheduled transactions. */
const isPart = (name: string, around: readonly string[]): boolean =>
  (READ.has(name) || isCounted(name)) &&
  (around.at(-1) === 'book' ||
    around.at(-1) === 'gnc-v2' ||
    (name === 'price' && around.at(-1) === 'pricedb'))

/**
 * Reads the book of GnuCash as XML: accounts with their types, transactions with all their sides, and exchange rates. What has no place in a book of
 * Florin is named.
 */
export const readGnuCashXml: Reader = (text) => {
  const book = makeBook()
  return {
    mapping: asIs,
    rows: rowsOf(text, book),
    balances: book.accounts.balances,
    besides: book.besides,
  }
}

function makeBook() {
  const accounts = makeAccounts()
  const rates: { from: string; to: string; date: string; rate: string }[] = []
  const named: LeftOutOfFile[] = []
  const counted = new Map<CountedInGnucash, number>()
  const count = (what: CountedInGnucash) => {
    counted.set(what, (counted.get(what) ?? 0) + 1)
  }
  return {
    accounts,
    named,
    count,
    rates,
    /** The line of each transaction, by its id. */
    seen: new Map<string, number>(),
    besides: (): Besides => ({
      ...accounts.described(),
      rates,
      left_out: [
        ...named,
        ...accounts.things(),
        ...counted.entries().map(([what, number]) => {
          const isPrice = what === 'security' || what === 'other'
          return {
            kind: isPrice ? ('rates' as const) : ('other' as const),
            name: COUNTED[what](number),
            why: isPrice
              ? later('Only rates between currencies come over.')
              : later('Florin has no place for them.'),
          }
        }),
      ],
    }),
  }
}
type GnuCashBook = ReturnType<typeof makeBook>

function* rowsOf(text: string, book: GnuCashBook): Generator<FileRow | BadRow> {
  let n = 0
  let isBook = false
  for (const event of elementsOf(text, isPart, 'transaction')) {
    if (event.is === 'open') isBook ||= event.name === 'book' || event.name === 'gnc-v2'
    if (event.is !== 'element') continue
    const { element } = event
    if (element.name === 'account') book.accounts.add(element)
    else if (element.name === 'transaction')
      for (const row of rowsOfElement(element, book)) yield { ...row, n: ++n }
    else noteOther(element, book)
  }
  if (!isBook) throw new Unreadable(later('The file has no book of GnuCash in it.'))
  book.accounts.settle()
}

/** What a book has besides accounts and transactions. */
function noteOther(element: Element, book: GnuCashBook): void {
  const { name } = element
  if (name === 'price') {
    const [from, to] = [commodityOf(childOf(element, 'commodity')), commodityOf(childOf(element, 'currency'))]
    const date = dayIn(wordsAt(element, 'time', 'date'))
    const rate = rateText(wordsAt(element, 'value'))
    if (!from.currency || !to.currency) book.count('security')
    else if (!date || !rate || from.currency === to.currency) book.count('other')
    else book.rates.push({ from: from.currency, to: to.currency, date, rate })
  } else if (name === 'schedxaction')
    book.named.push({
      kind: 'recurring',
      name: wordsAt(element, 'name') || later('A scheduled transaction'),
      why: later('Scheduled transactions of GnuCash are not read. Add it to Recurring.'),
    })
  else if (name === 'budget')
    book.named.push({
      kind: 'budgets',
      name: wordsAt(element, 'name') || later('A budget'),
      why: later('Budgets of GnuCash are not read. Budgets can be made of what was spent.'),
    })
  else if (isCounted(name)) book.count(name)
}

/** The day as it is written: a time and its zone do not move it. */
const dayIn = (written: string) => {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)(?:$|[ T])/.exec(written) ?? []
  return dayOf(year, month, day)
}

/** The value of a slot, which may be a day. */
const slotOf = (element: Element, key: string): string => {
  const slot = childrenOf(childOf(element, 'slots'), 'slot').find((one) => wordsAt(one, 'key') === key)
  return wordsAt(slot, 'value', 'gdate') || wordsAt(slot, 'value')
}

function rowsOfElement(element: Element, book: GnuCashBook): (FileRow | BadRow)[] {
  const { line } = element
  const description = wordsAt(element, 'description')
  const faulty = (field: string, fault: RowFault, where = line) => [
    bad(0, where, description, [field, fault]),
  ]
  const id = wordsAt(element, 'id')
  const before = book.seen.get(id)
  if (before !== undefined) return faulty('reference', cannot('repeated_number', { other_line: before }))
  if (id !== '') book.seen.set(id, line)
  const posted = slotOf(element, 'date-posted') || wordsAt(element, 'date-posted', 'date')
  const date = dayIn(posted)
  const { currency } = commodityOf(childOf(element, 'currency'))
  const voided = slotOf(element, 'void-reason')
  if (voided !== '') return faulty('text', cannot('voided', { value: shortValue(voided) }))
  if (!date) return faulty('date', cannot('not_a_date', { value: shortValue(posted) }))
  if (!currency)
    return faulty(
      'currency',
      cannot('not_a_currency', { value: shortValue(wordsAt(element, 'currency', 'id')) }),
    )
  const splits = childrenOf(childOf(element, 'splits'), 'split')
  if (splits.length > MAX_POSTINGS)
    return faulty('text', cannot('too_many_sides', { most: MAX_POSTINGS.toLocaleString('en') }))
  const sides: PostedSide[] = []
  for (const split of splits) {
    const side = sideOf(split, currency, book)
    if ('code' in side) return faulty('amount', side, split.line)
    sides.push(side)
  }
  // A split of shares, and notes in the register, move no money.
  if (sides.every(({ posting }) => isZero(posting.weight.amount))) {
    for (const side of sides) book.accounts.count(side, date)
    book.named.push({
      kind: 'other',
      name: description
        ? later('{what}, {day}', { what: description, day: date })
        : later('A transaction, {day}', { day: date }),
      why: later('Line {line}: it moves no money.', { line }),
    })
    return []
  }
  const entry = {
    line,
    date,
    description,
    code: wordsAt(element, 'num'),
    reference: id,
    notes: slotOf(element, 'notes'),
    sides: sides.map(({ posting }) => posting),
  }
  const rows = rowsOfEntry(entry, book.accounts.typeOf)
  if (!rows.some(isBad)) for (const side of sides) book.accounts.count(side, date)
  return rows
}

type PostedSide = { readonly account: GnuCashAccount; readonly posting: GnuCashSide; readonly shares: string }

/** One side of a transaction, or why it cannot be read. Shares are in their account at what they cost. */
function sideOf(split: Element, currency: string, { accounts }: GnuCashBook): PostedSide | RowFault {
  const [value, quantity] = [wordsAt(split, 'value'), wordsAt(split, 'quantity')]
  const account = accounts.find(wordsAt(split, 'account'))
  if (!account) return cannot('account_not_in_file', { value: shortValue(wordsAt(split, 'account')) })
  const weight = fractionText(value)
  if (weight === undefined) return cannot('not_an_amount', { value: shortValue(value) })
  const written = fractionText(quantity)
  const isThing = account.currency === undefined
  if (!isThing && written === undefined) return cannot('not_an_amount', { value: shortValue(quantity) })
  const own = account.currency
  return {
    account,
    shares: isThing ? quantity : '',
    posting: {
      line: split.line,
      account: account.path,
      quantity:
        own === undefined || own === currency || !isMoney(account)
          ? { amount: weight, currency }
          : { amount: written ?? '', currency: own },
      weight: { amount: weight, currency },
      memo: wordsAt(split, 'memo'),
    },
  }
}
