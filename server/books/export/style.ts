import { decimalText } from '../../../contract/money.ts'
import { decimalsOf } from '../../ledger/amounts.ts'
import type { JournalAccount, Naming } from './accounts.ts'
import type { BookLine, ContactLine, ObligationLine, RateLine, TransactionLine } from './journal.sql.ts'
import type { ExportedPosting } from './postings.ts'
import { linesOfText } from './text.ts'

export type Heading = BookLine & { today: string }

/** A posting with the path of its account. */
export type Placed = ExportedPosting & { path: string }

/** How a program wants a journal to be written: each function gives whole lines, with their line breaks. */
export type JournalStyle = {
  naming: Naming
  /** The end of the file's name. */
  extension: string
  heading: (heading: Heading) => string
  currency: (currency: { id: string; name: string }) => string
  account: (account: JournalAccount, path: string) => string
  /** Where a program wants tags to be declared. */
  tag: ((tag: string) => string) | null
  contact: (contact: ContactLine) => string
  rate: (rate: RateLine) => string
  obligation: (obligation: ObligationLine) => string
  transaction: (transaction: TransactionLine, postings: readonly Placed[], base: string) => string
}

/** Minor units with all decimals of their currency, and its code: "12.50 EUR". */
export const amount = (minor: bigint, currency: string): string =>
  `${decimalText({ digits: minor, scale: decimalsOf(currency) })} ${currency}`

/** An amount, at its cost where it is in another currency. */
export const priced = ({ amount: minor, currency, cost }: ExportedPosting, base: string): string =>
  `${amount(minor, currency)}${cost === null ? '' : ` @@ ${amount(cost, base)}`}`

/** The subject of a transaction in one line: its memo, or the first line of its notes if it is split or has no memo. */
export function aboutOf({ entries, notes }: TransactionLine): string {
  const parts = entries.filter(([, , , , , category]) => category !== null)
  const [, , , , , , memo = ''] = (parts.length > 1 ? undefined : (parts[0] ?? entries[0])) ?? []
  return memo || (linesOfText(notes ?? '')[0] ?? '')
}
