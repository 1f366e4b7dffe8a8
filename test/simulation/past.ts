import assert from 'node:assert/strict'
import type { Account } from '../../contract/accounts.ts'
import type { Transaction } from '../../contract/budgeting.ts'
import type { Budget } from '../../contract/budgets.ts'
import type { Category } from '../../contract/categories.ts'
import { type Change, listChanges } from '../../contract/changes.ts'
import type { Contact } from '../../contract/contacts.ts'
import { type MonthStart, NEVER } from '../../contract/month.ts'
import { isThere, type Ledger, named, type Planned } from '../model.ts'
import type { Play } from './play.ts'

/** The model's memory: every version's records before and after, and the ledger as it was then. */
export type Kind = 'account' | 'category' | 'contact' | 'transaction' | 'exchange_rate' | 'budget' | 'book'
type Rate = { rate: number }
type Book = { closed: string | null; starts: MonthStart }
export type AnyRecord = Account | Category | Contact | Transaction | Rate | Planned | Book
export type Event = {
  kind: Kind
  id: string
  version: number
  before: AnyRecord | null
  after: AnyRecord | null
}
export type Written = {
  version: number
  undoes: number | null
  undoneBy: number | null
  events: Event[]
  /** The ledger once it was written. */
  ledger: Ledger
}

const copyOf = (ledger: Ledger): Ledger => ({
  ...ledger,
  accounts: new Map(ledger.accounts),
  categories: new Map(ledger.categories),
  contacts: new Map(ledger.contacts),
  transactions: new Map(ledger.transactions),
  own: new Map(ledger.own),
  budgets: new Map(ledger.budgets),
})

const collections = [
  ['account', 'accounts'],
  ['category', 'categories'],
  ['contact', 'contacts'],
  ['transaction', 'transactions'],
] as const

export const settingsOf = ({ closed, starts }: Ledger): Book => ({ closed, starts })

/** The records that differ between two versions of a ledger. Records are never changed in place, so the same object is the same record. */
function differences(version: number, was: Ledger, is: Ledger): Event[] {
  const events: Event[] = []
  for (const [kind, name] of collections)
    for (const [id, after] of is[name]) {
      const before = was[name].get(id) ?? null
      if (before !== after) events.push({ kind, id, version, before, after })
    }
  for (const id of new Set([...was.own.keys(), ...is.own.keys()])) {
    const [before, after] = [was.own.get(id), is.own.get(id)].map((rate) => (rate ? { rate } : null))
    if (before?.rate !== after?.rate)
      events.push({ kind: 'exchange_rate', id, version, before: before ?? null, after: after ?? null })
  }
  for (const id of new Set([...was.budgets.keys(), ...is.budgets.keys()])) {
    const [before = null, after = null] = [was.budgets.get(id), is.budgets.get(id)]
    if (before !== after) events.push({ kind: 'budget', id, version, before, after })
  }
  if (was.closed !== is.closed || was.starts !== is.starts)
    events.push({ kind: 'book', id: 'book', version, before: settingsOf(was), after: settingsOf(is) })
  return events
}

/** Keeps the model's current version, unless it is kept already. */
export function remember(
  { past, ledger }: Pick<Play, 'past' | 'ledger'>,
  undoes: number | null = null,
): void {
  const last = past.at(-1)
  if (last?.version === ledger.version) return
  const events = last ? differences(ledger.version, last.ledger, ledger) : []
  past.push({ version: ledger.version, undoes, undoneBy: null, events, ledger: copyOf(ledger) })
}

export const writtenIn = (past: readonly Written[], version: number): Written | undefined =>
  past.find((one) => one.version === version)

/** A live record: neither removed nor in the trash. */
export const isLive = (record: AnyRecord | null | undefined): record is AnyRecord =>
  Boolean(record) && (!(record && 'deleted_at' in record) || isThere(record))

