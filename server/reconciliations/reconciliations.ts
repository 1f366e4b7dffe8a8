import { addDays, type Day, todayIn } from '../../contract/day.ts'
import type {
  Reconciliation,
  ReconciliationChange,
  ReconciliationDraft,
  ReconciliationFinish,
} from '../../contract/reconciliations.ts'
import { Refusal, refusalAt, refuse, refuseField } from '../../contract/refusals.ts'
import { later } from '../../words/t.ts'
import { amountOf, amountToApi, checkSize, formatAmount } from '../ledger/amounts.ts'
import { linesOf, type Transaction } from '../ledger/journal.ts'
import type { Known, References } from '../ledger/known.ts'
import { type Book, changed, type Decision, type Guard, unchanged, type Verb } from '../ledger/verb.ts'
import { newId } from '../process/ids.ts'
import { type AccountRow, normalSide } from '../records/account.ts'
import type { CategoryRow } from '../records/category.ts'
import { chainOf, type Head, isAfter, startOf } from '../records/chain.ts'
import { askingFor } from '../records/half.ts'
import type { LifeCycle } from '../records/life-cycle.ts'
import type { LiveLine, ReconciliationRow } from '../records/reconciliation.ts'
import { checkOpen, isBankable, requireCurrency } from '../records/require.ts'
import { composeBooking } from '../transactions/booking.ts'
import { checkAdjustable, checkNotSaid } from './in-balance.ts'
import { type Cleared, clearedIn, reconciliationToApi } from './to-api.ts'

/** A change of more lines than this is served alone: others would wait for the end of its group. */
const MAX_IN_COMPANY = 200

const NONE: Cleared = { ids: [], amount: 0n }

const looksAt = (accountId: string, id?: string): References => ({
  account: [accountId],
  reconciliations: [accountId],
  reconciliation: [id],
  cleared: [id],
})

/** Starts to compare an account with a statement. It starts where the latest finished reconciliation ended. */
export const startReconciliation = (accountId: string, draft: ReconciliationDraft): Verb<Reconciliation> => ({
  looksAt: looksAt(accountId),
  decide(book, known) {
    const account = requireAccount(known, accountId)
    // An account that is no longer active may still have statements.
    if (!isBankable(account)) refuse('account_not_reconcilable', { name: account.name })
    const currency_id = currencyOf(book, account, draft)
    const statement_amount = amountOf(draft.balance, currency_id, 'balance')
    const earlier = chainOf(known, { account_id: account.id, currency_id })
    const last = earlier.at(-1)
    checkDate(book, draft.date, earlier)
    checkNoneOpen(account, last)

    // Nothing below this line refuses.
    const after: ReconciliationRow = {
      id: newId(),
      account_id: account.id,
      currency_id,
      date: draft.date,
      statement_amount,
      start_amount: startOf(account, { currency_id, date: draft.date }, last),
      cleared_line_ids: [],
      adjustment_id: null,
      finished_at: null,
      created_version: book.version,
      version: book.version,
      created_at: book.at,
      updated_at: book.at,
      deleted_at: null,
    }
    return save(book, account, null, after, NONE)
  },
})

/** Replaces the ticks of an open reconciliation, or corrects its statement. */
export const changeReconciliation = (
  accountId: string,
  id: string,
  draft: ReconciliationChange,
  guard: Guard,
): Verb<Reconciliation> => ({
  looksAt: { ...looksAt(accountId, id), line: draft.cleared_line_ids ?? [] },
  ...((draft.cleared_line_ids ?? []).length > MAX_IN_COMPANY && { isServedAlone: true as const }),
  decide(book, known) {
    const { account, before } = requireReconciliation(known, accountId, id)
    const stored = known.find('cleared', before.id) ?? []
    const { date = before.date, cleared_line_ids: sent } = draft
    const statement_amount = statementIn(draft, before)
    const earlier = chainOf(known, before).filter((one) => isAfter(before, one))
    if (date !== before.date) checkDate(book, date, earlier)
    const lines = sent === undefined ? stored : requireLines(known, account, before, sent)
    guard(before)
    const isSame =
      date === before.date && statement_amount === before.statement_amount && hasSameIds(stored, lines)
    if (isSame) return unchanged(reconciliationToApi(before, account, clearedIn(account, stored)))
    checkUnfinished(before)
    checkDays(lines, date, sent === undefined ? 'date' : undefined)
    checkFree(known, before, lines)
    const moved = { ...before, date }
    checkNotSaid(account, moved, earlier, lines)

    // Nothing below this line refuses.
    const cleared = clearedIn(account, lines)
    const cleared_line_ids = sent === undefined ? before.cleared_line_ids : cleared.ids
    const start_amount = startOf(account, moved, earlier.at(-1))
    return save(
      book,
      account,
      before,
      { ...moved, statement_amount, start_amount, cleared_line_ids },
      cleared,
    )
  },
})

