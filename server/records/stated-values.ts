import assert from 'node:assert/strict'
import { FIRST_DAY, LAST_DAY } from '../../contract/day.ts'
import { convert, decimalFrom, isTooLarge } from '../../contract/money.ts'
import { Refusal, refuse } from '../../contract/refusals.ts'
import { decimalsOf, formatAmount } from '../ledger/amounts.ts'
import {
  entryOf,
  isClosed,
  isLive,
  isSameTransaction,
  ownAccountsOf,
  plainTransaction,
  type Step,
  type Transaction,
} from '../ledger/journal.ts'
import { type Known, requireLoaded, together } from '../ledger/known.ts'
import {
  type Book,
  changed,
  type Decision,
  type RecordChange,
  type TransactionChange,
} from '../ledger/verb.ts'
import { atOnce } from '../process/slices.ts'
import type { AccountRow } from './account.ts'
import { mergedWith, withOpenings } from './balance-as-of.ts'
import { neededAccount } from './chart.ts'
import { movedLines, removal } from './opening.ts'
import { checkOpen } from './require.ts'
import { differenceId, nearKey, type SlimValue } from './value.ts'
import {
  debitOf,
  nearOf,
  referencesOf,
  storedOn,
  type Target,
  targetsOf,
  type ValuedChanges,
} from './value-targets.ts'

/**
 * A stated value stays true: the difference to the balance is a transaction of kind `value`, which follows when entries of the account change up
 * to its day. The entries after a value and up to the next belong to the next one, so that only the first value on or after an entry takes the
 * difference. Changes work it out here, once for each change; the reader of a book's file and `verify` compute it again to check it.
 */

/** A decision with all entries that follow from it. Openings come first: what a balance as of a day covers is before every value. */
export function* followingEntries<Answer>(
  book: Book,
  known: Known,
  decision: Decision<Answer>,
): Generator<void, Decision<Answer>> {
  if (decision.isComplete) return decision
  return yield* withDifferences(book, known, yield* withOpenings(book, known, decision))
}

function* withDifferences<Answer>(
  book: Book,
  known: Known,
  decision: Decision<Answer>,
): Generator<void, Decision<Answer>> {
  const { changes, later } = decision
  const followed = startFollowing(book, known, changes)
  yield* followed.add(changes)
  if (!later) {
    const [steps, opened] = followed.differences()
    return steps.length === 0
      ? decision
      : { ...decision, changes: [...mergedWith(changes, steps), ...opened] }
  }
  const opened = followed.requireFor(later.accountIds)
  return {
    ...decision,
    changes: opened ? [...changes, opened] : changes,
    later: { ...later, decided: thenDifferences(later.decided, followed) },
  }
}

async function* thenDifferences(
  decided: AsyncIterable<readonly TransactionChange[]>,
  followed: ReturnType<typeof startFollowing>,
): AsyncGenerator<readonly TransactionChange[]> {
  for await (const some of decided) {
    atOnce(followed.add(some))
    yield some
  }
  yield followed.differences()[0].map(({ before, after }) => ({ kind: 'transaction', before, after }))
}

function startFollowing(book: Book, known: Known, changes: readonly RecordChange[]) {
  const accounts = new Map<string, ValuedChanges>()
  /** Accounts that have no values: those that the change opens, and others that were looked up. */
  const unvalued = new Set<string>()
  const missing = new Set<string>()
  /** The differences that the change has already. */
  const own = new Map<string, Transaction>()
  let equity: AccountRow | undefined

  function followingOf(accountId: string): ValuedChanges {
    const found = accounts.get(accountId) ?? { accountId, net: new Map(), stated: new Map() }
    accounts.set(accountId, found)
    return found
  }
  const isFollowed = (id: string): boolean => {
    if (accounts.has(id)) return true
    if (unvalued.has(id)) return false
    if (!known.isLoaded('has_values', id)) missing.add(id)
    else if (known.find('has_values', id)) return true
    else unvalued.add(id)
    return false
  }
  function addOne(transaction: Transaction | null, sign: 1n | -1n): void {
    if (!isLive(transaction)) return
    for (const id of ownAccountsOf(transaction)) if (isFollowed(id)) addSide(id, transaction, sign)
  }
  function addSide(id: string, { date, entries }: Transaction, sign: 1n | -1n): void {
    const { net } = followingOf(id)
    for (const { debit_account_id, credit_account_id, amount } of entries)
      if (debit_account_id === id) net.set(date, (net.get(date) ?? 0n) + sign * amount)
      else if (credit_account_id === id) net.set(date, (net.get(date) ?? 0n) - sign * amount)
  }
  function* add(some: readonly RecordChange[]): Generator<void> {
    for (const { kind, before, after } of some) {
      if (kind !== 'transaction') continue
      if (after?.kind === 'value') own.set(after.id, after)
      else {
        addOne(before, -1n)
        addOne(after, 1n)
      }
      yield
    }
    if (missing.size > 0) requireLoaded(known, { has_values: [...missing] })
  }
  for (const { kind, before, after } of changes)
    if (kind === 'value') {
      const { account_id, date } = after ?? before ?? assert.fail('a value before or after')
      followingOf(account_id).stated.set(date, { before, after })
    } else if (kind === 'account' && after) {
      if (before === null) unvalued.add(after.id)
      if (after.role === 'value_changes') equity = after
    }

  /** The account against which differences are posted; a book that has none gets it by this change. */
  function requireEquity(): { account: AccountRow; change: RecordChange | null } {
    if (equity) return { account: equity, change: null }
    requireLoaded(known, { role: ['value_changes'] })
    const found = known.find('role', 'value_changes')
    equity = found ?? valueChanges(book, known)
    return { account: equity, change: found ? null : changed('account', null, equity) }
  }

  return {
    add,
    /** Everything that the differences of these accounts may need is loaded before the first of many transactions is written. */
    requireFor(ids: readonly string[]): RecordChange | null {
      const all = ids.filter(isFollowed)
      requireLoaded(known, { has_values: [...missing], account: all })
      const near = all.map((id) => nearKey(id, FIRST_DAY, LAST_DAY))
      requireLoaded(known, { values_near: near })
      const values = near.flatMap((key) => known.find('values_near', key) ?? [])
      requireLoaded(known, {
        transaction: values.map(({ account_id, date }) => differenceId(account_id, date)),
      })
      return all.length > 0 ? requireEquity().change : null
    },
    differences(): [Step[], RecordChange[]] {
      const all = [...accounts.values()]
      requireLoaded(known, together(all.map((following) => nearOf(known, following))))
      for (const following of all) checkDays(book, known, following)
      const moved = all.flatMap((following) => targetsOf(known, following))
      if (moved.length === 0) return [[], []]
      requireLoaded(known, together(moved.map(referencesOf)))
      const sums = moved.map((target) => ({ target, debit: debitOf(known, target) }))
      const open = sums.some(({ debit }) => debit !== 0n) ? requireEquity() : null
      const steps = sums.flatMap(
        ({ target, debit }) => stepOf(book, known, target, debit, open?.account, own) ?? [],
      )
      return [steps, open?.change ? [open.change] : []]
    },
  }
}

