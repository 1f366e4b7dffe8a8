import { Link } from '@tanstack/react-router'
import type { Overview } from '../../contract/overview.ts'
import { t } from '../../words/t.ts'
import { debtName } from '../obligations/debt-name.ts'
import { CardHeading } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { dueText } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { minorOf } from '../ui/money.ts'
import { rich } from '../ui/rich.ts'
import { HeadLink, Nothing } from './HeadLink.tsx'

const MAX_SHOWN = 4

/** The debts that are due first, late ones before the others. */
export function OwedCard({ overview }: { overview: Overview }) {
  const { owed, date, base_currency_id: base } = overview
  if (owed.obligations.length === 0)
    return (
      <div className="flex h-full flex-col">
        <CardHeading end={<HeadLink to="/obligations">{t('All debts')}</HeadLink>}>{t('Owed')}</CardHeading>
        <Nothing>
          <span className="font-medium text-text">{t('Nobody owes anybody')}</span>
          <span>{t('When you lend a friend 20, or someone pays for you, it shows here.')}</span>
        </Nothing>
      </div>
    )
  return (
    <>
      <CardHeading
        end={
          <HeadLink to="/obligations">
            {owed.late_count > 0 && (
              <span className="text-warn sm:hidden">
                {t('{count, plural, one {# late} other {# late}} [debts]', { count: owed.late_count })}
              </span>
            )}
            <span className={classes('whitespace-nowrap', owed.late_count > 0 && 'max-sm:hidden')}>
              {rich('on balance {amount}', {
                amount: <Money variant="change" amount={owed.balance} currency={base} />,
              })}
            </span>
          </HeadLink>
        }
      >
        {t('Owed')}
      </CardHeading>
      <ul className="mt-1 divide-y divide-line">
        {owed.obligations.slice(0, MAX_SHOWN).map((debt) => (
          <li key={debt.id}>
            <Link
              to="/obligations"
              search={{ open: debt.id }}
              className="-mx-2 flex min-h-12 items-center justify-between gap-3 rounded-control px-2 py-1 hover:bg-canvas"
            >
              <Debt debt={debt} today={date} base={base} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

type DebtRow = Overview['owed']['obligations'][number]

const Debt = ({ debt, today, base }: { debt: DebtRow; today: string; base: string }) => {
  const isMine = debt.direction === 'payable'
  const amount = minorOf(debt.outstanding_base, base)
  return (
    <>
      <span className="min-w-0">
        <span className="block truncate font-medium">{debtName(debt)}</span>
        <span className="block truncate text-caption text-text-3">
          {isMine
            ? t('you owe {person}', { person: debt.contact_name })
            : t('{person} owes you', { person: debt.contact_name })}
        </span>
      </span>
      <span className="shrink-0 text-end">
        <Money
          variant="signed"
          amount={isMine ? -amount : amount}
          currency={base}
          className="block font-medium"
        />
        <span
          className={classes('text-caption', debt.days_late > 0 ? 'font-medium text-warn' : 'text-text-3')}
        >
          {debt.due_date === null ? t('no date [a debt has no due day]') : dueText(debt.due_date, today)}
        </span>
      </span>
    </>
  )
}
