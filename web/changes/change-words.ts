import type { Action, Change, Resource } from '../../contract/changes.ts'
import { movedParts } from '../page/category-words.ts'
import { dayText, monthText } from '../ui/dates.ts'
import { countText } from '../ui/locale.ts'
import { counted } from '../ui/wording.ts'
import { inGroups, madeRoom, mergedIn } from './category-changes.ts'
import { descriptionIn, type FieldValue, occurrenceWords, type ShownRecord } from './fields.ts'

/** A change in words: "changed" "the account" "Savings". Pure: names of records that are not in the change come from `nameOf`. */
export type Happened = {
  verb: string
  /** The kind of record, where its name does not say so. */
  lead: string
  title: string
  amount?: Extract<FieldValue, { amount: number } | { base: number }>
  /** The words after the title: "for good". */
  end: string
  /** The records that moved with it: "180 entries, 2 budgets". */
  parts?: string
}

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

type Noun = readonly [one: string, many: string]

const verbs: Record<Action, [verb: string, end: string]> = {
  created: ['added', ''],
  updated: ['changed', ''],
  deleted: ['put', 'into the trash'],
  restored: ['brought back', ''],
  erased: ['deleted', 'for good'],
}

/** The kinds of records whose names are not the words for them. */
const nouns: Partial<Record<Resource, Noun>> = {
  book: ['the book', 'books'],
  exchange_rate: ['the rate', 'rates'],
  expense: ['', 'expenses'],
  income: ['', 'incomes'],
  transfer: ['', 'transfers'],
  opening: ['the balance at the start of', 'balances at the start'],
  value: ['the value of', 'values'],
  value_posting: ['the change in value of', 'changes in value'],
  obligation: ['the debt', 'debts'],
  obligation_posting: ['the entry of a debt,', 'entries of debts'],
  payment: ['', 'payments'],
  write_off: ['what was forgiven,', 'forgiven amounts'],
  import_rule: ['the rule', 'rules'],
  plan: ['the recurring entry', 'recurring entries'],
  plan_occurrence: ['the recurring entry', 'dates of recurring entries'],
  reconciliation: ['the reconciliation of', 'reconciliations'],
  goal_move: ['', 'moves of goals'],
}

/** import_rule → import rule */
const plainly = (resource: string): string => resource.replaceAll('_', ' ')

