import type { Day } from '../../../contract/day.ts'
import { dayOf, MAX_NOTES, negated, numberedLines, plainText, quotedValue } from './file-values.ts'
import {
  type AmountStyle,
  currencyOfCommodity,
  NotAnAmount,
  type Quantity,
  quantityAt,
  styleIn,
  times,
} from './journal-amount.ts'
import { Unreadable } from './row.ts'

/** A posting. Without a quantity, it balances the others; `weight` is its cost, at its price if it has one. */
export type JournalPosting = {
  readonly line: number
  readonly account: string
  readonly quantity: Quantity | undefined
  readonly weight: Quantity | undefined
  readonly memo: string
}

export type JournalTransaction = {
  readonly is: 'transaction'
  readonly line: number
  readonly date: Day | undefined
  readonly description: string
  readonly code: string
  /** The transaction's own id in the journal. */
  readonly reference?: string
  readonly comments: string[]
  readonly postings: JournalPosting[]
  readonly faults: (readonly [field: string, message: string])[]
}

/** An item of a journal, in its order. Skipped items are counted by kind, which `what` names. */
type JournalItem =
  | JournalTransaction
  | { readonly is: 'left out'; readonly line: number; readonly what: string }
  | { readonly is: 'unknown'; readonly line: number; readonly words: string }

const MAX_POSTINGS = 1_000

/** Directives that change nothing here, of hledger and of ledger. */
const IDLE =
  /^(account|payee|tag|commodity|decimal-mark|apply tag|apply year|apply rate|apply fixed|end|endfixed|fixed|capture|check|assert|define|def|eval|expr|import|python|value|bucket|A|C|N|year|Y|D|alias)(\s|$)/

