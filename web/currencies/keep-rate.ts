import { Refused } from '../../contract/client.ts'
import { putExchangeRate } from '../../contract/currencies.ts'
import { t } from '../../words/t.ts'
import { send } from '../api/change.ts'
import { Unreachable } from '../api/session.ts'
import { rateText } from '../ui/money.ts'

/** Keeps a rate as the book's own of that day, so that it is not asked again. A failure does not stop the change it was typed for. */
export async function keepRate(
  params: { from: string; to: string; date: string },
  rate: number,
): Promise<void> {
  try {
    await send(
      putExchangeRate,
      { params, body: { rate } },
      {
        words: t('1 {from} = {rate} {to} is kept', {
          from: params.from,
          rate: rateText(rate),
          to: params.to,
        }),
      },
    )
  } catch (error) {
    if (!(error instanceof Refused || error instanceof Unreachable)) throw error
  }
}
