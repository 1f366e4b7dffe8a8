import { Link, useRouterState } from '@tanstack/react-router'
import { Search as SearchIcon, Settings2, Wallet } from 'lucide-react'
import { overview } from '../../contract/overview.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { BookButton } from '../page/BookButton.tsx'
import { useBooks, useMe } from '../page/me.ts'
import { openSearch } from '../page/opened.ts'
import { PrivacyButton } from '../page/PrivacyButton.tsx'
import { Brand, Coin } from '../ui/Brand.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { withCtrl } from '../ui/keys.ts'
import { useIsWide } from '../ui/media.ts'
import { AccountList } from './AccountList.tsx'
import { mainPlaces } from './main-places.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
const searchKeys = isMac ? '⌘K' : withCtrl('K')

/** At the left: the main places, and the balance of each account. Between 640 and 1024 px it is icons alone. */
export const Sidebar = () => (
  <aside className="sticky top-0 hidden h-dvh w-16 shrink-0 flex-col overflow-y-auto border-e border-line px-3 py-4 sm:flex lg:w-60 print:hidden">
    <Head />
    <button
      type="button"
      onClick={openSearch}
      aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
      title={t('Search or jump to ({keys})', { keys: searchKeys })}
      className="mb-2.5 flex min-h-8 shrink-0 items-center gap-2 rounded-control border border-line bg-surface px-2.5 text-table text-text-3 transition-colors duration-120 hover:border-line-2"
    >
      <SearchIcon size={16} strokeWidth={1.75} className="mx-auto shrink-0 lg:mx-0" />
      <span className="sr-only min-w-0 flex-1 text-start lg:not-sr-only lg:truncate">
        {t('Search or jump to')}
      </span>
      <span className="hidden lg:block">
        <Kbd>{searchKeys}</Kbd>
      </span>
    </button>
    <Places />
    <AccountList />
    <Person />
  </aside>
)

/** Florin, or, once there are two, the name of the book, which opens the list of books. */
const Head = () =>
  useBooks().length > 1 ? (
    <BookButton />
  ) : (
    <Link
      to="/"
      className="mx-auto mb-4 shrink-0 rounded-control lg:mx-2 lg:self-start"
      aria-label={t('Florin, home')}
    >
      <span className="lg:hidden">
        <Coin size={26} />
      </span>
      <span className="hidden lg:block">
        <Brand />
      </span>
    </Link>
  )

const place =
  'relative flex min-h-[34px] touch:min-h-11 items-center gap-2.5 rounded-control border border-transparent px-2 font-medium text-text-2 transition-colors duration-120 hover:bg-tile hover:text-text aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:text-text data-within:border-line data-within:bg-surface data-within:text-text'

function Places() {
  const { data } = useAsk(overview)
  const late = data?.owed.late_count ?? 0
  const isWide = useIsWide()
  // Imports belong to the transactions, and have no place of their own.
  const isImporting = useRouterState({ select: ({ location }) => location.pathname.startsWith('/imports') })
  return (
    <nav aria-label={t('Main [navigation]')} className="flex shrink-0 flex-col">
      {mainPlaces.map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === '/', includeSearch: false }}
          title={isWide ? undefined : label()}
          {...(isImporting && to === '/transactions' ? { 'data-within': '' } : {})}
          className={place}
        >
          <Icon size={17} strokeWidth={1.75} className="mx-auto shrink-0 lg:mx-0" />
          <span className="sr-only flex-1 lg:not-sr-only">{label()}</span>
          {to === '/obligations' && late > 0 && <Late count={late} />}
        </Link>
      ))}
      {!isWide && (
        <Link to="/accounts" activeOptions={{ includeSearch: false }} title={t('Accounts')} className={place}>
          <Wallet size={17} strokeWidth={1.75} className="mx-auto shrink-0" />
          <span className="sr-only">{t('Accounts')}</span>
        </Link>
      )}
    </nav>
  )
}

/** How many debts are late: in words where there is room, else a dot that is read aloud. */
const Late = ({ count }: { count: number }) => (
  <>
    <span className="sr-only lg:not-sr-only lg:rounded-full lg:bg-warn-soft lg:px-2 lg:text-axis lg:font-semibold lg:text-warn">
      {t('{count, plural, one {# late} other {# late}}', { count })}
    </span>
    <span aria-hidden className="absolute top-1.5 end-1.5 size-2 rounded-full bg-warn lg:hidden" />
  </>
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
  return (
    <div className="mt-auto flex shrink-0 flex-col items-center gap-2 pt-3 lg:flex-row lg:gap-0.5 lg:ps-1">
      <Link
        to="/settings/profile"
        title={t('{name}: profile and sign-out', { name })}
        className="flex min-w-0 items-center rounded-control lg:flex-1"
      >
        <span
          aria-hidden
          className="flex size-[30px] shrink-0 items-center justify-center rounded-full bg-accent-soft text-axis font-semibold text-accent lg:me-2"
        >
          {initials(name)}
        </span>
        <span className="sr-only min-w-0 flex-1 truncate text-table font-medium lg:not-sr-only">{name}</span>
      </Link>
      <PrivacyButton />
      <Link
        to="/settings"
        activeOptions={{ includeSearch: false }}
        aria-label={t('Settings')}
        title={t('Settings')}
        className="inline-flex size-8 touch:size-11 shrink-0 items-center justify-center rounded-control text-text-2 transition-colors duration-120 hover:bg-tile hover:text-text aria-[current=page]:bg-tile aria-[current=page]:text-text"
      >
        <Settings2 size={17} strokeWidth={1.75} />
      </Link>
    </div>
  )
}
