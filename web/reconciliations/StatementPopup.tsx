import { useState } from 'react'
import type { Account } from '../../contract/accounts.ts'
import { type Reconciliation, updateReconciliation } from '../../contract/reconciliations.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { DayField } from '../ui/DayField.tsx'
import { Popup } from '../ui/Popup.tsx'
import { Refusal } from '../ui/States.tsx'
import { balanceTyped, StatementBalance, typedBalance } from './StatementBalance.tsx'

/** Corrects the day or the balance of a statement; the ticks stay. */
export function StatementPopup({
  account,
  reconciliation,
  onClose,
}: {
  account: Account
  reconciliation: Reconciliation
  onClose: () => void
}) {
  const today = useToday()
  const { currency_id: currency } = reconciliation
  const [date, setDate] = useState(reconciliation.date)
  const [typed, setTyped] = useState(() => typedBalance(account, reconciliation.statement_balance, currency))
  const [fault, setFault] = useState<string>()
  const saving = useChange(updateReconciliation, { words: t('The statement is corrected'), onDone: onClose })

  function save(): void {
    const balance = balanceTyped(account, typed, currency)
    if (balance === undefined) setFault(t('Which balance does the statement end with?'))
    else
      void saving.send({
        params: { id: account.id, reconciliation_id: reconciliation.id },
        body: { date, balance },
      })
  }

  return (
    <Popup
      title={t('Edit the statement')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" isBusy={saving.isBusy} onClick={save}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <DayField
          label={t('Day of the statement')}
          today={today}
          day={date}
          onDay={(day) => setDate(day ?? date)}
          fault={saving.fault('date')}
        />
        <StatementBalance
          account={account}
          currency={currency}
          typed={typed}
          onTyped={(next) => {
            setTyped(next)
            setFault(undefined)
          }}
          fault={fault ?? saving.fault('balance')}
          onEnter={save}
        />
        {saving.sentence && (
          <Refusal title={saving.sentence}>
            {saving.refusal?.code === 'line_after_statement' &&
              t('Take the ticks away from the lines after that day first.')}
          </Refusal>
        )}
      </div>
    </Popup>
  )
}
