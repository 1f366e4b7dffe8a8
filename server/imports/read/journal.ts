import type { Day } from '../../../contract/day.ts'
import { later } from '../../../words/t.ts'
import { bad, dayOf, numberedLines, plainText, quotedValue, shortValue } from './file-values.ts'
import type { NotFollowed } from './hledger-besides.ts'
import { type AmountStyle, makeStyle, styleIn } from './journal-amount.ts'
import { isNot, NotJournal } from './journal-fault.ts'
import { makeRoots, type Roots, typeNamed } from './journal-roots.ts'
import { accountIn, type DirectivesInForce, uncommented } from './journal-transaction.ts'
import { type BadRow, Unreadable } from './row.ts'

/** The place of a transaction in the text, and the directives in force there. */
export type JournalBlock = {
  readonly date: Day
  readonly line: number
  readonly start: number
  end: number
  readonly said: DirectivesInForce
}
export type PriceLine = { readonly date: Day; readonly words: string; readonly said: DirectivesInForce }

export type Journal = {
  /** By day, and on a day as they stand. */
  readonly entries: JournalBlock[]
  readonly prices: PriceLine[]
  readonly faults: BadRow[]
  /** Unread parts by name: how many there are, and the line of the first. */
  readonly left: Map<NotFollowed, { count: number; line: number }>
  readonly declared: Set<string>
  /** Accounts of which a posting states the balance with those below. */
  readonly watched: Set<string>
  readonly roots: Roots
  readonly style: AmountStyle
}

const MAX_ENTRIES = 500_000
const MAX_SAID = 1_000
const MAX_FAULTS = 10_000

/** Directives that change nothing here, of hledger and of Ledger. */
const IDLE = /^(payee|tag|end|check|assert|import|python|value)(\s|$)/
/** Parts of Ledger's language that could change amounts or accounts, and are not followed. */
const UNFOLLOWED = /^(?:apply rate|apply fixed|fixed|capture|define|def|eval|expr|C|N)(?=\s|$)/

const PRICE = /^P\s+([\d/.-]+)\s+(?:\d{1,2}:\d\d(?::\d\d)?\s+)?(.*)$/

