import type { Import } from '../../contract/imports.ts'
import { t } from '../../words/t.ts'
import { missingIn } from './columns.ts'

/** The steps of an import, as the heading lists them. */
export const importSteps = ['file', 'columns', 'check', 'done'] as const
export type ImportStep = (typeof importSteps)[number]
export const stepWords: Readonly<Record<ImportStep, () => string>> = {
  file: () => t('File [step of an import]'),
  columns: () => t('Columns [step of an import]'),
  check: () => t('Check [step of an import]'),
  done: () => t('Done [step of an import]'),
}

/** Whether there is anything to decide about how the file is understood. */
export const hasColumns = ({ mapping, needs }: Pick<Import, 'mapping' | 'needs'>): boolean =>
  mapping !== null &&
  (mapping.columns.length > 0 ||
    mapping.accounts.length > 0 ||
    mapping.categories.length > 0 ||
    needs.length > 0)

/** Whether a person says which account the file is of. Accounts on the other side of transfers do not say it. */
export const isOfChosenAccount = ({ mapping, format }: Pick<Import, 'mapping' | 'format'>): boolean =>
  !mapping?.accounts.some(({ is_own }) => is_own) && format !== 'florin'

/** A file of one account that nobody has named yet. */
export const needsAccount = (file: Import): boolean => file.account_id === null && isOfChosenAccount(file)

/** Whether a person need not look at the columns first. */
export function isCertain({ mapping, counts, needs }: Pick<Import, 'mapping' | 'counts' | 'needs'>): boolean {
  if (needs.length > 0) return false
  if (mapping === null) return true
  if (missingIn(mapping.columns).length > 0) return false
  if (mapping.accounts.some(({ account_id }) => account_id === null)) return false
  return counts.invalid * 5 <= counts.rows
}

/** The step that is shown: the one in the address where that is possible, else where a person is needed next. */
export function importStep(file: Import, asked: string | undefined): ImportStep {
  if (file.status === 'committed') return 'done'
  if (file.status === 'failed') return asked === 'columns' && hasColumns(file) ? 'columns' : 'file'
  if (file.status === 'reading') return asked === 'columns' && hasColumns(file) ? 'columns' : 'file'
  if (needsAccount(file)) return 'file'
  if (asked === 'file') return asked
  if (file.needs.length > 0) return 'columns'
  if (asked === 'check') return asked
  if (asked === 'columns' && hasColumns(file)) return 'columns'
  return isCertain(file) ? 'check' : 'columns'
}
