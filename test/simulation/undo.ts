import type { Account } from '../../contract/accounts.ts'
import type { Transaction } from '../../contract/budgeting.ts'
import type { Category } from '../../contract/categories.ts'
import type { Code } from '../../contract/refusals.ts'
import type { Ledger, Planned } from '../model.ts'
import { childrenOf } from './groups.ts'
import {
  type AnyRecord,
  type Event,
  isLive,
  type Kind,
  resourceOf,
  settingsOf,
  type Written,
} from './past.ts'
import { composed, isLocked, type Kind as Recorded, type Sent } from './rules.ts'
import { moneyAccounts, usableCategories } from './transactions.ts'

/** The model's half of an undo, by the rules as they are documented. */

/** The entered fields, by kind of record; of a transaction, those that move no money. */
const ENTERED: Record<Kind, readonly string[]> = {
  account: ['name', 'code', 'type', 'is_active', 'is_claim', 'is_default', 'currency_id'],
  category: ['name', 'is_active', 'parent_id', 'position', 'icon'],
  contact: ['name', 'phone', 'email', 'notes'],
  transaction: ['contact_id', 'notes', 'tags'],
  exchange_rate: ['rate'],
  budget: ['amount', 'rollover', 'running_amount', 'running_rollover', 'running_until'],
  book: ['closed', 'starts'],
}

/** How a transaction is posted. */
const POSTING = [
  'date',
  'currency_id',
  'currency_code',
  'amount',
  'base_amount',
  'fx_rate',
  'fx_source',
  'fx_date',
  'category_id',
  'asset_account_id',
  'from_account_id',
  'charged_amount',
  'charged_source',
  'to_account_id',
  'to_amount',
  'to_currency_id',
  'to_source',
  'is_refund',
  'memo',
  'splits',
  'lines',
]

/** Names and the ids of lines follow from the rest. */
const plain = (value: unknown): string =>
  JSON.stringify(value, (key, one) =>
    key === 'account_name' || key === 'category_name' || (key === 'id' && typeof one === 'string') ? '' : one,
  )
const pick = (record: AnyRecord, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, Object(record)[field]]))

type Change = Pick<Event, 'before' | 'after'>
const touches = ({ before, after }: Change, fields: readonly string[]): boolean =>
  before === null || after === null || plain(pick(before, fields)) !== plain(pick(after, fields))
const movesTrash = ({ before, after }: Change) => isLive(before) !== isLive(after)

/** The entered fields of a posting, each as in a request. */
function enteredIn(t: Transaction): Record<string, Sent> {
  const common = {
    date: { date: t.date },
    currency: { currency_id: t.currency_id },
    amount: { amount: t.amount },
    rate: { fx_rate: t.fx_source === 'given' ? t.fx_rate : null },
  }
  const memo = { memo: { memo: t.memo ?? '' } }
  if (t.kind === 'transfer')
    return {
      ...common,
      ...memo,
      from: { from_account_id: t.from_account_id ?? '' },
      to: { to_account_id: t.to_account_id ?? '', to_currency_id: t.to_currency_id ?? '' },
      arriving: { to_amount: t.to_source === 'given' ? t.to_amount : null },
    }
  const parts = t.splits.map(({ category_id, amount, memo }) => ({ category_id, amount, memo: memo ?? '' }))
  return {
    ...common,
    account: { asset_account_id: t.asset_account_id ?? '' },
    charged: { charged_amount: t.charged_source === 'given' ? t.charged_amount : null },
    is_refund: { is_refund: t.is_refund },
    parts: parts.length > 0 ? { splits: parts } : { splits: [], category_id: t.category_id ?? '' },
    ...(parts.length > 0 ? {} : memo),
  }
}

function enteredAnew({ before, after }: Change): string[] {
  const [was, is] = [before, after].map((one) => enteredIn(one as Transaction)) // of transactions alone
  return [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])].filter(
    (name) => JSON.stringify(was?.[name]) !== JSON.stringify(is?.[name]),
  )
}

