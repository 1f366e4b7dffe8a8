import { ArrowRight } from 'lucide-react'
import { useEffect } from 'react'
import type { BookOfPerson } from '../../contract/members.ts'
import { t } from '../../words/t.ts'
import { useBook, useMe, useMembership, useToday } from '../page/me.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { DayField } from '../ui/DayField.tsx'
import { SelectField } from '../ui/Field.tsx'
import { useIsTouch } from '../ui/media.ts'
import { BalanceLine } from './BalanceLine.tsx'
import { BetweenRefusal } from './BetweenRefusal.tsx'
import { arrivingWords, closedSide, leavingWords } from './between-words.ts'
import { Side } from './Side.tsx'
import { useBetween } from './use-between.ts'

const namesIn = (book: Pick<BookOfPerson, 'others'> | undefined) => book?.others.map(({ name }) => name) ?? []

/** One act, a half in each book. */
export function BetweenForm({ others }: { others: readonly BookOfPerson[] }) {
  const book = useBook()
  const me = useMe().name
  const here = useMembership()
  const today = useToday()
  const isTouch = useIsTouch()
  const form = useBetween(others)
  const { draft, set, setDay, move, moving, target, from, to, currency, toCurrency } = form
  useEffect(() => {
    if (!isTouch) form.amountField.current?.focus() // where fingers point, our keypad would cover the form
  }, [isTouch, form.amountField])
  const isClosed = moving.refusal !== undefined && closedSide(moving.refusal, book.name, today) !== undefined
  const dayFault = moving.fault('date')
  return (
    <Card className="p-5">
      <div className="flex gap-3 max-sm:flex-col">
        <AmountField
          label={t('Amount')}
          currencyId={currency}
          text={draft.amount}
          onText={(amount) => set({ amount })}
          fault={form.fault}
          onEnter={move}
          inputRef={form.amountField}
          className="flex-1"
        />
        <DayField
          label={t('Day')}
          today={today}
          day={form.date}
          onDay={setDay}
          className="shrink-0 sm:w-48"
          fault={isClosed ? undefined : dayFault}
        />
      </div>
      <div className="mt-4 flex items-start gap-3 max-sm:flex-col">
        <Side
          title={t('from [a book]')}
          name={<span className="font-medium wrap-anywhere">{book.name}</span>}
          label={t('Account in {book}', { book: book.name })}
          accounts={form.mine}
          value={from?.account.id}
          onChange={(id) => set({ from: id })}
          fault={moving.fault('from_account_id')}
          note={leavingWords(me, namesIn(here))}
        >
          {from && <BalanceLine change={from.change} currency={from.currency} />}
        </Side>
        <ArrowRight aria-hidden size={18} className="mt-16 shrink-0 text-text-3 max-sm:hidden" />
        <Side
          title={t('to [a book]')}
          name={
            <SelectField
              label={t('Book [of accounts]')}
              isLabelHidden
              value={target?.id}
              onChange={(event) => set({ toBook: event.target.value, to: '' })}
            >
              {others.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          }
          label={t('Account in {book}', { book: target?.name ?? '' })}
          accounts={form.theirs}
          value={to?.account.id}
          onChange={(id) => set({ to: id })}
          fault={moving.fault('to_account_id')}
          note={arrivingWords(me, namesIn(target))}
        >
          {to && <BalanceLine change={to.change} currency={to.currency} />}
        </Side>
      </div>
      {toCurrency !== currency && (
        <AmountField
          label={t('Arrives as')}
          hint={t('Empty: at the rate of the day')}
          currencyId={toCurrency}
          text={draft.arrives}
          onText={(arrives) => set({ arrives })}
          fault={moving.fault('to_amount')}
          className="mt-4"
        />
      )}
      <div className="mt-4 empty:hidden">
        <BetweenRefusal
          refusal={moving.refusal}
          sentence={moving.sentence}
          sentTo={form.sentTo}
          others={others}
          onDay={setDay}
          onBook={(id) => set({ toBook: id, to: '' })}
        />
      </div>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p className="text-caption text-text-2">
          {t('One act: both halves or none, one undo for both.')}{' '}
          {form.turn && (
            <a href={form.turn.href} onClick={form.turn.hand} className="text-accent underline">
              {t('The other way round')}
            </a>
          )}
        </p>
        <Button look="primary" isBusy={moving.isBusy} onClick={move}>
          {form.moved === undefined ? t('Move [verb]') : t('Move {amount}', { amount: form.moved })}
        </Button>
      </div>
    </Card>
  )
}