/** Reads a journal line by line. Each transaction is yielded once the next item starts. */
export function* journalItems(text: string, own: string | undefined): Generator<JournalItem> {
  const state = {
    year: '',
    parents: [] as string[],
    aliases: [] as [string, string][],
    block: '',
    commodity: '',
  }
  const style: AmountStyle = { decimal: undefined, currency: undefined, marks: new Map(), own }
  let open: JournalTransaction | undefined
  let isRule = false // within a periodic or automated transaction, or below a directive

  for (const { line, words } of numberedLines(text, 'a journal')) {
    if (state.block !== '') {
      if (words.trim() === `end ${state.block}` || words.trim() === 'end') state.block = ''
      continue
    }
    const isIndented = /^[ \t]/.test(words)
    if (isIndented || words.trim() === '') {
      const said = words.trim()
      if (said === '') [open, isRule] = [yield* ended(open), false]
      else if (open !== undefined) yield* addTo(open, line, said, state, style)
      else if (state.commodity !== '' && said.startsWith('format ')) {
        const { decimal } = styleIn(said.slice(7).trim())
        if (decimal !== undefined) style.marks.set(state.commodity, decimal)
      } else if (!isRule && !/^[;#]/.test(said)) yield { is: 'unknown', line, words }
      continue
    }
    ;[open, isRule] = [yield* ended(open), true]
    state.commodity = ''
    if (/^[;#%|*]/.test(words)) isRule = false
    else if (/^\d/.test(words)) open = headOf(line, words, state.year)
    else if (words.startsWith('~')) yield { is: 'left out', line, what: 'periodic rules (~)' }
    else if (words.startsWith('=')) yield { is: 'left out', line, what: 'rules for automated postings (=)' }
    else if (/^P\s/.test(words)) yield { is: 'left out', line, what: 'market prices (P)' }
    else {
      const directive = uncommented(words.replace(/^[!@]/, ''))[0].trimEnd()
      if (/^(comment|test)(\s|$)/.test(directive)) state.block = directive.split(/\s/, 1)[0] ?? ''
      else if (!directed(directive, line, state, style) && !IDLE.test(directive))
        yield { is: 'unknown', line, words }
    }
  }
  yield* ended(open)
}

function* ended(open: JournalTransaction | undefined): Generator<JournalItem, undefined> {
  if (open !== undefined) yield open
  return undefined
}

type State = { year: string; parents: string[]; aliases: [string, string][]; commodity: string }

/** Applies a directive that changes how the rest is read. */
function directed(words: string, line: number, state: State, style: AmountStyle): boolean {
  const [name = '', rest = ''] = [words.split(/\s/, 1)[0], words.replace(/^\S+\s*/, '')]
  if (name === 'include')
    throw new Unreadable(
      `Line ${line}: the journal includes ${quotedValue(rest)}, and one file is read at a time. "hledger print" writes all of it into one.`,
    )
  if ((name === 'Y' || name === 'year' || words.startsWith('apply year')) && /\d{4}$/.test(words))
    state.year = words.slice(-4)
  else if (/^Y\d{4}$/.test(name)) state.year = name.slice(1)
  else if (words.startsWith('apply account ')) state.parents.push(plainText(words.slice(14)))
  else if (/^end( apply account)?$/.test(words)) state.parents.pop()
  else if (name === 'alias') addAlias(rest, line, state)
  else if (words === 'end aliases') state.aliases.length = 0
  else if (name === 'decimal-mark' && (rest === '.' || rest === ',')) style.decimal = rest
  else if (name === 'D' || name === 'commodity') {
    const found = styleIn(rest)
    if (found.decimal !== undefined) style.marks.set(found.name, found.decimal)
    if (name === 'commodity') state.commodity = found.name
    else {
      style.currency = currencyOfCommodity(found.name, style.own)
      if (found.decimal !== undefined) style.marks.set('', found.decimal)
    }
  } else return false
  return true
}

function addAlias(words: string, line: number, state: State): void {
  const [old = '', name = ''] = words.split('=', 2).map((one) => one.trim())
  if (old.startsWith('/'))
    throw new Unreadable(
      `Line ${line}: the alias ${quotedValue(words)} is a regular expression, which is not followed. "hledger print" writes a journal without aliases.`,
    )
  if (old !== '' && state.aliases.length < 1_000) state.aliases.push([old, name])
}

/** The first line of a transaction: day, status, code, description, comment. */
function headOf(line: number, words: string, year: string): JournalTransaction {
  const [main, comment] = uncommented(words)
  const [, first = '', rest = ''] = /^([\d/.-]+)(?:=[\d/.-]+)?(.*)$/s.exec(main) ?? []
  const [, , code = '', description = ''] = /^\s*([*!])?\s*(?:\(([^)]*)\))?(.*)$/s.exec(rest) ?? []
  const date = dayIn(first, year)
  const faults: [string, string][] = []
  if (date === undefined)
    faults.push([
      'date',
      `${quotedValue(first)} is not a day${/^\d+\D\d+$/.test(first) && year === '' ? ': its year is missing' : ''}.`,
    ])
  return {
    is: 'transaction',
    line,
    date,
    description: plainText(description),
    code: plainText(code, 100),
    comments: comment === '' ? [] : [comment],
    postings: [],
    faults,
  }
}

function dayIn(written: string, year: string): Day | undefined {
  const parts = written.split(/[-/.]/)
  const [y = '', month = '', day = ''] = parts.length === 2 ? [year, ...parts] : parts
  return parts.length <= 3 && /^\d{4}$/.test(y) && /^\d{1,2}$/.test(month) && /^\d{1,2}$/.test(day)
    ? dayOf(y, month, day)
    : undefined
}

/** Words, and the comment after them. */
const uncommented = (words: string): [string, string] => {
  const at = words.indexOf(';')
  return at < 0 ? [words, ''] : [words.slice(0, at), plainText(words.slice(at + 1), MAX_NOTES)]
}

/** Adds an indented line to a transaction: a comment or a posting. */
function* addTo(
  open: JournalTransaction,
  line: number,
  words: string,
  state: State,
  style: AmountStyle,
): Generator<JournalItem> {
  if (/^[;#]/.test(words)) {
    if (open.comments.length < 100) open.comments.push(plainText(words.slice(1), MAX_NOTES))
    return
  }
  if (open.postings.length >= MAX_POSTINGS)
    throw new Unreadable(
      `Line ${line}: the transaction of line ${open.line} has more than ${MAX_POSTINGS.toLocaleString('en')} postings.`,
    )
  const [main, memo] = uncommented(words.replace(/^[*!]\s+/, ''))
  const gap = /\t| {2}/.exec(main)?.index ?? main.length
  const account = plainText(main.slice(0, gap))
  if (/^[([]/.test(account)) {
    yield { is: 'left out', line, what: 'virtual postings' }
    return
  }
  try {
    open.postings.push({
      line,
      account: named(account, state),
      memo,
      ...valuesIn(main.slice(gap).trim(), style),
    })
  } catch (error) {
    if (!(error instanceof NotAnAmount)) throw error
    open.faults.push(['amount', `${error.message} It stands in line ${line}.`])
  }
}

/** The full name of an account: with the prefix of `apply account`, and with aliases applied. */
function named(account: string, { parents, aliases }: State): string {
  let name = parents.length === 0 ? account : [...parents, account].join(':')
  for (const [old, other] of aliases.toReversed())
    if (name === old || name.startsWith(`${old}:`)) {
      name = other + name.slice(old.length)
      break
    }
  return plainText(name, 255)
}

/** Quantity, price and balance assertion of a posting. An assertion is not checked: the journal's own program does that. */
function valuesIn(words: string, style: AmountStyle): Pick<JournalPosting, 'quantity' | 'weight'> {
  if (words === '') return { quantity: undefined, weight: undefined }
  if (words.startsWith('=')) throw new NotAnAmount(`${quotedValue(words)} assigns a balance, not an amount.`)
  const { quantity, rest } = quantityAt(words, style)
  // Lots, in braces, brackets and parentheses, are the journal's own notes.
  const after = rest.replace(/^(?:\{[^}]*\}+|\[[^\]]*\]|\([^)]*\)|\s+)+/, '')
  if (!after.startsWith('@')) {
    if (after !== '' && !after.startsWith('='))
      throw new NotAnAmount(`${quotedValue(words)} is not an amount.`)
    return { quantity, weight: quantity }
  }
  const isTotal = after.startsWith('@@')
  const price = quantityAt(after.replace(/^@@?\s*/, ''), style).quantity
  const size = price.amount.replace('-', '')
  const total = isTotal
    ? quantity.amount.startsWith('-')
      ? negated(size)
      : size
    : times(quantity.amount, size)
  return { quantity, weight: { amount: total, currency: price.currency } }
}
