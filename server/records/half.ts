import type { Day } from '../../contract/day.ts'
import { decimalText } from '../../contract/money.ts'
import { Refusal, refuse } from '../../contract/refusals.ts'
import { type Sql, sql } from '../database/sql.ts'
import { exchange } from '../ledger/exchange.ts'
import { entryOf, keepLines, plainTransaction, type Transaction } from '../ledger/journal.ts'
import { decideEach, type Known, requireLoaded } from '../ledger/known.ts'
import { type Book, changed, type Decision, type Elsewhere, unchanged, type Verb } from '../ledger/verb.ts'
import type { AccountRow } from './account.ts'
import { checkCurrencyDay, checkOpen } from './require.ts'

/**
 * Money that moves from one book to another is a transfer in each: between an account of the book and the account that stands for the other
 * books of the person who moved it. The two are halves of one act: both have the same day, are live or in the trash together and, in one currency, have the same amount,
 * so that a change of one half changes the other one in its book, or neither. Accounts, notes, tags and contact are of each half alone. A half
 * whose other book was deleted for good is a record of its own.
 */

type HalfMoney = { date: Day; currency_id: string; amount: bigint; fx_rate?: number | null | undefined }

/** A half with its rate and its worth in the base currency of its book, by the book's own rates. */
export function composeHalf(
  book: Book,
  known: Known,
  half: Pick<Transaction, 'id' | 'account_id' | 'to_account_id'> & { before: Transaction | null },
  { date, currency_id, amount, fx_rate }: HalfMoney,
): Transaction {
  const { before, id, account_id, to_account_id } = half
  checkCurrencyDay(book, currency_id, date)
  const { rate, base_amount } = exchange(book, {
    date,
    currency_id,
    amount,
    field: 'amount',
    known,
    fx_rate,
    fx_source: undefined,
    other: null,
    before: before && { ...before, other: null },
    isChanged: true,
  })
  const sides = { from: account_id ?? '', to: to_account_id ?? '' }
  const memo = before?.entries[0]?.memo ?? ''
  const entries = [entryOf(sides, { currency_id, amount, base_amount }, { memo })]
  return {
    ...plainTransaction,
    created_version: book.version,
    created_at: book.at,
    ...before,
    id,
    kind: 'transfer',
    date,
    currency_id,
    amount,
    base_amount,
    fx_rate: decimalText(rate.rate),
    fx_source: rate.source,
    fx_date: rate.date,
    account_id,
    to_account_id,
    to_amount: amount,
    to_currency_id: currency_id,
    other_source: 'found',
    version: book.version,
    updated_at: book.at,
    entries: before ? keepLines(before.entries, entries) : entries,
  }
}

/** Names the fields of the request that a rate is asked for by; none where it has no field for the other book. */
export function askingFor<T>(fields: readonly string[], compute: () => T): T {
  try {
    return compute()
  } catch (error) {
    throw error instanceof Refusal && ['fx_rate_missing', 'fx_rate_base'].includes(error.code)
      ? new Refusal(error.code, { ...error.detail, fields })
      : error
  }
}

/** The account of a transfer that stands for another book, if one of its accounts does. */
const otherBookOf = (known: Known, { account_id, to_account_id }: Transaction): AccountRow | undefined =>
  [account_id, to_account_id]
    .map((id) => (id === null ? undefined : known.find('account', id)))
    .find((account) => account?.role === 'other_book')

/** The fields whose change may concern the other half. */
const POSTED = [
  'date',
  'currency_id',
  'amount',
  'account_id',
  'to_account_id',
  'to_amount',
  'to_currency_id',
] as const
const isMoved = (before: Transaction, after: Transaction): boolean =>
  (before.deleted_at === null) !== (after.deleted_at === null) ||
  POSTED.some((name) => before[name] !== after[name])

/** The other half of a half: its book, its id, and the half that it follows, which is null if it is deleted for good. */
type HalfLink = { bookId: string; id: string; ownId: string; after: Transaction | null }

