import { type Day, FIRST_DAY } from '../../../contract/day.ts'
import { later } from '../../../words/t.ts'
import type { Tolerances } from './beancount-complete.ts'
import { type Method, methodNamed } from './beancount-lots.ts'
import { dayIn, factAt } from './beancount-parse.ts'
import { type Cursor, cursorOf, isIgnored, linesIn, textIn, tokensOf } from './beancount-tokens.ts'
import type { LeftOutOfFile } from './besides.ts'
import { bad, quotedValue, shortValue } from './file-values.ts'
import { isNot, NotJournal } from './journal-fault.ts'
import { type Num, numberFrom } from './journal-number.ts'
import type { JournalAccountType } from './journal-rows.ts'
import { type BadRow, Unreadable } from './row.ts'

/** A directive with a day, where it stands, and the tags and keys that were pushed there. */
export type BeancountEntry = {
  readonly kind: string
  readonly date: Day
  readonly line: number
  readonly start: number
  end: number
  readonly tags: readonly string[]
  readonly meta: ReadonlyMap<string, string>
}

export type BeancountFile = {
  /** In the order in which Beancount takes them: by day, and on a day openings first, then balances. */
  readonly entries: BeancountEntry[]
  readonly faults: BadRow[]
  readonly left: LeftOutOfFile[]
  readonly tolerances: Tolerances
  method: Method
  /** The type of each root of accounts, as options may name them. */
  readonly roots: Map<string, JournalAccountType>
  /** The account that opening balances come from, without its root. */
  opening: string
  /** The accounts that balances are stated of. */
  readonly watched: Set<string>
}

const MAX_ENTRIES = 500_000
const MAX_FAULTS = 10_000
/** So many tags, and so many keys, are pushed at a time. */
const MAX_PUSHED = 100
const MAX_PLUGINS = 100

