import type { Day } from '../../contract/day.ts'
import { decimalText } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { amountOf } from '../ledger/amounts.ts'
import { exchange } from '../ledger/exchange.ts'
import {
  type Entry,
  entryOf,
  keepLines,
  plainTransaction,
  type Step,
  type Transaction,
} from '../ledger/journal.ts'
import type { Known } from '../ledger/known.ts'
import type { Book } from '../ledger/verb.ts'
import { newId } from '../process/ids.ts'
import { type AccountRow, normalSide } from './account.ts'
import { accountWithRole } from './require.ts'

/** The opening balance that a request gives an account: its amount, currency and day, and the rate if one was sent. */
export type OpeningDraft = {
  balance: number | null
  currency_id: string
  date: Day
  fx_rate: number | null | undefined
  fx_source: string | null | undefined
}

/** Only accounts that keep a balance from one year to the next can begin with one. */
function checkCanOpen({ type }: Pick<AccountRow, 'type'>): void {
  if (type !== 'asset' && type !== 'liability') refuse('opening_not_possible', { type })
}

/** The step that posts an account's opening, replaces it or, without a balance, removes it; null if there is nothing to remove. */
export function openingStep(
  book: Book,
  known: Known,
  account: AccountRow,
  before: Transaction | null,
  { balance, currency_id, date, fx_rate, fx_source }: OpeningDraft,
): Step | null {
  const stored = before?.deleted_at === null ? before : null
  if (balance === null || balance === 0) return removal(book, before)
  checkCanOpen(account)
  const signed = amountOf(balance, currency_id, 'opening_balance')
  const amount = signed < 0n ? -signed : signed
  const { rate, base_amount } = exchange(book, {
    date,
    currency_id,
    amount,
    field: 'opening_balance',
    fx_rate,
    fx_source,
    other: null,
    before: stored && { ...stored, other: null },
    isChanged: stored?.date !== date || stored.amount !== amount || stored.currency_id !== currency_id,
    known,
  })
  return postedOpening(book, known, account, before, {
    date,
    currency_id,
    debit: normalSide(account) * signed,
    base_amount,
    fx_rate: decimalText(rate.rate),
    fx_source: rate.source,
    fx_date: rate.date,
    other_source: null,
  })
}

/** The step that puts an opening into the trash, if it is not there. */
export function removal(
  book: Book,
  before: Transaction | null,
  other_source: Transaction['other_source'] = null,
): Step | null {
  const marks = { version: book.version, updated_at: book.at, deleted_at: book.at, other_source }
  return before?.deleted_at === null ? { before, after: { ...before, ...marks } } : null
}

/**
 * An opening as it is posted: debits less credits on the account, and worth how much. The source is `found` if it follows from a balance that was
 * said as of a day, and null if a person entered it.
 */
type Posted = Pick<
  Transaction,
  'date' | 'currency_id' | 'base_amount' | 'fx_rate' | 'fx_source' | 'fx_date' | 'other_source'
> & { debit: bigint }

/** The lines of an opening or a difference that other entries moved: on the same sides they are the same ones, so that an open reconciliation keeps its tick. */
export function movedLines([before]: readonly Entry[], entry: Entry): Entry[] {
  if (!before) return [entry]
  const isSameWay =
    before.debit_account_id === entry.debit_account_id && before.currency_id === entry.currency_id
  const { debit_line_id, credit_line_id } = before
  return [isSameWay ? { ...entry, debit_line_id, credit_line_id } : entry]
}

/** The step that posts an opening, or replaces the one before it. A line that stays as it is keeps its id. */
export function postedOpening(
  book: Book,
  known: Known,
  { id }: AccountRow,
  before: Transaction | null,
  { debit, base_amount, ...posted }: Posted,
): Step {
  const equity = accountWithRole(known, 'opening_balances').id
  const amount = debit < 0n ? -debit : debit
  const sides = debit > 0n ? { from: equity, to: id } : { from: id, to: equity }
  const entry = entryOf(sides, { currency_id: posted.currency_id, amount, base_amount })
  const kept = before?.deleted_at === null ? before.entries : []
  return {
    before,
    after: {
      ...plainTransaction,
      ...posted,
      id: before?.id ?? newId(),
      kind: 'opening',
      amount,
      base_amount,
      account_id: id,
      version: book.version,
      created_version: before?.created_version ?? book.version,
      created_at: before?.created_at ?? book.at,
      updated_at: book.at,
      entries: posted.other_source === 'found' ? movedLines(kept, entry) : keepLines(kept, [entry]),
    },
  }
}
