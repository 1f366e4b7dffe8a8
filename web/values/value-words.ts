import type { Account } from '../../contract/accounts.ts'
import type { Day } from '../../contract/day.ts'
import { BELOW_NOTHING } from '../accounts/account-form.ts'
import { readField } from '../ui/amount-input.ts'
import { dayInSentence } from '../ui/dates.ts'
import { debtWords } from '../ui/debt-words.ts'

/** Stated values in the reader's words: a thing is worth something, a debt is owed. */

type Worded = Pick<Account, 'type'>

export const isDebt = ({ type }: Worded): boolean => type === 'liability'

export const stateWords = (account: Worded): string =>
  isDebt(account) ? 'State what you owe' : 'State its value'

/** The name of the amount: in a field, of a card. */
export const amountWords = (account: Worded): string => (isDebt(account) ? 'You owe' : 'Worth')

/** The name of the amount over a column and of a line, where it is of other days too. */
export const columnWords = (account: Worded): string => (isDebt(account) ? 'Owed' : 'Worth')

/** One stated amount, in a sentence: "the value of 1 May", "the amount owed on 1 May". */
export const statedWords = (account: Worded, date: Day, today: Day): string =>
  `the ${isDebt(account) ? 'amount owed on' : 'value of'} ${dayInSentence(date, today)}`

/** Why the typed amount cannot be saved; undefined if it can. A debt may be below nothing: then money is on it. */
export function amountFault(account: Worded & Pick<Account, 'is_valued'>, text: string, currency: string) {
  const read = readField(text, currency)
  if (text.trim() === '' || read.fault !== undefined)
    return isDebt(account) ? 'How much do you owe?' : 'What is it worth?'
  return account.is_valued && !isDebt(account) && read.minor < 0n ? BELOW_NOTHING : undefined
}

/** How a typed amount of a debt is understood, where it is below nothing. */
export const amountHint = (account: Worded, text: string, currency: string): string | undefined => {
  const read = readField(text, currency)
  return isDebt(account) && read.fault === undefined && read.minor < 0n
    ? debtWords(text, currency)
    : undefined
}
