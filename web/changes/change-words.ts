import type { Action, Change, Resource } from '../../contract/changes.ts'
import { type Day, isDay } from '../../contract/day.ts'
import { comma, t } from '../../words/t.ts'
import { movedParts } from '../page/category-words.ts'
import { dayText } from '../ui/dates.ts'
import { dayAt } from './activity-filters.ts'
import { inGroups, madeRoom, mergedIn } from './category-changes.ts'
import { atLeast, type Deed, type Happened, type Merge } from './deeds.ts'
import type { ShownRecord } from './fields.ts'
import { aRecord, manyOf, onlyNamed } from './record-nouns.ts'
import { type NameOf, recordTitle } from './record-title.ts'

/** What changes did, as the screen tells it. Pure: names of records that are not in the change come from `nameOf`. */

/** All that one version did. */
export type ChangeGroup = Pick<
  Change,
  'version' | 'at' | 'user_name' | 'device_name' | 'undoes' | 'undone_by'
> & {
  changes: Change[]
  /** Whether it has more changes than those that are here. */
  isCut?: true
}

/** Changes that follow each other, by version. */
export function grouped(changes: readonly Change[]): ChangeGroup[] {
  const groups: ChangeGroup[] = []
  for (const change of changes) {
    const last = groups.at(-1)
    if (last?.version === change.version) last.changes.push(change)
    else {
      const { version, at, user_name, device_name, undoes, undone_by } = change
      groups.push({ version, at, user_name, device_name, undoes, undone_by, changes: [change] })
    }
  }
  return groups
}

/**
 * The versions that are told while earlier changes are not here yet. The last one may be cut in the middle: it waits for the rest, unless it
 * fills pages, or nothing else is here.
 */
export function toldGroups(groups: readonly ChangeGroup[], isMore: boolean, pageSize: number): ChangeGroup[] {
  const last = groups.at(-1)
  if (!isMore || !last) return [...groups]
  const others = groups.slice(0, -1)
  return last.changes.length < pageSize && others.length > 0 ? others : [...others, { ...last, isCut: true }]
}

const deeds: Readonly<Record<Action, Deed>> = {
  created: 'added',
  updated: 'changed',
  deleted: 'trashed',
  restored: 'restored',
  erased: 'erased',
}

/** Actions of later versions of the API are changes. */
const deedOf = (action: Action): Deed => deeds[action] ?? 'changed'

/** The amount that says most about a record that is new, gone or back. */
function amountOf({ resource, action }: Change, record: ShownRecord): Happened['amount'] {
  if (action === 'updated') return undefined
  const value = record.original_amount ?? record.amount
  if (typeof value !== 'number') return undefined
  if (resource === 'budget') return { base: value }
  return typeof record.currency_id === 'string' ? { amount: value, currency: record.currency_id } : undefined
}

const occurrenceDeeds: ReadonlyMap<string, Deed> = new Map([
  ['post', 'recorded'],
  ['skip', 'skipped'],
  ['change', 'changed'],
])

/** The deeds of a plan's date, of a reconciliation and of a new book, which say more than "changed". */
function ownDeed({ resource, before, after }: Change): Deed | undefined {
  if (resource === 'book' && !before) return 'opened'
  if (resource === 'plan_occurrence') {
    const { action } = (after ?? {}) as ShownRecord // a record of this kind
    return occurrenceDeeds.get(String(action))
  }
  if (resource === 'reconciliation' && !before) return 'opened'
  if (resource === 'reconciliation' && before && after) {
    const was = (before as ShownRecord).status
    const is = (after as ShownRecord).status
    if (was !== is) return is === 'finished' ? 'finished' : 'reopened'
  }
  return undefined
}

/** "closed the books through 31 October": the changes of a book that have words of their own. */
function ofBook({ resource, before, after }: Change): Happened | undefined {
  if (resource !== 'book' || !before || !after) return undefined
  const [earlier, later] = [before, after] as [ShownRecord, ShownRecord] // a book's settings
  const [was, is] = [earlier.closed_through, later.closed_through]
  if (was === is) return archived(earlier, later) ?? joined(earlier, later)
  return typeof is === 'string' && !(typeof was === 'string' && is < was)
    ? { deed: 'closed', record: { kind: 'books_through', title: dayText(is) } }
    : typeof is === 'string'
      ? { deed: 'reopened', record: { kind: 'books_after', title: dayText(is) } }
      : { deed: 'reopened', record: onlyNamed(t('the books')) }
}

