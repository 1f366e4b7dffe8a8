import { addDays, type Day } from '../../contract/day.ts'
import type { Problem } from '../../contract/problem.ts'

/** From a refusal because the books are closed: through when, the day that was tried, and the first open one. */
export function closedOf({
  code,
  params,
}: Pick<Problem, 'code' | 'params'>): { through: Day; date: Day; next: Day } | undefined {
  const { closed_through: through, date } = params
  if (code !== 'locked' || typeof through !== 'string' || typeof date !== 'string') return undefined
  return { through, date, next: addDays(through, 1) }
}
