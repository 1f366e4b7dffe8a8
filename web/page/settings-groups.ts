import type { LinkProps } from '@tanstack/react-router'
import {
  BookOpen,
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
import { t } from '../../words/t.ts'

type Section = { to: LinkProps['to']; label: string; words: string; icon: LucideIcon }

/** The pages of the settings, in groups. */
export const settingsGroups = (): readonly { label: string; sections: readonly Section[] }[] => [
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