const aboutTheBook = (deed: Deed): Happened => ({ deed, record: onlyNamed(t('the book')) })

function archived(was: ShownRecord, is: ShownRecord): Happened | undefined {
  if (was.is_archived === is.is_archived) return undefined
  return aboutTheBook(is.is_archived ? 'archived' : 'restored')
}

/** That a book has a second member is no setting that anybody sees: the version is all that differs. */
const joined = (was: ShownRecord, is: ShownRecord): Happened | undefined =>
  Object.keys(is).every((name) => name === 'version' || name === 'updated_at' || was[name] === is[name])
    ? aboutTheBook('joined')
    : undefined

/**
 * Whether an opening, or the entry of a stated value, only followed from the other changes of its version, as it does where a balance was said as of a day: nobody has entered
 * it.
 */
export function hasFollowed(change: Change, changes: readonly Change[]): boolean {
  const record = (change.after ?? change.before) as ShownRecord | null // a plain object
  if (change.resource === 'value_posting') return record !== null && changes.length > 1
  if (change.resource !== 'opening' || !record) return false
  const account = changes.find(({ resource, id }) => resource === 'account' && id === record.asset_account_id)
  if (account) return ((account.after as ShownRecord | null)?.balance_as_of ?? null) !== null
  return changes.length > 1 && change.action !== 'created'
}

/** "put into Japan in spring": what a move of a goal did. */
function movedGoal({ resource, action }: Change, record: ShownRecord): Deed | undefined {
  if (resource !== 'goal_move') return undefined
  if (action === 'created') return Number(record.amount) < 0 ? 'taken_out' : 'put_into'
  return action === 'restored' ? 'move_restored' : 'move_removed'
}

/** One change in words; with all changes of its version, an opening that followed from them is told as such. */
export function happened(change: Change, nameOf?: NameOf, changes: readonly Change[] = []): Happened {
  const about = ofBook(change)
  if (about) return about
  if (hasFollowed(change, changes)) {
    const record = (change.after ?? change.before) as ShownRecord // it has one, or it would not have followed
    return {
      deed: change.resource === 'opening' ? 'start_followed' : 'value_followed',
      record: onlyNamed(recordTitle('opening', record)),
    }
  }
  const deed = deedOf(change.action)
  const record = (change.after ?? change.before) as ShownRecord | null // a plain object
  if (!record) return { deed, record: onlyNamed(aRecord(change.resource)) }
  const amount = amountOf(change, record)
  return {
    deed: movedGoal(change, record) ?? ownDeed(change) ?? deed,
    record: { kind: change.resource, title: recordTitle(change.resource, record, nameOf) },
    ...(amount ? { amount } : {}),
  }
}

/** Of the records that one version changed, the kind that says what it was about: a payment also changes its debt. */
const importance: readonly Resource[] = [
  'book',
  'reconciliation',
  'expense',
  'income',
  'transfer',
  'value',
  'payment',
  'write_off',
  'plan',
  'plan_occurrence',
  'import_rule',
  'goal',
  'goal_move',
  'contact',
  'category',
  'obligation',
  'account',
  'opening',
  'budget',
  'exchange_rate',
  'obligation_posting',
  'value_posting',
]

const transactions: readonly string[] = ['expense', 'income', 'transfer']

const rank = ({ resource }: Change) => {
  const at = importance.indexOf(resource)
  return at < 0 ? importance.length : at
}

/** The change that a version was about. */
export const mainOf = ({ changes }: ChangeGroup): Change | undefined =>
  mergedIn(changes)?.category ??
  changes.toSorted(
    (one, other) => rank(one) - rank(other) || Number(madeRoom(one)) - Number(madeRoom(other)),
  )[0]

/** Whether a record of it was deleted for good, then or since: nothing brings it back. */
export const isErased = ({ changes }: ChangeGroup): boolean =>
  changes.some(({ action, before, after }) => action === 'erased' || (before === null && after === null))