const KINDS = new Set('open close commodity pad balance price note document event query custom'.split(' '))
const FIRST: Readonly<Record<string, number>> = { open: -2, balance: -1, document: 1, close: 2 }
const HEAD = /^(\d{4}[-/]\d{1,2}[-/]\d{1,2})[ \t]+(\S+)(?:[ \t]+([^\s;"]+))?/
const TYPES = {
  assets: 'asset',
  liabilities: 'liability',
  equity: 'equity',
  income: 'income',
  expenses: 'expense',
} as const

/** Finds the directives of a file, and applies those that say how the rest is read. */
export function indexed(text: string): BeancountFile {
  const names = new Map<JournalAccountType, string>()
  const file: BeancountFile = {
    entries: [],
    faults: [],
    left: [],
    tolerances: { standard: new Map(), multiplier: { digits: 5n, scale: 1 }, isFromCost: false },
    method: 'STRICT',
    roots: new Map(),
    opening: 'Opening-Balances',
    watched: new Set(),
  }
  const pushed: Pushed = { tags: [], meta: new Map() }
  let open: BeancountEntry | undefined
  for (const { line, start, end, words } of linesIn(text)) {
    if (/^\s*(?:;|$)/.test(words)) {
      if (words.trim() === '') open = undefined
      continue
    }
    if (/^[ \t]/.test(words)) {
      if (open) open.end = end
      else unknown(file, line, words, 'does not belong to a directive.')
      continue
    }
    open = undefined
    if (isIgnored(words)) continue
    try {
      if (/^\d/.test(words)) {
        open = entryAt(words, { line, start, end }, pushed, file)
        file.entries.push(open)
      } else direct(cursorOf(tokensOf(words)), line, pushed, file, names)
    } catch (error) {
      if (!(error instanceof NotJournal)) throw error
      unknown(file, line, words, error.message)
    }
    if (file.entries.length > MAX_ENTRIES)
      throw new Unreadable(
        later('Line {line}: the file has more than {most, number} directives. Split it.', {
          line,
          most: MAX_ENTRIES,
        }),
      )
  }
  for (const [key, type] of Object.entries(TYPES))
    file.roots.set(names.get(type) ?? key.charAt(0).toUpperCase() + key.slice(1), type)
  const rank = ({ kind }: BeancountEntry) => FIRST[kind] ?? 0
  file.entries.sort((a, b) =>
    a.date === b.date ? rank(a) - rank(b) || a.line - b.line : a.date < b.date ? -1 : 1,
  )
  return file
}

type Pushed = { tags: readonly string[]; meta: ReadonlyMap<string, string> }

function unknown(file: BeancountFile, line: number, words: string, message: string): void {
  file.faults.push(bad(0, line, words, ['text', message]))
  if (file.faults.length > MAX_FAULTS)
    throw new Unreadable(
      later('Line {line}: more than {most, number} parts of the file cannot be read.', {
        line,
        most: MAX_FAULTS,
      }),
    )
}

function entryAt(
  words: string,
  place: { line: number; start: number; end: number },
  { tags, meta }: Pushed,
  { watched }: BeancountFile,
): BeancountEntry {
  const [, day = '', kind = '', account = ''] =
    HEAD.exec(words) ?? isNot(`${quotedValue(words)} is no directive.`)
  // A currency or an account that was declared before 1900 is declared before all else.
  const isEarlier = (kind === 'commodity' || kind === 'open') && /^1[0-8]\d\d[-/]/.test(day)
  const date = dayIn(isEarlier ? FIRST_DAY : day) ?? isNot(`${quotedValue(day)} is not a day.`)
  if (kind === 'balance' || kind === 'pad') watched.add(account)
  return { kind: KINDS.has(kind) ? kind : 'transaction', date, ...place, tags, meta }
}

/** Applies a directive without a day. */
function direct(
  cursor: Cursor,
  line: number,
  pushed: Pushed,
  file: BeancountFile,
  names: Map<JournalAccountType, string>,
): void {
  const name = cursor.require('word', 'a directive').words
  const text = () => textIn(cursor.require('text', 'a text in quotation marks'))
  if (name === 'include')
    throw new Unreadable(
      later(
        'Line {line}: the file includes "{file}", and one file is read at a time. "bean-query FILE print" writes all of them into one.',
        { line, file: shortValue(text()) },
      ),
    )
  if (name === 'option') setOption(text(), text(), file, names)
  else if (name === 'plugin') {
    const plugin = text()
    cursor.take('text')
    if (file.left.length < MAX_PLUGINS)
      file.left.push({
        kind: 'other',
        name: later('plugin {plugin}', { plugin }),
        why: later(
          'Line {line}: plugins are not run. If it changes transactions, import what "bean-query FILE print" writes instead.',
          { line },
        ),
      })
  } else if (name === 'pushtag') pushed.tags = atMost([...pushed.tags, tagAt(cursor)], line, 'tags')
  else if (name === 'poptag') {
    const at = pushed.tags.indexOf(tagAt(cursor))
    pushed.tags = pushed.tags.filter((_, index) => index !== at)
  } else if (name === 'pushmeta') {
    const facts = new Map<string, string>()
    factAt(cursor, facts)
    pushed.meta = new Map(atMost([...pushed.meta, ...facts], line, 'keys'))
  } else if (name === 'popmeta') {
    const key = cursor.require('key', 'a key').words.slice(0, -1)
    pushed.meta = new Map([...pushed.meta].filter(([one]) => one !== key))
  } else isNot(`${quotedValue(name)} is not a directive of Beancount.`)
  cursor.end()
}

const tagAt = (cursor: Cursor): string => cursor.require('tag', 'a tag').words.slice(1)

function atMost<T>(all: T[], line: number, kind: 'tags' | 'keys'): T[] {
  if (all.length > MAX_PUSHED)
    throw new Unreadable(
      later(
        '{kind, select, tags {Line {line}: more than {most} tags are pushed and not popped.} other {Line {line}: more than {most} keys are pushed and not popped.}}',
        { kind, line, most: MAX_PUSHED },
      ),
    )
  return all
}

function setOption(
  name: string,
  value: string,
  file: BeancountFile,
  names: Map<JournalAccountType, string>,
): void {
  const number = (words: string): Num =>
    (/^\d+(?:\.\d*)?$/.test(words) ? numberFrom(words) : undefined) ??
    isNot(`the option ${name} is ${quotedValue(value)}, which is not a number.`)
  const [, root = ''] = /^name_(.*)$/.exec(name) ?? []
  const { tolerances } = file
  if (root in TYPES)
    names.set(TYPES[root as keyof typeof TYPES], value) // it is one of its keys
  else if (name === 'account_previous_balances') file.opening = value
  else if (name === 'booking_method')
    file.method = methodNamed(value) ?? isNot(`${quotedValue(value)} is not a booking method.`)
  else if (name === 'inferred_tolerance_multiplier' || name === 'tolerance_multiplier')
    tolerances.multiplier = number(value)
  else if (name === 'infer_tolerance_from_cost') tolerances.isFromCost = /^(?:true|on|1)$/i.test(value)
  else if (/^inferred_tolerance_default$|^default_tolerance$/.test(name)) {
    const [currency = '', tolerance = ''] = value.split(':')
    if (tolerances.standard.size < MAX_PUSHED)
      tolerances.standard.set(currency.trim(), number(tolerance.trim()))
  }
}
