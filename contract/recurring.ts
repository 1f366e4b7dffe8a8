import { type Static, Type } from 'typebox'
import { Plan, type PlanKind } from './plans.ts'
import { Money, reported, ShownDay } from './report-parts.ts'
import { type Computed, Id, IdOf, named, route } from './route.ts'
import { firstOf, limitOf } from './suggestions.ts'

const { name, draft, schedule } = Plan.properties

const foundKinds = ['expense', 'income', 'transfer'] as const satisfies PlanKind[]

/** Payments of the book that repeat, as the plan that they would be. */
export const FoundPlan = named(
  'FoundPlan',
  Type.Object({
    key: Type.String({
      description: 'Names the proposal. It stays the same while account, direction and words do.',
    }),
    name,
    kind: Type.Unsafe<(typeof foundKinds)[number]>({ type: 'string', enum: [...foundKinds] }),
    draft: {
      ...draft,
      description:
        'The fields of the latest payment. A category, a contact or an account that can no longer be used is left out.',
    },
    schedule,
    next_date: Type.String({
      format: 'date',
      description: 'The day on which the next one is expected, today or later.',
    }),
    amount: Type.Number({ description: 'The amount of the latest payment.' }),
    base_amount: Money('The latest payment in the base currency, as it was recorded'),
    smallest_amount: Type.Number({
      description: 'The smallest of the payments; the same as largest_amount if they are all equal.',
    }),
    largest_amount: Type.Number(),
    currency_id: Type.String(),
    count: Type.Integer({ description: 'How many payments there are.' }),
    evidence: Type.Array(Type.Object({ transaction_id: Id, date: ShownDay, amount: Type.Number() }), {
      description: 'The payments, the latest twelve at most, in the order of their days.',
    }),
  }),
)
export type FoundPlan = Static<typeof FoundPlan>

export const findPlans = route({
  method: 'GET',
  path: '/plans/found',
  needs: 'read',
  summary:
    'Find payments that repeat and that no plan records yet, by their next date. A proposal has the fields of a new plan, and its evidence. They are looked for among the 20,000 latest transactions of the last 26 months: at least three payments (of a week four, of a year two, and two of a month if they are all and have the same amount and day) with the same words (or of income, the same category and amount), account, direction and currency, in a rhythm that still goes on, of equal or similar amounts. With a limit, those with the most payments.',
  query: Type.Object({
    import_id: Type.Optional(IdOf('Only proposals with a payment that was recorded with this import.')),
    ...limitOf(100, 100),
  }),
  reply: firstOf(FoundPlan),
})

const ofPlan = { plan_id: Id, plan_name: Type.String(), currency_id: Type.String() }

export const FixedPlans = reported('FixedPlans', {
  date: Type.String({ format: 'date', description: 'Today, whose rates are used.' }),
  out: Money('The sum of the rows that go out'),
  in: Money('The sum of the rows that come in'),
  rows: Type.Array(
    Type.Object({
      ...ofPlan,
      amount: Type.Number({ description: 'The amount in a month, in currency_id.' }),
      side: Type.Unsafe<'out' | 'in'>({ type: 'string', enum: ['out', 'in'] }),
      base_amount: Money('The amount in a month'),
    }),
    {
      description:
        'The plans that have two dates to come, and begin within a year at the latest, without transfers between own accounts: each with a twelfth of its year, which has 365 days, 52 weeks or 12 months.',
    },
  ),
  is_complete: Type.Boolean({ description: 'Whether left_out is empty.' }),
  left_out: Type.Array(
    Type.Object({
      ...ofPlan,
      reason: Type.Unsafe<'fx_rate_missing' | 'amount_decimals'>({
        type: 'string',
        enum: ['fx_rate_missing', 'amount_decimals'],
        description:
          'Whether its currency has no rate today, or its amount has more decimals than its currency: a plan without a currency of its own has the base currency, which may have changed.',
      }),
    }),
    { description: 'The plans that are in no sum. A rate is never guessed, and an amount never rounded.' },
  ),
})
export type FixedPlans = Computed<typeof FixedPlans>

export const fixedPlans = route({
  method: 'GET',
  path: '/plans/fixed',
  needs: 'read',
  summary: 'The amounts that go out and come in every month by plans.',
  reply: FixedPlans,
})
