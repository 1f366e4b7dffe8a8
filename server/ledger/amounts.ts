import { allCurrencies, endedCurrencies } from '../../contract/iso4217.ts'
import { amountText, isTooLarge, readAmount, showAmount } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'

const decimals = new Map([...allCurrencies, ...endedCurrencies].map((one) => [one.id, one.decimals]))

/** The decimals of a currency that is known to exist. */
export function decimalsOf(currencyId: string): number {
  const found = decimals.get(currencyId)
  if (found === undefined) throw new Error(`no currency ${currencyId}`)
  return found
}

/** A number from a request as minor units of its currency; refuses decimals that the currency does not have, and amounts that are too large. */
export function amountOf(number: number, currencyId: string, field: string): bigint {
  const decimals = decimalsOf(currencyId)
  const amount = readAmount(number, decimals)
  if (amount === 'too_many_decimals')
    refuse('amount_decimals', { field, amount: number, currency_id: currencyId, decimals })
  if (amount === 'too_large')
    refuse('amount_too_large', { field, amount: `${number} ${currencyId}`, currency_id: currencyId })
  return amount
}

/** Minor units in a sentence: "12.50 EUR", every digit of it. */
export const formatAmount = (minor: bigint, currencyId: string): string =>
  amountText(minor, decimalsOf(currencyId), currencyId)

/** Minor units as the number on the wire. */
export const amountToApi = (minor: bigint, currencyId: string): number =>
  showAmount(minor, decimalsOf(currencyId))

/** Refuses a computed amount that no JSON number can carry. */
export function checkSize(minor: bigint, currencyId: string, field: string): bigint {
  if (isTooLarge(minor))
    refuse('amount_too_large', { field, amount: formatAmount(minor, currencyId), currency_id: currencyId })
  return minor
}

/** The amount that was sent, or else the stored one. Where the currency changes, the number stays: ten euros become ten yen. */
export function amountFrom(
  sent: number | undefined,
  stored: { amount: bigint; currency_id: string } | null,
  currencyId: string,
  field: string,
): bigint {
  if (sent !== undefined) return amountOf(sent, currencyId, field)
  if (stored === null) throw new Error('the contract requires an amount')
  return stored.currency_id === currencyId
    ? stored.amount
    : amountOf(amountToApi(stored.amount, stored.currency_id), currencyId, field)
}
