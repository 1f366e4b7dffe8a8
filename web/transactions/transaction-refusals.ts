import type { Day } from '../../contract/day.ts'
import type { Problem } from '../../contract/problem.ts'
import { t } from '../../words/t.ts'
import { type Closed, closedOf, closedWords, saidIn } from '../books/closed.ts'
import { missingRateOf, missingRateWords } from '../currencies/missing-rate.ts'
import { dayInSentence } from '../ui/dates.ts'

/** The refusals of the service in the reader's words. Other codes keep the service's sentence. */

/** Why a transaction cannot change: its month is closed, or the bank's statement that it is on was reconciled. */
export type Lock = Closed | { reconciliationId: string; accountName: string; statementDate: Day }

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export function lockOf(problem: Problem): Lock | undefined {
  const { code, params } = problem
  if (code !== 'locked') return undefined
  const closed = closedOf(problem)
  // The start of an account is reconciled, not this transaction: the sentence of the refusal says so.
  if (!closed && saidIn(params)) return undefined
  return (
    closed ?? {
      reconciliationId: text(params.reconciliation_id),
      accountName: text(params.account_name),
      statementDate: text(params.statement_date),
    }
  )
}

const lockWords = (lock: Lock, today: Day): string =>
  'through' in lock
    ? closedWords(lock, today)
    : t('It is on the statement of {account} of {day}, which you have reconciled.', {
        account: lock.accountName,
        day: dayInSentence(lock.statementDate, today),
      })

/** The refusal in a sentence. */
export function refusalWords(problem: Problem, today: Day): string {
  const { code, params } = problem
  const lock = lockOf(problem)
  if (lock) return lockWords(lock, today)
  const missing = missingRateOf(problem)
  if (missing)
    return t('{sentence} It never guesses one. [Florin]', { sentence: missingRateWords(missing, today) })
  switch (code) {
    case 'category_inactive':
      return t('{category} is not in use any more. Choose another category.', { category: text(params.name) })
    case 'share_paid':
      return t('{person} has already paid a share of this. Take that payment back first.', {
        person: text(params.contact),
      })
    case 'bulk_kind':
      return bulkWords(text(params.kind))
    default:
      return problem.detail.replace(/^[a-z_.0-9]+: /, '')
  }
}

const bulkWords = (kind: string): string =>
  ['expense', 'income', 'transfer'].includes(kind)
    ? t(
        'Not all of them can have this category: a transfer has none, a split has several, and income has its own.',
      )
    : t('A debt and its payments are changed one by one. Take them out of the selection.')
