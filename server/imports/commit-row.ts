import { todayIn } from '../../contract/day.ts'
import { later } from '../../words/t.ts'
import { changeAccount } from '../accounts/accounts.ts'
import { amountToApi, formatAmount } from '../ledger/amounts.ts'
import type { Course } from '../ledger/course.ts'
import type { Transaction } from '../ledger/journal.ts'
import type { Known } from '../ledger/known.ts'
import type { Book } from '../ledger/verb.ts'
import { requireObligation } from '../obligations/debt.ts'
import { pay } from '../obligations/payments.ts'
import { isAsOf } from '../records/account.ts'
import { recordOne, trashOne } from '../transactions/transactions.ts'
import type { ChosenRow } from './commit.sql.ts'
import type { MadeDebts } from './commit-debts.ts'
import { type MadeRecords, openingOf, refuseRow } from './commit-made.ts'
import { cut, NOTES } from './draft.ts'

const sizeOf = (amount: bigint) => (amount < 0n ? -amount : amount)
const shown = ({ amount, currency_id }: ChosenRow) => amountToApi(sizeOf(amount), currency_id)

/** Records a row, and gives the id of the transaction that it became. `pair` is the other half, if it is in the same file. */
export function recordRow(
  book: Book,
  course: Course,
  made: MadeRecords & { readonly debts: MadeDebts },
  row: ChosenRow,
  pair: ChosenRow | undefined,
): string {
  if (row.amount === 0n) refuseRow(row, later('Its amount is 0.'))
  if (row.file_row.is_opening) return recordOpening(book, course, made, row)
  const { kind, obligation_id } = row.draft
  const { shared } = row.file_row
  if (shared === 'share') return made.debts.share(row)
  if (shared === 'settled' && kind === 'payment' && obligation_id === null) return made.debts.settle(row)
  if (kind === 'payment') return recordPayment(book, course, made, row)
  if (kind === 'transfer') return recordTransfer(book, course, made, row, pair)
  return recordBooking(book, course, made, row, kind)
}

function recordBooking(
  book: Book,
  course: Course,
  made: MadeRecords,
  row: ChosenRow,
  kind: 'expense' | 'income',
): string {
  const { draft, date, currency_id } = row
  const { contact_id, is_refund, tags, splits } = draft
  const { memo, notes } = wordsOf(draft)
  const money = { date, amount: shown(row), currency_id, asset_account_id: made.account(row), is_refund }
  const words = { contact_id, notes, tags: [...tags] }
  const parts = splits.map((split) => ({
    category_id: made.category(kind, split) ?? refuseRow(row, later('A part of it has no category.')),
    amount: Math.abs(split.amount),
    memo: split.memo || memo,
  }))
  const what =
    parts.length > 0
      ? { splits: parts }
      : {
          category_id: made.category(kind, draft) ?? refuseRow(row, later('It has no category.')),
          memo,
        }
  return course.add(recordOne(book, course.known, kind, { ...money, ...words, ...what }, row.transaction_id))
    .id
}

/**
 * The words of a row. A split transaction has a memo for each part: a part without a memo gets the words of the row; if a part has a memo,
 * the words of the row become the first line of the notes.
 */
function wordsOf({ memo, notes, splits }: ChosenRow['draft']): Pick<ChosenRow['draft'], 'memo' | 'notes'> {
  if (memo === null || !splits.some((split) => split.memo)) return { memo, notes }
  const isThere = notes?.startsWith(memo)
  return { memo: null, notes: isThere ? notes : cut([memo, notes].filter(Boolean).join('\n'), NOTES) }
}

function recordPayment(book: Book, course: Course, made: MadeRecords, row: ChosenRow): string {
  const { draft, date, currency_id, amount } = row
  const { obligation_id, notes, memo } = draft
  const debt =
    obligation_id === null
      ? refuseRow(row, later('It is a payment, and its obligation is not chosen yet.'))
      : requireObligation(course.known, obligation_id)
  if ((debt.direction === 'payable') !== amount < 0n)
    refuseRow(
      row,
      amount < 0n
        ? later('It is money out, so it is not a payment of "{debt}".', { debt: debt.name })
        : later('It is money in, so it is not a payment of "{debt}".', { debt: debt.name }),
    )
  const paid = { date, amount: shown(row), currency_id, asset_account_id: made.account(row) }
  const sent = { ...paid, notes: [memo, notes].filter(Boolean).join('\n') || null }
  const { transaction_id } = course.add(pay(debt.id, sent).decide(book, course.known))
  return transaction_id
}

