import { useState } from 'react'
import { type Occurrence, type Plan, settleOccurrence } from '../../contract/plans.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { useToday } from '../page/me.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { amountOfField, fieldOfAmount } from '../ui/amount-input.ts'
import { Button } from '../ui/Button.tsx'
import { DayField } from '../ui/DayField.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { Popup } from '../ui/Popup.tsx'
import { Refusal } from '../ui/States.tsx'

/** Changes the amount of one occurrence, or records it now, with another amount or on another day. */
export function ChangeOnce({
  occurrence,
  plan,
  onClose,
}: {
  occurrence: Occurrence
  plan: Plan
  onClose: () => void
}) {
  const today = useToday()
  const { currency_id: currency, date: planned } = occurrence
  const [text, setText] = useState(() => fieldOfAmount(occurrence.amount, currency))
  const [date, setDate] = useState(planned)
  const [fault, setFault] = useState<string>()
  const day = dayInSentence(planned, today)
  const settling = useChange(settleOccurrence, {
    words: ({ state }) =>
      state === 'posted'
        ? t('{plan} of {day} is recorded', { plan: plan.name, day })
        : t('{plan} of {day} is changed', { plan: plan.name, day }),
    onDone: onClose,
  })

  function settle(action: 'post' | 'change'): void {
    const amount = amountOfField(text, currency)
    if (amount === undefined || amount <= 0) {
      setFault(t('How much is it this time?'))
      return
    }
    const money = plan.kind === 'obligation' ? { original_amount: amount } : { amount }
    const draft = { ...occurrence.draft, ...money, ...(action === 'post' && date !== planned && { date }) }
    void settling.send({
      params: { id: occurrence.plan_id, date: occurrence.scheduled_date },
      body: { action, draft },
    })
  }

  return (
    <Popup
      title={t('{plan}, {day}, this once', { plan: plan.name, day })}
      onClose={onClose}
      foot={
        <>
          <Button isBusy={settling.isBusy} onClick={() => settle('change')}>
            {t('Keep it for its day')}
          </Button>
          <Button look="primary" isBusy={settling.isBusy} onClick={() => settle('post')}>
            {t('Record it now')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <AmountField
          label={t('Amount this time')}
          currencyId={currency}
          text={text}
          onText={(next) => {
            setText(next)
            setFault(undefined)
          }}
          fault={fault ?? settling.fault('draft.amount') ?? settling.fault('amount')}
        />
        <DayField
          label={t('Recorded on')}
          hint={t('The day counts when it is recorded now.')}
          today={today}
          day={date}
          onDay={(next) => setDate(next ?? planned)}
          fault={settling.fault('draft.date')}
        />
        {settling.sentence && <Refusal title={settling.sentence} />}
      </div>
    </Popup>
  )
}
