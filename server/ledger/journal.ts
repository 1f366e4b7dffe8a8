import { isDeepStrictEqual } from 'node:util'
import type { Day } from '../../contract/day.ts'
import { newId } from '../process/ids.ts'

/** One amount from one account to another: debit and credit are equal because they are one number. */
export type Entry = {
  debit_account_id: string
  credit_account_id: string
  debit_line_id: string
  credit_line_id: string
  currency_id: string
  amount: bigint
  base_amount: bigint
  category_id: string | null
  obligation_id: string | null
  memo: string
}

type TransactionKind =
  | 'expense'
  | 'income'
  | 'transfer'
  | 'opening'
  | 'value'
  | 'obligation'
  | 'payment'
  | 'write_off'

/** The name of a transaction in the log: an obligation and a value are records themselves, and so their postings have names of their own. */
export const postingName = ({ kind }: { kind: TransactionKind }): string =>
  kind === 'obligation' || kind === 'value' ? `${kind}_posting` : kind

export type FxSource = 'base' | 'given' | 'own' | 'ecb' | 'charged'

/** Whether a value was given by a person or found by Florin. */
export type Source = 'given' | 'found'

/** A transaction in stored shape: amounts in minor units, and its entries. */
export type Transaction = {
  id: string
  kind: TransactionKind
  date: Day
  currency_id: string
  amount: bigint
  base_amount: bigint
  fx_rate: string
  fx_source: FxSource
  fx_date: Day
  category_id: string | null
  account_id: string | null
  charged_amount: bigint | null
  to_account_id: string | null
  to_amount: bigint | null
  to_currency_id: string | null
  /** The source of the amount on the other side: charged to an account, arriving by a transfer, or settled by a payment. */
  other_source: Source | null
  contact_id: string | null
  obligation_id: string | null
  /** The plan that posted it, which may have been deleted for good since. */
  plan_id: string | null
  is_refund: boolean
  notes: string | null
  tags: string[]
  /** The name that a client gave it: no other transaction of the book has it, trash included. */
  external_id: string | null
  /** Its place in the order of the book: the version that created it, and which of that version's transactions it is. */
  created_version: number
  created_position: number
  version: number
  created_at: string
  updated_at: string
  deleted_at: string | null
  entries: Entry[]
}

/** An entry and a transaction as a list has them: without people's texts, which may be long. */
export type SlimEntry = Omit<Entry, 'memo'>
export type SlimTransaction = Omit<Transaction, 'notes' | 'tags' | 'entries'> & { entries: SlimEntry[] }

/** A transaction as it is read for the API, without its place among those of its version. */
export type ReadTransaction = Omit<Transaction, 'created_position'>

/** Default values of the optional columns. */
export const plainTransaction = {
  category_id: null,
  account_id: null,
  charged_amount: null,
  to_account_id: null,
  to_amount: null,
  to_currency_id: null,
  other_source: null,
  contact_id: null,
  obligation_id: null,
  plan_id: null,
  is_refund: false,
  notes: null,
  tags: [] as string[],
  external_id: null as string | null,
  created_position: 0, // `toWrite` sets it
  deleted_at: null,
}

type Sides = { from: string; to: string }
type Money = { currency_id: string; amount: bigint; base_amount: bigint }
type Marks = { category_id?: string | null; obligation_id?: string | null; memo?: string }

/** An entry that moves money from one account (credit) to another (debit). */
export const entryOf = (
  { from, to }: Sides,
  { currency_id, amount, base_amount }: Money,
  { category_id = null, obligation_id = null, memo = '' }: Marks = {},
): Entry => ({
  debit_account_id: to,
  credit_account_id: from,
  debit_line_id: newId(),
  credit_line_id: newId(),
  currency_id,
  amount,
  base_amount,
  category_id,
  obligation_id,
  memo,
})

/** Whether an expense has shares of others. */
export const isShared = (expense: Transaction | null): expense is Transaction =>
  expense?.entries.some(({ obligation_id }) => obligation_id !== null) ?? false

/** A transaction before and after a change: none before it was recorded. */
export type Step = { readonly before: Transaction | null; readonly after: Transaction }

/** Whether entries dated on this day are closed to every change. */
export const isClosed = (book: { closed_through: Day | null }, date: Day): boolean =>
  book.closed_through !== null && date <= book.closed_through

/** Whether a step makes no entry appear, change or disappear: both are live and post the same, or neither is live. */
export const keepsEntries = ({ before, after }: Step): boolean =>
  isLive(before) === isLive(after) && (!isLive(after) || (before !== null && hasSameEntries(before, after)))

/** The closed day that a step would change the entries of, if there is one. */
export function closedDay(book: { closed_through: Day | null }, step: Step): Day | undefined {
  if (book.closed_through === null || keepsEntries(step)) return undefined
  return [step.before, step.after].find((one) => isLive(one) && isClosed(book, one.date))?.date
}

/** Whether a transaction exists and is not in the trash. */
export const isLive = <T extends { deleted_at: string | null }>(transaction: T | null): transaction is T =>
  transaction !== null && transaction.deleted_at === null