/** Whether the values of a request can be used: those the transaction has already stay usable for it. */
function isUsable(ledger: Ledger, current: Transaction, sent: Sent): boolean {
  const held = JSON.stringify(current)
  const accounts = [sent.asset_account_id, sent.from_account_id, sent.to_account_id]
  const categories = [sent.category_id, ...(sent.splits ?? []).map(({ category_id }) => category_id)]
  const isOneOf = (list: { id: string }[]) => (id: string | null | undefined) =>
    !id || held.includes(id) || list.some((one) => one.id === id)
  const after = { ...current, ...sent }
  return (
    accounts.every(isOneOf(moneyAccounts(ledger))) &&
    categories.every(isOneOf(usableCategories(ledger, current.kind))) &&
    (current.kind !== 'transfer' || after.from_account_id !== after.to_account_id)
  )
}

export type Blocker = { version: number; resource: string; id: string }
export type Step = { kind: Kind; id: string; before: AnyRecord | null; after: AnyRecord | null }
type Plan = Step & { event: Event; later: Event[]; blockers: Event[] }

const recordIn = (ledger: Ledger, kind: Kind, id: string): AnyRecord | null => {
  if (kind === 'book') return settingsOf(ledger)
  if (kind === 'budget') return ledger.budgets.get(id) ?? null
  if (kind === 'exchange_rate') return ledger.own.has(id) ? { rate: ledger.own.get(id) ?? 0 } : null
  const records = { account: 'accounts', category: 'categories', contact: 'contacts' } as const
  return (kind === 'transaction' ? ledger.transactions : ledger[records[kind]]).get(id) ?? null
}

/** Kinds without a trash: a removed record is gone. */
const isAddressed = (kind: Kind) => kind === 'exchange_rate' || kind === 'budget'

/** The later events of a record that are still in effect: a change that was undone is not, and neither is its undo. */
const laterThan = (past: readonly Written[], { version, kind, id }: Event): Event[] =>
  past
    .filter((one) => one.version > version && one.undoneBy === null && (one.undoes ?? 0) <= version)
    .flatMap(({ events }) => events.filter((event) => event.kind === kind && event.id === id))

function planFor(ledger: Ledger, past: readonly Written[], event: Event): Plan {
  const { kind, id, before } = event
  const current = recordIn(ledger, kind, id)
  const later = laterThan(past, event)
  const fields = ENTERED[kind].filter((field) => touches(event, [field]))
  const isPosting = kind === 'transaction' && touches(event, POSTING)
  const isInTrash = before !== null && !movesTrash(event) && !isLive(current) && !isAddressed(kind)
  const blockers = later.filter(
    (one) =>
      (movesTrash(event) && movesTrash(one)) ||
      (isInTrash && movesTrash(one)) ||
      fields.some((field) => touches(one, [field])),
  )
  const after = without(event, current, isPosting ? [...fields, ...POSTING] : fields)
  const plan = { kind, id, event, before: current, after, later, blockers }
  const reposted = isPosting ? later.filter((one) => touches(one, POSTING)) : []
  return reposted.length > 0 ? withPosting(ledger, plan, reposted) : plan
}

/** A posting whose other fields changed since is composed again, with these fields as they were. */
function withPosting(ledger: Ledger, plan: Plan, reposted: Event[]): Plan {
  const { event, blockers, before: current, after } = plan
  const isPlain = Object(current).kind !== 'opening'
  if (blockers.length > 0 || event.before === null || movesTrash(event) || !isPlain)
    return { ...plan, blockers: [...new Set([...blockers, ...reposted])] }
  const fields = enteredAnew(event)
  const same = reposted.filter((one) => enteredAnew(one).some((field) => fields.includes(field)))
  if (same.length > 0) return { ...plan, blockers: same }
  const [was, is] = [event.before, current] as Transaction[] // of a transaction
  if (!was || !is) return plan
  const entered = enteredIn(was)
  const sent: Sent = Object.assign({}, ...fields.map((field) => entered[field]))
  const made = isUsable(ledger, is, sent) ? composed(ledger, is.kind as Recorded, is, sent) : 'invalid' // no openings here
  return typeof made === 'string'
    ? { ...plan, blockers: reposted }
    : { ...plan, after: { ...after, ...pick(made, POSTING) } as Transaction } // its own fields
}

