import { addDays, type Day, FIRST_DAY, laterDay } from '../../contract/day.ts'
import { convert, decimalFrom, isTooLarge } from '../../contract/money.ts'
import { Refusal, refuse } from '../../contract/refusals.ts'
import { decimalsOf, formatAmount } from '../ledger/amounts.ts'
import type { BookSettings } from '../ledger/book.ts'
import { isLive, isSameTransaction, ownAccountsOf, type Step, type Transaction } from '../ledger/journal.ts'
import { type Found, type Known, type References, requireLoaded, together } from '../ledger/known.ts'
import {
  type Book,
  changed,
  type Decision,
  type RecordChange,
  type TransactionChange,
} from '../ledger/verb.ts'
import { atOnce } from '../process/slices.ts'
import { type AccountRow, coveredKey, isAsOf, normalSide, type SaidAccount } from './account.ts'
import { chainOf, startsWithSaid } from './chain.ts'
import { postedOpening, removal } from './opening.ts'
import { checkOpen } from './require.ts'

/**
 * The balance that a person said as of a day stays true: entries of the account up to that day move its opening, not the balance. Changes work the
 * opening out here, once for each change, however many transactions it has; the reader of a book's file (`book-file/check-balances.ts`) and
 * `verify` compute it again to check it.
 */

/** The last day whose entries are in the balance that was said. */
export const coveredThrough = ({
  as_of_date,
  as_of_includes_day,
}: Pick<SaidAccount, 'as_of_date' | 'as_of_includes_day'>): Day =>
  as_of_includes_day ? as_of_date : addDays(as_of_date, -1)

/** The other entries of an account that the balance covers: debits less credits, and the day of the first; null without any. */
type Others = { readonly amount: bigint; readonly first: Day | null }

/** The opening that leads to the balance that was said: debits less credits, and its day. 0 is no entry. */
export const openingBehind = (
  account: SaidAccount,
  { amount, first }: Others,
): { date: Day; debit: bigint } => ({
  date: laterDay(first === null ? coveredThrough(account) : addDays(first, -1), FIRST_DAY),
  debit: normalSide(account) * account.as_of_amount - amount,
})

/** The entries that a change adds to those that a balance covers, and takes from them. */
type Following = {
  readonly account: SaidAccount
  /** Whether the account is opened, or its balance said, by this change. */
  readonly isNew: boolean
  readonly isSaidNow: boolean
  readonly last: Day
  net: bigint
  /** How many lines of a day are added, less those that go. */
  readonly lines: Map<Day, number>
}

/** The changes of a decision, with the openings that follow from them. Refuses a change that would move an opening which may not move. */
export function* withOpenings<Answer>(
  book: Book,
  known: Known,
  decision: Decision<Answer>,
): Generator<void, Decision<Answer>> {
  const { changes, later } = decision
  const followed = startFollowing(withBaseAfter(book, changes), known)
  yield* followed.add(changes)
  if (!later) return { ...decision, changes: mergedWith(changes, followed.openings()) }
  followed.requireFor(later.accountIds)
  return { ...decision, later: { ...later, decided: thenOpenings(later.decided, followed) } }
}

/** The book with the base currency that it has after the change: openings are worth something in that one. */
export function withBaseAfter(book: Book, changes: readonly Pick<RecordChange, 'kind' | 'after'>[]): Book {
  const settings = changes.find(({ kind }) => kind === 'book')?.after as BookSettings | null | undefined // a row of this kind
  return settings ? { ...book, base_currency_id: settings.base_currency_id } : book
}

async function* thenOpenings(
  decided: AsyncIterable<readonly TransactionChange[]>,
  followed: ReturnType<typeof startFollowing>,
): AsyncGenerator<readonly TransactionChange[]> {
  for await (const some of decided) {
    atOnce(followed.add(some))
    yield some
  }
  yield followed.openings().map(({ before, after }) => ({ kind: 'transaction', before, after }))
}

/** The openings, or differences, take the place of those that the change has already. */
export function mergedWith(
  changes: readonly RecordChange[],
  openings: readonly Step[],
): readonly RecordChange[] {
  if (openings.length === 0) return changes
  const byId = new Map(openings.map((step) => [step.after.id, step]))
  const merged = changes.map((change) => {
    const step = change.kind === 'transaction' && change.after ? byId.get(change.after.id) : undefined
    if (step) byId.delete(step.after.id)
    return step ? changed('transaction', change.before as Transaction | null, step.after) : change // of this kind
  })
  return [...merged, ...[...byId.values()].map(({ before, after }) => changed('transaction', before, after))]
}

