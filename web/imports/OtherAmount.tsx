import { useState } from 'react'
import type { Account } from '../../contract/accounts.ts'
import { t } from '../../words/t.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { amountOfField } from '../ui/amount-input.ts'
import { Button } from '../ui/Button.tsx'

/** How much arrived, or left, on an account of another currency. */
export function OtherAmount({
  account,
  currencyId,
  isOut,
  onAmount,
  onBack,
}: {
  account: Account
  currencyId: string
  /** Money left the account of the file. */
  isOut: boolean
  onAmount: (amount: number) => void
  onBack: () => void
}) {
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const save = () => {
    const amount = amountOfField(text, currencyId)
    setMissing(amount === undefined || amount <= 0)
    if (amount !== undefined && amount > 0) onAmount(amount)
  }
  return (
    <div className="flex flex-col gap-4">
      <AmountField
        label={
          isOut
            ? t('How much arrived at {account}?', { account: account.name })
            : t('How much left {account}?', { account: account.name })
        }
        hint={t('It is kept in {currency}.', { currency: currencyId })}
        currencyId={currencyId}
        text={text}
        onText={setText}
        fault={isMissing ? t('Write the amount.') : undefined}
        onEnter={save}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onBack}>{t('Another account')}</Button>
        <Button look="primary" onClick={save}>
          {t('That is it')}
        </Button>
      </div>
    </div>
  )
}
