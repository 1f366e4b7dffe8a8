import { convert } from '../../contract/money.ts'
import { decimalsOf } from './amounts.ts'
import type { FoundRate } from './rates.ts'

/** The value of amounts of several currencies in the base currency; null if a rate is missing. An amount of 0 needs no rate. */
export function computeValue(
  baseId: string,
  amounts: readonly { currency_id: string; amount: bigint }[],
  rateOf: (currencyId: string) => FoundRate | undefined,
): { value: bigint | null; missing: string[] } {
  const missing: string[] = []
  let value = 0n
  for (const { currency_id, amount } of amounts) {
    if (amount === 0n) continue
    const rate = rateOf(currency_id)
    if (rate) value += convert(amount, decimalsOf(currency_id), rate.rate, decimalsOf(baseId))
    else missing.push(currency_id)
  }
  return { value: missing.length > 0 ? null : value, missing }
}
