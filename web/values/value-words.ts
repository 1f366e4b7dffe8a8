import type { Account } from '../../contract/accounts.ts'
import { t } from '../../words/t.ts'
import { belowNothing } from '../accounts/account-form.ts'
import { fieldOfAmount, readField } from '../ui/amount-input.ts'
import { fieldOfDebt } from '../ui/debt-words.ts'

/** Stated values in the reader's words: a thing is worth something, a debt is owed. */

type Worded = Pick<Account, 'type'>

export const isDebt = ({ type }: Worded): boolean => type === 'liability'

export const stateWords = (account: Worded): string =>
  isDebt(account) ? t('State what you owe') : t('State its value')

/** The name of the amount: in a field, of a card. */
export const amountWords = (account: Worded): string => (isDebt(account) ? t('You owe') : t('Worth'))

/** The name of the amount over a column and of a line, where it is of other days too. */
export const columnWords = (account: Worded): string => (isDebt(account) ? t('Owed') : t('Worth'))

/** The same as a heading: "Worth on 1 May". */
export const amountOn = (account: Worded, day: string): string =>
  isDebt(account) ? t('You owe on {day}', { day }) : t('Worth on {day}', { day })

/** One stated amount is gone: "The value of 1 May is removed". */
export const removedText = (account: Worded, day: string): string =>
  isDebt(account)
    ? t('The amount owed on {day} is removed', { day })
    : t('The value of {day} is removed', { day })

/** Why the typed amount cannot be saved; undefined if it can. A debt may be below nothing: then money is on it. */
export function amountFault(account: Worded & Pick<Account, 'is_valued'>, text: string, currency: string) {
  const read = readField(text, currency)
  if (text.trim() === '' || read.fault !== undefined)
    return isDebt(account) ? t('How much do you owe?') : t('What is it worth?')
  return account.is_valued && !isDebt(account) && read.minor < 0n ? belowNothing() : undefined
}

/** A stated amount as its field has it: that of a debt without a sign, which its hint says. */
export const typedAmount = (account: Worded, amount: number, currency: string): string =>
  isDebt(account) ? fieldOfDebt(amount, currency).text : fieldOfAmount(amount, currency)
