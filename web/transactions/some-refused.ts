import type { Transaction } from '../../contract/budgeting.ts'
import type { Day } from '../../contract/day.ts'
import type { Problem } from '../../contract/problem.ts'
import { t } from '../../words/t.ts'
import { closedOf } from '../books/closed.ts'
import { dayInSentence } from '../ui/dates.ts'
import { refusalWords } from './transaction-refusals.ts'

/** A change of many that was refused because of some of them: how many, which, and why. */
export type SomeRefused = {
  /** How many were to be changed, and how many of them cannot. */
  asked: number
  count: number
  reasons: { words: string; rows: readonly Transaction[] }[]
  /** The ids of all that are refused; undefined if the service did not name all of them. */
  ids: readonly string[] | undefined
}

type Reason = Pick<Problem, 'code' | 'message' | 'params'> & { ids: string[] }

/** Reads the part of a refusal that names the refused ones. */
export function someRefused(
  problem: Problem,
  rows: readonly Transaction[],
  today: Day,
): SomeRefused | undefined {
  const { refused_count: count, refused } = problem.params
  if (typeof count !== 'number' || !Array.isArray(refused)) return undefined
  const byId = new Map(rows.map((row) => [row.id, row]))
  const reasons = (refused as Reason[]).map((reason) => ({
    ...reason,
    words: wordsOf(reason, problem, today),
  })) // as documented
  const ids = reasons.flatMap((reason) => reason.ids)
  return {
    asked: rows.length,
    count,
    reasons: reasons.map(({ words, ids }) => ({ words, rows: ids.flatMap((id) => byId.get(id) ?? []) })),
    ids: ids.length === count ? ids : undefined,
  }
}

/** The reason in a sentence that holds for all that are refused for it. */
function wordsOf({ code, message, params }: Reason, problem: Problem, today: Day): string {
  const closed = closedOf({ code, params })
  if (closed && !closed.said)
    return t('Your books are closed through {day}.', { day: dayInSentence(closed.through, today) })
  if (code === 'bulk_kind' && typeof params.reason === 'string')
    return params.reason.charAt(0).toUpperCase() + params.reason.slice(1)
  if (code === 'transaction_not_found') return t('It is not there any more.')
  if (code === 'category_not_found') return t('The category is not for this kind: income has its own.')
  return refusalWords({ ...problem, code, params, detail: message }, today)
}
