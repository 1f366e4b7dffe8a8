import { createAccount } from '../contract/accounts.ts'
import { createTransactions } from '../contract/batches.ts'
import { createCategory } from '../contract/categories.ts'
import { type Day, dayIn, isWithin, monthsOf, type Span } from './days.ts'
import type { Options } from './household.ts'
import { idOf, type Step, step } from './play.ts'
import { type Random, randomFrom } from './random.ts'
import { say, type Text } from './say.ts'

const HOBBIES: readonly Text[] = [
  'Guitar strings',
  'Sheet music',
  'Football with the team',
  'Comics',
  'Climbing hall',
]

/** The book of Jonas alone, which nobody in the household sees: his pocket money, his hobbies, and a present for Ana. */
export function ownBookOf({ today, seed = 7 }: Options): Step[] {
  const span = { first: today.subtract({ months: 6 }), today }
  const random = randomFrom(seed + 1)
  const opening = { opening_balance: 640, opening_date: span.first.toString() }
  const category = (name: Text, kind: 'expense' | 'income') =>
    step(createCategory, { body: { name: say(name), kind } }, { [name]: 'id' })
  return [
    step(
      createAccount,
      { body: { name: say('Pocket money'), type: 'asset', currency_id: 'EUR', ...opening } },
      { 'Pocket money': 'id' },
    ),
    category('Hobbies', 'expense'),
    category('Presents', 'expense'),
    category('Guitar lessons', 'income'),
    step(createTransactions, { body: { transactions: itemsOf(random, span) } }),
  ]
}

/** Two hobbies a month, a guitar lesson that he gives, and the present, last month. */
const itemsOf = (random: Random, span: Span) =>
  monthsOf(span).flatMap((month) => {
    const day = () => dayIn(month, 1 + random.below(28))
    const item = (kind: 'expense' | 'income', on: Day, amount: number, category: Text, memo: Text) =>
      isWithin(on, span)
        ? [
            {
              kind,
              date: on.toString(),
              amount,
              category_id: idOf(category),
              asset_account_id: idOf('Pocket money'),
              memo: say(memo),
            },
          ]
        : []
    const spend = () => item('expense', day(), 8 + random.below(40), 'Hobbies', random.pick(HOBBIES))
    const isLast = month.equals(span.today.toPlainYearMonth().subtract({ months: 1 }))
    return [
      ...spend(),
      ...spend(),
      ...item('income', day(), 60, 'Guitar lessons', 'Lessons for Mia'),
      ...(isLast ? item('expense', day(), 129, 'Presents', 'Earrings for Ana') : []),
    ]
  })