/** The record without the change. */
function without(event: Event, current: AnyRecord | null, fields: string[]): AnyRecord | null {
  const { kind, before } = event
  if (before === null) {
    if (isAddressed(kind) || current === null) return null
    const off = kind === 'account' ? { is_default: false } : {}
    return { ...current, ...off, deleted_at: 'now' } as AnyRecord // into the trash
  }
  if (current === null) return before
  const back = { ...current, ...pick(before, fields) }
  const isMoved = movesTrash(event) && isLive(before) !== isLive(current)
  const trash = isMoved ? { deleted_at: isLive(before) ? null : 'now' } : {}
  if (kind !== 'category') return { ...back, ...trash } as AnyRecord // the same fields
  const { name, is_active, account } = back as Category
  return { ...back, ...trash, account: { ...account, name, is_active } } as Category
}

/** The live records that have come to refer to one since a version, each with the version of its reference. */
function referrers(ledger: Ledger, past: readonly Written[], version: number, { kind, id }: Step): Blocker[] {
  const accountId = kind === 'category' ? ledger.categories.get(id)?.account.id : id
  const isOn = ({ contact_id, lines }: Transaction) =>
    kind === 'contact' ? contact_id === id : lines.some(({ account_id }) => account_id === accountId)
  const referring: [Kind, string][] = [
    ...[...ledger.transactions.values()]
      .filter((one) => isLive(one) && isOn(one))
      .map(({ id }): [Kind, string] => ['transaction', id]),
    ...[...ledger.budgets]
      .filter(([, one]) => kind === 'category' && one.category_id === id)
      .map(([id]): [Kind, string] => ['budget', id]),
    ...[...ledger.categories.values()]
      .filter((one) => kind === 'account' && isLive(one) && one.account.id === id)
      .map(({ id }): [Kind, string] => ['category', id]),
    ...[...ledger.categories.values()]
      .filter((one) => kind === 'category' && isLive(one) && one.parent_id === id)
      .map(({ id }): [Kind, string] => ['category', id]),
  ]
  const mentions = (record: AnyRecord | null) => JSON.stringify(record).includes(id)
  const isThere = (record: AnyRecord | null) =>
    record !== null && !('deleted_at' in record && record.deleted_at !== null)
  return referring.flatMap(([of, one]) => {
    const events = past
      .filter((written) => written.version > version)
      .flatMap(({ events }) => events.filter((event) => event.kind === of && event.id === one))
    // The change that brought the reference is named before one that restored the record.
    const since =
      events.findLast(({ before, after }) => mentions(after) && !mentions(before)) ??
      events.findLast(({ before, after }) => mentions(after) && !isThere(before))
    return since ? [{ version: since.version, resource: resourceOf(since), id: one }] : []
  })
}

/** Whether records that refer to this one would lose it, or find it changed. */
function isTakenAway({ kind, before, after }: Step): boolean {
  if (!['account', 'category', 'contact'].includes(kind) || !isLive(before)) return false
  return (
    !isLive(after) || (kind === 'account' && touches({ before, after }, ['type', 'is_claim', 'currency_id']))
  )
}

/** A new reference of a record has to exist, unless it was in the trash at that time too. */
function missingLinks(
  ledger: Ledger,
  { version, events }: Written,
  { kind, before, after }: Step,
): Blocker[] {
  if (!['transaction', 'budget', 'category'].includes(kind) || !isLive(after)) return []
  const own = new Set(events.map(({ id }) => id))
  const held = isLive(before) ? linksOf(before as Linked) : [] // of its kind, here and below
  const isHeld = (id: string) => held.some((one) => one.id === id)
  return linksOf(after as Linked).flatMap(({ resource, id }): Blocker[] => {
    const record = recordIn(ledger, resource, id) as Account | Category | null
    const isMissing = record !== null && record.deleted_at !== null && record.version > version
    return isMissing && !isHeld(id) && !own.has(id) ? [{ version: record.version, resource, id }] : []
  })
}