/** A value of a closed day is part of the closed figures, also if its entries alone lead to it. */
function checkDays(book: Book, known: Known, { accountId, stated }: ValuedChanges): void {
  for (const [date, { before, after }] of stated) {
    const value = after ?? before
    if (!value || !isClosed(book, date) || before?.amount === after?.amount) continue
    const account = known.find('account', accountId) ?? assert.fail('a value of no account')
    refuse('locked', {
      date,
      closed_through: String(book.closed_through),
      value: paramsOf({ account, value: after, was: before ?? undefined }, value),
    })
  }
}

const valueChanges = (book: Book, known: Known): AccountRow =>
  neededAccount(book, known, { name: 'Changes in value', role: 'value_changes' })

/** The step that takes the difference to where it has to be; null if it is there. `own` are the differences as the change leaves them. */
function stepOf(
  book: Book,
  known: Known,
  target: Target,
  debit: bigint,
  equity: AccountRow | undefined,
  own: ReadonlyMap<string, Transaction>,
): Step | null {
  const { account, date, value } = target
  const stored = storedOn(known, account, date)
  const current = own.get(differenceId(account.id, date)) ?? stored
  const after =
    debit === 0n || !value || !equity
      ? removal(book, current, 'found')?.after
      : posted(book, target, value, current, debit, equity)
  if (!after || (current !== null && isSameTransaction(current, after))) return null
  const step = { before: stored, after }
  checkMovable(book, known, target, step)
  return step
}

function posted(
  book: Book,
  target: Target,
  value: SlimValue,
  before: Transaction | null,
  debit: bigint,
  equity: AccountRow,
): Transaction {
  const { account } = target
  const { date, currency_id, fx_rate, fx_source, fx_date } = value
  const amount = debit < 0n ? -debit : debit
  const base = book.base_currency_id
  const base_amount =
    currency_id === base
      ? amount
      : convert(amount, decimalsOf(currency_id), decimalFrom(fx_rate), decimalsOf(base))
  if (isTooLarge(amount) || isTooLarge(base_amount))
    refuse('locked', { date, too_large: formatAmount(amount, currency_id), value: paramsOf(target, value) })
  const sides = debit > 0n ? { from: equity.id, to: account.id } : { from: account.id, to: equity.id }
  const entry = entryOf(sides, { currency_id, amount, base_amount })
  return {
    ...plainTransaction,
    id: differenceId(account.id, date),
    kind: 'value',
    date,
    currency_id,
    amount,
    base_amount,
    fx_rate,
    fx_source,
    fx_date,
    account_id: account.id,
    other_source: 'found',
    version: book.version,
    created_version: before?.created_version ?? book.version,
    created_at: before?.created_at ?? book.at,
    updated_at: book.at,
    entries: movedLines(isLive(before) ? before.entries : [], entry),
  }
}

/** Refuses to change a difference in closed days, or one that is on a statement that was reconciled: it says which value is in the way. */
function checkMovable(book: Book, known: Known, target: Target, step: Step): void {
  try {
    checkOpen(book, known, [step])
  } catch (error) {
    const stated = target.value ?? target.was
    if (!(error instanceof Refusal) || error.code !== 'locked' || !stated) throw error
    refuse('locked', {
      ...(error.params as { date: string; closed_through: string }), // of this refusal
      value: paramsOf(target, stated),
    })
  }
}

/** The value in the details of a refusal. */
const paramsOf = (
  { account: { id, name }, value, was }: Pick<Target, 'account' | 'value' | 'was'>,
  { date, amount, currency_id }: SlimValue,
) => ({
  account_id: id,
  account_name: name,
  date,
  amount: formatAmount(amount, currency_id),
  ...(value === null
    ? { is_removed: true as const }
    : value.amount !== was?.amount && { is_stated: true as const }),
})
