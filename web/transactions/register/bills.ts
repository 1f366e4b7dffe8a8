import type { RegisterLine } from '../../../contract/accounts.ts'
import { showAmount } from '../../../contract/money.ts'
import type { Obligation } from '../../../contract/obligations.ts'
import { comma, t } from '../../../words/t.ts'
import { decimalsOf } from '../../ui/money.ts'
import type { DebtNames } from '../title.ts'
import { movementOf, purposeOfLine, type ShownLine, titleOfLine } from './lines.ts'

/** One movement of money in a register: a bank takes a bill once, however many categories and people it is divided among. */
export type Bill = {
  /** The whole bill as one line: its amount, and the balance after all of it. */
  line: ShownLine
  /** The lines of its splits and shares, one's own first; a single one if it is not divided. */
  parts: readonly RegisterLine[]
}

/**
 * The bills of a register, the latest first. The lines of one transaction follow each other there. While more lines are to come, the last
 * bill may lack some of its own, and is left out.
 */
export function billsOf(lines: readonly RegisterLine[], isMore = false): Bill[] {
  const groups: RegisterLine[][] = []
  for (const line of lines) {
    const group = groups.at(-1)
    const [before] = group ?? []
    if (before?.transaction_id === line.transaction_id && before.currency_id === line.currency_id)
      group?.push(line)
    else groups.push([line])
  }
  if (isMore) groups.pop()
  return groups.map((group) => billOf(group.toReversed()))
}

/** Every line by itself: accounts of the ledger have postings, which no bank has added up. */
export const singly = (lines: readonly RegisterLine[]): Bill[] =>
  lines.map((line) => ({ line, parts: [line] }))

function billOf(parts: readonly RegisterLine[]): Bill {
  const [first, ...others] = parts
  if (!first) throw new Error('a bill has a line')
  const last = others.at(-1)
  if (!last) return { line: first, parts }
  const moved = parts.reduce((sum, part) => sum + movementOf(part), 0n)
  const amount = (minor: bigint) => showAmount(minor > 0n ? minor : 0n, decimalsOf(first.currency_id))
  return {
    line: {
      ...first,
      debit: amount(moved),
      credit: amount(-moved),
      // Splits may have memos of their own, which are not that of the bill.
      memo: parts.every(({ memo }) => memo === first.memo) ? first.memo : '',
      share_contact_name: null,
      category_name: categoriesOf(parts).join(comma()) || null,
      is_locked: parts.some(({ is_locked }) => is_locked),
      running_balance: last.running_balance,
    },
    parts,
  }
}

/** The categories of a bill, each once; the shares of others have none. */
export const categoriesOf = (parts: readonly RegisterLine[]): string[] => [
  ...new Set(parts.flatMap(({ category_name }) => category_name ?? [])),
]

const isShared = ({ parts }: Bill): boolean =>
  parts.length > 1 && parts.some(({ share_contact_name }) => share_contact_name !== null)

/** The purpose of a bill: one bill, 3 shares; Groceries, Household. */
export function purposeOfBill(bill: Bill, debts?: DebtNames): string {
  if (!isShared(bill)) return purposeOfLine(bill.line, debts)
  const people = bill.parts.filter(({ share_contact_name }) => share_contact_name !== null).length
  return t('{count, plural, one {one bill, # share} other {one bill, # shares}}', {
    count: people + (people < bill.parts.length ? 1 : 0),
  })
}

/** Whether a part of a bill is one's own, beside those of others. */
export const isOwnShare = (bill: Bill, { share_contact_name }: RegisterLine): boolean =>
  share_contact_name === null && isShared(bill)

/** A part of an opened bill: Your share, for Utilities; Sam Okafor; the category of a split. It does not say again what the bill says. */
export function partWords(bill: Bill, part: RegisterLine): { title: string; purpose: string } {
  const purpose = purposeOfLine(part)
  if (part.share_contact_name !== null) return { title: part.share_contact_name, purpose: '' }
  if (isOwnShare(bill, part)) return { title: t('Your share'), purpose }
  const title = titleOfLine(part)
  return title === titleOfLine(bill.line) || title === purpose
    ? { title: purpose, purpose: '' }
    : { title, purpose }
}

/** The state of a person's share: paid back, forgiven, or what is still owed. */
export type ShareState =
  | { kind: 'paid'; day: string }
  | { kind: 'forgiven' }
  | { kind: 'owed'; isWhole: boolean; isLate: boolean; amount: number; currency: string }

export function shareState(
  debt: Pick<Obligation, 'status' | 'outstanding_amount' | 'original_amount' | 'is_overdue' | 'currency_id'>,
  lastPaid: string | undefined,
): ShareState {
  if (debt.status === 'settled')
    return lastPaid === undefined ? { kind: 'forgiven' } : { kind: 'paid', day: lastPaid }
  const { outstanding_amount: amount, original_amount, is_overdue: isLate, currency_id: currency } = debt
  return { kind: 'owed', isWhole: amount === original_amount, isLate, amount, currency }
}

/** A row of a list of bills: a bill, or a part of one that is open. */
export type BillRow = { bill: Bill; index: number; part?: RegisterLine }

/** The rows of bills, where the open ones have their parts below them. */
export const rowsOf = (bills: readonly Bill[], open: ReadonlySet<string>): BillRow[] =>
  bills.flatMap((bill, index) => [
    { bill, index },
    ...(bill.parts.length > 1 && open.has(bill.line.id)
      ? bill.parts.map((part) => ({ bill, index, part }))
      : []),
  ])