type Link = { resource: 'account' | 'category' | 'contact'; id: string }
type Linked = Transaction | Planned | Category
function linksOf(record: Linked): Link[] {
  if ('lines' in record) return linksOfTransaction(record)
  const id = 'parent_id' in record ? record.parent_id : record.category_id
  return id === null ? [] : [{ resource: 'category', id }]
}

/** The tree after an undo has two levels: the group that stands in another one, or the categories in one that gets a group, are in the way. */
function groupBlockers(ledger: Ledger, plans: readonly Step[]): Blocker[] {
  const tree = new Map(ledger.categories)
  const moved: Category[] = []
  for (const { kind, id, before, after } of plans) {
    if (kind !== 'category' || !after) continue
    tree.set(id, after as Category) // as its kind says, here and below
    const isBack = isLive(after) && (!isLive(before) || touches({ before, after }, ['parent_id']))
    if (isBack && (after as Category).parent_id !== null) moved.push(after as Category)
  }
  return moved.flatMap(({ id, parent_id }) => {
    const parent = tree.get(parent_id ?? '')
    const isMember = parent && isLive(parent) && parent.parent_id !== null
    return [...(isMember ? [parent] : []), ...childrenOf(tree.values(), id)].map((one) => ({
      version: one.version,
      resource: 'category',
      id: one.id,
    }))
  })
}

const linksOfTransaction = (t: Transaction): Link[] => [
  ...t.lines.map(({ account_id }) => ({ resource: 'account' as const, id: account_id })),
  ...[t.category_id, ...t.splits.map((part) => part.category_id)].flatMap((id) =>
    id === null ? [] : [{ resource: 'category' as const, id }],
  ),
  ...(t.contact_id === null ? [] : [{ resource: 'contact' as const, id: t.contact_id }]),
]

const isMoneyAccount = ({ type, is_claim, is_active, is_system, deleted_at }: Account) =>
  type === 'asset' && !is_claim && is_active && !is_system && deleted_at === null

/** The default account must still be able to hold money. */
function defaultBlockers({ kind, after, later }: Plan): Event[] {
  if (kind !== 'account' || !after) return []
  const account = after as Account // as its kind says
  if (!account.is_default || isMoneyAccount(account)) return []
  const fields = ['type', 'is_claim', 'is_active', 'is_default']
  return later.filter((one) => movesTrash(one) || touches(one, fields))
}

export type Outcome = { code: Code } | { blockers: Blocker[] } | { steps: Step[] }

/** Whether a version can be undone, and the records after it. */
export function undone(ledger: Ledger, past: readonly Written[], version: number): Outcome {
  const written = past.find((one) => one.version === version)
  if (!written) return { code: 'not_found' }
  if (written.undoneBy !== null) return { code: 'already_undone' }
  if (version === 1) return { code: 'not_undoable' }
  const plans = written.events.map((event) => planFor(ledger, past, event))
  const own = new Set(written.events.map(({ id }) => id))
  const asBlocker = (event: Event): Blocker => ({
    version: event.version,
    resource: resourceOf(event),
    id: event.id,
  })
  const blockers = [
    ...plans.flatMap((plan) => [...plan.blockers, ...defaultBlockers(plan)].map(asBlocker)),
    ...plans
      .filter(isTakenAway)
      .flatMap((plan) => referrers(ledger, past, version, plan))
      .filter(({ id }) => !own.has(id)),
    ...plans.flatMap((plan) => missingLinks(ledger, written, plan)),
    ...groupBlockers(ledger, plans),
  ]
  if (blockers.length > 0)
    return { blockers: [...new Map(blockers.map((one) => [`${one.version} ${one.id}`, one])).values()] }
  const steps = plans.filter(({ before, after }) => plain(before) !== plain(after))
  const isClosed = ({ kind, before, after }: Step) =>
    kind === 'transaction' &&
    isLocked(ledger, (before ?? undefined) as Transaction | undefined, after as Transaction) // as its kind says
  return steps.some(isClosed) ? { code: 'locked' } : { steps }
}
