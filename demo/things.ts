import { createAccount } from '../contract/accounts.ts'
import { putValue } from '../contract/values.ts'
import { type Day, dayIn, isWithin, monthsOf, type Span } from './days.ts'
import { idOf, type Step, step } from './play.ts'
import { amountToApi } from './rates.ts'
import { say, type Text } from './say.ts'

const CAR = 'Family car'
const BOUGHT = 1_850_000n
/** The car loses an eighth of its worth in half a year, to whole hundreds. */
const after = (worth: bigint): bigint => ((worth * 7n) / 8n / 10_000n) * 10_000n

/** The family's car: what it was worth when the books began, what a list said every half year, and what a dealer offered this month. */
export function things(span: Span): Step[] {
  const stated: { day: Day; worth: bigint; notes: Text }[] = []
  let worth = BOUGHT
  for (const month of monthsOf(span).slice(1)) {
    if (month.month !== 1 && month.month !== 7) continue
    worth = after(worth)
    stated.push({ day: dayIn(month, 1), worth, notes: 'From the list of used cars' })
  }
  const { today } = span
  const offered = dayIn(today.toPlainYearMonth(), 1)
  if (!stated.some(({ day }) => day.equals(offered)))
    stated.push({ day: offered, worth: worth - 40_000n, notes: 'Offer of a dealer' })
  return [
    step(
      createAccount,
      {
        body: {
          name: say(CAR),
          type: 'asset',
          currency_id: 'EUR',
          is_valued: true,
          opening_balance: amountToApi(BOUGHT, 'EUR'),
          opening_date: span.first.toString(),
        },
      },
      { [CAR]: 'id' },
    ),
    ...stated
      .filter(({ day }) => isWithin(day, span))
      .map(({ day, worth: cents, notes }) =>
        step(putValue, {
          params: { id: idOf(CAR), date: day.toString() },
          body: { amount: amountToApi(cents, 'EUR'), notes: say(notes) },
        }),
      ),
  ]
}
