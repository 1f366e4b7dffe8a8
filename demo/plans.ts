import { createPlan, type NewPlan, settleOccurrence } from '../contract/plans.ts'
import { accountOf } from './chart.ts'
import { type Day, dayIn, isBefore, latest, type Span } from './days.ts'
import type { Event } from './events.ts'
import { idOf, type Step, step } from './play.ts'
import { say, type Text } from './say.ts'

/** Transactions of every month that go on as plans: by their memo, and the day that they come on. */
const GOES_ON: readonly { memo: Text; on: number | 'last'; auto: boolean; isWorkingDay?: true }[] = [
  { memo: 'Rent', on: 1, auto: true },
  { memo: 'Daily paper', on: 2, auto: true },
  { memo: 'Gym', on: 3, auto: true },
  { memo: 'Streamly', on: 4, auto: true },
  { memo: 'Car loan', on: 5, auto: true },
  { memo: 'Kindergarten', on: 5, auto: true },
  { memo: 'Electricity', on: 6, auto: true },
  { memo: 'Heating and water', on: 10, auto: false },
  { memo: 'City transport pass', on: 12, auto: true },
  { memo: 'Internet', on: 15, auto: true },
  { memo: 'Credit card is paid off', on: 23, auto: false },
  { memo: 'Salary', on: 'last', auto: true, isWorkingDay: true },
  { memo: 'Salary Jonas', on: 'last', auto: true, isWorkingDay: true },
]

/** Plans: monthly transactions as they were last time, a yearly bill, and one that waits for somebody to look at it. */
export function plans(events: readonly Event[], { today }: Span): Step[] {
  const steps: Step[] = []
  const add = (name: Text, plan: Omit<NewPlan, 'name'>) => {
    const body = { name: say(name), ...plan } as NewPlan // each kind of plan has a name
    steps.push(step(createPlan, { body }, { [nameOf(name)]: 'id' }))
  }
  for (const { memo, on, auto, isWorkingDay } of GOES_ON) {
    const last = events.findLast(({ item }) => item?.memo === say(memo))
    if (!last?.item) continue
    const { kind, date: _, ...draft } = last.item
    // This month's may have come a day or two before its own day.
    const nextMonth = dayIn(last.day.toPlainYearMonth().add({ months: 1 }), 1)
    const start = isBefore(today, nextMonth) ? nextMonth : today.add({ days: 1 })
    const working_days = isWorkingDay ? 'before' : 'none'
    const schedule = { start: start.toString(), unit: 'month', on, working_days } as const
    add(memo, { kind, draft, schedule, auto })
    if (memo === 'Internet' && typeof on === 'number')
      steps.push(
        settle(memo, dayIn(start.toPlainYearMonth(), on), { action: 'change', draft: { amount: 34.9 } }),
      )
    if (memo === 'Gym' && typeof on === 'number')
      steps.push(settle(memo, dayIn(start.toPlainYearMonth(), on), { action: 'skip' }))
  }
  add('Car insurance', {
    kind: 'obligation',
    auto: true,
    draft: {
      original_amount: 652.4,
      currency_id: 'EUR',
      due_days: 14,
      contact_id: idOf('Alpina Insurance'),
      account_id: idOf(accountOf('Insurance')),
    },
    schedule: { start: latest(1, 16, today, 0).add({ years: 1 }).toString(), unit: 'year' },
  })
  add('Window cleaning', {
    kind: 'expense',
    auto: false,
    draft: { amount: 48, category_id: idOf('Household'), memo: say('Window cleaning') },
    schedule: { start: today.subtract({ days: 5 }).toString(), unit: 'week', every: 4 },
  })
  return steps
}

const nameOf = (plan: string): string => `plan ${plan}`

type Settled = { action: 'change' | 'skip'; draft?: { amount: number } }

const settle = (plan: string, day: Day, body: Settled): Step =>
  step(settleOccurrence, { params: { id: idOf(nameOf(plan)), date: day.toString() }, body })
