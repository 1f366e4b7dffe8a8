import { hasReason } from '../../contract/import-reasons.ts'
import type { ImportRow, Verdict } from '../../contract/import-rows.ts'
import type { Counts } from '../../contract/imports.ts'
import { t } from '../../words/t.ts'
import type { Search } from '../page/address.ts'

/** The state of a row for the reader: a verdict, or that it waits for an answer. */
export type RowState = Verdict | 'look'

export type JudgedRow = Pick<ImportRow, 'verdict' | 'needs_attention' | 'is_changed' | 'draft'>

/** The state of a row: a question, else a person's decision, else the verdict. */
export const rowState = (row: JudgedRow): RowState =>
  row.needs_attention && row.verdict !== 'invalid' ? 'look' : becomesOf(row)

/** A person's decision, else the verdict: the tabs count and list rows by it. */
export function becomesOf({ verdict, is_changed, draft }: JudgedRow): Verdict {
  if (!is_changed || !draft || verdict === 'duplicate' || verdict === 'invalid') return verdict
  if (draft.kind === 'transfer') return 'transfer'
  if (draft.kind === 'payment') return 'settles'
  return draft.is_refund ? 'refund' : 'new'
}

/** A verdict in the reader's words. */
export const lookWords: Readonly<Record<RowState, () => string>> = {
  look: () => t('Please look'),
  new: () => t('New [row]'),
  duplicate: () => t('Already here'),
  transfer: () => t('Transfer'),
  settles: () => t('Pays a debt'),
  refund: () => t('Refund'),
  invalid: () => t('Not readable [row]'),
}

export type RowTab = 'all' | 'decide' | RowState

export const tabs: readonly { readonly tab: RowTab; readonly label: () => string }[] = [
  { tab: 'all', label: () => t('All [rows]') },
  { tab: 'look', label: () => t('Please look') },
  { tab: 'new', label: () => t('New [rows]') },
  // Some of the new ones.
  { tab: 'decide', label: () => t('Category unknown [rows]') },
  { tab: 'duplicate', label: () => t('Already here') },
  { tab: 'transfer', label: () => t('Transfers') },
  { tab: 'settles', label: () => t('Debts') },
  { tab: 'refund', label: () => t('Refunds') },
  { tab: 'invalid', label: () => t('Not readable [rows]') },
]

/** Whether neither a rule nor earlier rows nor the tables of shops know a row, which goes to the fallback category as long as nobody decides. */
export const isUndecided = (
  row: Pick<ImportRow, 'verdict' | 'is_changed' | 'reasons' | 'needs_attention'>,
): boolean =>
  row.verdict === 'new' &&
  !row.is_changed &&
  !row.needs_attention &&
  hasReason(row, 'words_differ', 'nothing_like_it')

/** What the counts of a file do not say: the rows that Florin does not know, and the questions whether a row is here already. */
export type CountedRows = { readonly undecided: number; readonly maybeHere: number }

export const countOf = (tab: RowTab, counts: Counts, { undecided, maybeHere }: CountedRows): number =>
  tab === 'decide'
    ? undecided
    : tab === 'all'
      ? counts.rows
      : tab === 'look'
        ? counts.attention
        : counts.becomes[tab] - (tab === 'duplicate' ? maybeHere : 0)

/** The tabs that hold something, and the one that is open. */
export const tabsShown = (counts: Counts, open: RowTab, rows: CountedRows): typeof tabs =>
  tabs.filter(({ tab }) => tab === 'all' || tab === open || countOf(tab, counts, rows) > 0)

/** The tab in the address, under the API's names. */
export function tabIn(search: Search): RowTab {
  if (search.needs_attention === 'true') return 'look'
  if (search.undecided === 'true') return 'decide'
  return tabs.find(({ tab }) => tab === search.verdict)?.tab ?? 'all'
}

export const addressOfTab = (tab: RowTab): Search => ({
  needs_attention: tab === 'look' ? 'true' : undefined,
  undecided: tab === 'decide' ? 'true' : undefined,
  verdict: tab === 'look' || tab === 'all' || tab === 'decide' ? undefined : tab,
})

/** The API's filter for a tab and a text. A row that may be here is a question until somebody answers. */
export const filterOf = (tab: RowTab, q: string | undefined) => ({
  ...(tab === 'look' ? { needs_attention: true } : tab === 'all' || tab === 'decide' ? {} : { becomes: tab }),
  ...(tab === 'duplicate' && { needs_attention: false }),
  ...(q ? { q } : {}),
})

/** The kinds of rows that are ticked together: rows that are here already stay out, unless their own tab is open. */
export const tickable = (tab: RowTab): string =>
  tab === 'all' || tab === 'look' || tab === 'decide' ? 'new,transfer,settles,refund' : tab

/** How many of the rows in sight are ticked, and whether all those are that are ticked together. A row that cannot be read has no tick. */
export function ticksOf(
  rows: readonly Pick<ImportRow, 'verdict' | 'is_chosen'>[],
  tab: RowTab,
): { ticked: 'none' | 'some' | 'all'; isMeantAll: boolean } {
  const verdicts = tickable(tab).split(',')
  const meant = rows.filter(({ verdict }) => verdicts.includes(verdict))
  const isTicked = ({ is_chosen }: { readonly is_chosen: boolean }) => is_chosen
  const readable = rows.filter(({ verdict }) => verdict !== 'invalid')
  const ticked = !readable.some(isTicked) ? 'none' : readable.every(isTicked) ? 'all' : 'some'
  return { ticked, isMeantAll: meant.length > 0 && meant.every(isTicked) }
}
