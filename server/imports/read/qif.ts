import { later } from '../../../words/t.ts'
import { type DateOrder, dayIn } from './days.ts'
import { signQuestion } from './decided.ts'
import {
  amountText,
  bad,
  type FieldFault,
  filled,
  joinedText,
  negated,
  numberedLines,
  plainText,
  shortValue,
  sumText,
} from './file-values.ts'
import { qifMapping, unquoted } from './qif-guess.ts'
import { type BadRow, type FileRow, type FileToRead, isBad, type Reader, Unreadable } from './row.ts'
import { cannot } from './row-faults.ts'
import { noteSign, signOf, startSigns } from './sign.ts'

/** One record: the lines up to ^, each with its letter. */
type QifEntry = { readonly line: number; readonly lines: (readonly [letter: string, value: string])[] }
type Split = { category: string; memo: string; amount: string }

const accounts = new Set(['bank', 'cash', 'ccard', 'oth a', 'oth l'])
const lists = new Set([
  'cat',
  'class',
  'memorized',
  'security',
  'prices',
  'budget',
  'tag',
  'template',
  'bill',
  'payee',
])

/** More lines of one record than any program writes. */
const MAX_LINES = 1_000

type QifNotation = { readonly decimal: '.' | ','; readonly order: DateOrder; readonly isReversed: boolean }

/** Reads QIF: the transactions of bank accounts, cash and cards. The notation of its dates and amounts is not stated; the whole file decides it. */
export const readQif: Reader = (text, sent) => {
  // A table that was read before says nothing of this format.
  const { remembered, ...rest } = sent
  const reading = remembered?.columns.length === 0 ? sent : rest
  const mapping = qifMapping(text, reading)
  const how = { decimal: mapping.decimal ?? '.', order: mapping.date_order ?? 'month_first' } as const
  const sign = signIn(rowsOf(text, { ...how, isReversed: false }), reading)
  return {
    mapping: {
      ...mapping,
      is_reversed: sign.value,
      ...(mapping.certainty && { certainty: { ...mapping.certainty, sign: sign.certainty } }),
      ...(mapping.evidence && { evidence: { ...mapping.evidence, sign: sign.why } }),
      needs: [...(mapping.needs ?? []), ...sign.needs],
    },
    rows: rowsOf(text, { ...how, isReversed: sign.value }),
  }
}

const MAX_WORDED = 5_000

