import type { Account } from '../../../contract/accounts.ts'
import { t } from '../../../words/t.ts'
import type { Search } from '../../page/address.ts'
import { dayText, rangeText } from '../../ui/dates.ts'
import { wordLocale } from '../../ui/locale.ts'

/** The filters of a register in words, one for each that is set; the search has its own field. */
export function filterWords(search: Search, type: Account['type'], locale = wordLocale()): string[] {
  const { date_from: from, date_to: to, side, known_at, reconciliation_id } = search
  const words: string[] = []
  if (from && to) words.push(rangeText(from, to, locale))
  else if (from) words.push(t('from {day}', { day: dayText(from, locale) }))
  else if (to) words.push(t('until {day}', { day: dayText(to, locale) }))
  if (side) words.push(sideWord(side, type))
  if (reconciliation_id)
    words.push(reconciliation_id === 'none' ? t('on no statement') : t('on one statement'))
  if (known_at) words.push(t('as it was known before'))
  return words
}

/** How many lines the filters leave; `isMore` as long as not all of them are counted. */
export const linesText = (count: number, isMore: boolean): string =>
  isMore
    ? t('{count, plural, one {more than # line} other {more than # lines}}', { count })
    : t('{count, plural, one {# line} other {# lines}}', { count })

/** Of money and cards, the debit side is money in. */
const sideWord = (side: string, type: Account['type']): string => {
  if (type !== 'asset' && type !== 'liability')
    return side === 'debit' ? t('debit') : side === 'credit' ? t('credit') : side
  return side === 'debit' ? t('only money in') : t('only money out')
}
