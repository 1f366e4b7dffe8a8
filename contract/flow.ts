import { Type } from 'typebox'
import { KnownAt, knownAtRefusals } from './moment.ts'
import { explained, Money, Name, rangeQuery, reported, ShownDay } from './report-parts.ts'
import { type Computed, Id, Nullable, route } from './route.ts'

const nodeKinds = ['income', 'refunds', 'from_savings', 'total', 'group', 'category', 'kept'] as const

const FlowNode = Type.Object({
  id: Type.String({ description: 'Unique in the answer; links name it.' }),
  name: Name,
  kind: Type.Unsafe<(typeof nodeKinds)[number]>({
    type: 'string',
    enum: [...nodeKinds],
    description:
      'income: an account that brought money. refunds: all expense accounts with more refunds than expenses, together; they are no income. from_savings: the amount by which more was spent than came in. total: all of it; there is one such node, if anything moved, with the name Income, or All together if from_savings flows into it, or else Income and refunds if refunds do. group: a group of categories. category: an account that took money; in a group, the category of the group itself may be one of them. kept: the amount that was not spent.',
  }),
  category_id: Nullable({ ...Id, description: 'Null where it is not a category.' }),
  account_id: Nullable({
    ...Id,
    description: 'The account of the category or other row; null for a node that is none.',
  }),
})

const FlowLink = Type.Object({
  from: Type.String({ description: 'The id of a node.' }),
  to: Type.String({ description: 'The id of a node.' }),
  amount: Money('More than 0'),
  explain: Nullable(
    Type.String({
      description: `${explained} With a minus sign, it is that of a link from refunds, to an income account with more losses than gains, and of from_savings. Null for refunds of more than 100 accounts, or of one that has no category beside others, and for a group with such an account and more than 100 others.`,
    }),
  ),
})

export const MoneyFlow = reported('MoneyFlow', {
  date_from: ShownDay,
  date_to: ShownDay,
  income: Money('The income of these days, as totals.income of /reports/income-statement'),
  nodes: Type.Array(FlowNode, { description: 'From left to right, the largest first.' }),
  links: Type.Array(FlowLink, {
    description:
      'From incomes to the total, from there to groups, to categories without a group and to the amount kept, and from groups to their categories; the largest first. As much flows into a node as out of it. Expense accounts with more refunds than expenses are the one node of refunds, and an income account below zero, such as exchange losses, is among the categories without a group. Groups of incomes are not shown.',
  }),
})
export type MoneyFlow = Computed<typeof MoneyFlow>

export const moneyFlow = route({
  method: 'GET',
  path: '/reports/flow',
  needs: 'read',
  summary:
    'Where money came from and where it went: incomes, groups, categories and the amount kept, as nodes and links, at recorded base amounts.',
  query: Type.Object({
    ...rangeQuery(
      'the first day of the month of date_to, or of this month',
      'the last day of the month of date_from, or of this month',
    ),
    ...KnownAt,
  }),
  reply: MoneyFlow,
  refuses: knownAtRefusals,
})
