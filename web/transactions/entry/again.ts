import type { Suggestion } from '../../../contract/suggestions.ts'

/** How many earlier entries are offered. */
const MAX_AGAIN = 6

/** The earlier entries that are offered again. Of those that read the same, which differ in their category alone, the first one. */
export function offeredAgain(suggestions: readonly Suggestion[], kind: Suggestion['kind']): Suggestion[] {
  const wanted = suggestions.filter((one) => one.kind === kind && one.memo !== null)
  const asRead = ({ memo, amount, currency_id }: Suggestion) =>
    `${memo?.trim().toLowerCase()} ${amount} ${currency_id}`
  const first = new Map(wanted.toReversed().map((one) => [asRead(one), one]))
  return wanted.filter((one) => first.get(asRead(one)) === one).slice(0, MAX_AGAIN)
}