/** In the trash an open reconciliation keeps the list of its lines; it comes back without ticks on lines that another one has since. */
export const reconciliationLife = (
  accountId: string,
  id: string,
): LifeCycle<ReconciliationRow, Reconciliation> => ({
  looksAt: looksAt(accountId, id),
  find(known) {
    const row = known.find('reconciliation', id)
    return row && row.account_id === requireAccount(known, accountId).id ? row : undefined
  },
  show(_, known, row) {
    const account = requireAccount(known, accountId)
    return reconciliationToApi(row, account, clearedIn(account, known.find('cleared', row.id) ?? []))
  },
  trash(book, known, before) {
    const account = requireAccount(known, accountId)
    checkUnfinished(before)

    // Nothing below this line refuses.
    const cleared = clearedIn(account, known.find('cleared', before.id) ?? [])
    return save(book, account, before, { ...before, deleted_at: book.at }, cleared)
  },
  restore(book, known, before) {
    const account = requireAccount(known, accountId)
    const lines = known.find('cleared', before.id) ?? []
    const chain = chainOf(known, before)
    const last = chain.at(-1)
    checkNoneOpen(account, last)
    checkLatest(before, last && isAfter(last, before) ? last : undefined)
    checkDate(book, before.date, chain)

    // Nothing below this line refuses.
    const free = lines.filter(({ reconciliation_id }) => reconciliation_id === null)
    const taken = new Set(
      lines.flatMap(({ id, reconciliation_id }) => (reconciliation_id === null ? [] : [id])),
    )
    const after = {
      ...before,
      start_amount: startOf(account, before, last),
      cleared_line_ids: before.cleared_line_ids.filter((line) => !taken.has(line)),
      deleted_at: null,
    }
    return save(book, account, before, after, clearedIn(account, free))
  },
})

/** Finishes a reconciliation. A difference is refused, or becomes an ordinary transaction that is ticked with the rest. */
export const finishReconciliation = (
  accountId: string,
  id: string,
  { adjust }: ReconciliationFinish,
): Verb<Reconciliation> => ({
  looksAt: { ...looksAt(accountId, id), category: [adjust?.category_id] },
  decide(book, known) {
    const { account, before } = requireReconciliation(known, accountId, id)
    const category = adjust ? requireCategory(known, adjust.category_id) : undefined
    checkUnfinished(before)
    const lines = known.find('cleared', before.id) ?? []
    const cleared = clearedIn(account, lines)
    checkDays(lines, before.date)
    const earlier = chainOf(known, before).filter((one) => isAfter(before, one))
    checkNotSaid(account, before, earlier, lines)
    const { currency_id, statement_amount } = before
    const start_amount = startOf(account, before, earlier.at(-1))
    const difference = statement_amount - start_amount - cleared.amount
    if (difference !== 0n && !category) refuseDifference(before, difference)
    if (difference !== 0n && category) checkAdjustable(account, before)
    const adjustment =
      difference !== 0n && category
        ? composeAdjustment(book, known, account, before, category, difference)
        : null
    checkOpen(book, known, adjustment ? [{ before: null, after: adjustment }] : [])

    // Nothing below this line refuses.
    const added = (adjustment?.entries ?? [])
      .flatMap(linesOf)
      .filter((line) => line.account_id === account.id && line.currency_id === currency_id)
      .map((line) => line.id)
    // Ticks on lines that are no longer in the books end here: a transaction that comes back from the trash is not locked.
    const cleared_line_ids = [...cleared.ids, ...added]
    const adjustment_id = adjustment?.id ?? before.adjustment_id
    const after = { ...before, start_amount, cleared_line_ids, adjustment_id, finished_at: book.at }
    const { answer, changes } = save(book, account, before, after, {
      ids: cleared_line_ids,
      amount: statement_amount - start_amount,
    })
    return {
      answer,
      changes: [...changes, ...(adjustment ? [changed('transaction', null, adjustment)] : [])],
    }
  },
})

