import type { Day } from '../../../contract/day.ts'
import { MAX_NOTES, plainText, quotedValue } from './file-values.ts'
import { type Amount, type AmountStyle, amountAt, commodityNamed } from './journal-amount.ts'
import { isNot } from './journal-fault.ts'
import { absolute, isNone, type Num } from './journal-number.ts'

/** A transaction of hledger's or Ledger's journal as it is written. */

/** The directives that hold at a line. */
export type DirectivesInForce = {
  readonly year: string
  readonly parents: readonly string[]
  readonly aliases: readonly (readonly [old: string, name: string])[]
  readonly tags: readonly string[]
  /** The decimal mark of all amounts, if a directive says it. */
  readonly decimal: '.' | ',' | undefined
  /** The account that a single posting balances with. */
  readonly bucket: string
  /** The commodity of amounts without one. */
  readonly commodity: string | undefined
}
export type UnitPrice = {
  readonly number: Num
  readonly commodity: string | undefined
  readonly isTotal: boolean
}
/** A balance that a posting states. Without an amount, the posting is the difference to this balance. */
export type StatedBalance = {
  readonly amount: Amount
  /** Whether accounts below count, and whether the account may have no other commodity. */
  readonly isWithBelow: boolean
  readonly isSole: boolean
}
export type WrittenPosting = {
  readonly line: number
  readonly account: string
  /** In parentheses it balances with nothing, in brackets with others in brackets. */
  readonly kind: 'real' | 'alone' | 'balanced'
  readonly amount: Amount | undefined
  /** The cost of one or of all of it when it was bought, in braces. */
  readonly lot: UnitPrice | undefined
  readonly price: UnitPrice | undefined
  readonly stated: StatedBalance | undefined
  readonly memo: string
}
export type WrittenTransaction = {
  readonly line: number
  readonly date: Day
  readonly description: string
  readonly code: string
  readonly comments: string[]
  readonly postings: WrittenPosting[]
}

const MAX_POSTINGS = 1_000
const MAX_COMMENTS = 100

/** Words, and the comment after them. */
export const uncommented = (words: string): [string, string] => {
  const at = words.indexOf(';')
  return at < 0 ? [words, ''] : [words.slice(0, at), plainText(words.slice(at + 1), MAX_NOTES)]
}

/** The full name of an account: below the account of `apply account`, and with aliases followed, the latest first. */
export function accountIn(written: string, said: Pick<DirectivesInForce, 'parents' | 'aliases'>): string {
  const bare = written.trim().replace(/^[([](.*)[)\]]$/, '$1')
  if (said.parents.length === 0 && said.aliases.length === 0) return plainText(bare, MAX_ACCOUNT)
  // A thousand aliases are not tried for each posting.
  const names = known.get(said.aliases) ?? new Map<string, string>()
  known.set(said.aliases, names)
  const path = plainText([...said.parents, bare].join(':'), MAX_ACCOUNT)
  const found = names.get(path)
  if (found !== undefined) return found
  let name = path
  for (const [old, other] of said.aliases.toReversed())
    if (name === old || name.startsWith(`${old}:`))
      name = plainText(other + name.slice(old.length), MAX_ACCOUNT)
  names.set(path, name)
  return name
}
const MAX_ACCOUNT = 255
const known = new WeakMap<object, Map<string, string>>()

/** A transaction, from the lines of its block. */
export function transactionIn(
  lines: Iterable<{ line: number; words: string }>,
  date: Day,
  said: DirectivesInForce,
  style: AmountStyle,
): WrittenTransaction {
  let open: WrittenTransaction | undefined
  for (const { line, words } of lines) {
    const text = words.trim()
    if (open === undefined) open = headIn(words, line, date, said)
    else if (/^[;#]/.test(text)) {
      if (open.comments.length < MAX_COMMENTS) open.comments.push(plainText(text.slice(1), MAX_NOTES))
    } else if (text !== '') {
      if (open.postings.length >= MAX_POSTINGS)
        isNot(`the transaction has more than ${MAX_POSTINGS.toLocaleString('en')} postings.`)
      open.postings.push(postingIn(text, line, said, style))
    }
  }
  return open ?? isNot('the transaction has no first line.')
}

/** The first line of a transaction: day, status, code, description, comment. */
function headIn(words: string, line: number, date: Day, { tags }: DirectivesInForce): WrittenTransaction {
  const [main, comment] = uncommented(words)
  const [dates = '', second] = /^[\d/.-]+(?:=([\d/.-]+))?/.exec(main) ?? []
  const rest = main.slice(dates.length)
  const [, , code = '', description = ''] = /^\s*([*!])?\s*(?:\(([^)]*)\))?(.*)$/s.exec(rest) ?? []
  return {
    line,
    date,
    description: plainText(description),
    code: plainText(code, 100),
    comments: [
      ...(comment === '' ? [] : [comment]),
      ...(second === undefined ? [] : [`Second date ${second}`]),
      ...tags.map((tag) => (tag.includes(':') ? tag : `${tag}:`)),
    ],
    postings: [],
  }
}

