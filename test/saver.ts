import { todayIn } from '../contract/day.ts'
import { createGoal, createGoalMove, type GoalDraft, getGoal } from '../contract/goals.ts'
import { addMonths } from '../contract/month.ts'
import { bank } from './books.ts'
import type { Person, SharedWorld } from './world.ts'

export const today = todayIn('UTC')
export const month = (ago: number, day = '01') => `${addMonths(today.slice(0, 7), -ago)}-${day}`
export const inMonths = (months: number) => Temporal.PlainDate.from(today).add({ months }).toString()

/** Somebody with savings of 1,000 that began four months ago. */
export async function saver(world: Pick<SharedWorld, 'person'>, more: object = {}) {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const opening = { opening_balance: 1000, opening_date: month(4) }
  const savings = await bank(ana, 'Savings', 'EUR', { ...opening, ...more })
  const goal = (draft: Partial<GoalDraft>) =>
    ana.call(createGoal, {
      body: { name: 'Japan', target_amount: 4000, envelope: { account_id: savings.id }, ...draft },
    })
  return { ana, savings, goal }
}

export const whole = (...ids: string[]) => ({ envelope: null, account_ids: ids })
export const read = (person: Person, id: string) => person.call(getGoal, { params: { id } })
export const fill = (person: Person, id: string, amount: number, date = today) =>
  person.call(createGoalMove, { params: { id }, body: { amount, date } })
