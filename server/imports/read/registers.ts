import { bad, type FieldFault, filled, negated, plainText, shortValue } from './file-values.ts'
import { withSplits } from './firefly.ts'
import { type ProgramTable, type TableEntry, tableOf } from './programs.ts'
import { accountsOf, inAndOut, makeBudgetedTransfers, makeTotals } from './register-besides.ts'
import { type BadRow, type FileRow, isBad, type Reader } from './row.ts'
import { cannot } from './row-faults.ts'

/** A row of a register, with its program's remarks about transfers and splits. */
type Registered = {
  readonly row: FileRow | BadRow
  /** The number of the part of a split, and of all its parts; `whole` is the row above the parts, which has no amount of its own. */
  readonly split?: { readonly part: number | 'whole'; readonly of: number }
}

/**
 * Reads the register that YNAB exports: all accounts in one file, money out and money in in two columns, the amounts with the person's
 * currency and the days in their format.
 */
export const readYnab: Reader = (text, reading) => {
  const table = tableOf(text, reading, { date: 'Date', amounts: ['Outflow', 'Inflow'] })
  const categories = categoryNames(table.entries)
  const [totals, budgeted] = [makeTotals(), makeBudgetedTransfers()]
  const entries = table.entries.filter(({ cell }) => {
    const amount = amountOf(cell, table)
    const isOpening = OPENING.test(cell('Payee'))
    totals.add(cell('Account'), amount, table.day(cell('Date')), { isOpening })
    const to = TRANSFER.exec(cell('Payee'))?.[1]
    const category = categories.get(cell('Category Group/Category'))
    if (to && category && amount?.startsWith('-')) budgeted.add(category, to)
    return !isOpening || amount === undefined || /[1-9]/.test(amount) // an account that began with nothing has no opening
  })
  return {
    mapping: table.mapping,
    rows: rowsOf(entries.map((entry) => ynabRow(entry, table, categories))),
    balances: totals.balances,
    besides: () => ({ accounts: accountsOf(totals.names()), left_out: budgeted.named() }),
  }
}

const OPENING = /^starting balance$/i
const TRANSFER = /^Transfer : (.+)$/s

const amountOf = (cell: TableEntry['cell'], table: ProgramTable): string | undefined =>
  inAndOut(table.amount(cell('Outflow') || '0'), table.amount(cell('Inflow') || '0'))

function ynabRow(
  entry: TableEntry,
  table: ProgramTable,
  categories: ReadonlyMap<string, string>,
): Registered {
  const { cell, line } = entry
  const payee = cell('Payee')
  const split = /^Split \((\d{1,3})\/(\d{1,3})\)\s?(.*)$/s.exec(cell('Memo'))
  const amount = amountOf(cell, table)
  const group = cell('Category Group') || cell('Category Group/Category').split(/: /)[0] || ''
  const isReady = /^inflow$/i.test(group) || /^(?:ready to assign|to be budgeted)$/i.test(cell('Category'))
  const isOpening = OPENING.test(payee)
  const category = categories.get(cell('Category Group/Category')) ?? ''
  const row = registered(entry, table, amount, `${cell('Outflow')} ${cell('Inflow')}`.trim(), {
    account: cell('Account'),
    payee: payee,
    to_account: TRANSFER.exec(payee)?.[1] ?? '',
    category: isOpening ? '' : category,
    text: split ? (split[3] ?? '') : cell('Memo'),
    tags: cell('Flag'),
  })
  const full: FileRow | BadRow = isBad(row)
    ? row
    : {
        ...row,
        // Money that comes into another category than that of all income is a refund.
        ...(row.category ? { category_kind: isReady ? 'income' : 'expense' } : {}),
        ...(isOpening ? { is_opening: true } : {}),
      }
  return {
    row: { ...full, line },
    ...(split ? { split: { part: Number(split[1]), of: Number(split[2]) } } : {}),
  }
}

/** Categories by their full names, which name the group too. Money that came in has no group. */
function categoryNames(entries: readonly TableEntry[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const { cell } of entries) {
    const full = cell('Category Group/Category')
    const short = cell('Category') || full.split(/: (.*)/s)[1] || ''
    if (full === '' || short === '' || /^uncategorized/i.test(short)) continue
    names.set(full, /^inflow:/i.test(full) ? short : full)
  }
  return names
}

/** Reads the transactions that Actual exports. The payee of a transfer is the other account. */
export const readActual: Reader = (text, reading) => {
  const table = tableOf(text, reading, { date: 'Date', amounts: ['Amount', 'Split_Amount'] })
  const accounts = new Set(table.entries.map(({ cell }) => cell('Account')))
  return {
    mapping: table.mapping,
    rows: rowsOf(table.entries.map((entry) => actualRow(entry, table, accounts))),
  }
}

