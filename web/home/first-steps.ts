import type { Account } from '../../contract/accounts.ts'
import type { Day } from '../../contract/day.ts'
import type { Overview } from '../../contract/overview.ts'
import { t } from '../../words/t.ts'
import { dayOfMoment, daysBetween } from '../ui/dates.ts'
import { storedOfBook } from '../ui/stored.ts'
import { isNew } from './overview-figures.ts'

/** The first steps of a new book, in the order in which they are shown. Each is done once the book says so. */
export const stepNames = ['accounts', 'entry', 'file', 'budget', 'phone'] as const
export type StepName = (typeof stepNames)[number]

/** How long somebody counts as new. */
const NEW_DAYS = 30

/** The steps that are done. Whoever looks at them on a phone has Florin there. */
export const stepsDone = (known: {
  accounts: readonly Pick<Account, 'balance_as_of' | 'opening_balance'>[]
  overview: Overview
  importedCount: number
  devices: readonly { device_name: string }[]
  isPhone: boolean
}): ReadonlySet<StepName> => {
  const isDone: Record<StepName, boolean> = {
    accounts: known.accounts.some((one) => one.balance_as_of !== null || one.opening_balance !== null),
    entry: !isNew(known.overview),
    file: known.importedCount > 0,
    budget: known.overview.budgets.rows.some(({ planned }) => planned !== null),
    phone: known.isPhone || known.devices.some(({ device_name }) => /iPhone|iPad|Android/.test(device_name)),
  }
  return new Set(stepNames.filter((name) => isDone[name]))
}

/** What the first step has: "3 accounts and what is owed, €2,400.00 together". */
export const ownText = (count: number, isOwed: boolean, total: string): string =>
  isOwed
    ? t('{count, plural, one {# account} other {# accounts}} and what is owed, {total} together', {
        count,
        total,
      })
    : t('{count, plural, one {# account} other {# accounts}}, {total} together', { count, total })

const putAway = storedOfBook('florin.first-steps')

/** The book whose first steps were put away. */
export const awayStore = { get: putAway.get, subscribe: putAway.subscribe }
export const putStepsAway = (bookId: string): void => putAway.set(bookId)
export const bringStepsBack = (): void => putAway.set(null)

const begun = storedOfBook('florin.first-steps-begun')

/** The book whose first steps were shown on this device. */
export const begunStore = { get: begun.get, subscribe: begun.subscribe }
export const beginSteps = (bookId: string): void => begun.set(bookId)

/** Whether somebody came a short while ago. */
export const isNewcomer = ({ created_at }: { created_at: string }, today: Day): boolean =>
  daysBetween(dayOfMoment(created_at), today) < NEW_DAYS

/** Whether the book had anything in it a year ago. */
export const hasYear = ({ net_worth: { points } }: Overview): boolean =>
  points[0] !== undefined && (points[0].assets !== 0 || points[0].liabilities !== 0)
