import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Overview } from '../../contract/overview.ts'
import type { Occurrence } from '../../contract/plans.ts'
import { t } from '../../words/t.ts'
import { accounts, heldIn } from '../page/accounts.ts'
import { ComingSum } from '../plans/ComingSum.tsx'
import { isOpen, sumsOf } from '../plans/coming.ts'
import { busiestAccount } from '../plans/forecast.ts'
import { PlanMoney } from '../plans/PlanMoney.tsx'
import { CardHeading } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { dayInSentence, dayShort } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { currencyName } from '../ui/money.ts'
import { Needs } from '../ui/Needs.tsx'
import { forecasting, plans, upcoming } from './asked.ts'
import { HeadLink, Nothing } from './HeadLink.tsx'
import { balanceOn } from './overview-figures.ts'

const MAX_SHOWN = 5

/** The next planned occurrences, and the balance of the main account after them. */
export function ComingUpCard({ overview }: { overview: Overview }) {
  const { date } = overview
  const { data: all } = useQuery(upcoming)
  const open = all?.filter(isOpen)
  const coming = open?.slice(0, MAX_SHOWN) ?? overview.coming_up
  const rest = (open?.length ?? 0) - coming.length
  if (coming.length === 0)
    return (
      <div className="flex h-full flex-col">
        <CardHeading>{t('Coming up')}</CardHeading>
        <Nothing>
          <Needs right="write" otherwise={t('Rent, salary, a bill that comes again: it shows here.')}>
            <span>{t('Rent, salary, a bill that comes again:')}</span>
            <Link to="/plans" className="min-h-6 font-medium text-accent hover:underline">
              {t('Enter it once')}
            </Link>
          </Needs>
        </Nothing>
      </div>
    )
  return (
    <>
      <CardHeading
        end={
          <HeadLink to="/plans">
            {t('Next {count, plural, one {# day} other {# days}}', { count: 31 })}
          </HeadLink>
        }
      >
        {t('Coming up')}
      </CardHeading>
      <Sum upcoming={all} />
      <ul className="mt-1 divide-y divide-line">
        {coming.map((occurrence) => (
          <li key={occurrence.id}>
            <Link
              to="/plans"
              search={{ open: occurrence.plan_id }}
              className="-mx-2 flex min-h-10 touch:min-h-12 items-center gap-3 rounded-control px-2 hover:bg-canvas"
            >
              <Planned occurrence={occurrence} today={date} />
            </Link>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Link to="/plans" className="min-h-6 text-table font-medium text-accent hover:underline">
          {t('{count, plural, one {# more} other {# more}}', { count: rest })}
        </Link>
      )}
      <Balance overview={overview} coming={coming} />
    </>
  )
}

/** The figures that the page Recurring has of the same days. */
function Sum({ upcoming: occurrences }: { upcoming: readonly Occurrence[] | undefined }) {
  const { data: all } = useQuery(accounts)
  const { data: planned } = useQuery(plans)
  if (!occurrences || !all || !planned) return <p className="text-table">{'\u00a0'}</p>
  const [byId, accountById] = [
    new Map(planned.map((one) => [one.id, one])),
    new Map(all.map((one) => [one.id, one])),
  ]
  return <ComingSum sums={sumsOf(occurrences, byId, accountById)} className="text-table text-text-2" />
}

function Planned({ occurrence, today }: { occurrence: Occurrence; today: string }) {
  const { data: all } = useQuery(accounts)
  const { data: planned } = useQuery(plans)
  const { date, plan_id, plan_name, state } = occurrence
  const plan = planned?.find(({ id }) => id === plan_id)
  const isLate = date < today
  return (
    <>
      <span
        className={classes('w-14 shrink-0 text-table', isLate ? 'font-medium text-warn' : 'text-text-3')}
        title={state === 'waiting' ? occurrence.reason?.message : undefined}
      >
        {dayShort(date, date)}
        {isLate && <span className="sr-only">{t(', not recorded yet [after a day]')}</span>}
      </span>
      <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">{plan_name}</span>
      {plan && all && (
        <PlanMoney
          plan={plan}
          occurrence={occurrence}
          places={{ accounts: new Map(all.map((one) => [one.id, one])), goals: new Map() }}
        />
      )}
    </>
  )
}

/** The balance of the account that most occurrences go through, after the last of them. */
function Balance({
  overview: { date, base_currency_id: base },
  coming,
}: {
  overview: Overview
  coming: readonly Occurrence[]
}) {
  const { data: all = [] } = useQuery(accounts)
  const { data: forecast } = useQuery(forecasting(date))
  const busiest = forecast && busiestAccount(forecast)
  const account = all.find(({ id }) => id === busiest) ?? all.find(({ is_default }) => is_default)
  const last = coming.at(-1)?.date ?? date
  const day = last < date ? date : last
  const currency = account?.currency_id ?? base
  const balance = account && forecast && balanceOn(forecast, account.id, currency, day)
  return (
    <div className="mt-1 flex min-h-9 items-center justify-between gap-3 border-t border-line pt-2.5 text-table">
      {account && balance !== undefined && (
        <>
          <Link
            to="/accounts/$id"
            params={{ id: account.id }}
            className="truncate rounded-[4px] text-text-2 hover:underline"
          >
            {heldIn(account, base).some((one) => one.currency !== currency)
              ? t('{account} on {day}, in {currency}', {
                  account: account.name,
                  day: dayInSentence(day, date),
                  currency: currencyName(currency),
                })
              : t('{account} on {day}', { account: account.name, day: dayInSentence(day, date) })}
          </Link>
          <Money amount={balance} currency={currency} className="font-semibold" />
        </>
      )}
    </div>
  )
}
