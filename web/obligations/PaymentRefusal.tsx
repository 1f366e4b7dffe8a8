import { t } from '../../words/t.ts'
import { ClosedRefusal } from '../books/ClosedRefusal.tsx'
import { closedOf } from '../books/closed.ts'
import { MissingRate } from '../currencies/MissingRate.tsx'
import { missingRateOf } from '../currencies/missing-rate.ts'
import { Button } from '../ui/Button.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { Refusal } from '../ui/States.tsx'
import { earliestDay } from './payment.ts'
import type { usePayment } from './use-payment.ts'

/** Why a payment is not recorded, with the way out. */
export function PaymentRefusal({ payment }: { payment: ReturnType<typeof usePayment> }) {
  const { refusal, today, date, chosen, own, change, forget } = payment
  const takeDay = (day: string) => {
    forget()
    change({ date: day })
  }
  if (payment.over > 0n) return <Overpaid payment={payment} />
  if (!refusal) return payment.sentence ? <Refusal title={payment.sentence} /> : null
  const closed = closedOf(refusal)
  if (closed) return <ClosedRefusal closed={closed} onUseDay={takeDay} />
  if (missingRateOf(refusal))
    return (
      <MissingRate
        problem={refusal}
        amount={payment.amount}
        today={today}
        onRate={(rate) => {
          change({ fxRate: rate })
          payment.record(false, rate)
        }}
      />
    )
  if (refusal.code === 'payment_date') {
    const first = earliestDay(chosen)
    const isEarly = date < first
    return (
      <Refusal
        title={
          isEarly
            ? t('The debt began on {day}: it cannot be paid before.', { day: dayInSentence(first, today) })
            : t('That day has not come yet. Record it when it happens.')
        }
        actions={
          <Button onClick={() => takeDay(isEarly ? first : today)}>
            {isEarly ? t('Use {day}', { day: dayInSentence(first, today) }) : t('Use today')}
          </Button>
        }
      />
    )
  }
  if (
    refusal.code === 'overpaid' ||
    refusal.code === 'nothing_owed' ||
    refusal.code === 'obligation_not_payable'
  )
    return (
      <Refusal
        title={t('Less is owed now than when this was opened.')}
        actions={
          <Button
            onClick={() => {
              forget()
              change({ ids: own.map(({ id }) => id), text: null, counts: null })
            }}
          >
            {t('Take what is owed now')}
          </Button>
        }
      >
        {refusal.detail}
      </Refusal>
    )
  return payment.sentence ? <Refusal title={payment.sentence} /> : null
}

/** More than is owed: the owed amount as a button, and the other debts, if there are any. */
function Overpaid({ payment }: { payment: ReturnType<typeof usePayment> }) {
  const { over, total, own, chosen, debtCurrency, isOther, change } = payment
  const others = own.filter((debt) => !chosen.includes(debt))
  return (
    <Refusal
      title={rich('{amount} more than is owed.', { amount: <Money amount={over} currency={debtCurrency} /> })}
      actions={
        <>
          <Button look="primary" isBusy={payment.isBusy} onClick={() => payment.record(true)}>
            <span>
              {rich('Record {amount}', { amount: <Money amount={total} currency={debtCurrency} /> })}
            </span>
          </Button>
          {others.length > 0 && !isOther && (
            <Button look="quiet" onClick={() => change({ ids: own.map(({ id }) => id) })}>
              {t(
                '{count, plural, one {Count the rest for the other debt} other {Count the rest for the other debts}}',
                { count: others.length },
              )}
            </Button>
          )}
        </>
      }
    />
  )
}
