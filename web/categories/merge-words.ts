import type { MovedRecords } from '../../contract/categories.ts'
import { listed, t } from '../../words/t.ts'
import { movedParts } from '../page/category-words.ts'

/** 34 entries, 5 budgets and 1 rule move */
export function mergeText(moved: MovedRecords): string {
  const parts = movedParts(moved)
  if (parts.length === 0) return t('Nothing has to move')
  return t('{count, plural, one {{records} moves} other {{records} move}}', {
    count: Object.values(moved).reduce((sum, count) => sum + count, 0),
    records: listed(parts),
  })
}
