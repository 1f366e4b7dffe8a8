import type { Day } from '../../contract/day.ts'
import { type Reason, type ReasonAmount, reason, type Way } from '../../contract/import-reasons.ts'
import { amountToApi } from '../ledger/amounts.ts'
import type { BookKnows, EarlierRow, KnownLine } from './book-knows.ts'
import { shortValue } from './read/file-values.ts'
import { englishWords, saidInEnglish } from './reason-words.ts'
import type { Resolved } from './resolve.ts'

/** The day that a moment was on, in the time zone of the book. */
const dayOf = (moment: string, timeZone: string): Day =>
  Temporal.Instant.from(moment).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** Where the money of an amount goes. */
export const wayOf = (amount: bigint): Way => (amount < 0n ? 'out' : 'in')

/** An amount in a reason, with its sign. */
export const amountIn = (minor: bigint, currency_id: string): ReasonAmount => ({
  amount: amountToApi(minor, currency_id),
  currency_id,
})

/** The sentences that explain the verdict on a row, with the person's own days and amounts. */
export function sentencesOf({ today, time_zone, accounts, retired, categories }: BookKnows) {
  // A cache: many rows name the same few days and moments, and a time zone conversion is slow.
  const days = new Map<string, Day>()
  const at = (moment: string) => {
    const known = days.get(moment) ?? dayOf(moment, time_zone)
    days.set(moment, known)
    return known
  }
  const nameOf = (accountId: string | null): string | null =>
    (accountId && (accounts.get(accountId) ?? retired.get(accountId))?.name) || null
  const english = englishWords(today)

  const file = ({ committed_at, filename }: EarlierRow) => ({ day: at(committed_at), file: filename })
  const isSame = reason('is_it_the_same', {})
  const amount = (minor: bigint, currencyId: string) => amountIn(minor < 0n ? -minor : minor, currencyId)

  return {
    english: (reasons: readonly Reason[]) => saidInEnglish(reasons, english),
    overlap: ({ with: row, isDoubtful }: NonNullable<Resolved['overlaps']>): Reason[] => {
      const place = { file: shortValue(row.part ?? ''), line: row.line }
      return isDoubtful ? [reason('in_other_file_doubtful', place), isSame] : [reason('in_other_file', place)]
    },
    imported: (row: EarlierRow): Reason[] => [reason('imported', file(row))],
    otherNumber: (row: EarlierRow): Reason[] => [reason('imported_other_number', file(row))],
    deleted: (row: EarlierRow): Reason[] => [
      reason('imported', file(row)),
      row.is_erased || row.deleted_at === null
        ? reason('erased_since', {})
        : reason('deleted_since', { day: at(row.deleted_at) }),
    ],
    own: [reason('own_entry', {})],
    ownDeleted: (deleted_at: string): Reason[] => [reason('own_entry_deleted', { day: at(deleted_at) })],
    leftOut: (row: EarlierRow): Reason[] => [reason('left_out', file(row))],
    otherWords: (row: EarlierRow): Reason[] => [reason('imported_other_words', file(row))],
    here: (line: KnownLine, rowDate: Day): Reason[] => {
      const day = line.date
      if (line.kind === 'transfer')
        return [
          reason('transfer_here', { way: wayOf(line.amount), account: nameOf(line.other_account_id), day }),
        ]
      const entered_day = at(line.created_at)
      const isThatDay = day === rowDate
      if (line.plan_id !== null)
        return [
          isThatDay
            ? reason('plan_recorded', { recorded_day: entered_day })
            : reason('plan_recorded_for', { recorded_day: entered_day, day }),
        ]
      if (!line.part_ids)
        return [isThatDay ? reason('entered', { entered_day }) : reason('entered_for', { entered_day, day })]
      const count = line.part_ids.length
      return [
        isThatDay
          ? reason('entered_parts', { entered_day, count })
          : reason('entered_parts_for', { entered_day, count, day }),
      ]
    },
    /** A question, since only day and amount are the same. */
    same: (line: KnownLine, name: string, rowDate: Day): Reason[] => {
      const day = line.date
      if (line.kind === 'transfer')
        return [
          reason('transfer_same_amount', {
            way: wayOf(line.amount),
            account: nameOf(line.other_account_id),
            day,
          }),
          isSame,
        ]
      const same = { name, amount: amount(line.amount, line.currency_id) }
      return [
        day === rowDate ? reason('same_amount_that_day', same) : reason('same_amount_on', { ...same, day }),
        isSame,
      ]
    },
    /** A question about a transfer that the other account's file may have made. */
    near: (
      line: Pick<KnownLine, 'date' | 'amount' | 'currency_id' | 'other_account_id'>,
      hasSameAmount: boolean,
    ): Reason[] => {
      const transfer = {
        way: wayOf(line.amount),
        account: nameOf(line.other_account_id),
        day: line.date,
      }
      return [
        hasSameAmount
          ? reason('transfer_same_amount', transfer)
          : reason('transfer_here_with', { ...transfer, amount: amount(line.amount, line.currency_id) }),
        isSame,
      ]
    },
    otherHalf: (line: KnownLine, rowDate: Day): Reason => {
      // The way of the row: its other half has gone the other way.
      const half = { way: wayOf(-line.amount), account: nameOf(line.account_id) }
      return line.date === rowDate
        ? reason('other_half_that_day', half)
        : reason('other_half_on', { ...half, day: line.date })
    },
    categoryName: (id: string) => categories.get(id)?.name ?? '',
    nameOf,
    amount,
  }
}
export type Sentences = ReturnType<typeof sentencesOf>
