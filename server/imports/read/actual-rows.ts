import type { Day } from '../../../contract/day.ts'
import { decimalText, trimmed } from '../../../contract/money.ts'
import { type Later, later } from '../../../words/t.ts'
import type { ActualAccount, ActualCategory, ActualNames, ActualPayee } from './actual-names.ts'
import { type ActualTables, isSet, numberIn, textIn, unitsOf } from './actual-tables.ts'
import type { LeftOutOfFile } from './besides.ts'
import { bad, dayOf, filled, joinedText, MAX_NOTES, plainText, shortValue } from './file-values.ts'
import { decimalWord } from './kept-sentences.ts'
import type { BadRow, FileBalance, FileRow } from './row.ts'
import { cannot, faultAt } from './row-faults.ts'
import type { SqliteRow } from './sqlite.ts'

/** A transaction of a budget whose values make sense. */
export type ActualEntry = {
  readonly row: SqliteRow
  readonly line: number
  readonly id: string
  readonly account: ActualAccount
  readonly category: ActualCategory | undefined
  readonly payee: ActualPayee | undefined
  readonly date: Day
  readonly units: bigint
  readonly notes: string
  readonly isParent: boolean
  readonly parts: ActualEntry[]
}

/** The transactions of a budget: those that stand alone or have parts, the earliest first, and all of them by their ids. */
export type ActualEntries = {
  readonly whole: readonly ActualEntry[]
  readonly byId: ReadonlyMap<string, ActualEntry>
  readonly bad: readonly BadRow[]
  readonly ofDeleted: number
}

/** A day as Actual stores it, such as 20260131. */
export function dayOfNumber(value: unknown): Day | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d\d)(\d\d)$/.exec(String(value)) ?? []
  return dayOf(year, month, day)
}

export function entriesOf(tables: ActualTables, names: ActualNames): ActualEntries {
  const byId = new Map<string, ActualEntry>()
  const whole: ActualEntry[] = []
  const parts: ActualEntry[] = []
  const faulty: BadRow[] = []
  let ofDeleted = 0
  const sorted = tables('transactions').toSorted(earliestFirst)
  for (const row of sorted) {
    // The program itself shows no transaction without a day or an account.
    if (row.date === null || row.acct === null) continue
    const account = names.account(textIn(row, 'acct'))
    if (!account) {
      if (!isSet(row, 'isChild')) ofDeleted++
      continue
    }
    const entry = entryOf(row, account, names)
    if ('faults' in entry) faulty.push(entry)
    else {
      byId.set(entry.id, entry)
      ;(isSet(row, 'isChild') ? parts : whole).push(entry)
    }
  }
  for (const part of parts) {
    const above = byId.get(textIn(part.row, 'parent_id'))
    if (above?.isParent && above.account === part.account) above.parts.push(part)
    else byId.delete(part.id) // the program counts no part whose whole was deleted
  }
  return { whole, byId, bad: faulty, ofDeleted }
}

/** By day; an opening comes first, then the program's own order. */
const earliestFirst = (a: SqliteRow, b: SqliteRow): number =>
  numberIn(a, 'date') - numberIn(b, 'date') ||
  numberIn(b, 'starting_balance_flag') - numberIn(a, 'starting_balance_flag') ||
  numberIn(a, 'sort_order') - numberIn(b, 'sort_order') ||
  numberIn(a, 'rowid') - numberIn(b, 'rowid')

function entryOf(row: SqliteRow, account: ActualAccount, names: ActualNames): ActualEntry | BadRow {
  const line = Number(row.rowid)
  const [date, units] = [dayOfNumber(row.date), unitsOf(row.amount)]
  const isParent = isSet(row, 'isParent')
  if (date && units !== undefined)
    return {
      row,
      line,
      id: textIn(row, 'id'),
      account,
      category: isParent ? undefined : names.category(textIn(row, 'category')),
      payee: names.payee(textIn(row, 'description')),
      date,
      units,
      notes: textIn(row, 'notes'),
      isParent,
      parts: [],
    }
  const [field, value] = date ? ['amount', row.amount] : ['date', row.date]
  const fault = cannot(date ? 'not_an_amount' : 'not_a_date', { value: shortValue(String(value)) })
  return { ...bad(0, line, textIn(row, 'notes')), faults: [faultAt({ row: line }, String(field), fault)] }
}