/** The sign of the amounts, by their words: the files of some cards write purchases without a minus. */
function signIn(rows: Iterable<FileRow | BadRow>, { given, remembered, isLiability }: FileToRead) {
  const signs = startSigns()
  let count = 0
  try {
    for (const row of rows) {
      if (++count > MAX_WORDED) break
      if (isBad(row) || row.is_opening || row.to_account !== undefined) continue
      noteSign(signs, {
        line: row.line,
        amount: row.amount,
        text: row.text,
        balance: undefined,
        hasPlus: false,
      })
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error // it is said when the rows are read
  }
  const sign = signOf({
    signs,
    given: given?.is_reversed,
    remembered: remembered?.is_reversed,
    hasSides: false,
    isTurned: false,
    isLiability,
    proof: { is: 'silent' },
  })
  // Only a card's debt is written either way: elsewhere the format has signs.
  if (!isLiability && given?.is_reversed === undefined)
    return {
      value: remembered?.is_reversed ?? false,
      certainty: 'proven' as const,
      why: later('The format has signs.'),
      needs: [],
    }
  return {
    ...sign,
    needs: sign.certainty === 'undecided' ? [signQuestion(sign.why, undefined)] : [],
  }
}

function* rowsOf(text: string, how: QifNotation): Generator<FileRow | BadRow> {
  let n = 0
  let section = ''
  let account = ''
  let entry: QifEntry | undefined
  let isKnown = false
  let investments = 0 // the line of the last section of investments
  const halves = new Map<string, number>()

  function* rowsOfEntry(complete: QifEntry): Generator<FileRow | BadRow> {
    const rows = transactionOf(n + 1, complete, account, how)
    // Files with several accounts have both halves of a transfer; the second half repeats the first.
    if (rows.every((row) => 'amount' in row && row.to_account !== undefined && isSecondHalf(halves, row)))
      return
    for (const row of rows) yield { ...row, n: ++n }
  }

  for (const { line, words } of numberedLines(text, 'QIF')) {
    if (words.startsWith('!')) {
      const header = words.slice(1).trim().toLowerCase()
      if (/^(option|clear):/.test(header)) continue
      entry = undefined
      section = header.startsWith('type:') ? header.slice(5).trim() : header
      if (accounts.has(section)) isKnown = true
      else if (section === 'invst') {
        investments = line
        yield bad(++n, line, words, [
          'account',
          account === ''
            ? cannot('investments_here', {})
            : cannot('investments_of', { account: shortValue(account) }),
        ])
      } else if (section !== 'account' && !lists.has(section))
        yield bad(++n, line, words, ['account', cannot('list_not_read', { value: shortValue(words) })])
    } else if (words.startsWith('^')) {
      if (entry !== undefined && section === 'account') account = plainText(lineOf(entry, 'N'))
      if (entry !== undefined && accounts.has(section)) yield* rowsOfEntry(entry)
      entry = undefined
    } else if (words.trim() !== '') {
      entry ??= { line, lines: [] }
      if (entry.lines.length >= MAX_LINES)
        throw new Unreadable(
          later('Line {line}: the record that begins at line {begun} has more than {most, number} lines.', {
            line,
            begun: entry.line,
            most: MAX_LINES,
          }),
        )
      entry.lines.push([words[0] ?? '', words.slice(1)])
    }
  }
  if (entry !== undefined && accounts.has(section)) {
    // Some programs leave out the last ^. Without a line break, even the last value may be cut.
    if (/[\r\n]$/.test(text)) yield* rowsOfEntry(entry)
    else yield bad(++n, entry.line, lineOf(entry, 'P'), ['amount', cannot('entry_cut', {})])
  }
  if (isKnown) return
  throw new Unreadable(
    investments > 0
      ? later(
          'The file has nothing but investments (line {line}), which are not read; only accounts of banks, cash and cards are.',
          { line: investments },
        )
      : later('The file has no transactions of an account: "!Type:Bank" or the like is missing.'),
  )
}

const lineOf = (entry: QifEntry, letter: string): string =>
  entry.lines.find(([one]) => one === letter)?.[1]?.trim() ?? ''

/** Whether the other account had this transfer before; each half is paired with one other half. */
function isSecondHalf(halves: Map<string, number>, row: FileRow): boolean {
  const key = (account = '', other = '', amount = '') =>
    JSON.stringify([row.date, account, other, sumText([amount])])
  const other = key(row.to_account, row.account, negated(row.amount))
  const count = halves.get(other) ?? 0
  if (count > 0) halves.set(other, count - 1)
  else {
    const own = key(row.account, row.to_account, row.amount)
    halves.set(own, (halves.get(own) ?? 0) + 1)
  }
  return count > 0
}

/** A record as rows: one, or several if a part of it goes to another account. */
function transactionOf(n: number, entry: QifEntry, account: string, how: QifNotation): (FileRow | BadRow)[] {
  const { line } = entry
  const text = joinedText([lineOf(entry, 'P'), lineOf(entry, 'M')]) || 'No text'
  const date = dayIn(unquoted(lineOf(entry, 'D')), how.order)
  const written = lineOf(entry, 'T') || lineOf(entry, 'U')
  const read = (words: string) => {
    const amount = amountText(words, how.decimal)
    return amount !== undefined && how.isReversed ? negated(amount) : amount
  }
  const amount = read(written)
  const faults: FieldFault[] = []
  if (date === undefined)
    faults.push(['date', cannot('not_a_day', { value: shortValue(lineOf(entry, 'D')) })])
  if (amount === undefined) faults.push(['amount', cannot('not_an_amount', { value: shortValue(written) })])
  const splits = splitsOf(entry)
  for (const split of splits) {
    const part = read(split.amount)
    if (part === undefined)
      faults.push(['splits', cannot('not_an_amount', { value: shortValue(split.amount) })])
    else split.amount = part
  }
  if (amount !== undefined && faults.length === 0 && splits.length > 0) {
    const sum = sumText(splits.map((split) => split.amount))
    if (sum !== sumText([amount])) faults.push(['splits', cannot('splits_differ', { sum, written: amount })])
  }
  if (date === undefined || amount === undefined || faults.length > 0) return [bad(n, line, text, ...faults)]

  const number = lineOf(entry, 'N')
  const base = {
    n,
    line,
    date,
    amount,
    text,
    ...filled({ account, payee: lineOf(entry, 'P'), notes: number === '' ? '' : `Number ${number}.` }),
  }
  const isOpening = (words: string) => words.toLowerCase() === 'opening balance'
  if (splits.length < 2) {
    const goal = goalOf(splits[0]?.category ?? lineOf(entry, 'L'))
    const isOwn = goal.to_account !== undefined && (goal.to_account === account || account === '')
    return isOwn && isOpening(lineOf(entry, 'P')) ? [{ ...base, is_opening: true }] : [{ ...base, ...goal }]
  }
  return partsOf(base, splits)
}

/** Splits as rows: those with categories and one sign are one row; a part that goes to another account is a row of its own. */
function partsOf(base: FileRow, splits: readonly Split[]): FileRow[] {
  const isTransfer = ({ category }: Split) => goalOf(category).to_account !== undefined
  const rows: FileRow[] = splits.filter(isTransfer).map(({ category, amount, memo }) => ({
    ...base,
    amount,
    text: joinedText([base.text, memo]),
    ...goalOf(category),
  }))
  for (const isOut of [true, false]) {
    const parts = splits.filter((split) => !isTransfer(split) && split.amount.startsWith('-') === isOut)
    if (parts.length === 0) continue
    const amount = parts.length === splits.length ? base.amount : sumText(parts.map((part) => part.amount))
    const [only] = parts
    if (parts.length === 1 && only !== undefined)
      rows.push({ ...base, amount, text: joinedText([base.text, only.memo]), ...goalOf(only.category) })
    else
      rows.push({
        ...base,
        amount,
        splits: parts.map(({ category, amount, memo }) => ({
          category: goalOf(category).category ?? 'Other',
          amount,
          ...filled({ memo }),
        })),
      })
  }
  return rows
}

function splitsOf(entry: QifEntry): Split[] {
  const splits: Split[] = []
  for (const [letter, value] of entry.lines) {
    const last = splits.at(-1)
    if (letter === 'S') splits.push({ category: value, memo: '', amount: '' })
    else if (letter === 'E' && last !== undefined) last.memo = value
    else if (letter === '$' && last !== undefined) last.amount = value.trim()
  }
  return splits
}

/** Reads L or S: "[Savings]" is an account, "Food:Groceries/Holiday" a category and a class, which becomes a tag. */
function goalOf(words: string): Pick<FileRow, 'category' | 'to_account' | 'tags'> {
  const [, account, className] = /^\[([^\]]*)\]?(?:\/(.*))?$/s.exec(words.trim()) ?? []
  if (account !== undefined) return { ...filled({ to_account: account }), ...tagsOf(className) }
  const slash = words.indexOf('/')
  return {
    ...filled({ category: slash < 0 ? words : words.slice(0, slash) }),
    ...tagsOf(slash < 0 ? undefined : words.slice(slash + 1)),
  }
}

const tagsOf = (className = ''): Pick<FileRow, 'tags'> => {
  const tag = plainText(className, 50)
  return tag === '' ? {} : { tags: [tag] }
}