const manyOf = (noun: string): string => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`)

/** A kind of record in a sentence, alone and as many. */
export const nounOf = (resource: string): Noun =>
  nouns[resource as Resource] ?? [`the ${plainly(resource)}`, manyOf(plainly(resource))] // any other is looked up in vain

/** A kind of record as a word with its article: for records whose content is gone. */
const aKind: Partial<Record<Resource, string>> = {
  opening: 'a balance at the start',
  value_posting: 'a change in value',
  obligation: 'a debt',
  obligation_posting: 'an entry of a debt',
  write_off: 'a forgiven amount',
  plan: 'a recurring entry',
  plan_occurrence: 'a date of a recurring entry',
  exchange_rate: 'a rate',
  goal_move: 'a move of a goal',
}
export const aRecord = (resource: string): string =>
  aKind[resource as Resource] ?? `${/^[aeio]/.test(resource) ? 'an' : 'a'} ${plainly(resource)}` // as in `nounOf`

const textIn = (record: ShownRecord, ...names: string[]): string | undefined => {
  for (const name of names) {
    const value = record[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

/** Whether the money of a payment came in: a debit on the account that it is on. */
const cameIn = (record: ShownRecord): boolean =>
  (record.lines as ShownRecord[] | undefined)?.some(
    (line) => line.account_id === record.asset_account_id && Number(line.debit) > 0,
  ) ?? false

const accountIn = (record: ShownRecord): string | undefined =>
  textIn(
    (record.lines as ShownRecord[] | undefined)?.find(
      (line) => line.account_id === record.asset_account_id,
    ) ?? {},
    'account_name',
  )

export type NameOf = (resource: 'plan' | 'goal' | 'category', id: string) => string | undefined

/** The name of a record in a sentence. */
export function recordTitle(resource: string, record: ShownRecord, nameOf: NameOf = () => undefined): string {
  switch (resource) {
    case 'expense':
    case 'income':
    case 'transfer':
      return descriptionIn(record) ?? textIn(record, 'contact_name', 'category_name') ?? aRecord(resource)
    case 'payment': {
      const name = textIn(record, 'contact_name') ?? 'somebody'
      return cameIn(record) ? `${name} paid back` : `Paid ${name}`
    }
    case 'write_off':
    case 'obligation_posting':
      return textIn(record, 'memo', 'contact_name', 'notes') ?? 'a debt'
    case 'opening':
    case 'value_posting':
      return accountIn(record) ?? 'an account'
    case 'value':
      return `${textIn(record, 'account_name') ?? 'an account'} on ${dayText(String(record.date))}`
    case 'exchange_rate':
      return `${record.from} to ${record.to} of ${dayText(String(record.date))}`
    case 'budget':
      return `${textIn(record, 'category_name') ?? 'A category'}, ${monthText(String(record.month))}`
    case 'plan_occurrence': {
      const plan = nameOf('plan', String(record.plan_id)) ?? 'a recurring entry'
      return `${plan}, ${dayText(String(record.scheduled_date))}`
    }
    case 'goal_move':
      return nameOf('goal', String(record.goal_id)) ?? 'a goal'
    case 'reconciliation':
      return `${textIn(record, 'account_name') ?? 'an account'}, ${dayText(String(record.date))}`
    default:
      return textIn(record, 'name') ?? aRecord(resource)
  }
}

/** The amount that says most about a record that is new, gone or back. */
function amountOf({ resource, action }: Change, record: ShownRecord): Happened['amount'] {
  if (action === 'updated') return undefined
  const value = record.original_amount ?? record.amount
  if (typeof value !== 'number') return undefined
  if (resource === 'budget') return { base: value }
  return typeof record.currency_id === 'string' ? { amount: value, currency: record.currency_id } : undefined
}

/** The verbs of a plan's date, of a reconciliation and of a new book, which say more than "changed". */
function ownVerb({ resource, before, after }: Change): string | undefined {
  if (resource === 'book' && !before) return 'opened'
  if (resource === 'plan_occurrence') {
    const { action } = (after ?? {}) as ShownRecord // a record of this kind
    return occurrenceWords[String(action)]
  }
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
    ? { verb: 'closed', lead: 'the books through', title: dayText(is), end: '' }
    : typeof is === 'string'
      ? { verb: 'reopened', lead: 'the books after', title: dayText(is), end: '' }
      : { verb: 'reopened', lead: '', title: 'the books', end: '' }
}

const aboutTheBook = (verb: string): Happened => ({ verb, lead: '', title: 'the book', end: '' })

function archived(was: ShownRecord, is: ShownRecord): Happened | undefined {
  if (was.is_archived === is.is_archived) return undefined
  return aboutTheBook(is.is_archived ? 'archived' : 'brought back')
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
function movedGoal({ resource, action }: Change, record: ShownRecord): string | undefined {
  if (resource !== 'goal_move') return undefined
  if (action === 'created') return Number(record.amount) < 0 ? 'took out of' : 'put into'
  return action === 'restored' ? 'brought back a move of' : 'took back a move of'
}

/** One change in words; with all changes of its version, an opening that followed from them is told as such. */
export function happened(change: Change, nameOf?: NameOf, changes: readonly Change[] = []): Happened {
  const about = ofBook(change)
  if (about) return about
  if (hasFollowed(change, changes)) {
    const record = (change.after ?? change.before) as ShownRecord // it has one, or it would not have followed
    const verb = change.resource === 'opening' ? 'the start of' : 'the change in value of'
    return { verb, lead: '', title: recordTitle('opening', record), end: 'followed' }
  }
  const [verb, end] = verbs[change.action] ?? ['changed', '']
  const record = (change.after ?? change.before) as ShownRecord | null // a plain object
  if (!record) return { verb, lead: '', title: aRecord(change.resource), end }
  const amount = amountOf(change, record)
  const moved = movedGoal(change, record)
  return {
    verb: moved ?? ownVerb(change) ?? verb,
    lead: nounOf(change.resource)[0],
    title: recordTitle(change.resource, record, nameOf),
    ...(amount ? { amount } : {}),
    end: moved === undefined ? end : '',
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
): Happened {
  const merge = mergeWords(group, isRedone, nameOf)
  if (merge) return merge
  const what = about(group, nameOf)
  const file = from === undefined ? '' : `from ${from}`
  if (group.undoes !== null)
    return { ...what, verb: isRedone ? 'redid a change of' : 'undid a change of', end: file }
  return file === '' ? what : { ...what, end: file }
}

/** "merged Snacks into Groceries: 180 entries, 2 budgets" */
function mergeWords(group: ChangeGroup, isRedone: boolean, nameOf?: NameOf): Happened | undefined {
  const merged = mergedIn(group.changes)
  if (!merged) return undefined
  const { category, into, moved } = merged
  const name = recordTitle('category', (category.after ?? category.before ?? {}) as ShownRecord) // a plain object
  const other = into.name ?? nameOf?.('category', into.id) ?? 'another category'
  const parts = movedParts(moved).join(', ')
  const verb = group.undoes === null ? 'merged' : isRedone ? 'redid the merge of' : 'undid the merge of'
  return {
    verb,
    lead: '',
    title: `${name} into ${other}`,
    end: '',
    parts: group.isCut ? `at least ${parts}` : parts,
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

function about(group: ChangeGroup, nameOf?: NameOf): Happened {
  const main = mainOf(group)
  if (!main) return { verb: 'changed', lead: '', title: 'nothing', end: '' }
  const isTransaction = transactions.includes(main.resource)
  const alike = alikeIn(group)
  if (madeRoom(main))
    return {
      verb: 'changed',
      lead: 'the order of',
      title: counted(alike.length, 'category', 'categories'),
      end: '',
    }
  if (alike.length === 1 && !group.isCut) return happened(main, nameOf)
  const isOneAction = alike.every(({ action }) => action === main.action)
  const [verb, end] = isOneAction ? (verbs[main.action] ?? ['changed', '']) : ['changed', '']
  // Of a version that is cut, others may follow. A refund is recorded as an expense, but nobody calls it one.
  const isOneKind =
    alike.every((one) => one.resource === main.resource && isRefund(one) === isRefund(main)) &&
    !(group.isCut && isTransaction)
  const many = isOneKind ? nounOf(main.resource)[1] : 'transactions'
  const atLeast = group.isCut ? 'at least ' : ''
  if (main.resource === 'category') return { verb, lead: '', title: `${atLeast}${inGroups(alike)}`, end }
  const count = `${atLeast}${countText(alike.length)}`
  return { verb, lead: '', title: `${count} ${many}`, end }
}
