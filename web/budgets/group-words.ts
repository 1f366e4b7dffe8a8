import { t } from '../../words/t.ts'
import { membersCarried, membersPlanned, uncountedCarry, unplannedIn } from './groups.ts'
import type { Line, LineBranch } from './lines.ts'

/** The budget of a group beside those of its members, in words. */

type Money = (minor: bigint) => string

/** The €40.00 that its categories carried over; the €40.00 that they were over */
const carriedWords = (who: string, minor: bigint, money: Money): string =>
  minor < 0n ? `the ${money(-minor)} that ${who} were over` : `the ${money(minor)} that ${who} carried over`

/** its own; the 3 make €145.00 */
export function runsOfGroup({ line, members }: LineBranch<Line>, currency: string, money: Money): string {
  const sum = membersPlanned(members, currency)
  if (line.planned === null) return ''
  const { length } = members
  return sum === null
    ? t('its own')
    : `its own; the ${length} ${length === 1 ? 'makes' : 'make'} ${money(sum)}`
}

/** The spending without a budget, or the carry of the members, that the figures of the group leave out; empty if they leave out nothing. */
export function leftOutText(branch: LineBranch<Line>, currency: string, money: Money): string {
  const carried = uncountedCarry(branch, currency)
  if (carried === 0n) {
    const sum = branch.line.planned === null ? membersPlanned(branch.members, currency) : null
    const unplanned = sum === null ? 0n : unplannedIn(branch, currency)
    return unplanned === 0n
      ? ''
      : `${money(unplanned)} was spent without a budget and takes nothing from the rest.`
  }
  const [first = '', ...rest] = carriedWords(t('its categories'), carried, money)
  return `${first.toUpperCase()}${rest.join('')} does not count here: the group’s own budget counts in their place.`
}

/** The amounts that a budget of the group counts in place of, also before it is typed; empty if there are none. */
export function replacesText({ members }: LineBranch<Line>, currency: string, money: Money): string {
  const sum = membersPlanned(members, currency)
  const carried = membersCarried(members, currency)
  const planned = sum === null ? '' : `the ${money(sum)} that its categories make`
  const rest = carried === 0n ? '' : carriedWords(planned ? 'they' : t('its categories'), carried, money)
  const both = [planned, rest].filter(Boolean).join(' and of ')
  return both && `A budget of the group counts in place of ${both}.`
}
