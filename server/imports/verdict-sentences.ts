import type { Day } from '../../contract/day.ts'
import { formatAmount } from '../ledger/amounts.ts'
import type { BookKnows, EarlierRow, KnownLine } from './book-knows.ts'
import { quotedValue } from './read/file-values.ts'
import type { Resolved } from './resolve.ts'

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

/** A day in a sentence: "4 November", with the year if it is not this one. */
function plainDay(day: Day, today: Day): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const text = `${Number(date)} ${MONTHS[Number(month) - 1]}`
  return year === today.slice(0, 4) ? text : `${text} ${year}`
}

/** The day that a moment was on, in the time zone of the book. */
const dayOf = (moment: string, timeZone: string): Day =>
  Temporal.Instant.from(moment).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** The sentences that explain the verdict on a row, with the person's own days and amounts. */
export function sentencesOf({ today, time_zone, accounts, retired, categories }: BookKnows) {
  // A cache: many rows name the same few days and moments, and a time zone conversion is slow.
  const days = new Map<string, string>()
  const on = (day: Day) => plainDay(day, today)
  const at = (moment: string) => {
    const known = days.get(moment) ?? on(dayOf(moment, time_zone))
    days.set(moment, known)
    return known
  }
  const nameOf = (accountId: string | null) =>
    (accountId && (accounts.get(accountId) ?? retired.get(accountId))?.name) || 'another account'

  return {
    on,
    overlap: ({ with: row, isDoubtful }: NonNullable<Resolved['overlaps']>) =>
      isDoubtful
        ? `${quotedValue(row.part ?? '')} has one of the same day, amount and words in line ${row.line}, under another number of the bank. Is it the same?`
        : `${quotedValue(row.part ?? '')} has it already, in line ${row.line}.`,
    imported: ({ committed_at, filename }: EarlierRow) => `Imported on ${at(committed_at)} from ${filename}.`,
    deleted: ({ committed_at, filename, deleted_at, is_erased }: EarlierRow) =>
      `Imported on ${at(committed_at)} from ${filename}. ${
        is_erased || deleted_at === null
          ? 'You deleted it for good since.'
          : `You deleted it on ${at(deleted_at)}.`
      }`,
    own: 'The file is a journal of this book, and the entry is here.',
    ownDeleted: (deleted_at: string) =>
      `The file is a journal of this book, and you deleted the entry on ${at(deleted_at)}.`,
    leftOut: ({ committed_at, filename }: EarlierRow) =>
      `You left it out of ${filename} on ${at(committed_at)}.`,
    otherWords: ({ committed_at, filename }: EarlierRow) =>
      `Imported on ${at(committed_at)} from ${filename}, in other words.`,
    here: (line: KnownLine, rowDate: Day) => {
      const day = line.date === rowDate ? '' : `, for ${on(line.date)}`
      if (line.kind === 'transfer')
        return `The transfer ${line.amount < 0n ? 'to' : 'from'} ${nameOf(line.other_account_id)} on ${on(line.date)} is here already.`
      if (line.plan_id !== null) return `A plan recorded it on ${at(line.created_at)}${day}.`
      const parts = line.part_ids ? `, as ${line.part_ids.length} payments` : ''
      return `You entered it by hand on ${at(line.created_at)}${parts}${day}.`
    },
    /** A question, since only day and amount are the same. */
    same: (line: KnownLine, name: string, rowDate: Day) =>
      line.kind === 'transfer'
        ? `The transfer ${line.amount < 0n ? 'to' : 'from'} ${nameOf(line.other_account_id)} on ${on(line.date)} has the same amount. Is it the same?`
        : `${name}, ${formatAmount(line.amount < 0n ? -line.amount : line.amount, line.currency_id)}, is here ${
            line.date === rowDate ? 'on that day' : `on ${on(line.date)}`
          }. Is it the same?`,
    /** A question about a transfer that the other account's file may have made. */
    near: (
      {
        amount,
        currency_id,
        ...line
      }: Pick<KnownLine, 'date' | 'amount' | 'currency_id' | 'other_account_id'>,
      isSame: boolean,
    ) =>
      `The transfer ${amount < 0n ? 'to' : 'from'} ${nameOf(line.other_account_id)} on ${on(line.date)} ${
        isSame
          ? 'has the same amount'
          : `is here already, with ${formatAmount(amount < 0n ? -amount : amount, currency_id)}`
      }. Is it the same?`,
    otherHalf: (line: KnownLine, rowDate: Day) =>
      `The other half ${line.amount < 0n ? 'left' : 'came to'} ${nameOf(line.account_id)} ${
        line.date === rowDate ? 'on the same day' : `on ${on(line.date)}`
      }.`,
    categoryName: (id: string) => categories.get(id)?.name ?? '',
    nameOf,
    amount: (minor: bigint, currencyId: string) => formatAmount(minor < 0n ? -minor : minor, currencyId),
  }
}
export type Sentences = ReturnType<typeof sentencesOf>