/**
 * The step that moves the opening of an account which a request opens or changes: its answer shows the opening. `before` is null if the account
 * is new.
 */
export function openingFollowing(
  book: Book,
  known: Known,
  account: AccountRow,
  before: AccountRow | null,
): Step | null {
  const followed = startFollowing(book, known)
  atOnce(followed.add([changed('account', before, account)]))
  return followed.openings()[0] ?? null
}

function startFollowing(book: Book, known: Known) {
  const accounts = new Map<string, Following | null>()
  const openings = new Map<string, Transaction>()
  const missing = new Set<string>()

  function follow(account: AccountRow, before: AccountRow | null | undefined): Following | null {
    const following =
      isAsOf(account) && isLive(account)
        ? {
            account,
            isNew: before === null,
            isSaidNow: before !== undefined && !(isLive(before) && isSameBalance(before, account)),
            last: coveredThrough(account),
            net: 0n,
            lines: new Map<Day, number>(),
          }
        : null
    accounts.set(account.id, following)
    return following
  }
  function followingOf(id: string): Following | null {
    const found = accounts.get(id)
    if (found !== undefined) return found
    if (!known.isLoaded('account', id)) missing.add(id)
    const account = missing.has(id) ? undefined : known.find('account', id)
    return account ? follow(account, undefined) : null
  }
  function addSide(following: Following | null, transaction: Transaction, sign: 1 | -1): void {
    if (following === null || transaction.date > following.last) return
    const { account, lines } = following
    for (const entry of transaction.entries) {
      if (entry.currency_id !== account.as_of_currency_id) continue
      const isDebit = entry.debit_account_id === account.id
      if (!isDebit && entry.credit_account_id !== account.id) continue
      following.net += isDebit === (sign === 1) ? entry.amount : -entry.amount
      lines.set(transaction.date, (lines.get(transaction.date) ?? 0) + sign)
    }
  }
  function addOne(transaction: Transaction | null, sign: 1 | -1): void {
    if (!isLive(transaction)) return
    for (const id of ownAccountsOf(transaction)) addSide(followingOf(id), transaction, sign)
  }
  const isMoved = ({ net, lines, isSaidNow }: Following) =>
    isSaidNow || net !== 0n || lines.values().some((count) => count !== 0)
  const referencesOf = (following: Following): References =>
    following.isNew
      ? {}
      : { opening: [following.account.id], covered: [keyOf(following)], role: ['opening_balances'] }

  return {
    *add(changes: readonly RecordChange[]): Generator<void> {
      for (const change of changes)
        if (change.kind === 'account' && change.after) {
          checkNotStarted(known, change.before, change.after)
          follow(change.after, change.before)
        }
      for (const change of changes) {
        if (change.kind !== 'transaction') continue
        const { before, after } = change
        if (after?.kind === 'opening') openings.set(after.account_id ?? '', after)
        else {
          addOne(before, -1)
          addOne(after, 1)
        }
        yield
      }
      if (missing.size > 0) requireLoaded(known, { account: [...missing] })
    },
    /** Everything that the openings of these accounts may need is loaded before the first of many transactions is written. */
    requireFor(ids: readonly string[]): void {
      const all = ids.flatMap((id) => followingOf(id) ?? [])
      requireLoaded(known, together([{ account: [...missing] }, ...all.map(referencesOf)]))
    },
    openings(): Step[] {
      const moved = [...accounts.values()].filter((one) => one !== null).filter(isMoved)
      if (moved.length === 0) return []
      requireLoaded(known, together(moved.map(referencesOf)))
      return moved.flatMap(
        (following) => stepOf(book, known, following, openings.get(following.account.id)) ?? [],
      )
    },
  }
}

const isSameBalance = (a: AccountRow, b: AccountRow): boolean =>
  a.type === b.type &&
  a.as_of_date === b.as_of_date &&
  a.as_of_amount === b.as_of_amount &&
  a.as_of_currency_id === b.as_of_currency_id &&
  a.as_of_includes_day === b.as_of_includes_day &&
  a.as_of_fx_rate === b.as_of_fx_rate &&
  a.as_of_fx_source === b.as_of_fx_source

