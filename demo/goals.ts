import { createGoal, createGoalMove } from '../contract/goals.ts'
import { createPlan } from '../contract/plans.ts'
import { type Day, dayIn, isBefore, type Span } from './days.ts'
import { idOf, type Step, step } from './play.ts'
import { say, type Text } from './say.ts'

const JAPAN = 'Japan in spring'
const FLAT = 'Deposit for a flat'
const A_MONTH = 240
const MONTHS = 4

/** The first day of April after this one. */
const nextApril = (today: Day): Day => {
  const april = today.with({ month: 4, day: 1 })
  return isBefore(today, april) ? april : april.add({ years: 1 })
}

/** Two goals on the savings: an envelope for a journey, which a plan goes on filling, and all of them for a flat. */
export function goals({ first, today }: Span): Step[] {
  const put = (day: Day, amount: number, notes?: Text) =>
    step(createGoalMove, {
      params: { id: idOf(JAPAN) },
      body: { amount, date: day.toString(), ...(notes && { notes: say(notes) }) },
    })
  const fillings = Array.from({ length: MONTHS }, (_, months) =>
    dayIn(today.toPlainYearMonth().subtract({ months }), 1),
  ).filter((day) => !isBefore(day, first))
  const begun = fillings.at(-1)?.subtract({ days: 20 })
  return [
    step(
      createGoal,
      {
        body: {
          name: say(JAPAN),
          target_amount: 4_000,
          target_date: nextApril(today).toString(),
          envelope: { account_id: idOf('Savings') },
          icon: 'plane',
        },
      },
      { [JAPAN]: 'id' },
    ),
    step(createGoal, {
      body: {
        name: say(FLAT),
        target_amount: 60_000,
        target_date: today.add({ years: 3 }).with({ month: 12, day: 1 }).toString(),
        account_ids: [idOf('Savings')],
        icon: 'house',
      },
    }),
    ...(begun && !isBefore(begun, first) ? [put(begun, 1_200, 'To begin with')] : []),
    ...fillings.toReversed().map((day) => put(day, A_MONTH)),
    step(createPlan, {
      body: {
        name: say(JAPAN),
        kind: 'goal',
        draft: { goal_id: idOf(JAPAN), amount: A_MONTH },
        schedule: { start: dayIn(today.toPlainYearMonth().add({ months: 1 }), 1).toString(), unit: 'month' },
        auto: true,
      },
    }),
  ]
}
