import type { Ref } from 'react'
import type { Account } from '../../contract/accounts.ts'
import { t } from '../../words/t.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { amountOfField, fieldOfAmount } from '../ui/amount-input.ts'
import { DebtHint } from '../ui/DebtHint.tsx'
import { type DebtTyped, debtOfField, debtWords, fieldOfDebt } from '../ui/debt-words.ts'

const isDebt = ({ type }: Pick<Account, 'type'>) => type === 'liability'

/** The balance of a statement as its field has it; of a card without a sign. */
export const typedBalance = (account: Account, balance: number | undefined, currency: string): DebtTyped =>
  balance === undefined
    ? { text: '', isOnIt: false }
    : isDebt(account)
      ? fieldOfDebt(balance, currency)
      : { text: fieldOfAmount(balance, currency), isOnIt: false }

/** The typed balance as the API takes it; undefined if it is not an amount. */
export const balanceTyped = (account: Account, typed: DebtTyped, currency: string): number | undefined =>
  isDebt(account) ? debtOfField(typed, currency) : amountOfField(typed.text, currency)

/** The balance that a statement ends with. */
export const StatementBalance = ({
  account,
  currency,
  typed,
  onTyped,
  ...rest
}: {
  account: Account
  currency: string
  typed: DebtTyped
  onTyped: (typed: DebtTyped) => void
  fault: string | undefined
  inputRef?: Ref<HTMLInputElement>
  className?: string
  onEnter?: () => void
}) => (
  <AmountField
    label={isDebt(account) ? t('You owe, it says') : t('Balance it ends with')}
    currencyId={currency}
    text={typed.text}
    onText={(text) => onTyped({ ...typed, text })}
    hint={
      isDebt(account) &&
      debtWords(typed, currency) && (
        <DebtHint debt={typed} currencyId={currency} onTurn={(isOnIt) => onTyped({ ...typed, isOnIt })} />
      )
    }
    {...rest}
  />
)