/** Refuses to change or end a balance with which a statement starts that was reconciled: the statement would no longer be right. */
function checkNotStarted(known: Known, before: AccountRow | null, after: AccountRow): void {
  if (
    !isLive(before) ||
    !isAsOf(before) ||
    isSameBalance(before, {
      ...after,
      as_of_fx_rate: before.as_of_fx_rate,
      as_of_fx_source: before.as_of_fx_source,
    })
  )
    return
  requireLoaded(known, { reconciliations: [before.id] })
  const [first] = chainOf(known, { account_id: before.id, currency_id: before.as_of_currency_id })
  if (!first?.finished_at || !startsWithSaid(before, first) || first.start_amount !== before.as_of_amount)
    return
  refuse('locked', {
    date: before.as_of_date,
    reconciliation_id: first.id,
    account_name: before.name,
    statement_date: first.date,
    starts_with: formatAmount(before.as_of_amount, before.as_of_currency_id),
  })
}

/** One line more is loaded than the change removes, so that one remains. */
function keyOf({ account, last, lines }: Following): string {
  const gone = lines.values().reduce((sum, count) => (count < 0 ? sum - count : sum), 0)
  return coveredKey(account.id, account.as_of_currency_id, last, gone + 1)
}

/** The step that moves the opening to where it has to be; null if it is there. `own` is the opening as the change itself leaves it. */
function stepOf(book: Book, known: Known, following: Following, own: Transaction | undefined): Step | null {
  const { account, isNew } = following
  const stored = isNew ? null : (known.find('opening', account.id) ?? null)
  const current = own ?? stored
  const covered = (isNew ? undefined : known.find('covered', keyOf(following))) ?? NONE
  const posted = openingBehind(account, othersOf(following, covered, stored))
  const after = stepTo(book, known, account, current, posted)?.after ?? current
  if (after === null || (current !== null && isSameTransaction(current, after))) return null
  const step = { before: stored, after }
  checkMovable(book, known, account, step)
  return step
}

const NONE: Found['covered'] = { amount: 0n, days: [] }

/** The other entries as the change leaves them. The stored sum has the opening in it, if that is dated within what is covered. */
function othersOf(
  { account, last, net, lines }: Following,
  { amount, days }: Found['covered'],
  opening: Transaction | null,
): Others {
  const counts = new Map(lines)
  for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1)
  const first = [...counts.keys()].filter((day) => (counts.get(day) ?? 0) > 0).reduce(earlier, null)
  return { amount: amount + net - openingIn(account, last, opening), first }
}

const earlier = (a: Day | null, b: Day): Day => (a === null || b < a ? b : a)

const openingIn = (
  { id, as_of_currency_id }: SaidAccount,
  last: Day,
  opening: Transaction | null,
): bigint => {
  if (!isLive(opening) || opening.date > last || opening.currency_id !== as_of_currency_id) return 0n
  return opening.entries[0]?.debit_account_id === id ? opening.amount : -opening.amount
}

function stepTo(
  book: Book,
  known: Known,
  account: SaidAccount,
  before: Transaction | null,
  { date, debit }: { date: Day; debit: bigint },
): Step | null {
  if (debit === 0n) return removal(book, before, 'found')
  const { as_of_currency_id: currency_id, as_of_fx_rate: fx_rate } = account
  const amount = debit < 0n ? -debit : debit
  const base = book.base_currency_id
  const base_amount =
    currency_id === base
      ? amount
      : convert(amount, decimalsOf(currency_id), decimalFrom(fx_rate), decimalsOf(base))
  if (isTooLarge(amount) || isTooLarge(base_amount))
    refuse('locked', { date, too_large: formatAmount(amount, currency_id), balance_as_of: paramsOf(account) })
  return postedOpening(book, known, account, before, {
    date,
    currency_id,
    debit,
    base_amount,
    fx_rate,
    fx_source: account.as_of_fx_source,
    fx_date: account.as_of_fx_date,
    other_source: 'found',
  })
}

/** Refuses to move an opening in closed days, or one that is on a statement that was reconciled: it says which balance is in the way. */
function checkMovable(book: Book, known: Known, account: SaidAccount, step: Step): void {
  try {
    checkOpen(book, known, [step])
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'locked') throw error
    refuse('locked', {
      ...(error.params as { date: string; closed_through: string }), // of this refusal
      balance_as_of: paramsOf(account),
    })
  }
}

/** The balance in the details of a refusal. */
const paramsOf = ({ id, name, as_of_date, as_of_amount, as_of_currency_id }: SaidAccount) => ({
  account_id: id,
  account_name: name,
  date: as_of_date,
  amount: formatAmount(as_of_amount, as_of_currency_id),
})
