import { allCurrencies, currencyFacts } from '../../../contract/iso4217.ts'
import { currencyCodeOf, decimalMarkOf, decimalsOrTwo, quotedValue } from './file-values.ts'
import { isNot } from './journal-fault.ts'
import { by, isHuge, isNone, type Num, negative, numberFrom, over, plus } from './journal-number.ts'

/** An amount of a journal. Its commodity is the code of a currency or the name of a thing; undefined if none is written. */
export type Amount = { readonly number: Num; readonly commodity: string | undefined }

/** How a journal writes amounts: its default commodity, and the decimal mark of all commodities or of one. */
export type AmountStyle = {
  decimal: '.' | ',' | undefined
  readonly marks: Map<string, '.' | ','>
  /** The currency of the imported account: it decides the currency of an ambiguous sign. */
  readonly own: string | undefined
  /** Notes the marks in an amount, which say how amounts such as 1,000 are meant. */
  note(written: string): void
  /** The decimal mark that the amounts of the journal have, if none has the other. */
  usual(): '.' | ',' | undefined
  /** How many amounts such as 1,000 were read by that mark or as thousands, with the first. */
  readonly unclear: { count: number; first: string }
  /** How many amounts have a commodity, and how many have none. */
  readonly named: { some: number; none: number }
}

const COMMODITY = '"[^"]*"|[^\\s\\d"+*/.,;:@=!?&<>^|~{}()\\[\\]-]+'
const NUMBER =
  "(?:\\d[\\d.,'\u00a0\u202f]*(?: \\d{3}(?![\\d])[\\d.,]*)*|[.,]\\d+)(?:[eE][-+]?\\d{1,2}(?![\\w]))?"
const BEFORE = new RegExp(`^([-+]?)\\s*(${COMMODITY})\\s*([-+]?)\\s*(${NUMBER})\\s*`)
const AFTER = new RegExp(`^([-+]?)\\s*(${NUMBER})\\s*(${COMMODITY})?\\s*`)
/** Numbers that show which of their marks is the decimal one. */
const CLEAR = /\d[.,]\d{1,2}(?!\d)(?![.,]\d)|\d[.,]\d{4,}|\d,\d{3}\.|\d\.\d{3},/g
const MAX_DEPTH = 20

export function makeStyle(own: string | undefined): AmountStyle {
  const counts = { '.': 0, ',': 0 }
  return {
    decimal: undefined,
    marks: new Map(),
    own,
    unclear: { count: 0, first: '' },
    named: { some: 0, none: 0 },
    note(written) {
      for (const [clear] of written.slice(0, 200).matchAll(CLEAR)) {
        const mark = /^\d([.,])\d{3}[.,]$/.test(clear) ? clear.at(-1) : clear.charAt(1)
        if (mark === '.' || mark === ',') counts[mark]++
      }
    },
    usual: () =>
      counts['.'] > 0 && counts[','] === 0 ? '.' : counts[','] > 0 && counts['.'] === 0 ? ',' : undefined,
  }
}

