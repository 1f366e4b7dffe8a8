import { starterName } from '../../contract/starter.ts'
import type { Suggestion } from '../../contract/suggestions.ts'
import { fold } from '../ui/matching.ts'

/** How often each category was used lately, and for which words. */
export type Usage = { readonly count: number; readonly memos: readonly { memo: string; count: number }[] }

export function usageOf(suggestions: readonly Suggestion[]): Map<string, Usage> {
  const usage = new Map<string, { count: number; memos: { memo: string; count: number }[] }>()
  for (const { category_id, memo, count } of suggestions) {
    const one = usage.get(category_id) ?? { count: 0, memos: [] }
    one.count += count
    if (memo) one.memos.push({ memo, count })
    usage.set(category_id, one)
  }
  return usage
}

/** Those of the ready-made set that most people need first. */
const usual = ['Groceries', 'Eating out', 'Rent', 'Transport', 'Utilities', 'Household', 'Health', 'Salary']

type Named = { readonly id: string; readonly name: string; readonly parent_id?: string | null }

/** The most used categories first; of those that nobody has used yet, what most people need, and groups behind their members. */
export function mostUsedFirst<Category extends Named>(
  categories: readonly Category[],
  usage: ReadonlyMap<string, Usage>,
): Category[] {
  const count = ({ id }: Category) => usage.get(id)?.count ?? 0
  const names = usual.flatMap((name) => [name, starterName(name)]) // a book may have been opened in English
  const place = ({ name }: Category) => (names.includes(name) ? names.indexOf(name) : names.length)
  const groups = new Set(categories.map(({ parent_id }) => parent_id))
  const isGroup = ({ id }: Category) => Number(groups.has(id))
  return categories.toSorted((a, b) => count(b) - count(a) || isGroup(a) - isGroup(b) || place(a) - place(b))
}

/** The words that a category was used for and that begin like this, and how often. */
export const usedFor = (
  usage: Usage | undefined,
  query: string,
): { memo: string; count: number } | undefined =>
  query.trim().length < 2
    ? undefined
    : usage?.memos.find(({ memo }) => ` ${fold(memo)}`.includes(` ${fold(query)}`))
