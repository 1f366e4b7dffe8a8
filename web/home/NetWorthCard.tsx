import { Link } from '@tanstack/react-router'
import { TrendingDown, TrendingUp } from 'lucide-react'
import { useState } from 'react'
import type { Overview } from '../../contract/overview.ts'
import { listed, t } from '../../words/t.ts'
import { Behind } from '../reports/Behind.tsx'
import { ByValues } from '../reports/ByValues.tsx'
import { drawnLine, hasParts } from '../reports/worth.ts'
import { CountedMoney } from '../ui/CountedMoney.tsx'
import { monthName } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { useIsPhone } from '../ui/media.ts'
import { currencyName, minorOf } from '../ui/money.ts'
import { rich } from '../ui/rich.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { Held } from './Held.tsx'
import { isNew, type Range } from './overview-figures.ts'
import { SmallLine, Worth } from './WorthLine.tsx'

const ranges = () =>
  [
    { value: '3m', label: t('3 m [months]') },
    { value: '1y', label: t('1 y [year]') },
    { value: 'all', label: t('All [the time since the beginning]') },
  ] as const

/** Net worth and its course. On phones the figure, and a small line. */
export function NetWorthCard({ overview }: { overview: Overview }) {
  const { net_worth: worth, base_currency_id: base, spent } = overview
  // A book of this month has one point among the ends of months: its days say more.
  const isPhone = useIsPhone()
  const [range, setRange] = useState<Range>(() =>
    drawnLine(worth.points, worth.began_with, base).length < 3 ? 'all' : '1y',
  )
  return (
    <div className="flex h-full flex-col justify-center sm:justify-start">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 max-sm:flex-1">
          <h2 className="text-body font-semibold">{t('Net worth')}</h2>
          <div className="flex flex-wrap items-baseline gap-x-3 max-sm:justify-between">
            <Behind
              explain={worth.points.at(-1)?.explain ?? null}
              className="text-figure font-semibold sm:text-figure-lg"
            >
              <CountedMoney variant="figure" amount={worth.net} currency={base} />
            </Behind>
            <Change overview={overview} month={monthName(spent.label)} />
          </div>
        </div>
        {!isNew(overview) && (
          <Segmented
            label={t('Time [span]')}
            value={range}
            options={ranges()}
            onChange={setRange}
            className="shrink-0 max-sm:hidden"
          />
        )}
      </div>
      <div className="mt-3 hidden flex-1 sm:block">
        {isNew(overview) ? <Held overview={overview} /> : <Worth overview={overview} range={range} />}
      </div>
      {isPhone && !isNew(overview) && <SmallLine overview={overview} />}
      {!worth.is_complete && <Missing rates={worth.missing_rates} />}
    </div>
  )
}

/**
 * The change of this month. A balance that an account began with is none, since it was there before it was recorded: it is named apart, so that
 * both are the difference from the month before. So is money from another book.
 */
const Change = ({ overview, month }: { overview: Overview; month: string }) => {
  const { spent, date, net_worth: worth, base_currency_id: base } = overview
  const amount = minorOf(worth.change, base) - minorOf(worth.opening, base)
  const isByValues = hasParts(worth)
  const isAllBegun = amount === 0n && worth.net === worth.began_with?.net
  const hasBegun = worth.opening !== 0 && !isAllBegun
  if (amount === 0n && !isByValues && !hasBegun && !isAllBegun) return null
  const Icon = amount > 0n ? TrendingUp : TrendingDown
  return (
    <Link
      to="/reports/net-worth"
      search={{ date_from: spent.date_from, date_to: date }}
      className="min-h-6 rounded-[4px] text-table decoration-line-2 underline-offset-4 hover:underline"
    >
      {amount === 0n && !hasBegun ? (
        !isByValues && <span className="text-text-2">{t('what you began with')}</span>
      ) : (
        <>
          <Icon
            size={15}
            aria-hidden
            className={`me-1.5 inline max-sm:hidden ${amount > 0n ? 'text-in' : 'text-text-2'}`}
          />
          {rich('{amount} <small>in {month}</small>', {
            amount: (
              <CountedMoney variant="signed" amount={amount} currency={base} className="font-semibold" />
            ),
            month,
            small: (words) => <span className="text-text-2">{words}</span>,
          })}
        </>
      )}
      {isByValues && (
        <span className="block text-caption text-text-2">
          <ByValues gained={amount} parts={worth} currency={base} />
        </span>
      )}
      {hasBegun && (
        <span className="block text-caption text-text-2">
          {worth.opening === worth.began_with?.net
            ? rich('You began with {amount}', { amount: <Money amount={worth.opening} currency={base} /> })
            : rich('New accounts: {amount}', {
                amount: <Money amount={worth.opening} currency={base} variant="change" />,
              })}
        </span>
      )}
    </Link>
  )
}

/** Which rates are missing, and where they are entered or switched on. */
const Missing = ({ rates }: { rates: Overview['net_worth']['missing_rates'] }) => (
  <p className="mt-1 text-caption text-text-2">
    {rich('Without a rate for {currencies}, recorded amounts count. <link>Get rates</link>', {
      currencies: listed([...new Set(rates.map(({ currency_id }) => currencyName(currency_id)))]),
      link: (words) => (
        <Link
          to="/settings/rates"
          search={{ from: rates[0]?.currency_id, date: rates[0]?.date_to }}
          className="font-medium text-accent hover:underline"
        >
          {words}
        </Link>
      ),
    })}
  </p>
)
