import type { MovedRecords } from '../../contract/categories.ts'
import type { Change } from '../../contract/changes.ts'
import { categoryCount } from '../page/category-words.ts'
import { changedFields, PLACE, type ShownRecord } from './fields.ts'

/** The history has no word for a merge of categories: it is told by the records that left a category as this went to the trash. */
export type Merged = {
  /** The change of the category that was merged, or of one that an undo brought back. */
  readonly category: Change
  /** The other category, which took over: its id, and its name where a record has it. */
  readonly into: { readonly id: string; readonly name?: string }
  readonly moved: MovedRecords
}

type Naming = { readonly id: string; readonly name?: string }

/** The categories that a record names, in the order of its fields: its own, those of its parts, of a plan's draft and of a rule. */
function categoriesIn(value: unknown): Naming[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(categoriesIn)
  const { category_id: id, category_name: name, ...rest } = value as ShownRecord // an object of the API
  const own = typeof id === 'string' ? [{ id, ...(typeof name === 'string' && { name }) }] : []
  return [...own, ...Object.values(rest).flatMap(categoriesIn)]
}

/** The category that takes a category's place in a record, before or after. */
function otherIn({ before, after }: Change, id: string): Naming | undefined {
  const [was, is] = [categoriesIn(before), categoriesIn(after)]
  const at = was.findIndex((one, index) => one.id === id && is[index]?.id !== id)
  const back = is.findIndex((one, index) => one.id === id && was[index]?.id !== id)
  return is[at] ?? was[back]
}

/** The category whose budgets change beside those of another. */
const otherBudget = ({ before, after }: Change, id: string): Naming | undefined =>
  categoriesIn(after ?? before).find((one) => one.id !== id)

const notEntries = ['account', 'budget', 'plan', 'plan_occurrence', 'import_rule', 'obligation']

/** The merge that the changes of one version are, or whose undo they are. */
export function mergedIn(changes: readonly Change[]): Merged | undefined {
  const own = changes.filter(({ resource }) => resource === 'category')
  const [category] = own
  if (!category || own.length > 1 || !['deleted', 'restored'].includes(category.action)) return undefined
  const { id } = category
  const others = changes.filter((change) => change !== category)
  const of = (resource: Change['resource']) => others.filter((change) => change.resource === resource)
  const into =
    others.map((change) => otherIn(change, id)).find((one) => one !== undefined) ??
    of('budget')
      .map((change) => otherBudget(change, id))
      .find((one) => one !== undefined)
  const ofIt = of('budget').filter(({ before, after }) => categoriesIn(before ?? after)[0]?.id === id)
  return (
    into && {
      category,
      into,
      moved: {
        transactions: others.filter(({ resource }) => !notEntries.includes(resource)).length,
        budgets: ofIt.length,
        plans: of('plan').length,
        rules: of('import_rule').length,
      },
    }
  )
}

/** Whether a category only made room for another one that was moved. */
export const madeRoom = (change: Change): boolean =>
  change.resource === 'category' &&
  change.action === 'updated' &&
  changedFields(change).every(({ name }) => name === PLACE)

/** 25 categories in 7 groups: a group is counted as such beside its members. */
export function inGroups(changes: readonly Change[]): string {
  const parents = new Set(changes.map((one) => ((one.after ?? one.before) as ShownRecord | null)?.parent_id)) // plain objects
  const groups = changes.filter(({ id }) => parents.has(id)).length
  return categoryCount(changes.length - groups, groups)
}
