import { Check } from 'lucide-react'
import { useState } from 'react'
import { listPayments } from '../../contract/obligations.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { dayShort } from '../ui/dates.ts'
import { shortNameOf } from '../ui/initials.ts'
import { Money } from '../ui/Money.tsx'
import { debtName } from './debt-name.ts'
import type { Debt } from './owed.ts'
import { useSheets } from './sheets.ts'

const MAX_SHOWN = 20

/** Debts that are done with, each struck through; the line through one that was settled just now is seen being drawn. */
export function SettledRows({
  debts,
  today,
  fresh = new Set(),
}: {
  debts: readonly Debt[]
  today: string
  fresh?: ReadonlySet<string>
}) {
  const [shown, setShown] = useState(MAX_SHOWN)
  const left = debts.length - shown
  return (
    <>
      <ul>
        {debts.slice(0, shown).map((debt) => (
          <SettledRow key={debt.id} debt={debt} today={today} isFresh={fresh.has(debt.id)} />
        ))}
      </ul>
      {left > 0 && (
        <div className="border-t border-line p-2">
          <Button look="quiet" className="w-full" onClick={() => setShown(shown + 100)}>
            {left > 100
              ? t('{count, plural, one {Show # more} other {Show # more}}', { count: 100 })
              : t('{count, plural, one {Show the other #} other {Show the other #}}', { count: left })}
          </Button>
        </div>
      )}
    </>
  )
}

function SettledRow({ debt, today, isFresh }: { debt: Debt; today: string; isFresh: boolean }) {
  const { openDebt } = useSheets()
  const strike = classes('struck text-text-3', isFresh && 'struck-now')
  return (
    <li className="border-t border-line">
      <button
        type="button"
        onClick={() => openDebt(debt.id)}
        className="flex min-h-10 touch:min-h-[52px] w-full items-center gap-3 px-5 py-1 text-start hover:bg-tile max-sm:px-4"
      >
        <Check size={15} aria-hidden className="shrink-0 text-in" />
        <span className="min-w-0 flex-1 truncate">
          <span className="sr-only">{t('Settled:')} </span>
          <span className={strike}>{debtName(debt)}</span>{' '}
          <span className="text-text-2 max-sm:block max-sm:text-caption max-sm:text-text-3">
            {shortNameOf(debt.contact.name ?? '')}
          </span>
        </span>
        <span className={strike}>
          <Money amount={debt.original_amount} currency={debt.currency_id} />
        </span>
        <span className="min-w-14 shrink-0 text-end text-caption whitespace-nowrap text-text-3">
          <SettledDay debt={debt} today={today} />
        </span>
      </button>
    </li>
  )
}

/** The day of the last payment; of a debt that was forgiven, the day it was written down. */
function SettledDay({ debt, today }: { debt: Debt; today: string }) {
  const { data } = useAsk(listPayments, { params: { id: debt.id }, query: { limit: 1 } })
  const day = data?.data[0]?.date ?? (data && debt.settled_at?.slice(0, 10))
  return day && dayShort(day, today)
}
