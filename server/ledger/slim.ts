import { mapInSlices, startSlice } from '../process/slices.ts'
import type { SlimEntry, SlimTransaction } from './journal.ts'
import { type Holder, hold, type List } from './known.ts'
import type { SlimDebt, SlimOccurrence } from './records.ts'
import {
  slimDebtColumns,
  slimEntryColumns,
  slimOccurrenceColumns,
  slimTransactionColumns,
} from './slim.sql.ts'
import { fromList } from './stored.ts'

/** The entries of each transaction, in their order. */
export async function entriesIn(lists: readonly List[], columns: Parameters<typeof fromList>[0]) {
  const entries = new Map<unknown, List[]>()
  const slice = startSlice()
  for (const list of lists) {
    const some = entries.get(list[0])
    if (some) some.push(list)
    else entries.set(list[0], [list])
    if (slice.isOver()) await slice.next()
  }
  return (id: string) =>
    (entries.get(id) ?? [])
      .sort(([, a], [, b]) => Number(a) - Number(b))
      .map(([, , ...entry]) => fromList(columns, entry))
}

export const inOrderOfBook = (a: SlimTransaction, b: SlimTransaction) =>
  a.created_version - b.created_version || a.created_position - b.created_position

/** If several parts loaded a transaction, each loaded its entries; the ids of their lines identify them. */
export const withoutRepeats = <T extends SlimTransaction>(transaction: T): T => ({
  ...transaction,
  entries: [...new Map(transaction.entries.map((entry) => [entry.debit_line_id, entry])).values()],
})

/** The transactions of obligations, in the order of the book. */
const holdPostings: Holder = async (holdings, lists, { of }) => {
  const entries = await entriesIn(of('posting_entry'), slimEntryColumns)
  const all = await mapInSlices(lists, ([debtId, ...list]) => {
    const row = fromList(slimTransactionColumns, list) as Omit<SlimTransaction, 'entries'>
    return {
      debtId: debtId as string,
      row: withoutRepeats({ ...row, entries: entries(row.id) as SlimEntry[] }),
    }
  })
  for (const [id, some] of Map.groupBy(all, ({ debtId }) => debtId))
    hold(holdings, 'postings', id, some.map(({ row }) => row).sort(inOrderOfBook))
}

/** The holders of the parts of slim.sql.ts. */
export const slimHolders: { readonly [part: string]: Holder } = {
  owed(holdings, lists) {
    const debts = lists.map((list) => fromList(slimDebtColumns, list) as SlimDebt)
    for (const [id, some] of Map.groupBy(debts, ({ contact_id }) => contact_id))
      hold(holdings, 'owed', id, some)
  },
  shares(holdings, lists) {
    const debts = lists.map((list) => fromList(slimDebtColumns, list) as SlimDebt)
    for (const [id, some] of Map.groupBy(debts, ({ expense_id }) => expense_id ?? ''))
      hold(holdings, 'shares', id, some)
    // The part `is_touched` has rows only for those that were touched.
    for (const { id } of debts) hold(holdings, 'is_touched', id, null)
  },
  occurrences(holdings, lists) {
    const all = lists.map((list) => fromList(slimOccurrenceColumns, list) as SlimOccurrence)
    for (const [planId, some] of Map.groupBy(all, ({ plan_id }) => plan_id))
      hold(holdings, 'occurrences', planId, some)
  },
  posting: holdPostings,
}