function postingIn(words: string, line: number, said: DirectivesInForce, style: AmountStyle): WrittenPosting {
  const [main, memo] = uncommented(words.replace(/^[*!]\s+/, ''))
  const gap = /\t| {2}/.exec(main)?.index ?? main.length
  const written = main.slice(0, gap).trim()
  if (written.length > MAX_ACCOUNT)
    isNot(`the name of an account in line ${line} has more than ${MAX_ACCOUNT} characters.`)
  return {
    line,
    account: accountIn(written, said),
    kind: /^\(.*\)$/.test(written) ? 'alone' : /^\[.*\]$/.test(written) ? 'balanced' : 'real',
    memo,
    ...amountsIn(main.slice(gap).trim(), said, style),
  }
}

/** The amount of a posting with its lot, its price and the balance that it states. */
function amountsIn(
  words: string,
  said: DirectivesInForce,
  style: AmountStyle,
): Pick<WrittenPosting, 'amount' | 'lot' | 'price' | 'stated'> {
  let rest = words
  const take = (): Amount => {
    const { amount, rest: after } = amountAt(rest, style)
    rest = after.trim()
    if (!isNone(amount.number)) style.named[amount.commodity === undefined ? 'none' : 'some']++
    return amount.commodity === undefined && said.commodity !== undefined
      ? { ...amount, commodity: namedIn(said.commodity, style) }
      : amount
  }
  const amount = rest === '' || rest.startsWith('=') ? undefined : take()
  const lots: { lot?: UnitPrice; price?: UnitPrice; stated?: StatedBalance } = {}
  for (let count = 0; rest !== '' && count < 8; count++) {
    const [mark = ''] =
      /^(?:\{[^}]{0,200}\}+|\[[^\]]{0,40}\]|\((?!@)[^)]{0,200}\)|\(@@?\)|@@?|==?\*?)\s*/.exec(rest) ?? []
    const [sign, isTotal] = [mark.trim(), /@@|\{\{/.test(mark)]
    rest = rest.slice(mark.length)
    if (sign.startsWith('{')) {
      const lot = lotIn(sign, said, style)
      if (lot) lots.lot = { ...lot, isTotal }
    } else if (sign.includes('@')) {
      rest = rest.replace(/^=\s*/, '')
      const { number, commodity } = take()
      lots.price = { number: absolute(number), commodity, isTotal }
    } else if (sign.startsWith('='))
      lots.stated = { amount: take(), isWithBelow: sign.endsWith('*'), isSole: sign.startsWith('==') }
    else if (sign === '') isNot(`${quotedValue(words)} is not an amount.`)
  }
  if (rest !== '') isNot(`${quotedValue(words)} is not an amount.`)
  return { amount, lot: lots.lot, price: lots.price, stated: lots.stated }
}

/** The cost in the braces of a lot; those without one say only which lot it is. */
function lotIn(
  braces: string,
  said: DirectivesInForce,
  style: AmountStyle,
): Pick<UnitPrice, 'number' | 'commodity'> | undefined {
  const inside = braces.replace(/^\{+\s*=?\s*|\s*\}+$/g, '')
  const written = inside
    .split(/, /)
    .map((part) => part.trim())
    .find((part) => /\d/.test(part) && !/^(?:\d{4}[-/.]\d|")/.test(part))
  if (written === undefined) return undefined
  const { amount, rest } = amountAt(written, style)
  if (rest !== '') return isNot(`${quotedValue(braces)} is not a cost.`)
  const commodity = amount.commodity ?? (said.commodity && namedIn(said.commodity, style))
  return { number: absolute(amount.number), commodity }
}

const namedIn = (commodity: string, style: AmountStyle): string => commodityNamed(commodity, style.own)
