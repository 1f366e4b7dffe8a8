import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Eye, EyeOff, Search as SearchIcon, Settings2 } from 'lucide-react'
import type { Account } from '../../contract/accounts.ts'
import { overview } from '../../contract/overview.ts'
import { accounts, isCredit, isMoney, worth } from '../accounts/groups.ts'
import { useAsk } from '../api/ask.ts'
import { useBook, useMe } from '../auth/me.ts'
import { Brand, Coin } from '../ui/Brand.tsx'
import { IconButton } from '../ui/Button.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { Money } from '../ui/Money.tsx'
import { sumOf } from '../ui/money.ts'
import { togglePrivacy, usePrivacy } from '../ui/privacy.ts'
import { places } from './places.ts'

/** At the left: where one can go, and what is in each account. Between 640 and 1024 px it is icons alone. */
export const Sidebar = ({ onSearch }: { onSearch: () => void }) => (
  <aside className="sticky top-0 hidden h-dvh w-16 shrink-0 flex-col border-r border-line px-2 py-4 sm:flex lg:w-60 lg:px-3 print:hidden">
    <Link to="/" className="mx-2 mb-4 self-start rounded-control" aria-label="Florin, home">
      <span className="lg:hidden">
        <Coin size={28} />
      </span>
      <span className="hidden lg:block">
        <Brand />
      </span>
    </Link>
    <button
      type="button"
      onClick={onSearch}
      aria-label="Search or jump to"
      className="mb-3 flex min-h-8 items-center gap-2.5 rounded-control border border-line bg-surface px-2.5 text-table text-text-3 hover:border-line-2"
    >
      <SearchIcon size={16} className="mx-auto shrink-0 lg:mx-0" />
      <span className="hidden flex-1 text-left lg:block">Search or jump to</span>
      <span className="hidden lg:block">
        <Kbd>⌘K</Kbd>
      </span>
    </button>
    <Places />
    <AccountList />
    <Person />
  </aside>
)

function Places() {
  const { data } = useAsk(overview)
  const late = data?.owed.late_count ?? 0
  return (
    <nav aria-label="Main" className="flex flex-col gap-0.5">
      {places.map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === '/', includeSearch: false }}
          title={label}
          className="flex min-h-9 items-center gap-3 rounded-control border border-transparent px-2.5 font-medium text-text-2 hover:bg-tile aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:text-text"
        >
          <Icon size={17} className="mx-auto shrink-0 lg:mx-0" />
          <span className="sr-only flex-1 lg:not-sr-only">{label}</span>
          {to === '/obligations' && late > 0 && (
            <span className="hidden rounded-[5px] bg-warn-soft px-1.5 text-axis font-semibold text-warn lg:block">
              {late} late
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}

function AccountList() {
  const base = useBook().base_currency_id
  const { data = [] } = useQuery(accounts)
  return (
    <nav aria-label="Accounts" className="mt-5 hidden min-h-0 flex-1 flex-col overflow-y-auto lg:flex">
      <AccountGroup label="Accounts" accounts={data.filter(isMoney)} base={base} />
      <AccountGroup label="Cards and loans" accounts={data.filter(isCredit)} base={base} />
    </nav>
  )
}

const AccountGroup = ({
  label,
  accounts: list,
  base,
}: {
  label: string
  accounts: Account[]
  base: string
}) =>
  list.length === 0 ? null : (
    <div className="mb-3">
      <Link
        to="/accounts"
        className="flex min-h-7 items-center justify-between gap-2 rounded-control px-2.5 text-caption text-text-3 hover:text-text"
      >
        <span>{label}</span>
        <Money
          amount={sumOf(
            list.map((account) => worth(account, base)),
            base,
          )}
          currency={base}
        />
      </Link>
      {list.map((account) => (
        <Link
          key={account.id}
          to="/accounts/$id"
          params={{ id: account.id }}
          className="flex min-h-[30px] items-center justify-between gap-2 rounded-control border border-transparent px-2.5 text-table text-text-2 hover:bg-tile aria-[current=page]:border-line aria-[current=page]:bg-surface"
        >
          <span className="truncate">{account.name}</span>
          <Money amount={worth(account, base)} currency={base} className="text-text" />
        </Link>
      ))}
    </div>
  )

const initials = (name: string) =>
  name
    .split(/\s+/)
    .flatMap((word) => [...word].slice(0, 1))
    .slice(0, 2)
    .join('')
    .toUpperCase()

function Person() {
  const { name } = useMe()
  const isPrivate = usePrivacy()
  return (
    <div className="mt-auto flex flex-col items-center gap-2 pt-3 lg:flex-row lg:px-1">
      <span
        aria-hidden
        className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-caption font-semibold text-accent"
      >
        {initials(name)}
      </span>
      <span className="hidden min-w-0 flex-1 truncate text-table font-medium lg:block">{name}</span>
      <IconButton
        label={isPrivate ? 'Show amounts' : 'Hide amounts'}
        onClick={togglePrivacy}
        aria-pressed={isPrivate}
      >
        {isPrivate ? <EyeOff size={17} /> : <Eye size={17} />}
      </IconButton>
      <Link
        to="/settings"
        aria-label="Settings"
        title="Settings"
        className="inline-flex size-8 items-center justify-center rounded-control text-text-2 hover:bg-tile hover:text-text"
      >
        <Settings2 size={17} />
      </Link>
    </div>
  )
}