/** Entries without the ids of their lines. */
export const bareEntries = (entries: readonly Entry[]) =>
  entries.map(({ debit_line_id: _, credit_line_id: __, ...entry }) => entry)

/** One side of an entry: the amount that an account gets or gives. */
export type Line = {
  id: string
  account_id: string
  is_debit: boolean
  currency_id: string
  amount: bigint
}

export const linesOf = ({ currency_id, amount, ...entry }: Entry): Line[] => [
  { id: entry.debit_line_id, account_id: entry.debit_account_id, is_debit: true, currency_id, amount },
  { id: entry.credit_line_id, account_id: entry.credit_account_id, is_debit: false, currency_id, amount },
]

/** Whether two lines are alike to a bank: on the same side of the same account, with the same amount. */
export const isSameLine = (a: Line, b: Line): boolean => lineKey(a) === lineKey(b)

const lineKey = ({ account_id, is_debit, currency_id, amount }: Line): string =>
  `${account_id} ${is_debit} ${currency_id} ${amount}`

/**
 * The entries of an edited transaction. A line that keeps its account, side, currency and amount keeps its id, even if the other side
 * of its entry changes. Of lines that are alike, those of equal entries are paired first.
 */
export function keepLines(before: readonly Entry[], after: readonly Entry[]): Entry[] {
  const whole = Map.groupBy(before, entryKey)
  const kept = after.map((entry) => whole.get(entryKey(entry))?.shift())
  const ids = Map.groupBy([...whole.values()].flat().flatMap(linesOf), lineKey)
  const idOf = (line: Line) => ids.get(lineKey(line))?.shift()?.id ?? line.id
  return after.map((entry, index) => {
    const same = kept[index]
    if (same) return same
    const [debit_line_id = '', credit_line_id = ''] = linesOf(entry).map(idOf)
    return { ...entry, debit_line_id, credit_line_id }
  })
}

const entryKey = (entry: Entry): string =>
  JSON.stringify(bareEntries([entry]), (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )

/** Whether both have the same date and entries. */
const hasSameEntries = (a: Transaction, b: Transaction) =>
  a.date === b.date && isDeepStrictEqual(bareEntries(a.entries), bareEntries(b.entries))

/** Whether both are equal except for the ids of lines, versions and times. */
export function isSameTransaction(a: Transaction, b: Transaction): boolean {
  const plain = (one: Transaction) => {
    const { version: _, updated_at: __, created_version: ___, created_position: ____, entries, ...rest } = one
    return { ...rest, entries: bareEntries(entries) }
  }
  return isDeepStrictEqual(plain(a), plain(b))
}

/** The net change of one account in one currency and month. An upsert can meet a row only once, so there is one for each. */
type Movement = {
  account_id: string
  currency_id: string
  month: Day
  amount: bigint
  base_amount: bigint
}

/** Adds up the movements of steps, and gives those that do not cancel out. A large change has tens of thousands of them. */
export function startMovements(): { add: (step: Step) => void; net: () => Movement[] } {
  const net = new Map<string, Movement>()
  const add = (transaction: Transaction, sign: bigint) => {
    if (transaction.deleted_at !== null) return
    const month = `${transaction.date.slice(0, 7)}-01`
    for (const entry of transaction.entries) {
      move(entry.debit_account_id, month, entry, sign)
      move(entry.credit_account_id, month, entry, -sign)
    }
  }
  const move = (account_id: string, month: Day, entry: Entry, side: bigint) => {
    const { currency_id } = entry
    const key = `${account_id} ${currency_id} ${month}`
    const amount = side * entry.amount
    const base_amount = side * entry.base_amount
    const row = net.get(key)
    if (!row) net.set(key, { account_id, currency_id, month, amount, base_amount })
    else {
      row.amount += amount
      row.base_amount += base_amount
    }
  }
  return {
    add({ before, after }) {
      if (before) add(before, -1n)
      add(after, 1n)
    },
    net: () => [...net.values()].filter(({ amount, base_amount }) => amount !== 0n || base_amount !== 0n),
  }
}

export function netMovements(steps: Iterable<Step>): Movement[] {
  const movements = startMovements()
  for (const step of steps) movements.add(step)
  return movements.net()
}

/**
 * The accounts of a transaction of which a balance may have been said. In an expense, an income or a transfer, all others belong to categories or are
 * Florin's own; the postings of an obligation may be on any.
 */
export function ownAccountsOf({ kind, account_id, to_account_id, entries }: Transaction): readonly string[] {
  const ids = [account_id, to_account_id].filter((id) => id !== null)
  return kind === 'obligation' || kind === 'payment' || kind === 'write_off'
    ? [...new Set([ids, ...entries.map((entry) => [entry.debit_account_id, entry.credit_account_id])].flat())]
    : ids
}

/** The text that free-text search looks through, beside the names of contact and categories. */
export const searchText = ({ notes, tags, entries }: Transaction) =>
  [...new Set([notes ?? '', ...entries.map(({ memo }) => memo), ...tags])]
    .filter((text) => text !== '')
    .join('\n')

export const categoryIdsOf = ({ entries }: Transaction) =>
  [...new Set(entries.map(({ category_id }) => category_id))].filter((id) => id !== null)