/** A number of the smallest units as decimal text. */
export const amountOf = (units: bigint, decimals: number): string =>
  decimalText(trimmed({ digits: units, scale: decimals }))

/** The same for a sentence, with all decimals. */
export function amountSaid(units: bigint, { currency, decimals }: BudgetMoney): Later {
  const amount = decimalWord(decimalText({ digits: units, scale: decimals }))
  return currency ? later('{amount} {currency}', { amount, currency }) : amount
}

const TAG = /(?<![#\S])#([^#\s]+)/g

/** The tags in notes, and the notes, unless they are tags alone. */
function tagsIn(notes: string): { tags?: readonly string[]; notes?: string } {
  if (!notes.includes('#')) return notes === '' ? {} : { notes: plainText(notes, MAX_NOTES) }
  const tags = [...notes.slice(0, MAX_NOTES * 2).matchAll(TAG)].map(([, tag]) => plainText(tag, 50))
  const words = notes.replaceAll(TAG, '').trim() === '' ? '' : plainText(notes, MAX_NOTES)
  return { ...(tags.length > 0 && { tags: [...new Set(tags)] }), ...(words !== '' && { notes: words }) }
}

export type BudgetMoney = { readonly currency: string | undefined; readonly decimals: number }

/** Makes the rows of a budget: a split once, a transfer once, and what has no place in a row is counted. */
export function makeRows({ whole, byId, bad: faulty, ofDeleted }: ActualEntries, money: BudgetMoney) {
  const counted = new Map<CountedInActual, number>()
  const count = (what: CountedInActual) => counted.set(what, (counted.get(what) ?? 0) + 1)
  const opened = new Set<ActualAccount>()

  function rowFor(entry: ActualEntry, above: ActualEntry | undefined): FileRow[] {
    const { account, category, units, line, date, row } = entry
    if (units === 0n) {
      count('of_nothing')
      return []
    }
    const other = otherHalf(entry, byId)
    if (other && units > 0n) return [] // the half that pays has made the row
    const named = entry.payee?.name || above?.payee?.name || ''
    const imported = plainText(textIn(row, 'imported_description'))
    const isMoved = other !== undefined || entry.payee?.account !== undefined
    const isOpening =
      isSet(row, 'starting_balance_flag') && !isMoved && above === undefined && !opened.has(account)
    if (isOpening) opened.add(account)
    const said = tagsIn(above ? joinedText([above.notes, entry.notes]) : entry.notes)
    if (isMoved && category) count('transfer_with_category')
    const arrived = other && other.date !== date ? `${other.account.name}: ${other.date}` : ''
    const tags = [...(said.tags ?? []), ...(isMoved && category ? [plainText(category.name, 50)] : [])]
    return [
      {
        n: 0,
        line,
        account: account.name,
        date,
        amount: amountOf(units, money.decimals),
        ...(money.currency && { currency: money.currency }),
        text: imported.toLowerCase() === named.toLowerCase() || isOpening ? '' : imported,
        ...filled({
          payee: isOpening || isMoved ? '' : named,
          reference: entry.id,
          notes: [said.notes, arrived].filter(Boolean).join('. '),
        }),
        ...(tags.length > 0 && { tags }),
        ...(isOpening && { is_opening: true as const }),
        ...(other ? { to_account: other.account.name } : isMoved && { is_transfer: true as const }),
        ...(!isOpening && !isMoved && category && { category: category.name, category_kind: category.kind }),
      },
    ]
  }

  function* rows(): Generator<FileRow | BadRow> {
    let n = 0
    for (const row of faulty) yield { ...row, n: ++n }
    for (const entry of whole) {
      countState(entry, count)
      for (const row of rowsOfWhole(entry, rowFor, money)) yield { ...row, n: ++n }
    }
  }
  return {
    rows,
    total: whole.length + faulty.length,
    said: (): LeftOutOfFile[] => {
      if (ofDeleted > 0) counted.set('of_deleted', ofDeleted)
      return [...counted].map(([what, number]) => ({ kind: 'other', ...COUNTED[what](number) }))
    },
  }
}

/** Things of a budget that are counted, because a row has no place for them. */
const COUNTED = {
  of_nothing: (count: number) => ({
    name: later('{count, plural, other {# transactions of 0}}', { count }),
    why: later('They move no money.'),
  }),
  transfer_with_category: (count: number) => ({
    name: later('{count, plural, other {# transfers with a category}}', { count }),
    why: later('In Florin a transfer has none: it comes as a tag of the transfer.'),
  }),
  reconciled: (count: number) => ({
    name: later('{count, plural, other {# reconciled transactions}}', { count }),
    why: later('They come as all others: Florin ticks lines against its own statements.'),
  }),
  not_cleared: (count: number) => ({
    name: later('{count, plural, other {# transactions that are not cleared}}', { count }),
    why: later('They come as all others, since the bank may have them by now.'),
  }),
  of_deleted: (count: number) => ({
    name: later('{count, plural, other {# transactions of deleted accounts}}', { count }),
    why: later('The program does not show them either.'),
  }),
}
type CountedInActual = keyof typeof COUNTED

function countState({ row }: ActualEntry, count: (what: CountedInActual) => void): void {
  if (isSet(row, 'reconciled')) count('reconciled')
  else if (!isSet(row, 'cleared')) count('not_cleared')
}

/** The other half of a transfer: of the opposite amount, on another account, and saying the same of this one. */
function otherHalf(entry: ActualEntry, byId: ReadonlyMap<string, ActualEntry>): ActualEntry | undefined {
  const other = byId.get(textIn(entry.row, 'transferred_id'))
  return other &&
    textIn(other.row, 'transferred_id') === entry.id &&
    other.account !== entry.account &&
    other.units === -entry.units &&
    !other.isParent &&
    !entry.isParent
    ? other
    : undefined
}

/** A split is one row if all its parts are in categories of one kind and go its way; otherwise each part is a row. */
function rowsOfWhole(
  entry: ActualEntry,
  rowFor: (entry: ActualEntry, above: ActualEntry | undefined) => FileRow[],
  money: BudgetMoney,
): FileRow[] {
  const parts = entry.parts.filter(({ units }) => units !== 0n)
  if (parts.length === 0) return rowFor(entry, undefined)
  const rest = entry.units - parts.reduce((sum, { units }) => sum + units, 0n)
  const [first] = parts
  const isOne =
    rest === 0n &&
    parts.length > 1 &&
    parts.every(
      ({ category, units, row, payee }) =>
        category?.kind !== undefined &&
        category.kind === first?.category?.kind &&
        units > 0n === entry.units > 0n &&
        textIn(row, 'transferred_id') === '' &&
        payee?.account === undefined,
    )
  if (isOne) {
    const [row] = rowFor(entry, undefined)
    const kind = first?.category?.kind
    return row && kind ? [{ ...row, category_kind: kind, ...partsOf(entry, parts, money) }] : []
  }
  const left = { ...entry, units: rest, isParent: false, notes: joinedText([entry.notes, REST]), parts: [] }
  return [...parts.flatMap((part) => rowFor(part, entry)), ...(rest === 0n ? [] : rowFor(left, undefined))]
}

const REST = 'The rest of a split, whose parts are not all of it.'

function partsOf(
  entry: ActualEntry,
  parts: readonly ActualEntry[],
  { decimals }: BudgetMoney,
): Pick<FileRow, 'splits' | 'tags'> {
  const tags = [entry, ...parts].flatMap(({ notes }) => tagsIn(notes).tags ?? [])
  return {
    splits: parts.map(({ category, units, notes, payee }) => ({
      category: category?.name ?? '',
      amount: amountOf(units, decimals),
      ...filled({
        memo: joinedText([payee?.name === entry.payee?.name ? '' : payee?.name, tagsIn(notes).notes]),
      }),
    })),
    ...(tags.length > 0 && { tags: [...new Set(tags)] }),
  }
}

/** The balance of each account after its last transaction, as the program counts it: of a split the whole, not its parts. */
export function balancesOf({ whole }: ActualEntries, { currency, decimals }: BudgetMoney): FileBalance[] {
  return [...Map.groupBy(whole, ({ account }) => account)].map(([{ name }, entries]) => ({
    account: name,
    date: entries.reduce((last, { date }) => (date > last ? date : last), ''),
    amount: amountOf(
      entries.reduce((sum, { units }) => sum + units, 0n),
      decimals,
    ),
    ...(currency && { currency }),
  }))
}
