import type { BatchItem, TransactionBulk, WrittenTransactions } from '../../contract/batches.ts'
import type { Transaction as Shown } from '../../contract/budgeting.ts'
import { type Code, Refusal, refusalAt, refuse, refuseField } from '../../contract/refusals.ts'
import { later } from '../../words/t.ts'
import { formatAmount } from '../ledger/amounts.ts'
import { ownAccountsOf, type Transaction } from '../ledger/journal.ts'
import { decideEach, type Known, type References, together } from '../ledger/known.ts'
import type { Book, Decision, Verb } from '../ledger/verb.ts'
import { allowFor, inSlices } from '../process/slices.ts'
import { isAsOf } from '../records/account.ts'
import { coveredThrough, withOpenings } from '../records/balance-as-of.ts'
import { askingFor } from '../records/half.ts'
import {
  changeOne,
  looksAt,
  MAX_IN_COMPANY,
  type RecordedKind,
  record,
  type Sent,
  trashOne,
} from './transactions.ts'

/** Records many transactions as one change: all of them, or none. A refusal names the position. */
export function recordMany(items: readonly BatchItem[]): Verb<WrittenTransactions> {
  const verbs = items.map((item) => record(item.kind, item))
  return {
    ...manyLookAt(verbs.map(({ looksAt }) => looksAt)),
    decide(book, known) {
      const named = new Map<string, string>()
      return decideAll(book, verbs, (verb, index) =>
        at(`transactions.${index}`, () => {
          nameOnce(named, items[index]?.external_id, `transactions.${index}`)
          return verb.decide(book, known)
        }),
      )
    },
  }
}

/** Refuses an external_id that an earlier item has. */
function nameOnce(named: Map<string, string>, external_id: string | null | undefined, place: string): void {
  if (!external_id) return
  const first = named.get(external_id)
  if (first !== undefined) refuse('external_id_taken', { external_id, first })
  named.set(external_id, place)
}

const MAX_TAGS = 20

/** Changes the same fields of many transactions, or puts all of them into the trash, as one change. */
export function changeMany({
  ids: sent,
  set,
  delete: isDeleted,
}: TransactionBulk): Verb<WrittenTransactions> {
  const ids = sent.map((id) => id.toLowerCase()) // an id may be written in either case
  const hasFields = set !== undefined && Object.keys(set).length > 0
  const isBoth = set !== undefined && isDeleted === true
  return {
    // Few expenses are shared: the shares of those that are come in a second round.
    ...manyLookAt(ids.map((id) => ({ ...looksAt(set ?? {}, id), shares: [] }))),
    decide(book, known) {
      if (new Set(ids).size < ids.length) refuseField('ids', 'named_twice', { resource: 'transaction' })
      if (isBoth || !(hasFields || isDeleted))
        refuse('bulk_choice', { fields: ['set', 'delete'], sent: isBoth ? 'both' : 'neither' })
      return decideMany(book, known, ids, isDeleted ? undefined : (set ?? {}))
    },
  }
}

/** Decides about all of them although some are refused, so that the refusal says how many these are, and which. */
async function decideMany(
  book: Book,
  known: Known,
  ids: readonly string[],
  set: TransactionBulk['set'],
): Promise<Decision<WrittenTransactions>> {
  const refused: RefusedOnes = { count: 0, reasons: new Map() }
  const decision = await decideAll(book, ids, (id, index) => {
    try {
      const before = requireRecorded(known, id, `ids.${index}`)
      const draft = set && draftFor(before, set, `ids.${index}`)
      if (set) checkCharge(known, before, set, `ids.${index}`)
      const place = `ids.${index}`
      if (!draft) return at(place, () => trashOne(book, known, before))
      // A missing rate is stored: a change of many has no field for one.
      return askingFor([], () => at(place, () => changeOne(book, known, before, draft, () => undefined)))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      keepRefusal(refused, id, error)
      return undefined
    }
  })
  if (refused.first) throw counted(refused, refused.first)
  return checkOpenings(book, known, ids, decision)
}

/** The refusal of the first, with how many are refused, and which. */
const counted = ({ count, reasons }: RefusedOnes, { code, detail }: Refusal): Refusal =>
  new Refusal(code, { ...detail, refused_count: count, refused: [...reasons.values()] })

/** Refuses a change that would move an opening which may not move: all transactions within the days of that account's balance are refused. */
async function checkOpenings(
  book: Book,
  known: Known,
  ids: readonly string[],
  decision: Decision<WrittenTransactions>,
): Promise<Decision<WrittenTransactions>> {
  try {
    return await inSlices(withOpenings(book, known, decision))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'locked') throw error
    const said = error.params.balance_as_of as { account_id: string } | undefined // of an opening that may not move
    const account_id = said?.account_id ?? ''
    const account = known.find('account', account_id)
    if (!account || !isAsOf(account)) throw error
    const last = coveredThrough(account)
    const moves = (one: Transaction | null) =>
      one?.deleted_at === null && one.date <= last && ownAccountsOf(one).includes(account_id)
    const refused: RefusedOnes = { count: 0, reasons: new Map() }
    for (const change of decision.changes)
      if (change.kind === 'transaction' && change.after && (moves(change.before) || moves(change.after)))
        keepRefusal(refused, change.after.id, error)
    const [first = ''] = [...refused.reasons.values()].flatMap((reason) => reason.ids)
    throw counted(refused, refusalAt(error, `ids.${ids.indexOf(first)}`))
  }
}

