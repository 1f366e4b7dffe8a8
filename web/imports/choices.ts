import { folded } from '../../contract/fold.ts'
import { hasReason } from '../../contract/import-reasons.ts'
import type { ImportDraft, ImportRow, RowChange } from '../../contract/import-rows.ts'
import { refundedRow } from './decisions.ts'
import { alsoMeant, wordsForRule } from './rule-words.ts'
import { shopOf } from './shops.ts'

type Sorting = Pick<ImportDraft, 'kind' | 'category_id' | 'is_refund'>

/** A category that was chosen for a row, and the rows like it, which can have it too. */
export type Choice = {
  readonly category: { readonly id: string; readonly name: string }
  readonly draft: NonNullable<RowChange['draft']>
  /** The rows like it, with their sorting before. */
  readonly more: readonly (Sorting & { readonly n: number })[]
  /** The name that the file has them under, if that is why they are alike. */
  readonly under: string | null
  readonly isTaken: boolean
  readonly isRule: boolean
}

/** The rows that a category chosen for one row may be meant for: those under the same unknown name of the file, else those with its words. */
function alikeOf(rows: readonly ImportRow[], row: ImportRow): ImportRow[] {
  if (!isUnder(row)) return alsoMeant(rows, row, wordsForRule(row))
  return rows.filter(
    (other) =>
      other.n !== row.n &&
      other.category === row.category &&
      other.verdict === 'new' &&
      !other.is_changed &&
      !other.suggestion?.rule_id &&
      (other.amount ?? 0) < 0 === (row.amount ?? 0) < 0,
  )
}

/** Whether a row is of a category that only the file has, or the book for the other kind. */
const isUnder = (row: ImportRow) =>
  row.category !== null && hasReason(row, 'file_category_unknown', 'file_category_other_kind')

/** The refunds of the shop whose purchases were given a category, as Florin proposed them: they go there too. The refund of a row follows that row. */
export function refundsOf(
  rows: readonly ImportRow[],
  { draft, ...row }: ImportRow,
  sent: RowChange['draft'],
): ImportRow[] {
  if (sent?.kind !== 'expense' || sent.is_refund || !sent.category_id || !draft) return []
  const name = folded(shopOf(row))
  return rows.filter(
    (other) =>
      other.verdict === 'refund' &&
      !other.is_changed &&
      refundedRow(other) === undefined &&
      name !== '' &&
      folded(shopOf(other)).startsWith(name),
  )
}

const sortingOf = ({ n, draft }: ImportRow) => ({
  n,
  kind: draft?.kind ?? 'expense',
  category_id: draft?.category_id ?? null,
  is_refund: draft?.is_refund ?? false,
})

/** The choice of a category for a row; undefined if it was none. Another category for the same row keeps the rows that were like it. */
export function choiceOf(
  rows: readonly ImportRow[],
  row: ImportRow,
  draft: RowChange['draft'],
  name: string | null | undefined,
  before: Choice | undefined,
): Choice | undefined {
  const id = draft?.category_id
  if (!draft || !id || !name) return undefined
  const alike = alikeOf(rows, row).filter((other) => other.draft?.category_id !== id)
  const known = new Set(before?.more.map(({ n }) => n))
  return {
    category: { id, name },
    draft,
    more: [...(before?.more ?? []), ...alike.map(sortingOf).filter(({ n }) => !known.has(n))],
    under: isUnder(row) ? row.category : null,
    isTaken: false,
    isRule: false,
  }
}

/** The choice after its rule was made, which speaks for more rows. */
export const withRule = (choice: Choice, also: readonly ImportRow[]): Choice => {
  const known = new Set(choice.more.map(({ n }) => n))
  const more = [...choice.more, ...also.map(sortingOf).filter(({ n }) => !known.has(n))]
  return { ...choice, more, isTaken: more.length > 0, isRule: true }
}

/** Rows with the same sorting before, which are given it back together. */
export const bySorting = (more: Choice['more']): (Sorting & { ns: number[] })[] =>
  [
    ...Map.groupBy(
      more,
      ({ kind, category_id, is_refund }) => `${kind} ${category_id} ${is_refund}`,
    ).values(),
  ].flatMap((some) => {
    const [first] = some
    return first
      ? [
          {
            kind: first.kind,
            category_id: first.category_id,
            is_refund: first.is_refund,
            ns: some.map(({ n }) => n),
          },
        ]
      : []
  })