/** The opening balance of an account that has none yet. For an account created here, it was posted with the account. */
function recordOpening(book: Book, course: Course, made: MadeRecords, row: ChosenRow): string {
  const posted = made.opening.get(row.n)
  if (posted !== undefined) return posted
  const id = made.account(row)
  const { known } = course
  const account = known.find('account', id) ?? refuseRow(row, later('Its account is not in the book.'))
  if (isAsOf(account))
    refuseRow(
      row,
      later('"{account}" has {amount} as of {day}, and its opening balance follows from that.', {
        account: account.name,
        amount: formatAmount(account.as_of_amount, account.as_of_currency_id),
        day: account.as_of_date,
      }),
    )
  const opening = known.find('opening', id)
  if (opening && opening.deleted_at === null)
    refuseRow(
      row,
      later('"{account}" has an opening balance already, of {amount} on {day}.', {
        account: account.name,
        amount: formatAmount(opening.amount, opening.currency_id),
        day: opening.date,
      }),
    )
  const sent = openingOf(row, account.type)
  const decision = changeAccount(id, sent, () => undefined, todayIn(book.time_zone)).decide(book, known)
  course.add(decision)
  const after = decision.changes.find(({ kind }) => kind === 'transaction')?.after
  return after?.id ?? refuseRow(row, later('An opening balance must not be 0.'))
}

/** One side of a transfer. Its currency is omitted if the account alone decides it. */
type TransferSide = {
  readonly account_id: string
  readonly currency_id: string | undefined
  readonly amount: number | undefined
}

/** Records a transfer. If the other half is in the book as an expense or an income, the transfer replaces it. */
function recordTransfer(
  book: Book,
  course: Course,
  made: MadeRecords,
  row: ChosenRow,
  pair: ChosenRow | undefined,
): string {
  const { known } = course
  const isOut = row.amount < 0n
  const half = pair ? undefined : halfOf(known, row, made.otherAccount(row))
  const own: TransferSide = {
    account_id: made.account(row),
    currency_id: row.currency_id,
    amount: shown(row),
  }
  const other: TransferSide = pair
    ? { account_id: made.account(pair), currency_id: pair.currency_id, amount: shown(pair) }
    : otherSide(known, made, row, half)
  const isExchange = other.currency_id !== undefined && other.currency_id !== own.currency_id
  const [from, to] = isOut ? [own, other] : [other, own]
  if (from.amount === undefined)
    refuseRow(
      row,
      later('The amount that left the other account is not known in its currency: give that amount.'),
    )
  const money = {
    date: pair && !isOut ? pair.date : row.date,
    from_account_id: from.account_id,
    to_account_id: to.account_id,
    amount: from.amount ?? 0,
    ...(from.currency_id !== undefined && { currency_id: from.currency_id }),
    ...(isExchange && to.currency_id !== undefined && { to_currency_id: to.currency_id }),
    ...(isExchange && to.amount !== undefined && { to_amount: to.amount }),
  }
  const { draft } = row
  const words = {
    memo: draft.memo,
    notes: draft.notes ?? half?.notes ?? null,
    tags: [...new Set([...draft.tags, ...(half?.tags ?? [])])].slice(0, 20),
    contact_id: draft.contact_id ?? half?.contact_id ?? null,
  }
  if (half) course.add(trashOne(book, known, half))
  return course.add(recordOne(book, known, 'transfer', { ...money, ...words })).id
}

/** The other side of a transfer whose other half is not in this file: as in the row, as in the other half, or as on this side. */
function otherSide(
  known: Known,
  made: MadeRecords,
  row: ChosenRow,
  half: Transaction | undefined,
): TransferSide {
  const account_id = made.otherAccount(row)
  const bound = known.find('account', account_id)?.currency_id ?? null
  const currency_id = half?.currency_id ?? bound ?? row.file_row.to_currency ?? row.currency_id
  const amount =
    currency_id === row.currency_id
      ? shown(row)
      : (row.draft.other_amount ?? (half && amountToApi(half.amount, half.currency_id)))
  return { account_id, currency_id, amount: amount ?? undefined }
}

/** The transaction that a transfer replaces. A transaction that is ticked against a statement cannot be replaced, so the row is refused. */
function halfOf(known: Known, row: ChosenRow, otherId: string): Transaction | undefined {
  if (row.of_record?.kind !== 'transaction') return undefined
  const half = known.find('transaction', row.of_record.id)
  if (!half || half.deleted_at !== null || (half.kind !== 'expense' && half.kind !== 'income'))
    return undefined
  // A person may have chosen another account for the other side than the account of the half.
  const isOut = (half.kind === 'expense') !== half.is_refund
  if (half.account_id !== otherId || isOut !== row.amount > 0n) return undefined
  if ((known.find('ticks', half.id) ?? []).length > 0)
    refuseRow(
      row,
      later(
        'Its other half, {amount} on {day}, is ticked against a statement. Untick it, or record the row otherwise.',
        { amount: formatAmount(half.amount, half.currency_id), day: half.date },
      ),
    )
  return half
}