/** An amount at the start of the words, and the words after it. */
export function amountAt(written: string, style: AmountStyle): { amount: Amount; rest: string } {
  const words = written.replace(/\s+/g, ' ') // otherwise many blanks would cause quadratic backtracking
  if (/^[-+]? ?\(/.test(words)) return computed(words, style)
  const before = BEFORE.exec(words)
  const after = before === null ? AFTER.exec(words) : null
  const [whole = '', sign = '', commodity = '', second = '', number = ''] = before ?? [
    after?.[0],
    after?.[1],
    after?.[3] ?? '',
    '',
    after?.[2],
  ]
  if (whole === '' || (sign !== '' && second !== '')) isNot(`${quotedValue(words)} is not an amount.`)
  const name = commodity.replace(/^"|"$/g, '')
  const code = name === '' ? undefined : commodityNamed(name, style.own)
  const size = numberIn(number, name, code, style)
  return {
    amount: { number: sign === '-' || second === '-' ? negative(size) : size, commodity: code },
    rest: words.slice(whole.length),
  }
}

function numberIn(written: string, name: string, code: string | undefined, style: AmountStyle): Num {
  const [digits = '', exponent = '0'] = written.split(/e/i)
  const decimals = decimalsOrTwo(code ?? style.own)
  // A single point is the decimal mark for hledger and Ledger alike; a single comma is not.
  const isPoint = /^\d*\.\d+$/.test(digits)
  const isUnclear = /^[1-9]\d{0,2},\d{3}$/.test(digits)
  const declared =
    style.decimal ?? style.marks.get(name) ?? (isPoint ? '.' : /^0,\d+$/.test(digits) ? ',' : undefined)
  if (isUnclear && declared === undefined) {
    style.unclear.count++
    style.unclear.first ||= written
  }
  const mark = declared ?? (isUnclear ? style.usual() : undefined) ?? decimalMarkOf(digits, decimals)
  const number = numberFrom(plainNumber(digits, mark) ?? isNot(`${quotedValue(written)} is not an amount.`))
  const power = Number(exponent)
  const ten: Num = { digits: 10n ** BigInt(Math.abs(power)), scale: 0 }
  const found = number && power !== 0 ? (power > 0 ? by(number, ten) : over(number, ten)) : number
  return found === undefined || isHuge(found) ? isNot(`${quotedValue(written)} is too large.`) : found
}

/** The digits of a number without its thousands, with a point; undefined if its marks contradict each other. */
function plainNumber(digits: string, mark: '.' | ','): string | undefined {
  const [whole = '', fraction = '', more] = digits.replaceAll(/[\s'\u00a0\u202f]/g, '').split(mark)
  const other = mark === '.' ? ',' : '.'
  return more !== undefined || fraction.includes(other)
    ? undefined
    : `${whole.replaceAll(other, '') || '0'}${fraction === '' ? '' : `.${fraction}`}`
}

/** An amount that Ledger computes: `($10.00 + 2 * $5.00)`. */
function computed(words: string, style: AmountStyle): { amount: Amount; rest: string } {
  let rest = words
  const next = (pattern: RegExp): string | undefined => {
    const [found] = pattern.exec(rest) ?? []
    if (found !== undefined) rest = rest.slice(found.length)
    return found?.trim()
  }
  const odd = (): never => isNot(`${quotedValue(words)} cannot be computed.`)

  function factor(depth: number): Amount {
    if (depth > MAX_DEPTH) odd()
    if (next(/^- ?(?=\()/) !== undefined) {
      const { number, commodity } = factor(depth + 1)
      return { number: negative(number), commodity }
    }
    if (next(/^\+? ?\( ?/) !== undefined) {
      const found = sum(depth + 1)
      if (next(/^\) ?/) === undefined) odd()
      return found
    }
    const { amount, rest: after } = amountAt(rest, style)
    rest = after
    return amount
  }
  function product(depth: number): Amount {
    let one = factor(depth)
    for (let sign = next(/^[*/] ?/); sign !== undefined; sign = next(/^[*/] ?/)) {
      const other = factor(depth)
      if (one.commodity !== undefined && other.commodity !== undefined) odd()
      if (sign === '/' && isNone(other.number)) odd()
      one = {
        number: sign === '*' ? by(one.number, other.number) : over(one.number, other.number),
        commodity: one.commodity ?? other.commodity,
      }
    }
    return one
  }
  function sum(depth: number): Amount {
    let one = product(depth)
    for (let sign = next(/^[-+] ?/); sign !== undefined; sign = next(/^[-+] ?/)) {
      const other = product(depth)
      const isZero = isNone(one.number) || isNone(other.number)
      if (one.commodity !== other.commodity && !isZero) odd()
      one = {
        number: plus(one.number, sign === '-' ? negative(other.number) : other.number),
        commodity: one.commodity ?? other.commodity,
      }
    }
    return one
  }
  const amount = factor(0)
  if (isHuge(amount.number)) odd()
  return { amount, rest }
}

/** The commodity and the decimal mark of an amount that shows how others are written, as in `commodity 1.000,00 EUR`. */
export function styleIn(written: string): { name: string; decimal: '.' | ',' | undefined } {
  const words = written.replace(/\s+/g, ' ')
  const before = BEFORE.exec(words)
  const after = before === null ? AFTER.exec(words) : null
  const name = (before?.[2] ?? after?.[3] ?? words.trim()).replace(/^"|"$/g, '')
  const number = before?.[4] ?? after?.[2] ?? ''
  const last = /[.,](?=\d*$)/.exec(number)?.[0]
  // "1.000," shows both: the last mark is the decimal mark, even without digits after it.
  return { name, decimal: last === '.' || last === ',' ? last : undefined }
}

const signs = new Map<string, string>()
const ambiguous = new Map<string, string[]>()
for (const [symbol, all] of Map.groupBy(allCurrencies, (one) => one.symbol))
  if (all.length === 1 && all[0]) signs.set(symbol, all[0].id)
  else
    ambiguous.set(
      symbol,
      all.map(({ id }) => id),
    )
for (const [sign, id] of [
  ['$', 'USD'],
  ['US$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₽', 'RUB'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
] as const)
  signs.set(sign, id)

/** The currency that a name or a sign stands for; else the name of the thing. */
export function commodityNamed(name: string, own: string | undefined): string {
  if (own !== undefined && currencyFacts(own)?.symbol === name) return own
  const found = currencyCodeOf(name) ?? signs.get(name)
  if (found !== undefined) return found
  const several = ambiguous.get(name)
  if (several)
    isNot(
      `${quotedValue(name)} can be ${several.slice(0, 4).join(', ')}: import the journal into an account in the currency that is meant, or write its code.`,
    )
  return name
}