/** The version that a chain of undos began with, and whether its last one did it again: the undo of an undo. */
export type Origin = { readonly version: number; readonly isRedone: boolean }

/** Follows undos as far as they are among the groups. */
export function originIn(groups: readonly ChangeGroup[]): (group: ChangeGroup) => Origin {
  const undoes = new Map(groups.map((group) => [group.version, group.undoes]))
  return (group) => {
    let [version, next, steps] = [group.version, group.undoes, 0]
    for (; next !== null && next < version; steps++) [version, next] = [next, undoes.get(next) ?? null]
    return { version, isRedone: steps > 0 && steps % 2 === 0 }
  }
}

/** A version in words: the one record it was about, or how many of a kind; `from` is the file that brought them. */
export function happenedIn(
  group: ChangeGroup,
  nameOf?: NameOf,
  { isRedone = false, from }: { isRedone?: boolean; from?: string | undefined } = {},
): Happened | Merge {
  const merge = mergeIn(group, isRedone, nameOf)
  if (merge) return merge
  const what = about(group, nameOf)
  const deed = group.undoes === null ? what.deed : isRedone ? 'redone' : 'undone'
  return { ...what, deed, ...(from === undefined ? {} : { from }) }
}

/** "merged Snacks into Groceries: 180 entries, 2 budgets" */
function mergeIn(group: ChangeGroup, isRedone: boolean, nameOf?: NameOf): Merge | undefined {
  const merged = mergedIn(group.changes)
  if (!merged) return undefined
  const { category, into, moved } = merged
  const parts = movedParts(moved).join(comma())
  return {
    deed: group.undoes === null ? 'merged' : isRedone ? 'merged_again' : 'unmerged',
    category: recordTitle('category', (category.after ?? category.before ?? {}) as ShownRecord), // a plain object
    into: into.name ?? nameOf?.('category', into.id) ?? t('another category'),
    parts: group.isCut && parts !== '' ? atLeast(parts) : parts,
  }
}

const isRefund = ({ before, after }: Change): boolean =>
  ((after ?? before) as ShownRecord | null)?.is_refund === true // a plain object

/** The changes of records like the one that a version was about. */
export function alikeIn(group: ChangeGroup): Change[] {
  const main = mainOf(group)
  const isTransaction = main !== undefined && transactions.includes(main.resource)
  return group.changes.filter((change) =>
    isTransaction
      ? transactions.includes(change.resource)
      : change.resource === main?.resource && (madeRoom(main) || !madeRoom(change)),
  )
}

/** The day of the one record that a version was about, where that is not the day of the change. */
export function otherDayIn(group: ChangeGroup): Day | undefined {
  const [only, ...others] = alikeIn(group)
  const date =
    only && others.length === 0 ? ((only.after ?? only.before) as ShownRecord | null)?.date : undefined // a plain object
  return typeof date === 'string' && isDay(date) && date !== dayAt(group.at) && !isTitledByDay(only)
    ? date
    : undefined
}

const isTitledByDay = (change: Change | undefined): boolean =>
  change?.resource === 'value' ||
  change?.resource === 'exchange_rate' ||
  change?.resource === 'plan_occurrence'

function about(group: ChangeGroup, nameOf?: NameOf): Happened {
  const main = mainOf(group)
  if (!main) return { deed: 'changed', record: onlyNamed(t('nothing')) }
  const isTransaction = transactions.includes(main.resource)
  const alike = alikeIn(group)
  if (madeRoom(main))
    return { deed: 'changed', record: { kind: 'order', title: manyOf('category', alike.length) } }
  if (alike.length === 1 && !group.isCut) return happened(main, nameOf)
  const isOneAction = alike.every(({ action }) => action === main.action)
  // Of a version that is cut, others may follow. A refund is recorded as an expense, but nobody calls it one.
  const isOneKind =
    alike.every((one) => one.resource === main.resource && isRefund(one) === isRefund(main)) &&
    !(group.isCut && isTransaction)
  const many =
    main.resource === 'category'
      ? inGroups(alike)
      : manyOf(isOneKind ? main.resource : 'transaction', alike.length)
  return {
    deed: isOneAction ? deedOf(main.action) : 'changed',
    record: onlyNamed(group.isCut ? atLeast(many) : many),
  }
}
