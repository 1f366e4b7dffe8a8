import { Link } from '@tanstack/react-router'
import { HandCoins, Pencil } from 'lucide-react'
import type { Account } from '../../contract/accounts.ts'
import { listTransactions } from '../../contract/budgeting.ts'
import { listImports } from '../../contract/imports.ts'
import { comma, t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { besides, heldIn, together, worth } from '../page/accounts.ts'
import { useBook, useToday } from '../page/me.ts'
import { IconButton } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { dayShort } from '../ui/dates.ts'
import { IconTile, iconOfAccount } from '../ui/icons.tsx'
import { Money } from '../ui/Money.tsx'
import { sumOf } from '../ui/money.ts'

/** Net worth and its two sides, as in the reports: what people owe each other is a part of it. */
export function Totals({ all }: { all: readonly Account[] }) {
  const base = useBook().base_currency_id
  const { have, owe, net } = together(all, base)
  const sides = [
    { label: t('What you have'), minor: have },
    { label: t('What you owe'), minor: owe },
  ]
  return (
    <Card aria-label={t('Net worth')} className="flex flex-wrap items-end gap-x-10 gap-y-3 p-4">
      <div className="max-sm:w-full">
        <p className="text-table text-text-2">{t('Net worth')}</p>
        <p className="text-figure-lg font-semibold">
          <Money amount={net} currency={base} variant="figure" />
        </p>
      </div>
      {sides.map(({ label, minor }) => (
        <div key={label}>
          <p className="text-table text-text-2">{label}</p>
          <Money amount={minor} currency={base} className="text-page font-semibold" />
        </div>
      ))}
    </Card>
  )
}

/** What people owe each other, which the page Owed has one by one. */
export function BetweenPeople({ all }: { all: readonly Account[] }) {
  const base = useBook().base_currency_id
  const { toYou, byYou } = besides(
    all.filter(({ is_system }) => is_system),
    base,
  )
  if (toYou === 0n && byYou === 0n) return null
  const rows = [
    { label: t('They owe you'), minor: toYou },
    { label: t('You owe them'), minor: byYou },
  ]
  return (
    <Card>
      <GroupHeading label={t('Between people')} sum={toYou + byYou} />
      <ul>
        {rows
          .filter(({ minor }) => minor !== 0n)
          .map(({ label, minor }) => (
            <li
              key={label}
              className="relative flex min-h-13 items-center gap-3 border-t border-line px-4 py-1.5 hover:bg-tile/50"
            >
              <IconTile icon={HandCoins} />
              <Link
                to="/obligations"
                className="min-w-0 flex-1 text-table font-medium after:absolute after:inset-0"
              >
                {label}
              </Link>
              <Money amount={minor} currency={base} className="pe-11 text-table touch:pe-14" />
            </li>
          ))}
      </ul>
    </Card>
  )
}

function GroupHeading({ label, sum }: { label: string; sum: bigint }) {
  const base = useBook().base_currency_id
  return (
    <div className="flex items-center justify-between gap-3 px-4 pt-4 pb-2">
      <h2 className="text-body font-semibold">{label}</h2>
      <Money amount={sum} currency={base} className="pe-11 text-body font-semibold touch:pe-14" />
    </div>
  )
}

/** The accounts of one kind, with their sum. */
export function Group({
  label,
  list,
  openId,
  onEdit,
}: {
  label: string
  list: readonly Account[]
  openId: string | undefined
  onEdit: (id: string) => void
}) {
  const base = useBook().base_currency_id
  if (list.length === 0) return null
  const sum = sumOf(
    list.map((account) => worth(account, base)),
    base,
  )
  return (
    <Card>
      <GroupHeading label={label} sum={sum} />
      <ul>
        {list.map((account) => (
          <Row
            key={account.id}
            account={account}
            isOpen={account.id === openId}
            onEdit={() => onEdit(account.id)}
          />
        ))}
      </ul>
    </Card>
  )
}

/** The last day that recorded files of an account reach; undefined without any among the latest. */
function useFilesThrough(id: string): string | undefined {
  const { data } = useAsk(listImports, { query: { status: 'committed', limit: 200 } })
  const days = data?.data.flatMap((one) =>
    one.account_id === id && !one.is_undone ? (one.date_to ?? []) : [],
  )
  return days?.sort().at(-1)
}

/** The day of the last entry of an account, through today; undefined without any among the latest. */
function useLastEntry(id: string, today: string): string | undefined {
  const { data } = useAsk(listTransactions, { query: { date_to: today, limit: 200 } })
  return data?.data.find(({ lines }) => lines.some(({ account_id }) => account_id === id))?.date
}

/** Pressing the row opens the register; the pencil changes the account. */
function Row({ account, isOpen, onEdit }: { account: Account; isOpen: boolean; onEdit: () => void }) {
  const base = useBook().base_currency_id
  const { id, name, type, is_default, missing_rates } = account
  const today = useToday()
  const through = useFilesThrough(id)
  const last = useLastEntry(id, today)
  const facts = [
    last && t('last entry {day}', { day: dayShort(last, today) }),
    missing_rates.length > 0 &&
      t('no rate for {currencies} today: at recorded rates', { currencies: missing_rates.join(comma()) }),
    through && t('bank files through {day}', { day: dayShort(through, today) }),
  ].filter(Boolean)
  return (
    <li
      className={classes(
        'relative flex min-h-13 items-center gap-3 border-t border-line px-4 py-1.5 hover:bg-tile/50',
        isOpen && 'bg-accent-soft',
      )}
    >
      <IconTile icon={iconOfAccount(name, type)} />
      <div className="min-w-0 flex-1">
        <Link
          to="/accounts/$id"
          params={{ id: account.id }}
          className="text-table font-medium break-words after:absolute after:inset-0"
        >
          {name}
        </Link>
        {is_default && (
          <span
            title={t('used where nothing else is chosen')}
            className="ms-2 rounded-control bg-tile px-1.5 py-0.5 text-caption text-text-2"
          >
            {t('default [account]')}
          </span>
        )}
        {facts.length > 0 && <p className="text-caption text-text-3">{facts.join(' · ')}</p>}
      </div>
      <div className="flex flex-col items-end">
        <Money amount={worth(account, base)} currency={base} className="text-table" />
        {heldIn(account, base).map(({ currency, amount }) => (
          <Money key={currency} amount={amount} currency={currency} className="text-caption text-text-3" />
        ))}
      </div>
      <IconButton
        needs="write"
        label={t('Change {account}', { account: name })}
        onClick={onEdit}
        className="relative z-10"
      >
        <Pencil size={15} />
      </IconButton>
    </li>
  )
}
