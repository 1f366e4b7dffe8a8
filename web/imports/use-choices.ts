import type { ImportRow, RowChange } from '../../contract/import-rows.ts'
import { useDraft } from '../ui/draft.ts'
import { bySorting, type Choice, choiceOf, refundsOf, withRule } from './choices.ts'
import type { DecisionNames } from './decisions.ts'
import type { Decide } from './use-decide.ts'

type Choices = Record<string, Choice | undefined>
const none: Choices = {}

/** The categories that were chosen for single rows of a file: each stays beside its row, with the rows like it, for as long as this tab is open. */
export function useChoices(id: string, decide: Decide) {
  const { draft: all, change } = useDraft<Choices>(`choices-of-import ${id}`, none)
  const set = (n: number, choice: Choice | undefined) => change({ [n]: choice })
  const rowsOf = (rows: readonly ImportRow[], ns: readonly number[]) => {
    const wanted = new Set(ns)
    return rows.filter(({ n }) => wanted.has(n))
  }
  return {
    of: (n: number): Choice | undefined => all[n],
    /** A category was chosen for a row, or for all rows of a shop: `id` is that of the line. */
    chose(
      rows: readonly ImportRow[],
      id: number,
      some: readonly ImportRow[],
      sent: RowChange,
      names: DecisionNames,
    ): void {
      const [row] = some
      const others = rows.filter((one) => !some.includes(one))
      if (!row) return
      set(id, choiceOf(others, row, sent.draft, names.category_name, all[id]))
      const refunds = refundsOf(others, row, sent.draft)
      if (refunds.length > 0) decide.decide(refunds, { draft: { ...sent.draft, is_refund: true } }, names)
    },
    /** Gives the rows like it the same category, or takes it back. */
    toggle(rows: readonly ImportRow[], n: number): void {
      const choice = all[n]
      if (!choice || choice.more.length === 0) return
      if (choice.isTaken)
        for (const { ns, ...before } of bySorting(choice.more))
          decide.decide(rowsOf(rows, ns), { draft: before })
      else {
        const more = rowsOf(
          rows,
          choice.more.map((one) => one.n),
        )
        decide.decide(more, { draft: choice.draft }, { category_name: choice.category.name })
      }
      set(n, { ...choice, isTaken: !choice.isTaken })
    },
    /** After the rule was made: it speaks for these rows too. */
    ruled(n: number, also: readonly ImportRow[]): void {
      const choice = all[n]
      if (!choice) return
      decide.decide(also, { draft: choice.draft }, { category_name: choice.category.name })
      set(n, withRule(choice, also))
    },
  }
}
export type ShownChoices = ReturnType<typeof useChoices>
