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
import { signOut } from '../auth/sign-out.ts'
import { openHelp } from '../page/opened.ts'
import { openQuickEntry } from '../transactions/entry/opening.ts'
import { togglePrivacy } from '../ui/privacy.ts'
import type { Right } from '../ui/rights.ts'
import { chooseTheme } from '../ui/theme.ts'
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
  words: `${words} go open`,
  to: { to } as NavigateOptions, // an address of ours without parameters
})

/** Further words for the main places. */
const words: Readonly<Record<string, string>> = {
  '/plans': 'coming up plans rent salary',
  '/goals': 'save saving envelope put aside',
}

const MOVING_WORDS =
  'import switch actual beancount firefly gnucash hledger ledger lunch money mint monarch splitwise ynab spreadsheet'

/** The pages, those of the sidebar first. */
const pages: readonly Command[] = [
  ...mainPlaces.map(({ to, label, icon, letter }) => ({
    ...go(to, label, icon, words[to] ?? ''),
    shortcut: `G ${letter.toUpperCase()}`,
  })),
  go('/accounts', 'Accounts', Wallet, 'bank cash card loan'),
  go('/contacts', 'Contacts', UsersRound, 'people'),
  go('/activity', 'Activity', History, 'history changes undo'),
  go('/trash', 'Trash', Trash2, 'deleted bring back restore'),
  go('/help', 'Help', CircleQuestionMark, 'how grammar words glossary questions'),
]

const morePages: readonly Command[] = [
  go('/moving', 'Moving from another program', FileUp, MOVING_WORDS),
  go('/reports/income-statement', 'Income and spending', ChartColumn, 'report profit'),
  go('/reports/net-worth', 'Net worth', TrendingUp, 'report wealth'),
  go('/reports/spending', 'Spending', Receipt, 'report where it went'),
  go('/reports/cash-flow', 'Cash flow', ArrowLeftRight, 'report'),
  go('/reports/balance-sheet', 'What you have and owe', Scale, 'report balance sheet'),
  go('/reports/trial-balance', 'Trial balance', Table2, 'report ledger'),
  go('/settings/profile', 'Profile', CircleUser, 'settings name e-mail'),
  go(
    '/settings/security',
    'Sign-in and security',
    ShieldCheck,
    'settings password second factor 2fa devices sign out sessions invite log',
  ),
  go('/settings/look', 'Look', SunMoon, 'settings theme dark light language locale shortcuts'),
  go('/settings/book', 'Book', BookOpen, 'settings time zone month currency'),
  go('/settings/members', 'Members', UsersRound, 'settings people invite share household role leave'),
  go('/settings/categories', 'Categories', Tags, 'settings'),
  go('/settings/rates', 'Exchange rates', Coins, 'settings currency'),
].map((command) => ({ ...command, isHidden: true }))

const actions: readonly Command[] = [
  {
    id: 'do add',
    needs: 'write',
    text: 'New transaction',
    words: 'add spent got moved expense income transfer',
    icon: Plus,
    shortcut: 'N',
    run: openQuickEntry,
  },
  {
    id: 'do lend',
    needs: 'write',
    text: 'Lend or borrow',
    words: 'debt owe loan split bill',
    icon: HandCoins,
    to: { to: '/obligations', search: { lend: 'lent' } },
  },
  {
    id: 'do import',
    needs: 'write',
    text: 'Import a file',
    words: 'bank csv ofx qif camt mt940 ynab actual firefly upload statement',
    icon: FileUp,
    to: { to: '/imports' },
  },
  {
    id: 'do account',
    needs: 'write',
    text: 'New account',
    words: 'add bank cash card loan',
    icon: Wallet,
    isHidden: true,
    to: { to: '/accounts', search: { open: 'new' } },
  },
  {
    id: 'do contact',
    needs: 'write',
    text: 'New contact',
    words: 'add person',
    icon: UsersRound,
    isHidden: true,
    to: { to: '/contacts', search: { new: 'yes' } },
  },
  {
    id: 'do plan',
    needs: 'write',
    text: 'New recurring entry',
    words: 'add recurring every month',
    icon: CalendarClock,
    isHidden: true,
    to: { to: '/plans', search: { edit: 'new' } },
  },
  {
    id: 'do close',
    needs: 'own',
    text: 'Close the books',
    words: 'lock month',
    icon: Lock,
    to: { to: '/settings/book' },
  },
  {
    id: 'do hide',
    text: 'Hide or show amounts',
    words: 'privacy blur',
    icon: Eye,
    shortcut: 'H',
    run: togglePrivacy,
  },
  {
    id: 'do dark',
    text: 'Switch to dark',
    words: 'theme look night',
    icon: Moon,
    run: () => chooseTheme('dark'),
  },
  {
    id: 'do light',
    text: 'Switch to light',
    words: 'theme look day',
    icon: Sun,
    run: () => chooseTheme('light'),
  },
  {
    id: 'do system',
    text: 'Switch to the system’s theme',
    words: 'theme look auto',
    icon: SunMoon,
    isHidden: true,
    run: () => chooseTheme('system'),
  },
  {
    id: 'do help',
    text: 'Keyboard shortcuts',
    words: 'keys help',
    icon: Keyboard,
    shortcut: '?',
    run: openHelp,
  },
  {
    id: 'do sign out',
    text: 'Sign out',
    words: 'log out leave',
    icon: LogOut,
    run: signOut,
  },
]

/** The commands that need nothing of the book. */
export const fixedCommands: readonly Command[] = [
  ...actions.slice(0, 2),
  ...pages,
  ...actions.slice(2),
  ...morePages,
]
