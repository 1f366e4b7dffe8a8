import type { ImportRow } from '../../contract/import-rows.ts'
import { t } from '../../words/t.ts'
import { withDays } from '../ui/dates.ts'
import { withMoney } from '../ui/money-in-text.ts'
import { DOTS } from '../ui/privacy.ts'
import { typeset } from '../ui/wording.ts'
import { goesTo } from './goes-to.ts'
import type { RowOfLine } from './shops.ts'
import { rowState } from './verdict-words.ts'

/** Why a row has its verdict: the faults of an unreadable row; of a row that somebody has sorted differently, that somebody has. */
export function whyOf(row: RowOfLine): string {
  const { verdict, faults, reason } = row
  if (verdict === 'invalid' && faults.length > 0)
    return faults.map(({ message }) => typeset(message)).join(' ')
  if (row.held === null && row.needs_attention && HELD.test(reason))
    return t('Nothing is in its way any more: it can be added.')
  return isOverruled(row) ? t('You chose this.') : withDays(withMoney(typeset(reason)))
}

/** Whether the reason no longer fits the row, because somebody has sorted it otherwise. */
function isOverruled(row: RowOfLine): boolean {
  if (!row.is_changed || row.needs_attention || row.verdict === 'duplicate') return false
  return (
    rowState(row) !== row.verdict ||
    (row.verdict === 'new' && !row.isOfSeveral && !row.reason.includes(goesTo(row)?.text ?? ''))
  )
}

/** The sentence of the service about a row that waits because an opening may not move. */
const HELD = /moves the account's opening, |^The book is closed/

/** The sentence of the service about two new rows that are the same. */
const ALIKE = /^Two alike/

/** The question of the service whether an entry of the book is this row. */
const SAME = /Is it the same\?$/

type Answer = { readonly words: string; readonly is: 'add' | 'skip' | 'open' }

const skip = (): Answer => ({ words: t('Skip'), is: 'skip' })

/** The answers to what Florin asks about a row. One that the books would refuse cannot be added yet. */
export function answersTo(row: ImportRow): readonly Answer[] {
  if (row.held) return [skip()]
  if (row.verdict === 'duplicate' && SAME.test(row.reason))
    return [
      { words: t('No, two'), is: 'add' },
      { words: t('The same'), is: 'skip' },
    ]
  if (row.verdict === 'duplicate') return [{ words: t('Keep both'), is: 'add' }, skip()]
  if (goesTo(row)?.isMissing ?? true) return [{ words: t('Choose'), is: 'open' }, skip()]
  if (row.verdict === 'new')
    return [{ words: ALIKE.test(row.reason) ? t('Keep both') : t('Add'), is: 'add' }, skip()]
  return [
    { words: t('Yes'), is: 'add' },
    { words: t('Something else'), is: 'open' },
  ]
}

/** Whether Florin asks, and somebody can answer. A row that cannot be read has no answer. */
export const isQuestion = (row: ImportRow | undefined): boolean =>
  row?.needs_attention === true && row.verdict !== 'invalid'

const DIGITS = "\\d+(?:[.,'\u00a0\u202f]\\d+)*"
const AMOUNT = new RegExp(
  `[+−-]?(?:\\p{Sc}|\\b[A-Z]{3}\\b)\\s?${DIGITS}|[+−-]?${DIGITS}\\s?(?:\\p{Sc}|[A-Z]{3}\\b)|[+−-]?\\d[\\d.,]*[.,]\\d{2}\\b`,
  'gu',
)

/** A sentence of the service without its amounts, while they are hidden. */
export const hiddenAmounts = (sentence: string): string => sentence.replace(AMOUNT, DOTS)
