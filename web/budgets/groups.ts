import { minorOf, sumOf } from '../ui/money.ts'
import { amountOf } from './budget-sheet.ts'
import { actualsOf, branchesOf, type Line, type LineBranch, totalsOf } from './lines.ts'

/** Groups on the sheet of budgets, by the rule of the service: a budget of the group counts in place of those of its members. */

/** Whether a group counts as one: with a budget of its own, unsaved ones included, or with the rest of one, even if that is 0. */
const isOne = ({ planned, whole }: Line): boolean => planned !== null || (whole?.rest ?? null) !== null

/** The sum of the members' budgets, in minor units; null if none has one. */
export function membersPlanned(members: readonly Line[], currency: string): bigint | null {
  const some = members.flatMap(({ planned }) => planned ?? [])
  return some.length === 0 ? null : sumOf(some, currency)
}

/** The sum that the members carried over, in minor units. */
export const membersCarried = (members: readonly Line[], currency: string): bigint =>
  sumOf(
    members.map(({ carried }) => carried),
    currency,
  )

/** The sum that the members carried over and that does not count, since the group counts as one. */
export const uncountedCarry = ({ line, members }: LineBranch<Line>, currency: string): bigint =>
  isOne(line) ? membersCarried(members, currency) : 0n

/** The part of a group that is recorded in the group itself, which no budget is for. */
const ownPart = ({ line }: LineBranch<Line>): Line => ({
  ...line,
  carried: 0,
  mean: line.whole?.mean ?? null,
})

/** The line of a group's own part; undefined if nothing was ever recorded in the group itself. */
export function itselfOf(branch: LineBranch<Line>): Line | undefined {
  const own = ownPart(branch)
  if (branch.members.length === 0 || (own.actual === 0 && own.mean === null)) return undefined
  return { ...own, planned: null, left: 0 }
}

/** The lines of a group that count in the totals: the group as one, or its members and its own spending, which has no budget. */
const counted = (branch: LineBranch<Line>, currency: string): Line[] =>
  isOne(branch.line) ? [wholeOf(branch, currency)] : [ownPart(branch), ...branch.members]

/** The spending of a group that none of its budgets is for. */
export const unplannedIn = (branch: LineBranch<Line>, currency: string): bigint =>
  actualsOf(counted(branch, currency), currency).unplanned

/**
 * The figures of a group, unsaved cells included: its budget and carry are its own, or else the sums of its members'. In the latter case, spending
 * that has no budget reduces nothing that is left, as in the totals.
 */
export function wholeOf({ line, members }: LineBranch<Line>, currency: string): Line {
  if (members.length === 0) return line
  const { whole } = line
  const sums = membersPlanned(members, currency)
  const planned = line.planned ?? (sums === null ? null : amountOf(sums, currency))
  const carried = isOne(line) ? (whole?.rest ?? 0) : amountOf(membersCarried(members, currency), currency)
  const actual = whole?.actual ?? line.actual
  const left =
    isOne(line) || planned === null
      ? minorOf(planned ?? 0, currency) + minorOf(carried, currency) - minorOf(actual, currency)
      : totalsOf(counted({ line, members }, currency), currency).left
  const means = [ownPart({ line, members }), ...members].flatMap(({ mean }) => mean ?? [])
  return {
    ...line,
    planned,
    carried,
    actual,
    left: amountOf(left, currency),
    explain: whole?.explain ?? line.explain,
    mean: means.length === 0 ? null : means.reduce((sum, mean) => sum + mean, 0n),
  }
}

/** The lines that count in the totals: each group once if it has a budget of its own, else its members and its own spending. */
export const countedIn = (lines: readonly Line[], currency: string): Line[] =>
  branchesOf(lines).flatMap((branch) =>
    branch.members.length === 0 ? [branch.line] : counted(branch, currency),
  )
