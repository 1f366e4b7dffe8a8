import { starterCategories, starterGroups, starterName, starterSingles } from '../../contract/starter.ts'
import { t } from '../../words/t.ts'

/** The choices about the ready-made set: English names that are left out, and names that are added. */
export type SetDraft = { leftOut: readonly string[]; added: readonly string[] }

/** The categories that a book will begin with, those of the set by their English names; groups are not among them. */
export const categoryNames = ({ leftOut, added }: SetDraft): string[] => [
  ...starterCategories.map(({ name }): string => name).filter((name) => !leftOut.includes(name)),
  ...added,
]

/** The names of the groups: one that has lost all its categories is not made. */
export const groupNames = ({ leftOut }: SetDraft): string[] =>
  starterGroups
    .filter(({ members }) => members.some(({ name }) => !leftOut.includes(name)))
    .map(({ name }) => name)

/** Names under a heading: those of a group, those in no group, and those of income. */
export type NameList = { readonly title: string; readonly names: readonly string[] }

/** The same names in their lists, without empty ones. One's own are for expenses, in no group. */
export function nameLists({ leftOut, added }: SetDraft): NameList[] {
  const single = (kind: 'expense' | 'income') => starterSingles.filter((one) => one.kind === kind)
  const lists = [
    ...starterGroups.map(({ name, members }) => ({ title: starterName(name), members, own: [] })),
    { title: t('In no group'), members: single('expense'), own: added },
    { title: t('Income'), members: single('income'), own: [] },
  ]
  return lists
    .map(({ title, members, own }) => ({
      title,
      names: [...own, ...members.map(({ name }): string => name).filter((name) => !leftOut.includes(name))],
    }))
    .filter(({ names }) => names.length > 0)
}
