import type { Day } from '../../contract/day.ts'
import { t } from '../../words/t.ts'
import { useAddress } from '../page/address.ts'
import { useBook, useToday } from '../page/me.ts'
import { classes } from '../ui/classes.ts'
import { dayInSentence } from '../ui/dates.ts'
import { NEW_PLAN, writeDraft } from '../ui/draft.ts'
import { Money } from '../ui/Money.tsx'
import { Needs } from '../ui/Needs.tsx'
import { rich } from '../ui/rich.ts'
import type { lowPoint } from './forecast.ts'
import { emptyPlan } from './plan-form.ts'

/** The lowest balance of a forecast, its day, and what it comes after. */
export function Lowest({
  low,
  currency,
}: {
  low: NonNullable<ReturnType<typeof lowPoint>>
  currency: string
}) {
  const today = useToday()
  const isBelow = low.minor < 0n
  const values = {
    sign: isBelow ? 'below' : 'above',
    day: dayInSentence(low.date, today),
    cause: low.after,
    amount: (
      <Money
        amount={low.minor}
        currency={currency}
        className={classes('font-semibold', isBelow ? 'text-warn' : 'text-text')}
      />
    ),
  }
  if (low.date === today)
    return rich(
      '{sign, select, below {It is at its lowest today, with {amount}, less than nothing.} other {It is at its lowest today, with {amount}.}}',
      values,
    )
  if (low.after)
    return rich(
      '{sign, select, below {Lowest on {day}, after {cause}: {amount}, less than nothing.} other {Lowest on {day}, after {cause}: {amount}.}}',
      values,
    )
  return rich(
    '{sign, select, below {Lowest on {day}: {amount}, less than nothing.} other {Lowest on {day}: {amount}.}}',
    values,
  )
}

/** The balance at the end of a forecast, with the part that no envelope holds, or how much more than the balance they hold. */
export function AtTheEnd({
  day,
  balance,
  free,
  currency,
}: {
  day: Day
  balance: number
  free: bigint | undefined
  currency: string
}) {
  const today = useToday()
  const values = {
    day: dayInSentence(day, today),
    balance: <Money amount={balance} currency={currency} className="font-semibold text-text" />,
  }
  if (free === undefined) return rich('On {day} it is {balance}.', values)
  if (free < 0n)
    return rich('On {day} it is {balance}, and envelopes hold {amount} more.', {
      ...values,
      amount: <Money amount={-free} currency={currency} className="font-semibold text-warn" />,
    })
  return rich('On {day} it is {balance}, {free} of it free.', {
    ...values,
    free: <Money amount={free} currency={currency} className="font-semibold text-text" />,
  })
}

/** In place of a low point that only says that no salary is entered yet. */
export function NoIncome() {
  const today = useToday()
  const { base_currency_id: base } = useBook()
  const { open } = useAddress()
  const add = () => {
    writeDraft(NEW_PLAN, { ...emptyPlan(today, base), kind: 'income' })
    open({ open: undefined, edit: 'new' })
  }
  return (
    <>
      {t('No income recurs yet, so this does not say where it leads.')}{' '}
      <Needs right="write">
        <button type="button" onClick={add} className="min-h-6 font-medium text-accent hover:underline">
          {t('Add recurring income')}
        </button>
      </Needs>
    </>
  )
}
