import { t } from '../../../words/t.ts'
import type { AddField } from './AddChips.tsx'
import type { EntryFault } from './reading.ts'

/** The kinds of entry on the phone's page, as its tabs have them. */
export type EntryTab = 'spent' | 'got' | 'moved' | 'owed'
export const tabsOf = () =>
  [
    { value: 'spent', label: t('Spent [kind of entry]') },
    { value: 'got', label: t('Got [kind of entry]') },
    { value: 'moved', label: t('Moved [kind of entry]') },
    { value: 'owed', label: t('Owed [kind of entry]') },
  ] as const
export const debtsOf = () =>
  [
    { value: 'lent', label: t('I lent') },
    { value: 'borrowed', label: t('I borrowed') },
    { value: 'owe', label: t('I owe') },
    { value: 'paid me back', label: t('Got paid') },
    { value: 'paid back', label: t('I paid') },
  ] as const

/** The field that a fault leads to. */
export const opens: Readonly<Partial<Record<EntryFault, AddField>>> = {
  account_missing: 'account',
  to_account_missing: 'to_account',
  same_account: 'to_account',
  contact_missing: 'contact',
  contact_unknown: 'contact',
}
