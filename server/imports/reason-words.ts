import type { Day } from '../../contract/day.ts'
import {
  type Reason,
  type ReasonAmount,
  type ReasonWords,
  saidReasons,
} from '../../contract/import-reasons.ts'
import { decimalOf, decimalText } from '../../contract/money.ts'
import { type Language, languages } from '../../words/languages.ts'
import { inLanguage } from '../../words/t.ts'
import { amountOf, decimalsOf, formatAmount } from '../ledger/amounts.ts'

/** Reasons of rows in the language that somebody asks for. */

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** "4 November", with the year if it is not this one. */
function plainDay(day: Day, today: Day): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const text = `${Number(date)} ${MONTHS[Number(month) - 1]}`
  return year === today.slice(0, 4) ? text : `${text} ${year}`
}

/** Days and amounts in English, as they are stored: 4 November, 12.50 EUR. */
export const englishWords = (today: Day): ReasonWords => ({
  day: (day) => plainDay(day, today),
  amount: ({ amount, currency_id }) => formatAmount(amountOf(amount, currency_id, 'amount'), currency_id),
})

/** The English sentences of a reason, as they are stored. */
export const saidInEnglish = (reasons: readonly Reason[], words: ReasonWords): string =>
  inLanguage('en', () => saidReasons(reasons, words)) ?? ''

const amountFormats = new Map<string, Intl.NumberFormat>()
const dayFormats = new Map<string, Intl.DateTimeFormat>()

function kept<Format>(formats: Map<string, Format>, key: string, make: () => Format): Format {
  const known = formats.get(key) ?? make()
  formats.set(key, known)
  return known
}

/** Days and amounts as a language writes them. */
function wordsIn(language: Language, today: Day): ReasonWords {
  const locale = languages[language].numbers
  return {
    day(day) {
      const isThisYear = day.slice(0, 4) === today.slice(0, 4)
      const format = kept(
        dayFormats,
        `${locale} ${isThisYear}`,
        () =>
          new Intl.DateTimeFormat(locale, {
            calendar: 'gregory',
            timeZone: 'UTC',
            day: 'numeric',
            month: 'long',
            ...(!isThisYear && { year: 'numeric' }),
          }),
      )
      return format.format(Date.parse(`${day}T00:00:00Z`))
    },
    amount({ amount, currency_id }: ReasonAmount) {
      const decimals = decimalsOf(currency_id)
      const format = kept(
        amountFormats,
        `${locale} ${currency_id}`,
        () =>
          new Intl.NumberFormat(locale, {
            style: 'currency',
            currency: currency_id,
            minimumFractionDigits: decimals,
            maximumFractionDigits: decimals,
          }),
      )
      return format.format(decimalText(decimalOf(amount)) as `${number}`) // digits with at most one point
    },
  }
}

/** What a reason is in a language: as it is stored in English, and where its codes have no sentence there. */
export function reasonIn(
  language: Language,
  { reason, reasons }: { readonly reason: string; readonly reasons: readonly Reason[] | null },
  today: Day,
): string {
  if (language === 'en' || reasons === null) return reason
  return inLanguage(language, () => saidReasons(reasons, wordsIn(language, today))) ?? reason
}
