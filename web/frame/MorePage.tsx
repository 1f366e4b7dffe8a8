import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import {
  BookOpen,
  CalendarClock,
  ChartNoAxesColumn,
  ChevronRight,
  ChevronsUpDown,
  CircleGauge,
  CircleQuestionMark,
  CreditCard,
  FileUp,
  Goal,
  History,
  House,
  LogOut,
  type LucideIcon,
  Search as SearchIcon,
  Settings2,
  SunMoon,
  Trash2,
  UsersRound,
  Wallet,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Account } from '../../contract/accounts.ts'
import { comma, t } from '../../words/t.ts'
import { signOut } from '../auth/sign-out.ts'
import { accounts, isCredit, isMoney, isThing, worth } from '../page/accounts.ts'
import { useBook, useBooks, useMe } from '../page/me.ts'
import { openBooks, openSearch } from '../page/opened.ts'
import { PrivacyButton } from '../page/PrivacyButton.tsx'
import { IconButton } from '../ui/Button.tsx'
import { Card, PageHeading } from '../ui/Card.tsx'
import { Money } from '../ui/Money.tsx'
import { sumOf } from '../ui/money.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { chooseTheme, useTheme } from '../ui/theme.ts'

/** On phones: every place that has no tab. */
export function MorePage() {
  const { name, email } = useMe()
  return (
    <>
      <PageHeading
        end={
          <>
            <PrivacyButton size={20} />
            <IconButton label={t('Search or jump to')} onClick={openSearch}>
              <SearchIcon size={20} strokeWidth={1.75} />
            </IconButton>
          </>
        }
      >
        {t('More')}
      </PageHeading>
      <nav aria-label={t('More')} className="flex flex-col gap-3">
        <Books />
        <Places label={t('Ahead and back')}>
          <Place to="/budgets" icon={CircleGauge} label={t('Budgets')} />
          <Place to="/reports" icon={ChartNoAxesColumn} label={t('Reports')} />
          <Place to="/plans" icon={CalendarClock} label={t('Recurring')} />
          <Place to="/goals" icon={Goal} label={t('Goals')} />
        </Places>
        <Accounts />
        <Places label={t('People and history')}>
          <Place to="/contacts" icon={UsersRound} label={t('Contacts')} />
          <Place to="/imports" icon={FileUp} label={t('Import a file')} />
          <Place to="/activity" icon={History} label={t('Activity')} />
          <Place to="/trash" icon={Trash2} label={t('Trash')} />
        </Places>
        <Places label={t('Settings')}>
          <Place to="/settings" icon={Settings2} label={t('Settings')} />
          <Place to="/help" icon={CircleQuestionMark} label={t('Help')} />
          <li className="flex min-h-13 items-center gap-3 px-4">
            <SunMoon size={18} strokeWidth={1.75} className="shrink-0 text-text-2" />
            <span className="flex-1 text-body">{t('Look [appearance]')}</span>
            <ThemeSwitch />
          </li>
        </Places>
        <Places label={t('Session')}>
          <li>
            <button type="button" onClick={signOut} className={`${row} w-full text-start`}>
              <LogOut size={18} strokeWidth={1.75} className="shrink-0 text-text-2" />
              <span className="min-w-0 flex-1">
                <span className="block">{t('Sign out')}</span>
                <span className="block truncate text-caption text-text-3">{[name, email].join(comma())}</span>
              </span>
            </button>
          </li>
        </Places>
      </nav>
    </>
  )
}

const row = 'flex min-h-13 items-center gap-3 px-4 py-1.5 text-body active:bg-tile'

const Places = ({ label, children }: { label: string; children: ReactNode }) => (
  <Card>
    <ul aria-label={label} className="divide-y divide-line">
      {children}
    </ul>
  </Card>
)

const Place = ({
  to,
  icon: Icon,
  label,
  end,
}: {
  to: LinkProps['to']
  icon: LucideIcon
  label: string
  end?: ReactNode
}) => (
  <li>
    <Link to={to} className={row}>
      <Icon size={18} strokeWidth={1.75} className="shrink-0 text-text-2" />
      <span className="flex-1">{label}</span>
      {end}
      <ChevronRight size={16} className="shrink-0 text-text-3" />
    </Link>
  </li>
)

/** The book, once there are two: a tap opens the list of books. */
function Books() {
  const { name } = useBook()
  if (useBooks().length < 2) return null
  return (
    <Places label={t('Book [of accounts]')}>
      <li>
        <button type="button" onClick={openBooks} className={`${row} w-full text-start`}>
          <BookOpen size={18} strokeWidth={1.75} className="shrink-0 text-text-2" />
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <ChevronsUpDown size={16} className="shrink-0 text-text-3" />
        </button>
      </li>
    </Places>
  )
}

/** The accounts with their balances, as in the sidebar of wider screens. */
function Accounts() {
  const base = useBook().base_currency_id
  const { data = [] } = useQuery(accounts)
  const [money, credit, things] = [data.filter(isMoney), data.filter(isCredit), data.filter(isThing)]
  const total = (list: readonly Account[]) => (
    <Money
      amount={sumOf(
        list.map((account) => worth(account, base)),
        base,
      )}
      currency={base}
      className="text-text-2"
    />
  )
  const rows = (list: readonly Account[]) =>
    list.map((account) => (
      <li key={account.id}>
        <Link
          to="/accounts/$id"
          params={{ id: account.id }}
          className="flex min-h-11 items-center justify-between gap-3 py-1 pe-4 ps-[46px] text-body text-text-2 active:bg-tile"
        >
          <span className="truncate">{account.name}</span>
          <Money amount={worth(account, base)} currency={base} className="text-text" />
        </Link>
      </li>
    ))
  return (
    <Places label={t('Accounts')}>
      <Place to="/accounts" icon={Wallet} label={t('Accounts')} end={total(money)} />
      {rows(money)}
      {credit.length > 0 && (
        <Place to="/accounts" icon={CreditCard} label={t('Cards and loans')} end={total(credit)} />
      )}
      {rows(credit)}
      {things.length > 0 && <Place to="/accounts" icon={House} label={t('Things')} end={total(things)} />}
      {rows(things)}
    </Places>
  )
}

export const ThemeSwitch = () => (
  <Segmented
    label={t('Theme')}
    value={useTheme()}
    options={[
      { value: 'system', label: t('System [theme]') },
      { value: 'light', label: t('Light [theme]') },
      { value: 'dark', label: t('Dark [theme]') },
    ]}
    onChange={chooseTheme}
  />
)
