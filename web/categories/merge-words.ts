import type { MovedRecords } from '../../contract/categories.ts'
import { t } from '../../words/t.ts'
import { movedParts } from '../page/category-words.ts'
import { listed } from '../ui/wording.ts'

/** 34 entries, 5 budgets and 1 rule move */
export function mergeText(moved: MovedRecords): string {
  const parts = movedParts(moved)
  if (parts.length === 0) return t('Nothing has to move')
  const isOne = Object.values(moved).reduce((sum, count) => sum + count, 0) === 1
  return `${listed(parts)} ${isOne ? 'moves' : 'move'}`
}
