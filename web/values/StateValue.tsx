import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Account } from '../../contract/accounts.ts'
import type { Day } from '../../contract/day.ts'
import { t } from '../../words/t.ts'
import { ClosedRefusal } from '../books/ClosedRefusal.tsx'
import { closedOf } from '../books/closed.ts'
import { MissingRate } from '../currencies/MissingRate.tsx'
import { missingRateOf } from '../currencies/missing-rate.ts'
import { useToday } from '../page/me.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { amountOfField, readField } from '../ui/amount-input.ts'
import { Button } from '../ui/Button.tsx'
import { DayField } from '../ui/DayField.tsx'
import { DebtHint } from '../ui/DebtHint.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { debtWords, signedDebt } from '../ui/debt-words.ts'
import { TextField } from '../ui/Field.tsx'
import { Popup } from '../ui/Popup.tsx'
import { Refusal } from '../ui/States.tsx'
import { Difference } from './Difference.tsx'
import { isBeginning, type Stated } from './stated.ts'
import { useStating } from './use-stating.ts'
import { useRemoval } from './ValueList.tsx'
import { amountFault, amountOn, amountWords, isDebt, stateWords, typedAmount } from './value-words.ts'

/** States what a thing is worth at the end of a day, or what is owed, and says the difference to the books before it is saved. */
export function StateValue({
  account,
  stated,
  onClose,
}: {
  account: Account
  /** The statement that is changed, if it is one; its day stays. */
  stated: Stated | undefined
  onClose: () => void
}) {
  const today = useToday()
  const currency = account.currency_id ?? ''
  const [worth, setWorth] = useState(() => (stated ? typedAmount(account, stated.amount, currency) : ''))
  const [isOnIt, setOnIt] = useState(isDebt(account) && (stated?.amount ?? 0) < 0)
  const [day, setDay] = useState(stated?.date ?? today)
  const [typedDay, setTypedDay] = useState<Day | undefined>(day)
  const [notes, setNotes] = useState(stated?.notes ?? '')
  const [fault, setFault] = useState<string>()
  const stating = useStating(account, day, onClose)
  const removal = useRemoval(account, onClose)
  const signed = <Typed extends bigint | number>(amount: Typed) =>
    isDebt(account) ? signedDebt(amount, isOnIt) : amount
  const read = readField(worth, currency)
  const debt = { text: worth, isOnIt }
  const minor = read.fault === undefined && worth.trim() !== '' ? signed(read.minor) : undefined
  function save(fx_rate?: number): void {
    const found = amountFault(account, worth, currency)
    setFault(found)
    const amount = amountOfField(worth, currency)
    if (found === undefined && amount !== undefined)
      stating.send({
        amount: signed(amount),
        notes: notes.trim() || null,
        ...(fx_rate !== undefined && { fx_rate }),
      })
  }
  return (
    <Popup
      title={stated ? amountOn(account, dayInSentence(stated.date, today)) : stateWords(account)}
      onClose={onClose}
      foot={
        <>
          {stated && !stated.isBeginning && (
            <Button
              look="quiet"
              className="me-auto -ms-3"
              icon={<Trash2 size={15} />}
              isBusy={removal.isBusy}
              onClick={() => removal.remove(stated.date)}
            >
              {t('Remove')}
            </Button>
          )}
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" isBusy={stating.isBusy} onClick={() => save()}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <AmountField
          label={amountWords(account)}
          currencyId={currency}
          text={worth}
          onText={(text) => {
            setWorth(text)
            setFault(undefined)
          }}
          hint={
            isDebt(account) &&
            debtWords(debt, currency) && <DebtHint debt={debt} currencyId={currency} onTurn={setOnIt} />
          }
          fault={fault ?? stating.fault('amount')}
          onEnter={() => save()}
        />
        {!stated && (
          <DayField
            label={t('At the end of [a day]')}
            today={today}
            day={day}
            onDay={(date) => {
              setDay(date ?? today)
              stating.clear()
            }}
            onTyped={setTypedDay}
            fault={stating.fault('date')}
          />
        )}
        {!stating.isFirst && (
          <TextField
            label={t('Note')}
            value={notes}
            maxLength={10_000}
            fault={stating.fault('notes')}
            onChange={(event) => setNotes(event.target.value)}
          />
        )}
        {minor !== undefined && typedDay !== undefined && !isBeginning(account, typedDay) && (
          <Difference account={account} day={typedDay} minor={minor} />
        )}
        <WhyNot stating={stating} removal={removal} minor={minor} onRate={save} />
      </div>
    </Popup>
  )
}

/** Why it is not saved or removed, with the way out. */
function WhyNot({
  stating: { refusal, sentence, isBusy },
  removal,
  minor,
  onRate,
}: {
  stating: ReturnType<typeof useStating>
  removal: { sentence: string | undefined }
  minor: bigint | undefined
  onRate: (rate: number) => void
}) {
  const today = useToday()
  const closed = refusal && closedOf(refusal)
  if (closed) return <ClosedRefusal closed={closed} />
  if (refusal && missingRateOf(refusal))
    return <MissingRate problem={refusal} amount={minor} today={today} isBusy={isBusy} onRate={onRate} />
  const said = sentence ?? removal.sentence
  return said === undefined ? null : <Refusal title={said} />
}
