import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import type { Account } from '../../contract/accounts.ts'
import { listTransactions } from '../../contract/budgeting.ts'
import { listImports } from '../../contract/imports.ts'
import { comma, t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { heldIn, worth } from '../page/accounts.ts'
import { useBook, useToday } from '../page/me.ts'
import { IconButton } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { dayInSentence, dayShort } from '../ui/dates.ts'
import { IconTile, iconOfAccount } from '../ui/icons.tsx'
import { Money } from '../ui/Money.tsx'
import { minorOf, sumOf } from '../ui/money.ts'

/** The sum of all accounts of the page, and its two sides. */
export function Totals({ list }: { list: readonly Account[] }) {
  const base = useBook().base_currency_id
  const amounts = list.map((account) => minorOf(worth(account, base), base))
  const sides = [
    {
      label: t('What you have'),
      minor: sumOf(
        amounts.filter((minor) => minor > 0n),
        base,
      ),
    },
    {
      label: t('What you owe'),
      minor: sumOf(
        amounts.filter((minor) => minor < 0n),
        base,
      ),
    },
  ]
  return (
    <Card aria-label={t('Together')} className="flex flex-wrap items-end gap-x-10 gap-y-3 p-4">
      <div className="max-sm:w-full">
        <p className="text-table text-text-2">{t('Together')}</p>
        <p className="text-figure-lg font-semibold">
          <Money amount={sumOf(amounts, base)} currency={base} variant="figure" />
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
      <div className="flex items-center justify-between gap-3 px-4 pt-4 pb-2">
        <h2 className="text-body font-semibold">{label}</h2>
        <Money amount={sum} currency={base} className="pe-11 text-body font-semibold touch:pe-14" />
      </div>
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
    is_default && t('used where nothing else is chosen'),
    missing_rates.length > 0 &&
      t('no rate for {currencies} today: at recorded rates', { currencies: missing_rates.join(comma()) }),
    through && t('bank files through {day}', { day: dayInSentence(through, today) }),
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
