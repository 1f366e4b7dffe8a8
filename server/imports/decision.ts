import type { RowChange, Verdict } from '../../contract/import-rows.ts'
import { type Later, later } from '../../words/t.ts'
import type { DefaultNames } from './default-category.ts'
import { isBad } from './read/row.ts'
import type { StoredDraft, StoredRow } from './rows.sql.ts'

/** Two decisions about one row, the later one on top. */
const mergeDecisions = (earlier: RowChange | null, later: RowChange): RowChange => ({
  ...earlier,
  ...later,
  ...((earlier?.draft || later.draft) && { draft: { ...earlier?.draft, ...later.draft } }),
})

/** Applies a person's decision to a row. The row then needs no more attention, unless it is held up and nothing was said about recording it. */
export function decided(
  row: StoredRow,
  decision: RowChange,
  defaults: DefaultNames,
  isHeld = false,
): StoredRow {
  const draft = row.draft && decision.draft ? corrected(row, row.draft, decision.draft, defaults) : row.draft
  const isAsked = row.needs_attention && decision.draft !== undefined && !isHeld
  const isChosen = decision.is_chosen ?? (row.is_chosen || isAsked)
  return {
    ...row,
    draft,
    decision: mergeDecisions(row.decision, decision),
    is_chosen: isChosen && draft !== null,
    needs_attention: isHeld && decision.is_chosen === undefined && row.needs_attention,
  }
}

/** A draft with corrections. If the kind changes, fields that only the previous kind has are dropped. */
function corrected(
  row: StoredRow,
  draft: StoredDraft,
  sent: NonNullable<RowChange['draft']>,
  defaults: DefaultNames,
): StoredDraft {
  const { notes, tags, ...rest } = sent
  const next: StoredDraft = {
    ...draft,
    ...rest,
    notes: notes === undefined ? draft.notes : notes,
    tags: tags === undefined ? draft.tags : [...(tags ?? [])],
  }
  const { kind } = next
  const hasCategory = kind === 'expense' || kind === 'income'
  const isOtherKind = kind !== draft.kind
  if (sent.category_id) Object.assign(next, { category_name: null, splits: [] })
  if (!hasCategory)
    Object.assign(next, { category_id: null, category_name: null, splits: [], is_refund: false })
  else if (isOtherKind && sent.category_id === undefined) next.category_id = null
  if (hasCategory && next.category_id === null && (next.category_name === null || isOtherKind))
    next.category_name = defaults[kind]
  if (kind !== 'transfer') Object.assign(next, { other_account_id: null, other_amount: null })
  if (kind !== 'payment') next.obligation_id = null
  if (hasCategory && isOtherKind && sent.is_refund === undefined)
    next.is_refund = (kind === 'expense') === (row.amount ?? 0n) > 0n
  return next
}

/** Why a row cannot be recorded as its draft says: the field that does not fit, and the reason. */
export function misfitOf({
  n,
  file_row,
  amount,
  account_id,
  draft,
  pair_n,
}: StoredRow): { field: string; reason: Later } | undefined {
  if (isBad(file_row) || !draft || amount === null)
    return { field: 'is_chosen', reason: later('row {n} cannot be read, and so cannot be recorded.', { n }) }
  if (account_id === null && file_row.account === undefined)
    return {
      field: 'is_chosen',
      reason: later('row {n} has no account yet: set account_id of the import to the account of the file.', {
        n,
      }),
    }
  const isIn = amount > 0n
  const { kind } = draft
  if ((kind === 'income' && isIn === draft.is_refund) || (kind === 'expense' && isIn !== draft.is_refund))
    return {
      field: 'draft.is_refund',
      reason: isIn
        ? later('row {n} is money in: it can be an income, or the refund of an expense.', { n })
        : later('row {n} is money out: it can be an expense, or the refund of an income.', { n }),
    }
  const isNamed = draft.other_account_id !== null || file_row.to_account !== undefined || pair_n !== null
  if (kind === 'transfer' && !isNamed)
    return {
      field: 'draft.other_account_id',
      reason: later('row {n} is a transfer, and needs the account on the other side.', { n }),
    }
  if (kind === 'transfer' && draft.other_account_id === account_id)
    return {
      field: 'draft.other_account_id',
      reason: later('row {n} has the same account on both sides: a transfer needs two.', { n }),
    }
  if (kind === 'payment' && draft.obligation_id === null && file_row.shared !== 'settled')
    return {
      field: 'draft.obligation_id',
      reason: later('row {n} is a payment, and needs the obligation that it pays.', { n }),
    }
  return undefined
}

/** The verdict of a row, or what a person has decided instead. */
export const becomesOf = ({ verdict, decision, draft }: StoredRow): Verdict => {
  if (decision === null || draft === null || verdict === 'duplicate' || verdict === 'invalid') return verdict
  if (draft.kind === 'transfer') return 'transfer'
  return draft.kind === 'payment' ? 'settles' : draft.is_refund ? 'refund' : 'new'
}
