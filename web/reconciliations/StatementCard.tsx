import { CircleCheck } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Reconciliation } from '../../contract/reconciliations.ts'
import { t } from '../../words/t.ts'
import { useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { dayShort } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { useIsPhone } from '../ui/media.ts'
import { minorOf } from '../ui/money.ts'
import { rich } from '../ui/rich.ts'
import type { Compared } from './ticking.ts'

/** The statement, its start, the ticked lines and the difference, which add up; it stays in sight while one ticks. */
export function StatementCard({
  reconciliation: { currency_id: currency, date, statement_balance, start_balance },
  compared: { start, count },
  of,
  difference,
  isBusy,
  onEdit,
  onFinish,
}: {
  reconciliation: Reconciliation
  compared: Compared
  /** How many bills there are to tick. */
  of: number
  difference: bigint
  isBusy: boolean
  onEdit: () => void
  onFinish: () => void
}) {
  const today = useToday()
  const begins = minorOf(start_balance, currency)
  const isPlain = start === 'none'
  const rest = useRef<HTMLDivElement>(null)
  const isPhone = useIsPhone()
  const [top, setTop] = useState<number>()
  // On a phone, the figures scroll away, and the difference stays with Finish.
  useLayoutEffect(() => setTop(isPhone ? -(rest.current?.offsetTop ?? 0) : undefined), [isPhone])
  return (
    <Card
      aria-label={t('The statement')}
      style={top === undefined ? undefined : { top }}
      className={classes(
        'sticky top-2 z-10 mb-4 grid grid-cols-1 items-end gap-x-8 gap-y-3 p-5 max-sm:gap-y-1 max-sm:p-4 sm:grid-cols-2',
        isPlain ? 'lg:grid-cols-[auto_auto_1fr_auto]' : 'lg:grid-cols-[auto_auto_auto_1fr_auto]',
      )}
    >
      <Figure
        amount={minorOf(statement_balance, currency)}
        currency={currency}
        label={
          <>
            {rich('<wide>Statement of</wide> <short>{day}</short>', {
              day: dayShort(date, today),
              wide: (inner) => inner,
              short: (inner) => <span className="whitespace-nowrap">{inner}</span>,
            })}{' '}
            <button
              type="button"
              onClick={onEdit}
              className="-my-1 min-h-6 font-medium text-accent hover:underline touch:-my-3 touch:min-h-11 touch:px-2"
            >
              {t('Edit')}
            </button>
          </>
        }
      />
      {!isPlain && (
        <Figure
          label={start === 'said' ? t('Start, as you said') : t('Start, from the one before')}
          amount={begins}
          currency={currency}
        />
      )}
      <Figure
        label={t('Ticked, {count, number} of {all, number}', { count, all: of })}
        amount={minorOf(statement_balance, currency) - begins - difference}
        currency={currency}
      />
      <div
        ref={rest}
        className="flex items-center gap-3 max-sm:flex-wrap max-sm:border-t max-sm:border-line max-sm:pt-2 sm:contents"
      >
        <div
          role="status"
          className="max-sm:flex max-sm:flex-1 max-sm:items-baseline max-sm:gap-2 lg:text-end"
        >
          <p className="text-table text-text-2">{t('Difference')}</p>
          <p
            className={classes(
              'flex items-center gap-2 text-figure-lg font-semibold max-sm:text-page lg:justify-end',
              difference === 0n && 'text-in',
            )}
          >
            {difference === 0n && <CircleCheck size={26} aria-hidden className="max-sm:size-5" />}
            <Money amount={difference} currency={currency} />
          </p>
        </div>
        <div className="flex">
          <Button
            look={difference === 0n ? 'primary' : 'secondary'}
            isBusy={isBusy}
            onClick={onFinish}
            className="flex-1"
          >
            {t('Finish')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** On a phone, the figures stand below each other, as in a sum. */
const line = 'max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-3'

const Figure = ({ label, amount, currency }: { label: ReactNode; amount: bigint; currency: string }) => (
  <div className={line}>
    <p className="text-table text-text-2">{label}</p>
    <p className="text-page font-semibold max-sm:text-body">
      <Money amount={amount} currency={currency} />
    </p>
  </div>
)
