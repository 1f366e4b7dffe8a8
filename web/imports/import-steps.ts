import type { Mapping } from '../../contract/import-mapping.ts'
import type { Import } from '../../contract/imports.ts'
import { missingIn } from './columns.ts'

/** The steps of an import, as the heading lists them. */
export const importSteps = ['file', 'columns', 'check', 'done'] as const
export type ImportStep = (typeof importSteps)[number]
export const stepWords: Readonly<Record<ImportStep, string>> = {
  file: 'File',
  columns: 'Columns',
  check: 'Check',
  done: 'Done',
}

/** Whether there is anything to decide about how the file is understood. */
export const hasColumns = ({ mapping }: Pick<Import, 'mapping'>): boolean =>
  mapping !== null &&
  (mapping.columns.length > 0 || mapping.accounts.length > 0 || mapping.categories.length > 0)

/** Whether a person says which account the file is of. Accounts on the other side of transfers do not say it. */
export const isOfChosenAccount = ({ mapping, format }: Pick<Import, 'mapping' | 'format'>): boolean =>
  !mapping?.accounts.some(({ is_own }) => is_own) && format !== 'florin'

/** A file of one account that nobody has named yet. */
export const needsAccount = (file: Import): boolean => file.account_id === null && isOfChosenAccount(file)

/** 03/04/2026 can be read in two ways; 03.04.2026 is written by people who put the day first. */
function isDayOrderOpen(mapping: Mapping): boolean {
  if (mapping.date_order === null || mapping.date_order === 'year_first') return false
  const dates = mapping.columns.filter(({ role }) => role === 'date').flatMap(({ samples }) => samples)
  const parts = dates.flatMap((text) => {
    const found = /^\D*(\d{1,2})[/-](\d{1,2})[/-]\d{2,4}/.exec(text)
    return found ? [[Number(found[1]), Number(found[2])] as const] : []
  })
  return parts.length > 0 && parts.every(([a, b]) => a <= 12 && b <= 12)
}

/**
 * Whether a person need not look at the columns first. `isKnown` says that an earlier file of this account was recorded, whose mapping is
 * remembered.
 */
export function isCertain(file: Pick<Import, 'mapping' | 'counts'>, isKnown: boolean): boolean {
  const { mapping, counts } = file
  if (mapping === null) return true
  if (missingIn(mapping.columns).length > 0) return false
  if (mapping.accounts.some(({ account_id }) => account_id === null)) return false
  if (counts.invalid * 5 > counts.rows) return false
  return isKnown || !isDayOrderOpen(mapping)
}

/** The step that is shown: the one in the address where that is possible, else where a person is needed next. */
export function importStep(file: Import, asked: string | undefined, isKnown: boolean): ImportStep {
  if (file.status === 'committed') return 'done'
  if (file.status === 'failed') return asked === 'columns' && hasColumns(file) ? 'columns' : 'file'
  if (file.status === 'reading') return asked === 'columns' && hasColumns(file) ? 'columns' : 'file'
  if (needsAccount(file)) return 'file'
  if (asked === 'file' || asked === 'check') return asked
  if (asked === 'columns' && hasColumns(file)) return 'columns'
  return isCertain(file, isKnown) ? 'check' : 'columns'
}
