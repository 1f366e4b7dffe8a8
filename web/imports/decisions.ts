import type { ImportRow, RowChange, Verdict } from '../../contract/import-rows.ts'
import type { Counts } from '../../contract/imports.ts'
import { becomesOf } from './verdict-words.ts'

/** The names behind the ids of a decision, for showing it before the service has answered. */
export type DecisionNames = Partial<
  Pick<
    ImportRow['draft'] & object,
    'category_name' | 'other_account_name' | 'obligation_name' | 'contact_name'
  >
>

/** A row after a person has decided about it. An unreadable row stays as it is. */
export function decided(row: ImportRow, change: RowChange, names: DecisionNames = {}): ImportRow {
  if (row.verdict === 'invalid') return row
  const { draft, ...rest } = change
  const isDraftChanged = draft !== undefined && row.draft !== null
  return {
    ...row,
    ...(rest.is_chosen === undefined ? {} : { is_chosen: rest.is_chosen }),
    ...(isDraftChanged ? { draft: { ...row.draft, ...known(draft), ...names } as ImportRow['draft'] } : {}), // a draft with some of its fields replaced
    needs_attention: row.held !== null && rest.is_chosen === undefined && row.needs_attention,
    is_changed: true,
  }
}

/** A refund in the category that was chosen for the row that it is of, unless somebody has decided about it itself: as the service does it. */
export function followed(refund: ImportRow, decided: ReadonlyMap<number, ImportRow>): ImportRow {
  const n = refund.is_changed ? undefined : refundedRow(refund)
  const of = n === undefined ? undefined : decided.get(n)?.draft
  if (!refund.draft || of?.kind !== 'expense' || of.splits.length > 0) return refund
  const { category_id, category_name } = of
  return { ...refund, draft: { ...refund.draft, category_id, category_name } }
}

/** The number of the row of the file that a row is a refund of. */
export const refundedRow = ({ verdict, reasons }: ImportRow): number | undefined => {
  const [first] = reasons
  return verdict === 'refund' && first?.code === 'refund_of_row' ? Number(first.params.row) : undefined
}

const known = (draft: object) =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined))

/** The counts of the foot after a row has changed, until the service has counted. */
export const recounted = (counts: Counts, before: ImportRow, after: ImportRow): Counts => ({
  ...counts,
  chosen: counts.chosen + Number(after.is_chosen) - Number(before.is_chosen),
  attention: counts.attention + Number(after.needs_attention) - Number(before.needs_attention),
  becomes: moved(counts.becomes, becomesOf(before), becomesOf(after)),
})

const moved = (counts: Counts['becomes'], from: Verdict, to: Verdict): Counts['becomes'] =>
  from === to ? counts : { ...counts, [from]: counts[from] - 1, [to]: counts[to] + 1 }
