import { type Static, Type } from 'typebox'
import { KnownAt, knownAtRefusals } from './moment.ts'
import { DayOf, Id, named, route } from './route.ts'

const AccountSummary = Type.Object({
  id: Id,
  name: Type.String(),
  code: Type.String(),
  type: Type.String(),
  is_active: Type.Boolean(),
})

export const TrialBalance = named(
  'TrialBalance',
  Type.Object({
    date: Type.String({ format: 'date' }),
    base_currency_id: Type.String(),
    accounts: Type.Array(
      Type.Object({ account: AccountSummary, debit_base: Type.Number(), credit_base: Type.Number() }),
    ),
    total_debit_base: Type.Number(),
    total_credit_base: Type.Number(),
  }),
)

export type TrialBalance = Static<typeof TrialBalance>

export const trialBalance = route({
  method: 'GET',
  path: '/reports/trial-balance',
  needs: 'read',
  summary:
    'Every account with its balance at recorded base amounts, through the end of a day (default: today).',
  query: Type.Object({
    date: Type.Optional(DayOf('The day, as YYYY-MM-DD. Default: today.')),
    ...KnownAt,
  }),
  reply: TrialBalance,
  refuses: knownAtRefusals,
})
