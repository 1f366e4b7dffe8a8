import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { addDays, type Day } from '../../contract/day.ts'
import { listObligations } from '../../contract/obligations.ts'
import type { Overview } from '../../contract/overview.ts'
import { t } from '../../words/t.ts'
import { asking } from '../api/ask.ts'
import { useChosenIcons } from '../categories/chosen-icons.ts'
import { accounts } from '../page/accounts.ts'
import { useIsArrived } from '../page/arrived.ts'
import { usePeople } from '../page/people.ts'
import { iconOf } from '../transactions/icon.ts'
import {
  type AccountsById,
  accountsById,
  bankTextOf,
  type DebtNames,
  directionOf,
  moneyAccountName,
  originalOf,
  ownShare,
  purposeOf,
  type ShownText,
  signedBase,
  titleOf,
} from '../transactions/title.ts'
import { CardHeading } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { dayOfRow } from '../ui/dates.ts'
import { Initials } from '../ui/Initials.tsx'
import { IconTile } from '../ui/icons.tsx'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { HeadLink, Nothing } from './HeadLink.tsx'

/** The latest transactions. One that was just added slides in. */
export function LatestCard({ overview }: { overview: Overview }) {
  const { latest, date } = overview
  const { data } = useQuery(accounts)
  const byId = accountsById(data)
  const debts = useDebtNames(latest)
  const shown = useShownText(latest)
  const isArrival = useArrivals(latest.map(({ id }) => id))
  return (
    <div className="flex h-full flex-col">
      <div className="px-4 sm:px-5">
        <CardHeading end={<HeadLink to="/transactions">{t('All transactions')}</HeadLink>}>
          {t('Latest')}
        </CardHeading>
      </div>
      {latest.length === 0 ? (
        <Nothing>{t('Everything you write shows here, the latest first.')}</Nothing>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {latest.map((transaction) => (
            <Arriving key={transaction.id} id={transaction.id} isNew={isArrival(transaction.id)}>
              <Link
                to="/transactions"
                search={{ open: transaction.id }}
                className="flex min-h-0 items-center gap-3.5 overflow-hidden px-4 hover:bg-canvas sm:px-5"
              >
                <Row transaction={transaction} accounts={byId} debts={debts} today={date} shown={shown} />
              </Link>
            </Arriving>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Capitals, slashes or words as in the texts of banks. */
const PERHAPS = /^\P{Ll}{4}|\/\/|[Kk]artenzahlung|girocard|lastschrift/u

/** Shortens the texts of banks to the names in them. It is loaded once a row has such a text: Home is smaller without it. */
function useShownText(rows: Overview['latest']): ShownText {
  const [shown, setShown] = useState<ShownText>()
  const isNeeded = rows.some(({ memo, splits }) => PERHAPS.test(memo ?? splits[0]?.memo ?? ''))
  useEffect(() => {
    if (isNeeded) void import('../ui/bank-text.ts').then(({ shownText }) => setShown(() => shownText))
  }, [isNeeded])
  return shown ?? String
}

/** The names of the debts that the transactions are about, as the list of transactions says them. */
function useDebtNames(latest: Overview['latest']): DebtNames {
  const ids = [...new Set(latest.flatMap(({ obligation_id }) => obligation_id ?? []))].sort()
  const { data } = useQuery({
    ...asking(listObligations, { query: { id: ids.join(), limit: ids.length } }),
    enabled: ids.length > 0,
  })
  return new Map(data?.data.map(({ id, name }) => [id, name]))
}

/** A row of the list, for a while in another colour if somebody else has just added or changed it. */
const Arriving = ({ id, isNew, children }: { id: string; isNew: boolean; children: ReactNode }) => (
  <li className={classes(isNew && 'grid animate-row-in', useIsArrived(id) && 'bg-accent-soft')}>
    {children}
  </li>
)

/** The day of a row, within a line: "Sam, today". */
function dayWithin(day: Day, today: Day): string {
  if (day === today) return t('today')
  if (day === addDays(today, -1)) return t('yesterday')
  return day === addDays(today, 1) ? t('tomorrow') : dayOfRow(day, today)
}

type RowProps = {
  transaction: Overview['latest'][number]
  accounts: AccountsById
  debts: DebtNames
  today: string
  shown: ShownText
}

function Row({ transaction, accounts: byId, debts, today, shown }: RowProps) {
  const base = transaction.base_currency_id
  const icons = useChosenIcons()
  const share = ownShare(transaction, byId)
  const purpose = purposeOf(transaction, debts)
  const title = titleOf(transaction, byId, shown)
  const day = dayOfRow(transaction.date, today)
  const { isShared, personOf } = usePeople()
  const who = isShared && transaction.created_by ? personOf(transaction.created_by) : undefined
  const isArrived = useIsArrived(transaction.id)
  const place = moneyAccountName(transaction, byId)
  return (
    <>
      {who ? (
        <>
          <span className="@md:hidden">
            <Initials name={who.name} isYou={who.isYou} />
          </span>
          <span className="@max-md:hidden">
            <IconTile icon={iconOf(transaction, icons)} />
          </span>
        </>
      ) : (
        <IconTile icon={iconOf(transaction, icons)} />
      )}
      <span className="flex min-h-[42px] min-w-0 flex-1 flex-col justify-center py-1 touch:min-h-[52px] @md:grid @md:grid-cols-[2fr_1.35fr_1.15fr_4.5rem] @md:items-center @md:gap-3">
        <span className="flex min-w-0 items-center gap-2 font-medium">
          <span className="truncate" title={bankTextOf(transaction, shown)}>
            {title}
          </span>
          {isArrived && (
            <span className="shrink-0 rounded-control bg-surface px-1.5 text-caption text-accent">
              {t('just now')}
            </span>
          )}
        </span>
        <span
          className={classes(
            'truncate text-table text-text-2 @max-md:text-caption @max-md:text-text-3',
            place === '' && '@md:col-span-2',
          )}
        >
          <span className="@md:hidden">
            {who ? t('{person}, {day}', { person: who.short, day: dayWithin(transaction.date, today) }) : day}
          </span>
          {purpose !== '' && purpose !== title && (
            <>
              <span className="@md:hidden"> · </span>
              {purpose}
            </>
          )}
        </span>
        {place !== '' && <span className="truncate text-table text-text-3 @max-md:hidden">{place}</span>}
        <span className="truncate text-table text-text-3 @max-md:hidden">{day}</span>
      </span>
      {who && (
        <span className="w-20 shrink-0 items-center gap-1.5 text-table text-text-3 @max-md:hidden @md:flex">
          <Initials name={who.name} isYou={who.isYou} size="sm" />
          <span className="truncate">{who.short}</span>
        </span>
      )}
      <span className="shrink-0 text-end font-medium @md:min-w-28">
        <Money
          variant={directionOf(transaction, byId) === 0 ? 'plain' : 'signed'}
          amount={signedBase(transaction, byId)}
          currency={base}
          original={share === undefined ? originalOf(transaction) : undefined}
        />
        {share !== undefined && (
          <span className="block text-caption font-normal text-text-3">
            {rich('your share {amount}', { amount: <Money amount={share} currency={base} /> })}
          </span>
        )}
      </span>
    </>
  )
}

/** Tells which of the ids are newer than the first render's. */
function useArrivals(ids: readonly string[]): (id: string) => boolean {
  const [first] = useState(() => new Set(ids))
  return (id) => !first.has(id)
}
