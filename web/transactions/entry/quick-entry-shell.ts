import type { Ref } from 'react'
import { t } from '../../../words/t.ts'
import { useBook, useBooks, useMembership } from '../../page/me.ts'

/** The common part of the line of quick entry and its first, light form. */
export type QuickEntryProps = {
  /** Presets the account, as in a register. */
  accountId?: string
  /** Called when an entry is added; `isMore` says that another one follows (Shift and Enter). */
  onDone?: (isMore: boolean) => void
  isAutoFocused?: boolean
  inputRef?: Ref<HTMLInputElement>
  className?: string
}

export const draftKey = (accountId: string | undefined): string => `quick entry ${accountId ?? ''}`

/** Whoever has several books, or shares this one, reads where an entry goes. */
export function usePlaceholder(accountId: string | undefined): string {
  const { name } = useBook()
  const isShared = useMembership()?.is_shared ?? false
  const hasSeveral = useBooks().length > 1
  if (accountId) return t('Add to this account: 12.50 lunch')
  return isShared || hasSeveral
    ? t('Add to {book}. Try 12.50 soap', { book: name })
    : t('What did you spend? Try 12.50 lunch or lent Sam 20')
}

export const shellClasses =
  'rounded-card border border-line bg-surface has-[[data-line]:focus]:border-accent has-[[data-line]:focus]:outline-1 has-[[data-line]:focus]:outline-accent'

export const lineClasses =
  'min-h-12 w-full rounded-card bg-transparent ps-11 text-title outline-none placeholder:text-text-3'

/** The room that Add needs at the end of the line; with an amount in it, it is wider. */
export const roomForAdd = (label: string): string => (label.length > 3 ? 'pe-44' : 'pe-24')
