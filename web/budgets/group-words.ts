import { t } from '../../words/t.ts'
import { membersCarried, membersPlanned, uncountedCarry, unplannedIn } from './groups.ts'
import type { Line, LineBranch } from './lines.ts'

/** The budget of a group beside those of its members, in words. */

type Money = (minor: bigint) => string

/** its own; the 3 make €145.00 */
export function runsOfGroup({ line, members }: LineBranch<Line>, currency: string, money: Money): string {
  const sum = membersPlanned(members, currency)
  if (line.planned === null) return ''
  return sum === null
    ? t('its own [budget]')
    : t(
        '{count, plural, one {its own; the # makes {amount}} other {its own; the # make {amount}}} [budget of a group]',
        { count: members.length, amount: money(sum) },
      )
}

/** The spending without a budget, or the carry of the members, that the figures of the group leave out; empty if they leave out nothing. */
export function leftOutText(branch: LineBranch<Line>, currency: string, money: Money): string {
  const carried = uncountedCarry(branch, currency)
  if (carried === 0n) {
    const sum = branch.line.planned === null ? membersPlanned(branch.members, currency) : null
    const unplanned = sum === null ? 0n : unplannedIn(branch, currency)
    return unplanned === 0n
      ? ''
      : t('{amount} was spent without a budget and takes nothing from the rest.', {
          amount: money(unplanned),
        })
  }
  return carried < 0n
    ? t(
        'The {amount} that its categories were over does not count here: the group’s own budget counts in their place.',
        { amount: money(-carried) },
      )
    : t(
        'The {amount} that its categories carried over does not count here: the group’s own budget counts in their place.',
        { amount: money(carried) },
      )
}

/** The amounts that a budget of the group counts in place of, also before it is typed; empty if there are none. */
export function replacesText({ members }: LineBranch<Line>, currency: string, money: Money): string {
  const sum = membersPlanned(members, currency)
  const carried = membersCarried(members, currency)
  const amount = money(carried < 0n ? -carried : carried)
  if (sum === null) {
    if (carried === 0n) return ''
    return carried < 0n
      ? t('A budget of the group counts in place of the {amount} that its categories were over.', { amount })
      : t('A budget of the group counts in place of the {amount} that its categories carried over.', {
          amount,
        })
  }
  const planned = money(sum)
  if (carried === 0n)
    return t('A budget of the group counts in place of the {planned} that its categories make.', { planned })
  return carried < 0n
    ? t(
        'A budget of the group counts in place of the {planned} that its categories make and of the {amount} that they were over.',
        { planned, amount },
      )
    : t(
        'A budget of the group counts in place of the {planned} that its categories make and of the {amount} that they carried over.',
        { planned, amount },
      )
}
