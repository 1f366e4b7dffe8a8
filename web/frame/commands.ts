import type { NavigateOptions } from '@tanstack/react-router'
import {
  ArrowLeftRight,
  BookOpen,
  CalendarClock,
  ChartColumn,
  CircleQuestionMark,
  CircleUser,
  Coins,
  Eye,
  FileUp,
  HandCoins,
  History,
  Keyboard,
  Lock,
  LogOut,
  type LucideIcon,
  Moon,
  Plus,
  Receipt,
  Scale,
  ShieldCheck,
  Sun,
  SunMoon,
  Table2,
  Tags,
  Trash2,
  TrendingUp,
  UsersRound,
  Wallet,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../words/t.ts'
import { signOut } from '../auth/sign-out.ts'
import { openHelp } from '../page/opened.ts'
import { openQuickEntry } from '../page/quick-entry-opening.ts'
import type { Right } from '../ui/rights.ts'
import { chooseTheme } from '../ui/theme.ts'
import { hideOrShow } from './hide-amounts.ts'
import { mainPlaces } from './main-places.ts'
import type { Findable } from './palette.ts'

/** A line of the palette: it goes somewhere, or does something. */
export type Command = Findable & {
  readonly icon: LucideIcon
  /** Beside it, quieter: its kind, a balance, a day. */
  readonly detail?: ReactNode
  readonly shortcut?: string
  /** The right that it takes in the book. */
  readonly needs?: Right
} & ({ readonly to: NavigateOptions } | { readonly run: () => void })

const go = (to: NonNullable<NavigateOptions['to']>, text: string, icon: LucideIcon, words = ''): Command => ({
  id: `go ${to}`,
  text,
  icon,
  words: `${words} ${t('go open [words to search by]')}`,
  to: { to } as NavigateOptions, // an address of ours without parameters
})

/** Further words for the main places. */
const words: Readonly<Record<string, () => string>> = {
  '/plans': () => t('coming up plans rent salary [words to search by]'),
  '/goals': () => t('save saving envelope put aside [words to search by]'),
}

/** The pages, those of the sidebar first. */
const pages = (): readonly Command[] => [
  ...mainPlaces.map(({ to, label, icon, letter }) => ({
    ...go(to, label(), icon, words[to]?.()),
    shortcut: `G ${letter.toUpperCase()}`,
  })),
  go('/accounts', t('Accounts'), Wallet, t('bank cash card loan [words to search by]')),
  go('/contacts', t('Contacts'), UsersRound, t('people [words to search by]')),
  go('/activity', t('Activity'), History, t('history changes undo [words to search by]')),
  go('/trash', t('Trash'), Trash2, t('deleted bring back restore [words to search by]')),
  go('/help', t('Help'), CircleQuestionMark, t('how grammar words glossary questions [words to search by]')),
]

const morePages = (): readonly Command[] =>
  [
    go(
      '/moving',
      t('Moving from another program'),
      FileUp,
      t(
        'import switch actual beancount firefly gnucash hledger ledger lunch money mint monarch splitwise ynab spreadsheet [words to search by]',
      ),
    ),
    go(
      '/reports/income-statement',
      t('Income and spending'),
      ChartColumn,
      t('report profit [words to search by]'),
    ),
    go('/reports/net-worth', t('Net worth'), TrendingUp, t('report wealth [words to search by]')),
    go('/reports/spending', t('Spending'), Receipt, t('report where it went [words to search by]')),
    go('/reports/cash-flow', t('Cash flow'), ArrowLeftRight, t('report [words to search by]')),
    go(
      '/reports/balance-sheet',
      t('What you have and owe'),
      Scale,
      t('report balance sheet [words to search by]'),
    ),
    go('/reports/trial-balance', t('Trial balance'), Table2, t('report ledger [words to search by]')),
    go('/settings/profile', t('Profile'), CircleUser, t('settings name e-mail [words to search by]')),
    go(
      '/settings/security',
      t('Sign-in and security'),
      ShieldCheck,
      t('settings password second factor 2fa devices sign out sessions invite log [words to search by]'),
    ),
    go(
      '/settings/look',
      t('Look [appearance]'),
      SunMoon,
      t('settings theme dark light language locale shortcuts [words to search by]'),
    ),
    go(
      '/settings/book',
      t('Book [of accounts]'),
      BookOpen,
      t('settings time zone month currency [words to search by]'),
    ),
    go(
      '/settings/members',
      t('Members'),
      UsersRound,
      t('settings people invite share household role leave [words to search by]'),
    ),
    go('/settings/categories', t('Categories'), Tags, t('settings [words to search by]')),
    go('/settings/rates', t('Exchange rates'), Coins, t('settings currency [words to search by]')),
  ].map((command) => ({ ...command, isHidden: true }))

function actions(): readonly Command[] {
  const all: readonly Command[] = [
    {
      id: 'add',
      needs: 'write',
      text: t('New transaction'),
      words: t('add spent got moved expense income transfer [words to search by]'),
      icon: Plus,
      shortcut: 'N',
      run: openQuickEntry,
    },
    {
      id: 'lend',
      needs: 'write',
      text: t('Lend or borrow'),
      words: t('debt owe loan split bill [words to search by]'),
      icon: HandCoins,
      to: { to: '/obligations', search: { lend: 'lent' } },
    },
    {
      id: 'import',
      needs: 'write',
      text: t('Import a file'),
      words: t('bank csv ofx qif camt mt940 ynab actual firefly upload statement [words to search by]'),
      icon: FileUp,
      to: { to: '/imports' },
    },
    {
      id: 'account',
      needs: 'write',
      text: t('New account'),
      words: t('add bank cash card loan [words to search by]'),
      icon: Wallet,
      isHidden: true,
      to: { to: '/accounts', search: { open: 'new' } },
    },
    {
      id: 'contact',
      needs: 'write',
      text: t('New contact'),
      words: t('add person [words to search by]'),
      icon: UsersRound,
      isHidden: true,
      to: { to: '/contacts', search: { new: 'yes' } },
    },
    {
      id: 'plan',
      needs: 'write',
      text: t('New recurring entry'),
      words: t('add recurring every month [words to search by]'),
      icon: CalendarClock,
      isHidden: true,
      to: { to: '/plans', search: { edit: 'new' } },
    },
    {
      id: 'close',
      needs: 'own',
      text: t('Close the books'),
      words: t('lock month [words to search by]'),
      icon: Lock,
      to: { to: '/settings/book' },
    },
    {
      id: 'hide',
      text: t('Hide or show amounts'),
      words: t('privacy blur [words to search by]'),
      icon: Eye,
      shortcut: 'H',
      run: hideOrShow,
    },
    {
      id: 'dark',
      text: t('Switch to dark'),
      words: t('theme look night [words to search by]'),
      icon: Moon,
      run: () => chooseTheme('dark'),
    },
    {
      id: 'light',
      text: t('Switch to light'),
      words: t('theme look day [words to search by]'),
      icon: Sun,
      run: () => chooseTheme('light'),
    },
    {
      id: 'system',
      text: t('Switch to the system’s theme'),
      words: t('theme look auto [words to search by]'),
      icon: SunMoon,
      isHidden: true,
      run: () => chooseTheme('system'),
    },
    {
      id: 'help',
      text: t('Keyboard shortcuts'),
      words: t('keys help [words to search by]'),
      icon: Keyboard,
      shortcut: '?',
      run: openHelp,
    },
    {
      id: 'sign-out',
      text: t('Sign out'),
      words: t('log out leave [words to search by]'),
      icon: LogOut,
      run: signOut,
    },
  ]
  return all.map((command) => ({ ...command, id: `do ${command.id}` }))
}

/** The commands that need nothing of the book. */
export function fixedCommands(): Command[] {
  const all = actions()
  return [...all.slice(0, 2), ...pages(), ...all.slice(2), ...morePages()]
}
