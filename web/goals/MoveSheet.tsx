import { useEffect, useRef, useState } from 'react'
import { createGoalMove, type Goal } from '../../contract/goals.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { useToday } from '../page/me.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { amountOfField, fieldOfAmount } from '../ui/amount-input.ts'
import { Button } from '../ui/Button.tsx'
import { DayField } from '../ui/DayField.tsx'
import { Form, TextField } from '../ui/Field.tsx'
import { Money } from '../ui/Money.tsx'
import { useIsTouch } from '../ui/media.ts'
import { sumOf } from '../ui/money.ts'
import { rich } from '../ui/rich.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { Refusal } from '../ui/States.tsx'
import { movedText } from './goal-words.ts'

const FORM = 'goal-move'

/** Puts an amount into the envelope of a goal, or takes it out. */
export function MoveSheet({
  goal,
  way,
  amount: given,
  onClose,
}: {
  goal: Goal
  way: 'in' | 'out'
  /** The amount to begin with, from the address. */
  amount: string | undefined
  onClose: () => void
}) {
  const { id, name, currency_id, saved, envelope_account } = goal
  const today = useToday()
  const first = given !== undefined && Number(given) > 0 ? Number(given) : undefined
  const [text, setText] = useState(first === undefined ? '' : fieldOfAmount(first, currency_id))
  const [date, setDate] = useState(today)
  const [notes, setNotes] = useState('')
  const [missing, setMissing] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const isTouch = useIsTouch()
  useEffect(() => {
    if (!isTouch) field.current?.focus() // a finger would open the keypad over the sheet
  }, [isTouch])
  const moving = useChange(createGoalMove, {
    words: ({ amount }) => movedText(amount, currency_id, name),
    onDone: onClose,
  })
  function save(): void {
    const amount = amountOfField(text, currency_id)
    const isGiven = amount !== undefined && amount > 0
    setMissing(isGiven ? undefined : t('How much is it?'))
    if (!isGiven) return
    const body = { amount: way === 'in' ? amount : -amount, date, notes: notes || null }
    void moving.send({ params: { id }, body })
  }
  const { balance, held } = envelope_account ?? { balance: 0, held: 0 }
  const free = sumOf([balance, -held], currency_id)
  const beyond = sumOf([amountOfField(text, currency_id) ?? 0], currency_id) - (free > 0n ? free : 0n)
  const words = way === 'in' ? t('Put in') : t('Take out')
  return (
    <Sheet
      needs="write"
      title={way === 'in' ? t('Put into {goal}', { goal: name }) : t('Take out of {goal}', { goal: name })}
      onClose={onClose}
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button look="primary" type="submit" form={FORM} isBusy={moving.isBusy}>
            {words}
          </Button>
        </>
      }
    >
      <Form id={FORM} className="flex flex-col gap-4" onSubmit={save}>
        <AmountField
          label={t('Amount')}
          currencyId={currency_id}
          text={text}
          onText={setText}
          inputRef={field}
          fault={missing ?? moving.fault('amount')}
          hint={
            way === 'out'
              ? rich('{amount} is in it.', { amount: <Money amount={saved} currency={currency_id} /> })
              : envelope_account && (
                  <>
                    {free > 0n
                      ? rich('{amount} of the account is free.', {
                          amount: <Money amount={free} currency={currency_id} />,
                        })
                      : t('Nothing of the account is free.')}
                    {beyond > 0n && (
                      <span className="block text-warn">
                        {rich('{amount} of this would be promised, and is not there.', {
                          amount: <Money amount={beyond} currency={currency_id} />,
                        })}
                      </span>
                    )}
                  </>
                )
          }
        />
        <DayField
          label={t('Day')}
          today={today}
          day={date}
          onDay={(day) => setDate(day ?? today)}
          fault={moving.fault('date')}
        />
        <TextField
          label={t('Notes')}
          maxLength={10_000}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
          fault={moving.fault('notes')}
        />
        {moving.sentence && <Refusal title={moving.sentence} />}
      </Form>
    </Sheet>
  )
}