/** Reopens the latest reconciliation. A later one starts where it ended, and would no longer fit. */
export const reopenReconciliation = (accountId: string, id: string): Verb<Reconciliation> => ({
  looksAt: looksAt(accountId, id),
  decide(book, known) {
    const { account, before } = requireReconciliation(known, accountId, id)
    if (before.finished_at === null) refuse('reconciliation_unfinished', { date: before.date })
    const last = chainOf(known, before).at(-1)
    checkLatest(before, last)

    // Nothing below this line refuses.
    const cleared = clearedIn(account, known.find('cleared', before.id) ?? [])
    return save(book, account, before, { ...before, finished_at: null }, cleared)
  },
})

/** Refuses ticks on lines of later days: the register of the statement's day could not end with its balance. */
export function checkDays(
  lines: readonly { id: string; date: Day }[],
  statement_date: Day,
  field?: string,
): void {
  const index = lines.findIndex(({ date }) => date > statement_date)
  const late = lines[index]
  if (late)
    refuse('line_after_statement', {
      field: field ?? `cleared_line_ids.${index}`,
      line_id: late.id,
      line_date: late.date,
      statement_date,
    })
}

/** Refuses to finish with a difference. */
export function refuseDifference(
  { statement_amount, currency_id }: ReconciliationRow,
  difference: bigint,
): never {
  const [statement = '', cleared = '', rest = ''] = [
    statement_amount,
    statement_amount - difference,
    difference,
  ].map((amount) => formatAmount(amount, currency_id))
  refuse('statement_differs', { statement, cleared, difference: rest })
}

/** The account, unless it is in the trash. */
function requireAccount(known: Known, id: string): AccountRow {
  const account = known.find('account', id)
  return account && account.deleted_at === null ? account : refuse('not_found')
}

function currencyOf(
  book: Book,
  { name, currency_id: bound }: AccountRow,
  { currency_id }: ReconciliationDraft,
) {
  const chosen = currency_id === undefined ? (bound ?? book.base_currency_id) : requireCurrency(currency_id)
  if (bound !== null && bound !== chosen)
    refuse('account_currency', { field: 'currency_id', name, bound, currency_id: chosen })
  return chosen
}

/** A statement is not of the future, and not older than the one before it. At the latest it is of tomorrow, which it may be elsewhere. */
function checkDate(book: Book, date: Day, earlier: readonly Head[]): void {
  const tomorrow = addDays(todayIn(book.time_zone), 1)
  if (date > tomorrow)
    refuse('statement_date', { date, reason: later('is later than tomorrow, {tomorrow}.', { tomorrow }) })
  const last = earlier.findLast(({ finished_at }) => finished_at !== null)
  if (last && date < last.date)
    refuse('statement_date', {
      date,
      reason: later('is before {day}, the day of the statement before it.', { day: last.date }),
    })
}

function requireReconciliation(known: Known, accountId: string, id: string) {
  const account = requireAccount(known, accountId)
  const before = known.find('reconciliation', id)
  const isThere = before?.account_id === account.id && before.deleted_at === null
  return isThere ? { account, before } : refuse('not_found')
}

/** The balance of a change, under either of its names, or else the stored one. */
function statementIn(
  { balance, statement_balance }: ReconciliationChange,
  { currency_id, statement_amount }: ReconciliationRow,
): bigint {
  if (balance !== undefined && statement_balance !== undefined && balance !== statement_balance)
    refuseField('statement_balance', 'both_balances', { balance, statement_balance })
  if (balance !== undefined) return amountOf(balance, currency_id, 'balance')
  return statement_balance === undefined
    ? statement_amount
    : amountOf(statement_balance, currency_id, 'statement_balance')
}

