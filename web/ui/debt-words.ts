import { t } from '../../words/t.ts'
import { amountOfField, fieldOfAmount, readField } from './amount-input.ts'
import { moneyText } from './money.ts'

/**
 * A debt as its field has it: the typed amount, and whether somebody has said that it is theirs, as after a payment too many. Banks write debts with
 * a minus, so that a sign alone says nothing: unless it was said otherwise, the amount is owed.
 */
export type DebtTyped = { text: string; isOnIt: boolean }

/** An amount of a debt with its sign: above zero it is owed, below zero it is on the card. */
export const signedDebt = <Typed extends bigint | number>(amount: Typed, isOnIt: boolean): Typed =>
  // Zero has no sign.
  (amount < 0 !== isOnIt && amount !== 0 ? -amount : amount) as Typed // the minus of a bigint is one, and that of a number is one

/** The typed debt as the API takes it; undefined if it is not an amount. */
export function debtOfField({ text, isOnIt }: DebtTyped, currencyId: string): number | undefined {
  const amount = amountOfField(text, currencyId)
  return amount === undefined ? undefined : signedDebt(amount, isOnIt)
}

/** A debt of the API as its field has it. */
export const fieldOfDebt = (amount: number, currencyId: string): DebtTyped => ({
  text: fieldOfAmount(Math.abs(amount), currencyId),
  isOnIt: amount < 0,
})

/** How a typed debt is understood; undefined if nothing, or no amount, is typed. */
export function debtWords({ text, isOnIt }: DebtTyped, currencyId: string): string | undefined {
  const read = readField(text, currencyId)
  if (read.fault !== undefined || read.minor === 0n) return undefined
  const amount = moneyText(read.minor < 0n ? -read.minor : read.minor, currencyId)
  return isOnIt ? t('You have {amount} on it', { amount }) : t('You owe {amount}', { amount })
}
