import type { AddField } from './AddChips.tsx'
import type { EntryFault } from './reading.ts'

/** The kinds of entry on the phone's page, as its tabs have them. */
export type EntryTab = 'spent' | 'got' | 'moved' | 'owed'
export const tabs = [
  { value: 'spent', label: 'Spent' },
  { value: 'got', label: 'Got' },
  { value: 'moved', label: 'Moved' },
  { value: 'owed', label: 'Owed' },
] as const
export const debts = [
  { value: 'lent', label: 'I lent' },
  { value: 'borrowed', label: 'I borrowed' },
  { value: 'owe', label: 'I owe' },
  { value: 'paid me back', label: 'Got paid' },
  { value: 'paid back', label: 'I paid' },
] as const

/** The field that a fault leads to. */
export const opens: Readonly<Partial<Record<EntryFault, AddField>>> = {
  account_missing: 'account',
  to_account_missing: 'to_account',
  same_account: 'to_account',
  contact_missing: 'contact',
  contact_unknown: 'contact',
}