/** Finds the transactions of a journal, and applies the directives that say how the rest is read. */
export function journalIn(text: string, own: string | undefined): Journal {
  const journal: Journal = {
    entries: [],
    prices: [],
    faults: [],
    left: new Map(),
    declared: new Set(),
    watched: new Set(),
    roots: makeRoots(),
    style: makeStyle(own),
  }
  const reader = makeDirectives(journal)
  let open: JournalBlock | undefined
  for (const { line, start, end, words } of placedLines(text)) {
    if (reader.isWithinBlock(words)) continue
    if (words.trim() === '') {
      open = reader.ended(open)
      continue
    }
    if (/^[ \t]/.test(words)) {
      if (open) {
        open.end = end
        reader.posting(words, open.said)
      } else reader.below(words, line)
      continue
    }
    open = reader.ended(open)
    if (/^[;#%|*]/.test(words)) continue
    try {
      if (/^\d/.test(words)) {
        open = { date: dayAt(words, reader.said().year), line, start, end, said: reader.said() }
        journal.entries.push(open)
        reader.begun()
      } else reader.directive(words, line)
    } catch (error) {
      if (!(error instanceof NotJournal)) throw error
      journal.faults.push(bad(0, line, words, [/^\d/.test(words) ? 'date' : 'text', error.message]))
      reader.skip()
    }
    if (journal.faults.length > MAX_FAULTS)
      throw new Unreadable(
        later('Line {line}: more than {most, number} parts of the journal cannot be read.', {
          line,
          most: MAX_FAULTS,
        }),
      )
    if (journal.entries.length > MAX_ENTRIES)
      throw new Unreadable(
        later('Line {line}: the journal has more than {most, number} transactions. Split it.', {
          line,
          most: MAX_ENTRIES,
        }),
      )
  }
  reader.ended(open)
  journal.entries.sort((a, b) => (a.date === b.date ? a.line - b.line : a.date < b.date ? -1 : 1))
  return journal
}

/** The day at the start of a transaction. */
function dayAt(words: string, year: string): Day {
  const [first = ''] = /^[\d/.-]+/.exec(words) ?? []
  return (
    dayIn(first, year) ??
    isNot(
      `${quotedValue(first)} is not a day${/^\d+\D\d+$/.test(first) && year === '' ? ': its year is missing, and a line such as "Y 2026" before it would say it' : ''}.`,
    )
  )
}

function dayIn(written: string, year: string): Day | undefined {
  const parts = written.split(/[-/.]/)
  const [y = '', month = '', day = ''] = parts.length === 2 ? [year, ...parts] : parts
  return parts.length <= 3 && /^\d{4}$/.test(y) && /^\d{1,2}$/.test(month) && /^\d{1,2}$/.test(day)
    ? dayOf(y, month, day)
    : undefined
}

/** Lines with where they start and end in the text. */
function* placedLines(text: string) {
  let start = text.startsWith('\ufeff') ? 1 : 0
  for (const { line, words } of numberedLines(text, 'journal')) {
    const found = text.indexOf(words, start)
    start = found < 0 ? start : found
    yield { line, start, end: start + words.length, words }
    start += words.length
  }
}

/** A part of a journal that `apply` begins, with the year before it. */
type AppliedPart = { readonly what: string; readonly value: string; readonly year: string }

/** Follows the directives of a journal. */
function makeDirectives(journal: Journal) {
  const { roots, style, left, faults } = journal
  let said: DirectivesInForce = {
    year: '',
    parents: [],
    aliases: [],
    tags: [],
    decimal: undefined,
    bucket: '',
    commodity: undefined,
  }
  /** The parts that "apply" has begun and no "end" has ended: the latest is last. */
  let applied: readonly AppliedPart[] = []
  let block = ''
  /** The directive that indented lines belong to, with its name. */
  let within: { readonly kind: string; readonly name: string } | undefined
  let isSkipped = false
  let postings: { account: string; sign: number }[] = []

  const leave = (what: NotFollowed, line: number) => {
    const known = left.get(what)
    if (known) known.count++
    else left.set(what, { count: 1, line })
  }
  const atMost = <T>(all: readonly T[], line: number, kind: 'aliases' | 'apply'): readonly T[] => {
    if (all.length > MAX_SAID)
      throw new Unreadable(
        later(
          '{kind, select, aliases {Line {line}: the journal has more than {most, number} aliases at a time.} other {Line {line}: the journal has more than {most, number} parts of "apply" at a time.}}',
          { kind, line, most: MAX_SAID },
        ),
      )
    return all
  }

  function account(words: string): void {
    const [main, comment] = uncommented(words)
    const name = accountIn(main.split(/ {2}|\t/, 1)[0] ?? '', { ...said, aliases: [] })
    within = { kind: 'account', name }
    journal.declared.add(name)
    noteType(name, comment)
  }
  const noteType = (name: string, comment: string) => {
    const type = typeNamed(/\btype:\s*([A-Za-z]+)/.exec(comment)?.[1] ?? '')
    if (type !== undefined) roots.declare(name, type)
  }
  /** Florin's own journal says a name where the path alone does not. */
  const noteName = (path: string, comment: string) => {
    const [, name = ''] = /^;\s*name: (.*)$/.exec(comment) ?? []
    try {
      const decoded = plainText(decodeURIComponent(name), 255)
      if (decoded !== '') roots.nameOwn(path, decoded)
    } catch (error) {
      if (!(error instanceof URIError)) throw error // it is no name of Florin's
    }
  }
  const alias = (words: string, line: number) => {
    const [old = '', name = ''] = words.split(/=(.*)/s).map((one) => one.trim())
    if (old.startsWith('/'))
      throw new Unreadable(
        later(
          'Line {line}: the alias "{alias}" is a regular expression, which is not followed. "hledger print" writes a journal without aliases.',
          { line, alias: shortValue(words) },
        ),
      )
    if (old !== '') said = { ...said, aliases: atMost([...said.aliases, [old, name]], line, 'aliases') }
  }

  const place = (now: readonly AppliedPart[], year: string) => {
    const ofKind = (what: string) => now.filter((one) => one.what === what).map(({ value }) => value)
    applied = now
    said = { ...said, year, parents: ofKind('account'), tags: ofKind('tag') }
  }
  const apply = (what: string, value: string, line: number) => {
    const { year } = said
    const now = atMost([...applied, { what, value: plainText(value), year }], line, 'apply')
    place(now, what === 'year' ? value : year)
  }
  /** Ends what was applied last, or what was applied last of a kind. */
  const endApply = (word: string) => {
    const at = applied.findLastIndex(({ what }) => word === 'end' || word === 'apply' || word === what)
    const ended = applied[at]
    if (ended) place(applied.toSpliced(at, 1), ended.what === 'year' ? ended.year : said.year)
  }

  /** A directive that changes how the rest is read. */
  function direct(words: string, line: number): boolean {
    const [name = '', rest = ''] = [words.split(/\s/, 1)[0], words.replace(/^\S+\s*/, '').trim()]
    if (name === 'include' || name === '!include')
      throw new Unreadable(
        later(
          'Line {line}: the journal includes "{file}", and one file is read at a time. "hledger print" and "ledger print" write all of it into one.',
          { line, file: shortValue(rest) },
        ),
      )
    const year = /^(?:Y|year)\s*(\d{4})$/.exec(words)?.[1]
    const [, what, value = ''] = /^apply (\w+)\s*(.*)$/.exec(words) ?? []
    if (year !== undefined) said = { ...said, year }
    else if (name === 'account') account(words.slice(8))
    else if (what !== undefined) apply(what, value, line)
    else if (/^end( apply( \w+)?| tag)?$/.test(words)) endApply(/(\w+)$/.exec(words)?.[1] ?? '')
    else if (words === 'end aliases') said = { ...said, aliases: [] }
    else if (name === 'alias') alias(rest, line)
    else if (name === 'bucket' || name === 'A') said = { ...said, bucket: accountIn(rest, said) }
    else if (name === 'decimal-mark' && (rest === '.' || rest === ',')) said = { ...said, decimal: rest }
    else if (name === 'D' || name === 'commodity') {
      const { name: commodity, decimal } = styleIn(rest)
      if (decimal !== undefined) style.marks.set(commodity, decimal)
      if (name === 'commodity') within = { kind: 'commodity', name: commodity }
      else {
        said = { ...said, commodity }
        if (decimal !== undefined) style.marks.set('', decimal)
      }
    } else return false
    return true
  }

  function price(words: string, line: number): void {
    const [, day = '', rest = ''] = PRICE.exec(words) ?? []
    const date = dayIn(day, said.year)
    if (date === undefined) leave('prices', line)
    else journal.prices.push({ date, words: rest, said })
  }

  return {
    said: () => said,
    isWithinBlock(words: string): boolean {
      if (block === '') return false
      if (words.trim() === `end ${block}`) block = ''
      return true
    },
    begun: () => {
      within = undefined
      isSkipped = false
    },
    skip: () => {
      isSkipped = true
      within = undefined
    },
    /** Notes the accounts of the transaction that ends. A posting without an amount goes the other way of the others. */
    ended(open: JournalBlock | undefined): undefined {
      if (open === undefined) {
        within = undefined
        isSkipped = false
        return
      }
      const signs = new Set(postings.map(({ sign }) => sign).filter((sign) => sign !== 0))
      const [only = 0] = signs.size === 1 ? signs : []
      const going = (way: number) =>
        postings.flatMap(({ account, sign }) => ((sign || -only) * way > 0 ? account : []))
      roots.note(going(-1), going(1))
      postings = []
    },
    posting(words: string, at: DirectivesInForce): void {
      const [main] = uncommented(words.trim().replace(/^[*!]\s+/, ''))
      if (main.trim() === '' || /^[;#]/.test(main)) return
      const gap = /\t| {2}/.exec(main)?.index ?? main.length
      const written = main.slice(0, gap).trim()
      const amount = main.slice(gap).trim()
      style.note(amount)
      if (/=\*/.test(amount)) journal.watched.add(accountIn(written, at))
      if (/^[([]/.test(written) || postings.length > 1_000) return
      postings.push({ account: accountIn(written, at), sign: signOf(amount) })
    },
    /** An indented line that is below a directive. */
    below(words: string, line: number): void {
      const text = words.trim()
      if (within?.kind === 'commodity' && text.startsWith('format ')) {
        const { decimal } = styleIn(text.slice(7).trim())
        if (decimal !== undefined) style.marks.set(within.name, decimal)
      } else if (within?.kind === 'commodity' && text === 'default')
        said = { ...said, commodity: within.name }
      else if (within?.kind === 'account' && text.startsWith('alias ')) {
        const old = text.slice(6).trim()
        if (old !== '')
          said = { ...said, aliases: atMost([...said.aliases, [old, within.name]], line, 'aliases') }
      } else if (within?.kind === 'account' && text === 'default') said = { ...said, bucket: within.name }
      else if (within?.kind === 'account' && text.startsWith(';')) {
        noteType(within.name, text)
        noteName(within.name, text)
      } else if (!within && !isSkipped && !/^[;#]/.test(text))
        faults.push(bad(0, line, words, ['text', `${quotedValue(words)} does not belong to a transaction.`]))
    },
    directive(written: string, line: number): void {
      within = { kind: '', name: '' }
      const words = uncommented(written.replace(/^[!@]/, ''))[0].trimEnd()
      const left = leftOutIn(written) ?? unfollowedIn(words)
      if (left !== undefined) leave(left, line)
      // Its end ends it, and nothing before it.
      if (left !== undefined && words.startsWith('apply ')) direct(words, line)
      else if (left !== undefined) return
      else if (/^P\s/.test(words)) price(words, line)
      else if (/^(comment|test)(\s|$)/.test(words)) block = words.split(/\s/, 1)[0] ?? ''
      else if (!direct(written.startsWith('account ') ? written : words, line) && !IDLE.test(words))
        isNot(`${quotedValue(written)} is not a part of a journal that Florin reads.`)
    },
  }
}

const leftOutIn = (words: string): NotFollowed | undefined =>
  words.startsWith('~')
    ? 'periodic'
    : words.startsWith('--')
      ? 'options'
      : words.startsWith('=')
        ? 'automated'
        : /^[ioOIbh] /.test(words)
          ? 'times'
          : undefined

const unfollowedIn = (words: string): NotFollowed | undefined => {
  const [name] = UNFOLLOWED.exec(words) ?? []
  return name === undefined ? undefined : `directive ${name}`
}

/** Whether an amount, as it is written, is above or below 0; 0 if there is none. */
const signOf = (amount: string): number =>
  !/\d/.test(amount) || amount.startsWith('=') ? 0 : /^[^\d]*-/.test(amount) ? -1 : 1