export const resourceOf = ({ kind, after, before }: Event): string =>
  kind === 'transaction' ? ((after ?? before) as Transaction).kind : kind // a transaction, as its kind says

export function actionOf({ before, after }: Event): string {
  if (before === null) return 'created'
  if (after === null) return 'deleted'
  return isLive(before) === isLive(after) ? 'updated' : isLive(after) ? 'restored' : 'deleted'
}

/** A record as the history shows it. */
function shownIn(ledger: Ledger, kind: Kind, record: AnyRecord | null): object | null {
  if (record === null) return null
  if (kind === 'transaction') return named(ledger, record as Transaction) // of its kind, here and below
  if (kind !== 'account') return record
  return Object.fromEntries(ofAccount.map((field) => [field, (record as Account)[field]]))
}

/** The fields of an account that the history shows. */
const ofAccount = [
  'id',
  'name',
  'code',
  'type',
  'is_active',
  'is_claim',
  'is_system',
  'is_default',
  'currency_id',
  'balance_as_of',
  'is_valued',
  'version',
  'created_at',
  'updated_at',
  'deleted_at',
] as const

/** A budget of the history as the model has it. */
function plannedIn(shown: Budget | Planned): Planned {
  if (!('only' in shown)) return shown
  const { category_id, amount, rollover, only, running, version } = shown
  return {
    category_id,
    amount: only ? amount : null,
    rollover: only ? rollover : null,
    running_amount: running?.amount ?? null,
    running_rollover: running?.rollover ?? null,
    running_until: running && (running.until ?? NEVER),
    version,
  }
}

/** Of rates, budgets and settings the model keeps less than the service shows. */
function comparable(resource: string, shown: object | null): object | null {
  if (shown === null) return null
  if (resource === 'exchange_rate') return { rate: (shown as Rate).rate }
  if (resource === 'budget') return plannedIn(shown as Budget | Planned)
  if (resource === 'book' && !('closed' in shown)) {
    const { closed_through, month_starts_on } = Object(shown)
    return { closed: closed_through, starts: month_starts_on }
  }
  return shown
}

const place = ({ version, resource, id }: { version: number; resource: string; id: string }) =>
  `${String(version).padStart(9, '0')} ${resource} ${resource === 'book' ? '' : id}`
const byPlace = <T extends { version: number; resource: string; id: string }>(list: T[]): T[] =>
  list.sort((a, b) => (place(a) < place(b) ? -1 : 1))

/** All pages of the history since a version. */
export async function historySince({ person }: Pick<Play, 'person'>, since: number, limit: number) {
  const found: Change[] = []
  let cursor: string | null | undefined
  do {
    const { data, meta } = await person.call(listChanges, {
      query: { since, limit, ...(cursor && { cursor }) },
    })
    assert(data.length <= limit)
    found.push(...data)
    cursor = meta.next_cursor
  } while (cursor)
  return found
}

/** The history lists every changed record, before and after, and nothing else. */
export async function historyAgrees(play: Play, since: number, limit = 1000): Promise<void> {
  const found = await historySince(play, since, limit)
  const expected = play.past
    .filter(({ version }) => version > since)
    .flatMap(({ undoes, undoneBy, events }) =>
      events.map((event) => {
        const resource = resourceOf(event)
        const [before, after] = [event.before, event.after].map((one) =>
          comparable(resource, shownIn(play.ledger, event.kind, one)),
        )
        const { version, id } = event
        return { version, action: actionOf(event), resource, id, before, after, undoes, undone_by: undoneBy }
      }),
    )
  const plain = ({ version, action, resource, id, before, after, undoes, undone_by }: Change) => ({
    version,
    action,
    resource,
    id: resource === 'book' ? 'book' : id,
    before: comparable(resource, before),
    after: comparable(resource, after),
    undoes,
    undone_by,
  })
  assert.deepEqual(byPlace(found.map(plain)), byPlace(expected))
}
