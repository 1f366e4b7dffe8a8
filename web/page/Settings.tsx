import { Link, type LinkProps, Navigate } from '@tanstack/react-router'
import {
  BookOpen,
  ChevronLeft,
  ChevronRight,
  CircleUser,
  Coins,
  FileUp,
  Filter,
  History,
  type LucideIcon,
  ShieldCheck,
  SunMoon,
  Tags,
  Trash2,
  UsersRound,
  Wallet,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../words/t.ts'
import { Card, PageHeading } from '../ui/Card.tsx'
import { useIsPhone } from '../ui/media.ts'

type Section = { to: LinkProps['to']; label: string; words: string; icon: LucideIcon }

const groups = (): readonly { label: string; sections: readonly Section[] }[] => [
  {
    label: t('You [heading of settings]'),
    sections: [
      {
        to: '/settings/profile',
        label: t('Profile'),
        words: t('Name and e-mail'),
        icon: CircleUser,
      },
      {
        to: '/settings/security',
        label: t('Sign-in and security'),
        words: t('Password, passkeys, second factor, devices, keys'),
        icon: ShieldCheck,
      },
      {
        to: '/settings/look',
        label: t('Look [how the app looks]'),
        words: t('Theme, numbers, shortcuts'),
        icon: SunMoon,
      },
    ],
  },
  {
    label: t('Your book'),
    sections: [
      { to: '/settings/book', label: t('Book'), words: t('Name, months, closing'), icon: BookOpen },
      {
        to: '/settings/members',
        label: t('Members'),
        words: t('Who is in it, and what they may'),
        icon: UsersRound,
      },
      { to: '/accounts', label: t('Accounts'), words: t('Cash, banks, cards and loans'), icon: Wallet },
      {
        to: '/settings/categories',
        label: t('Categories'),
        words: t('What you spend on and get'),
        icon: Tags,
      },
      {
        to: '/settings/rules',
        label: t('Rules'),
        words: t('What files of your bank become'),
        icon: Filter,
      },
      {
        to: '/settings/rates',
        label: t('Exchange rates'),
        words: t('Yours, and the published ones'),
        icon: Coins,
      },
      {
        to: '/imports',
        label: t('Import'),
        words: t('Files of your bank or another program'),
        icon: FileUp,
      },
    ],
  },
  {
    label: t('What happened'),
    sections: [
      { to: '/activity', label: t('Activity'), words: t('Every change, with undo'), icon: History },
      { to: '/trash', label: t('Trash'), words: t('What was deleted'), icon: Trash2 },
    ],
  },
]

/** Around every page of the settings: the list of pages at its left; on phones the way back to that list. */
export function SettingsFrame({
  title,
  end,
  children,
}: {
  title: string
  end?: ReactNode
  children: ReactNode
}) {
  const isPhone = useIsPhone()
  if (isPhone)
    return (
      <>
        <PageHeading
          end={end}
          before={
            <Link to="/settings" className="-ml-1 flex min-h-11 items-center gap-1 text-table text-text-2">
              <ChevronLeft size={16} /> {t('Settings')}
            </Link>
          }
        >
          {title}
        </PageHeading>
        <div className="flex flex-col gap-4">{children}</div>
      </>
    )
  return (
    <div className="flex items-start gap-8">
      <nav aria-label={t('Settings')} className="sticky top-5 w-44 shrink-0 pt-1">
        {groups().map(({ label, sections }) => (
          <div key={label} className="mb-5">
            <p className="mb-1 px-2.5 text-caption text-text-3">{label}</p>
            {sections.map(({ to, label: name, icon: Icon }) => (
              <Link
                key={name}
                to={to}
                activeOptions={{ includeSearch: false }}
                className="flex min-h-8 items-center gap-2.5 rounded-control border border-transparent px-2.5 text-table font-medium text-text-2 hover:bg-tile touch:min-h-11 aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:text-text"
              >
                <Icon size={16} strokeWidth={1.75} className="shrink-0" />
                {name}
              </Link>
            ))}
          </div>
        ))}
      </nav>
      <div className="max-w-[720px] min-w-0 flex-1">
        <PageHeading end={end}>{title}</PageHeading>
        <div className="flex flex-col gap-4">{children}</div>
      </div>
    </div>
  )
}

/** The settings on phones: the list of their pages. */
const SettingsList = () => (
  <>
    <PageHeading
      before={
        <Link to="/more" className="-ml-1 flex min-h-11 items-center gap-1 text-table text-text-2">
          <ChevronLeft size={16} /> {t('More')}
        </Link>
      }
    >
      {t('Settings')}
    </PageHeading>
    <nav aria-label={t('Settings')} className="flex flex-col gap-3">
      {groups().map(({ label, sections }) => (
        <Card key={label}>
          <ul aria-label={label} className="divide-y divide-line">
            {sections.map(({ to, label: name, words, icon: Icon }) => (
              <li key={name}>
                <Link to={to} className="flex min-h-13 items-center gap-3 px-4 py-1.5 active:bg-tile">
                  <Icon size={18} strokeWidth={1.75} className="shrink-0 text-text-2" />
                  <span className="min-w-0 flex-1">
                    <span className="block text-body">{name}</span>
                    <span className="block text-caption text-text-3">{words}</span>
                  </span>
                  <ChevronRight size={16} className="shrink-0 text-text-3" />
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </nav>
  </>
)

/** A card of a settings page: a heading, a sentence about it, and its form. */
export const SettingsCard = ({
  title,
  words,
  end,
  children,
}: {
  title: string
  words?: ReactNode
  end?: ReactNode
  children?: ReactNode
}) => (
  <Card className="p-5">
    <div className="flex min-h-7 flex-wrap items-center justify-between gap-3">
      <h2 className="text-body font-semibold">{title}</h2>
      {end}
    </div>
    {words && <p className="mt-1 max-w-130 text-table text-text-2">{words}</p>}
    {children && <div className="mt-4">{children}</div>}
  </Card>
)

/** On phones the list of the settings; where there is room for the list beside a page, the first of them. */
export const SettingsPage = () =>
  useIsPhone() ? <SettingsList /> : <Navigate to="/settings/profile" replace />