function actualRow(entry: TableEntry, table: ProgramTable, accounts: ReadonlySet<string>): Registered {
  const { cell } = entry
  const whole = /^\(SPLIT INTO (\d{1,4})\)\s?(.*)$/s.exec(cell('Notes'))
  const part = /^\(SPLIT (\d{1,4}) OF (\d{1,4})\)\s?(.*)$/s.exec(cell('Notes'))
  const amount = whole ? cell('Split_Amount') : cell('Amount')
  const payee = cell('Payee')
  const isTransfer = accounts.has(payee) && payee !== cell('Account') && cell('Category') === ''
  const isOpening = /^starting balance$/i.test(payee)
  const row = registered(entry, table, table.amount(amount), amount, {
    account: cell('Account'),
    payee,
    to_account: isTransfer && !whole ? payee : '',
    category: isOpening ? '' : inGroup(cell('Category_Group'), cell('Category')),
    text: whole?.[2] ?? part?.[3] ?? cell('Notes'),
    tags: '',
  })
  const full: FileRow | BadRow = isBad(row) || !isOpening ? row : { ...row, is_opening: true }
  if (whole) return { row: full, split: { part: 'whole', of: Number(whole[1]) } }
  return { row: full, ...(part ? { split: { part: Number(part[1]), of: Number(part[2]) } } : {}) }
}

/** The group of a category, which newer versions of Actual name, is written before it as YNAB does. */
const inGroup = (group: string, category: string): string =>
  group === '' || category === '' || /^income$/i.test(group) ? category : `${group}: ${category}`

type Fields = Record<'account' | 'payee' | 'to_account' | 'category' | 'text' | 'tags', string>

function registered(
  { cell, line }: TableEntry,
  table: ProgramTable,
  amount: string | undefined,
  written: string,
  fields: Fields,
) {
  const day = table.day(cell('Date'))
  const faults: FieldFault[] = []
  if (!day) faults.push(['date', cannot('not_a_date', { value: shortValue(cell('Date')) })])
  if (amount === undefined) faults.push(['amount', cannot('not_an_amount', { value: shortValue(written) })])
  if (fields.account === '') faults.push(['account', cannot('account_missing', {})])
  if (!day || amount === undefined || faults.length > 0)
    return bad(0, line, `${fields.payee} ${fields.text}`, ...faults)
  const { text, tags, payee, ...names } = fields
  const row: FileRow = {
    n: 0,
    line,
    date: day,
    amount,
    text: plainText(text),
    ...filled({ ...names, payee: names.to_account || /^starting balance$/i.test(payee) ? '' : payee }),
    ...(tags === '' ? {} : { tags: [plainText(tags, 50)] }),
  }
  return row
}

/** The rows of a register: parts of a split together, and each transfer once. */
function* rowsOf(all: readonly Registered[]): Generator<FileRow | BadRow> {
  const rows = joinedSplits(all)
  const halves = new Map<string, FileRow[]>()
  for (const row of rows)
    if (!isBad(row) && row.to_account && isIn(row)) {
      const key = halfKey(row.to_account, row.account, negated(row.amount), row.date)
      const known = halves.get(key)
      if (known) known.push(row)
      else halves.set(key, [row])
    }
  const second = new Set<FileRow>()
  for (const row of rows) {
    if (isBad(row) || !row.to_account || isIn(row)) continue
    const half = halves.get(halfKey(row.account, row.to_account, row.amount, row.date))?.shift()
    if (half) second.add(half)
  }
  let n = 0
  for (const row of rows) if (isBad(row) || !second.has(row)) yield { ...row, n: ++n }
}

const isIn = ({ amount }: FileRow) => !amount.startsWith('-')
const halfKey = (...parts: readonly (string | undefined)[]) => JSON.stringify(parts)

/** Rows in which the parts of each split, which stand together, are one row; parts that are transfers stay rows of their own. */
function joinedSplits(all: readonly Registered[]): (FileRow | BadRow)[] {
  const rows: (FileRow | BadRow)[] = []
  for (let at = 0; at < all.length; ) {
    const run = runAt(all, at)
    const parts = run.filter(({ split }) => split?.part !== 'whole').map(({ row }) => row)
    const head = run.find(({ split }) => split?.part === 'whole')?.row
    const whole = parts.length > 1 ? splitOf(parts, head) : undefined
    rows.push(...(whole ? [whole] : head && parts.length === 0 ? [head] : parts))
    at += run.length
  }
  return rows
}

/** The rows from this one on that are one split; the row alone if it is not part of a split. */
function runAt(all: readonly Registered[], at: number): readonly Registered[] {
  const of = all[at]?.split?.of
  if (of === undefined) return all.slice(at, at + 1)
  const has = new Set<number | 'whole'>()
  let end = at
  for (; end < all.length; end++) {
    const next = all[end]
    if (!next?.split || next.split.of !== of || has.has(next.split.part)) break
    if (!isSame(all[at]?.row, next.row)) break
    has.add(next.split.part)
  }
  return all.slice(at, Math.max(end, at + 1))
}

const isSame = (a: FileRow | BadRow | undefined, b: FileRow | BadRow): boolean =>
  a !== undefined && !isBad(a) && !isBad(b) && a.account === b.account && a.date === b.date

function splitOf(
  parts: readonly (FileRow | BadRow)[],
  head: FileRow | BadRow | undefined,
): FileRow | undefined {
  const [first] = parts
  if (!first || isBad(first)) return undefined
  const good: FileRow[] = []
  for (const part of parts) {
    if (isBad(part) || part.to_account || !part.category || isIn(part) !== isIn(first)) return undefined
    // A refund beside income, both money in: one transaction is of one kind.
    if (part.category_kind !== first.category_kind) return undefined
    good.push(part)
  }
  const named = head && !isBad(head) ? { ...first, ...filled({ payee: head.payee }) } : first
  return withSplits({ ...named, line: head?.line ?? first.line }, good, head && !isBad(head) ? head.text : '')
}
