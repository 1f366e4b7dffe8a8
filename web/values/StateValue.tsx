import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Account, listAccountLines } from '../../contract/accounts.ts'
import { putValue, type Value } from '../../contract/values.ts'
import { useAsk } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { ClosedRefusal } from '../books/ClosedRefusal.tsx'
import { closedOf } from '../books/closed.ts'
import { MissingRate } from '../currencies/MissingRate.tsx'
import { missingRateOf } from '../currencies/missing-rate.ts'
import { useToday } from '../page/me.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { amountOfField, fieldOfAmount, readField } from '../ui/amount-input.ts'
import { Button } from '../ui/Button.tsx'
import { DayField } from '../ui/DayField.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { TextField } from '../ui/Field.tsx'
import { Money } from '../ui/Money.tsx'
import { minorOf } from '../ui/money.ts'
import { Popup } from '../ui/Popup.tsx'
import { hiddenMoneyText } from '../ui/privacy.ts'
import { Refusal } from '../ui/States.tsx'
import { useRemoval } from './ValueList.tsx'

/** States what a thing is worth at the end of a day, or what is owed, and says the difference to the books before it is saved. */
export function StateValue({
  account,
  value,
  onClose,
}: {
  account: Account
  /** The stated value that is changed, if there is one. */
  value: Value | undefined
  onClose: () => void
}) {
  const today = useToday()
  const currency = account.currency_id ?? ''
  const isDebt = account.type === 'liability'
  const [worth, setWorth] = useState(value ? fieldOfAmount(value.amount, currency) : '')
  const [day, setDay] = useState(value?.date ?? today)
  const [notes, setNotes] = useState(value?.notes ?? '')
  const [fault, setFault] = useState<string>()
  const change = useChange(putValue, {
    words: ({ amount, date }) =>
      `${account.name}: ${hiddenMoneyText(amount, currency)} on ${dayInSentence(date, today)}`,
    onDone: onClose,
  })
  const removal = useRemoval(onClose)
  const closed = change.refusal && closedOf(change.refusal)
  const missing = change.refusal && missingRateOf(change.refusal)
  const read = readField(worth, currency)
  function save(fx_rate?: number): void {
    const amount = amountOfField(worth, currency)
    setFault(amount === undefined ? (isDebt ? 'How much do you owe?' : 'What is it worth?') : undefined)
    if (amount === undefined) return
    const body = { amount, notes: notes.trim() || null, ...(fx_rate !== undefined && { fx_rate }) }
    void change.send({ params: { id: account.id, date: day }, body })
  }
  return (
    <Popup
      title={isDebt ? 'State what you owe' : 'State its value'}
      onClose={onClose}
      foot={
        <>
          {value && (
            <Button
              look="quiet"
              className="mr-auto -ml-3"
              icon={<Trash2 size={15} />}
              isBusy={removal.isBusy}
              onClick={() => void removal.send({ params: { id: account.id, date: value.date } })}
            >
              Remove
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" isBusy={change.isBusy} onClick={() => save()}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <AmountField
          label={isDebt ? 'You owe' : 'Worth'}
          currencyId={currency}
          text={worth}
          onText={(text) => {
            setWorth(text)
            setFault(undefined)
          }}
          fault={fault ?? change.fault('amount')}
          onEnter={() => save()}
        />
        <DayField
          label="At the end of"
          today={today}
          day={day}
          onDay={(date) => {
            setDay(date ?? today)
            change.clear()
          }}
          fault={change.fault('date')}
        />
        <TextField
          label="Note"
          value={notes}
          maxLength={10_000}
          fault={change.fault('notes')}
          onChange={(event) => setNotes(event.target.value)}
        />
        <Difference
          account={account}
          day={day}
          minor={read.fault === undefined && worth.trim() !== '' ? read.minor : undefined}
        />
        {closed ? (
          <ClosedRefusal closed={closed} />
        ) : missing && change.refusal ? (
          <MissingRate
            problem={change.refusal}
            amount={read.fault === undefined ? read.minor : undefined}
            today={today}
            isBusy={change.isBusy}
            onRate={save}
          />
        ) : (
          (change.sentence ?? removal.sentence) && (
            <Refusal title={change.sentence ?? removal.sentence ?? ''} />
          )
        )}
      </div>
    </Popup>
  )
}

/** The difference to the balance that the books have at the end of the day. */
function Difference({ account, day, minor }: { account: Account; day: string; minor: bigint | undefined }) {
  const today = useToday()
  const currency = account.currency_id ?? ''
  const { data } = useAsk(listAccountLines, {
    params: { id: account.id },
    query: { date_to: day, currency_id: currency, limit: 1 },
  })
  if (!data || minor === undefined) return null
  const difference = minor - minorOf(data.data[0]?.running_balance ?? 0, currency)
  return (
    <p role="status" className="text-table text-text-2">
      {difference === 0n ? (
        `Just what the books have on ${dayInSentence(day, today)}.`
      ) : (
        <>
          <Money
            amount={difference < 0n ? -difference : difference}
            currency={currency}
            className="font-medium"
          />{' '}
          {difference < 0n ? 'less' : 'more'} than the books have on {dayInSentence(day, today)}: a change in
          value, neither income nor spending.
        </>
      )}
    </p>
  )
}
