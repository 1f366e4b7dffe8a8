import type { Change } from '../../contract/changes.ts'
import { isSame } from '../api/conflict.ts'
import type { Right } from '../ui/rights.ts'

const TRANSACTIONS: ReadonlySet<string> = new Set(['expense', 'income', 'transfer'])

/** The fields of a transaction that an annotator may change, with those that follow from them. */
const SORTING: ReadonlySet<string> = new Set([
  'category_id',
  'category_name',
  'contact_id',
  'contact_name',
  'notes',
  'tags',
  'lines',
  'version',
  'updated_at',
  'changed_by',
])

function isSorting({ resource, action, before, after }: Change): boolean {
  if (!TRANSACTIONS.has(resource) || action !== 'updated' || before === null || after === null) return false
  const [was, is] = [before, after] as Record<string, unknown>[] // records of the API are plain objects
  return Object.keys({ ...was, ...is }).every((name) => SORTING.has(name) || isSame(was?.[name], is?.[name]))
}

/** The right that it takes to undo a change: the settings of a book are its owner's, and an annotator may take back what only sorts. */
export const undoNeeds = (changes: readonly Change[]): Right =>
  changes.some(({ resource }) => resource === 'book')
    ? 'own'
    : changes.every(isSorting)
      ? 'annotate'
      : 'write'