/** The decision with the changes of the other halves, in their books. A verb that moves money between books has them already. */
export function withOtherHalves<Answer>(
  book: Book,
  known: Known,
  decision: Decision<Answer>,
): Decision<Answer> {
  if (decision.elsewhere) return decision
  const touched = touchedIn(known, decision)
  requireLoaded(known, {
    account: touched.flatMap(({ before }) => [before.account_id, before.to_account_id]),
  })
  const halves = touched.flatMap((one) => {
    const account = otherBookOf(known, one.before)
    return account ? [{ ...one, account }] : []
  })
  requireLoaded(known, { half: halves.map(({ before }) => before.id) })
  const links = halves.flatMap(({ before, after, account }): HalfLink[] => {
    const link = known.find('half', before.id)
    if (link && after) checkShape(account, before, after)
    return link ? [{ bookId: link.book_id, id: link.transaction_id, after, ownId: before.id }] : []
  })
  if (links.length === 0) return decision
  const elsewhere = [...Map.groupBy(links, ({ bookId }) => bookId)].map(
    ([bookId, ofBook]): Elsewhere => ({
      bookId,
      verb: followHalves(ofBook),
      isOptional: true,
      bar: () => refuse('other_half'),
    }),
  )
  const unlinked = links.flatMap(({ after, ownId }) => (after ? [] : [unlinkHalf(book, ownId)]))
  return { ...decision, elsewhere, beside: [...(decision.beside ?? []), ...unlinked] }
}

/** The transfers whose money a decision changes, and those that it deletes for good. */
function touchedIn(
  known: Known,
  { changes, erases = [] }: Decision<unknown>,
): { before: Transaction; after: Transaction | null }[] {
  const touched: { before: Transaction; after: Transaction | null }[] = []
  for (const { kind, before, after } of changes)
    if (kind === 'transaction' && before?.kind === 'transfer' && after && isMoved(before, after))
      touched.push({ before, after })
  for (const { resource, id } of erases) {
    const before = resource === 'transfer' ? known.find('transaction', id) : undefined
    if (before) touched.push({ before, after: null })
  }
  return touched
}

const unlinkHalf = ({ id: bookId }: Pick<Book, 'id'>, id: string): Sql =>
  sql`delete from book_halves where book_id = ${bookId} and transaction_id = ${id}`

/** Refuses to take a half away from the account that stands for the other book, and to give it a second currency. */
function checkShape({ id, name }: AccountRow, before: Transaction, after: Transaction): void {
  for (const field of ['account_id', 'to_account_id'] as const)
    if (before[field] === id && after[field] !== id)
      refuse('half_fixed', { field: field === 'account_id' ? 'from_account_id' : field, name })
  if (after.currency_id !== after.to_currency_id) refuse('half_fixed', { field: 'to_currency_id', name })
}

/** Changes halves as their other halves were changed. */
const followHalves = (links: readonly HalfLink[]): Verb<null> => ({
  looksAt: { transaction: links.map(({ id }) => id) },
  async decide(book, known) {
    const decisions = await decideEach(links, (link) => followHalf(book, known, link))

    // Nothing below this line refuses.
    return {
      answer: null,
      changes: decisions.flatMap(({ changes }) => changes),
      erases: decisions.flatMap(({ erases = [] }) => erases),
      beside: decisions.flatMap(({ beside = [] }) => [...beside]),
      elsewhere: [],
    }
  },
})

function followHalf(book: Book, known: Known, { id, after: other }: HalfLink): Decision<null> {
  const before = known.find('transaction', id)
  if (!before) return unchanged(null)
  if (other === null)
    return {
      answer: null,
      changes: [],
      erases: [{ resource: 'transfer', id }],
      beside: [unlinkHalf(book, id)],
    }
  const isThere = other.deleted_at === null
  if (isThere && before.deleted_at !== null) checkAccounts(known, before)
  const amount = other.currency_id === before.currency_id ? other.amount : before.amount
  const isSameMoney = other.date === before.date && amount === before.amount
  const money = { date: other.date, currency_id: before.currency_id, amount }
  const compose = () => composeHalf(book, known, { ...before, before }, money)
  const posted = isSameMoney ? before : askingFor([], compose)
  const after = { ...posted, deleted_at: isThere ? null : (before.deleted_at ?? book.at) }
  if (isSameMoney && after.deleted_at === before.deleted_at) return unchanged(null)
  checkOpen(book, known, [{ before, after }])
  return {
    answer: null,
    changes: [changed('transaction', before, { ...after, version: book.version, updated_at: book.at })],
  }
}

/** Refuses to bring a half back to an account in the trash. */
function checkAccounts(known: Known, { account_id, to_account_id }: Transaction): void {
  for (const id of [account_id, to_account_id]) {
    const account = id === null ? undefined : known.find('account', id)
    if (account && account.deleted_at !== null)
      refuse('link_deleted', { link: 'account', name: account.name })
  }
}