function checkNoneOpen({ name: account_name }: AccountRow, last: Head | undefined): void {
  if (last?.finished_at !== null) return
  const { currency_id, date, id: reconciliation_id } = last
  refuse('reconciliation_open', { account_name, currency_id, date, reconciliation_id })
}

/** Each reconciliation starts where the one before it ended, so that only the latest can be open. */
function checkLatest({ id, date }: ReconciliationRow, last: Head | undefined): void {
  if (last && last.id !== id)
    refuse('reconciliation_followed', { date, later_date: last.date, reconciliation_id: last.id })
}

function checkUnfinished({ date, finished_at }: ReconciliationRow): void {
  if (finished_at !== null) refuse('reconciliation_finished', { date, finished_at })
}

/** Live lines of the account in the currency of its statement. */
function requireLines(
  known: Known,
  { id: accountId, name: account_name }: AccountRow,
  { currency_id }: ReconciliationRow,
  ids: readonly string[],
): LiveLine[] {
  const unique = new Set(ids.map((id) => id.toLowerCase())) // an id may be written in either case
  if (unique.size < ids.length) refuseField('cleared_line_ids', 'named_twice', { resource: 'line' })
  return [...unique].map((id, index) => {
    const line = known.find('line', id)
    const isOfStatement = line?.account_id === accountId && line.currency_id === currency_id
    return isOfStatement
      ? line
      : refuse('line_not_found', { field: `cleared_line_ids.${index}`, account_name, currency_id })
  })
}

const hasSameIds = (a: readonly LiveLine[], b: readonly LiveLine[]): boolean =>
  a.length === b.length && new Set([...a, ...b].map(({ id }) => id)).size === a.length

/** A line is on one statement. */
function checkFree(known: Known, { id, account_id }: ReconciliationRow, lines: readonly LiveLine[]): void {
  const taken = lines.find(({ reconciliation_id }) => reconciliation_id !== null && reconciliation_id !== id)
  if (!taken?.reconciliation_id) return
  const { id: line_id, reconciliation_id } = taken
  const holder = (known.find('reconciliations', account_id) ?? []).find((one) => one.id === reconciliation_id)
  refuse('line_reconciled', { line_id, reconciliation_id, statement_date: holder?.date ?? '' })
}

function requireCategory(known: Known, id: string): CategoryRow {
  const category = known.find('category', id)
  return category && category.deleted_at === null
    ? category
    : refuse('category_not_found', { field: 'adjust.category_id', kind: 'expenses or income' })
}

/** The difference as an expense or an income, dated as the statement. One that goes against the kind of its category is a refund. */
function composeAdjustment(
  book: Book,
  known: Known,
  account: AccountRow,
  { currency_id, date }: ReconciliationRow,
  { id: category_id, kind }: CategoryRow,
  difference: bigint,
): Transaction {
  const isGained = difference * normalSide(account) > 0n
  const size = checkSize(difference < 0n ? -difference : difference, currency_id, 'adjust')
  const draft = {
    amount: amountToApi(size, currency_id),
    currency_id,
    date,
    category_id,
    asset_account_id: account.id,
    is_refund: isGained === (kind === 'expense'),
    notes: `Difference to the statement of ${date}`,
  }
  try {
    // `adjust` has no field for a rate.
    return askingFor([], () => composeBooking(book, kind, draft, known, null).transaction)
  } catch (error) {
    throw error instanceof Refusal ? refusalAt(error, 'adjust') : error
  }
}

function save(
  book: Book,
  account: AccountRow,
  before: ReconciliationRow | null,
  reconciliation: ReconciliationRow,
  cleared: Cleared,
): Decision<Reconciliation> {
  const after = { ...reconciliation, version: book.version, updated_at: book.at }
  return {
    answer: reconciliationToApi(after, account, cleared),
    changes: [changed('reconciliation', before, after)],
  }
}
