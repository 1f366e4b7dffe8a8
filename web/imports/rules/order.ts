import type { ImportRule } from '../../../contract/import-rules.ts'

type Ranked = Pick<ImportRule, 'id' | 'rank'>

/** The ranks to send so that a rule is tried one place earlier or later. The others keep theirs, unless two have the same. */
export function moved(rules: readonly Ranked[], id: string, by: 1 | -1): { id: string; rank: number }[] {
  const from = rules.findIndex((rule) => rule.id === id)
  const [rule, other] = [rules[from], rules[from + by]]
  if (!rule || !other) return []
  let last = -1
  const ranks = rules.map(({ rank }) => {
    last = Math.max(rank, last + 1)
    return last
  })
  const order = rules.with(from, other).with(from + by, rule)
  return order.flatMap((one, index) => {
    const rank = ranks[index] ?? one.rank
    return rank === one.rank ? [] : [{ id: one.id, rank }]
  })
}
