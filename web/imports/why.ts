import { todayIn } from '../../contract/day.ts'
import { hasReason, type Reason, type ReasonAmount, saidReasons } from '../../contract/import-reasons.ts'
import type { ImportRow } from '../../contract/import-rows.ts'
import { t } from '../../words/t.ts'
import { dayInSentence, ownTimeZone, withDays } from '../ui/dates.ts'
import { moneyText } from '../ui/money.ts'
import { withMoney } from '../ui/money-in-text.ts'
import { DOTS } from '../ui/privacy.ts'
import { typeset } from '../ui/wording.ts'
import { goesTo } from './goes-to.ts'
import type { RowOfLine } from './shops.ts'
import { isUndecided, rowState } from './verdict-words.ts'

/** Why a row has its verdict: the faults of an unreadable row; of a row that somebody has sorted differently, that somebody has. */
export function whyOf(row: RowOfLine, isHidden = false): string {
  const { verdict, faults } = row
  if (verdict === 'invalid' && faults.length > 0) {
    const words = faults.map(({ message }) => typeset(message)).join(' ')
    return isHidden ? hiddenAmounts(words) : words
  }
  if (
    row.held === null &&
    row.needs_attention &&
    hasReason(row, 'opening_reconciled', 'opening_closed', 'book_closed')
  )
    return t('Nothing is in its way any more: it can be added.')
  return answerOf(row) ?? (isOverruled(row) ? t('You chose this.') : reasonOf(row, isHidden))
}

/** Whether nothing in the book is like a row, and its reason says nothing else: then few words are enough. */
export const isUnmatched = (row: RowOfLine): boolean =>
  isUndecided(row) && row.reasons.length === 1 && hasReason(row, 'nothing_like_it')

/** How somebody has answered whether a row is here already; undefined if nobody was asked, or has answered. */
function answerOf(row: RowOfLine): string | undefined {
  if (!row.is_changed || row.needs_attention || row.verdict !== 'duplicate') return undefined
  if (row.asked === undefined && !hasReason(row, 'is_it_the_same', 'copy_on_account')) return undefined
  return row.is_chosen ? t('You said it is another one.') : t('You said it is the same.')
}

/** The reason as the reader writes days and amounts. One without codes is of before them, or of several rows: then it is a sentence already. */
function reasonOf({ reason, reasons }: RowOfLine, isHidden: boolean): string {
  const today = todayIn(ownTimeZone())
  const words = {
    day: (day: string) => dayInSentence(day, today),
    amount: ({ amount, currency_id }: ReasonAmount) => (isHidden ? DOTS : moneyText(amount, currency_id)),
  }
  const said = reasons.map((one) => ownWords(one) ?? saidReasons([one], words))
  if (said.length > 0 && said.every((one) => one !== undefined)) return typeset(said.join(' '))
  const sentence = withDays(withMoney(typeset(reason)))
  return isHidden ? hiddenAmounts(sentence) : sentence
}

/** A reason that is said here in other words than the service's, because an answer stands below it. */
function ownWords({ code, params }: Reason): string | undefined {
  if (code === 'words_differ')
    return t('You had these words in several categories: choose one. Until then it goes to {category}.', {
      category: String(params.category),
    })
  if (code !== 'other_amount') return undefined
  const account = params.account === null ? t('another account') : String(params.account)
  return params.way === 'out'
    ? t('Was this a transfer to {account}?', { account })
    : t('Was this a transfer from {account}?', { account })
}

/** Whether the reason no longer fits the row, because somebody has sorted it otherwise. */
function isOverruled(row: RowOfLine): boolean {
  if (!row.is_changed || row.needs_attention || row.verdict === 'duplicate') return false
  return (
    rowState(row) !== row.verdict ||
    (row.verdict === 'new' && !row.isOfSeveral && !isNamed(row, goesTo(row)?.text ?? ''))
  )
}

/** Whether the reason says this name, as that of the category. */
const isNamed = ({ reason, reasons }: RowOfLine, name: string): boolean =>
  reasons.length === 0
    ? reason.includes(name)
    : reasons.some(({ params }) =>
        Object.values(params).some((value) => typeof value === 'string' && value.includes(name)),
      )

export type Answer = { readonly words: string; readonly is: 'add' | 'skip' | 'open' | 'amount' }

const skip = (): Answer => ({ words: t('Skip'), is: 'skip' })

/** The answers to what Florin asks about a row. One that the books would refuse cannot be added yet. */
export function answersTo(row: RowOfLine): readonly Answer[] {
  if (row.held) return [skip()]
  if (row.asked)
    return [
      { words: t('No, add them'), is: 'add' },
      {
        words: t('{count, plural, one {# the same} other {All # the same}}', { count: row.asked }),
        is: 'skip',
      },
    ]
  if (row.verdict === 'duplicate' && hasReason(row, 'is_it_the_same'))
    return [
      { words: t('No, two'), is: 'add' },
      { words: t('The same'), is: 'skip' },
    ]
  if (row.verdict === 'duplicate') return [{ words: t('Keep both'), is: 'add' }, skip()]
  if (goesTo(row)?.isMissing ?? true) return [{ words: t('Choose'), is: 'open' }, skip()]
  if (row.verdict === 'new') return [{ words: t('Add'), is: 'add' }, skip()]
  return [
    { words: t('Yes'), is: asksAmount(row) && !row.isOfSeveral ? 'amount' : 'add' },
    { words: t('Something else'), is: 'open' },
  ]
}

/** Whether a transfer goes to an account of another currency, so that its amount there is asked after the account. */
const asksAmount = (row: RowOfLine): boolean => row.needs_attention && hasReason(row, 'other_amount')

/** Whether Florin asks, and somebody can answer. A row that cannot be read has no answer. */
export const isQuestion = (row: ImportRow | undefined): boolean =>
  row?.needs_attention === true && row.verdict !== 'invalid'

const DIGITS = "\\d+(?:[.,'’\u00a0\u202f]\\d+)*"
/** The signs of currencies that are letters, as in 12,50 zł. */
const LETTERS = '(?:zł|Kč|Ft|kr|лв|грн|₴|lei|[A-Z]{1,3}\\p{Sc}|\\p{Sc}|[A-Z]{3})(?!\\p{L})'
const AMOUNT = new RegExp(
  `[+−-]?(?:\\p{Sc}|\\b[A-Z]{3}\\b)\\s?${DIGITS}|[+−-]?${DIGITS}\\s?${LETTERS}|[+−-]?\\d[\\d.,'’\u00a0\u202f]*[.,]\\d{2}(?!\\d)`,
  'gu',
)

/** A sentence of the service without its amounts, while they are hidden. */
export const hiddenAmounts = (sentence: string): string => sentence.replace(AMOUNT, DOTS)