/** Refuses to move a payment to an account of another currency if somebody entered what the bank took: the amount would be lost. */
function checkCharge(
  known: Known,
  before: Transaction,
  { asset_account_id }: NonNullable<TransactionBulk['set']>,
  field: string,
): void {
  const account = known.find('account', asset_account_id ?? '')
  const charged = before.entries.at(-1)?.currency_id
  if (!account || account.id === before.account_id || before.charged_amount === null || !charged) return
  if (before.other_source !== 'given' || account.currency_id === charged) return
  const taken = formatAmount(before.charged_amount, charged)
  refuse('bulk_kind', {
    field,
    kind: before.kind,
    reason: later(
      '{is_bound, select, true {{taken} was entered as what its account was charged, but "{name}" is kept in {currency_id}. Change it by itself.} other {{taken} was entered as what its account was charged, but "{name}" is bound to no currency. Change it by itself.}}',
      {
        is_bound: account.currency_id !== null,
        taken,
        name: account.name,
        currency_id: account.currency_id ?? '',
      },
    ),
  })
}

/** A transaction that people record themselves, unless it is in the trash. */
function requireRecorded(known: Known, id: string, field: string): Transaction {
  const found = known.find('transaction', id)
  if (!found || found.deleted_at !== null) return refuse('transaction_not_found', { field })
  const kinds: string[] = ['expense', 'income', 'transfer'] satisfies RecordedKind[]
  if (!kinds.includes(found.kind))
    refuse('bulk_kind', {
      field,
      kind: found.kind,
      reason: later('it changes with the record that it belongs to.'),
    })
  return found
}

/** The draft that changes one of many transactions. */
function draftFor(
  before: Transaction,
  { add_tags = [], ...set }: NonNullable<TransactionBulk['set']>,
  field: string,
): Sent {
  if (set.category_id !== undefined && before.kind === 'transfer')
    refuse('bulk_kind', { field, kind: before.kind, reason: later('a transfer has no category.') })
  if (set.asset_account_id !== undefined && before.kind === 'transfer')
    refuse('bulk_kind', { field, kind: before.kind, reason: later('a transfer is between two accounts.') })
  const isSplit = before.entries.filter(({ category_id }) => category_id !== null).length > 1
  if (isSplit && set.category_id !== undefined && set.category_id.toLowerCase() !== before.category_id)
    refuse('bulk_kind', {
      field,
      kind: before.kind,
      reason: later('it is split: its parts have categories of their own.'),
    })
  const tags = [...new Set([...(set.tags ?? before.tags), ...add_tags])]
  if (tags.length > MAX_TAGS)
    refuse('tags_too_many', { field, id: before.id, count: tags.length, most: MAX_TAGS })
  return { ...set, tags }
}

/** The references of all items, and whether the batch is served alone. */
const manyLookAt = (each: readonly References[]): { looksAt: References; isServedAlone?: true } => ({
  looksAt: together(each),
  ...(each.length > MAX_IN_COMPANY && { isServedAlone: true as const }),
})

/** Adds the place in the request to the refusal of one item. */
function at<T>(place: string, decide: () => T): T {
  try {
    return decide()
  } catch (error) {
    throw error instanceof Refusal ? refusalAt(error, place) : error
  }
}

const MAX_REASONS = 20

type RefusedGroup = { code: Code; message: string; params: Record<string, unknown>; ids: string[] }

/** The refusals of some of many transactions: the first one, their number, and the ids by reason. */
type RefusedOnes = { first?: Refusal; count: number; reasons: Map<string, RefusedGroup> }

function keepRefusal(refused: RefusedOnes, id: string, refusal: Refusal): void {
  const { at: _, field: __, ...params } = refusal.params
  // These params differ from one transaction to the next, and make no separate reason.
  const { date: ___, id: ____, count: _____, ...reason } = params
  const key = `${refusal.code} ${JSON.stringify(reason)}`
  const known = refused.reasons.get(key)
  if (known) known.ids.push(id)
  else if (refused.reasons.size < MAX_REASONS)
    refused.reasons.set(key, { code: refusal.code, message: refusal.message, params, ids: [id] })
  refused.first ??= refusal
  refused.count++
}

/** Decides one after another, each on the books as those before it leave them, and lets other requests in between. */
async function decideAll<Item>(
  book: Book,
  items: readonly Item[],
  decide: (item: Item, index: number) => Decision<Shown> | undefined,
): Promise<Decision<WrittenTransactions>> {
  allowFor(items.length)
  const decisions = (await decideEach(items, decide)).filter((one) => one !== undefined)
  const data = decisions.map(({ answer }) => answer)
  const changes = decisions.flatMap((decision) => decision.changes)
  const version = changes.length > 0 ? book.version : book.version - 1
  return { answer: { version, data }, changes }
}
