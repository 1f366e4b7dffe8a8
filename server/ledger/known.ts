import assert from 'node:assert/strict'
import type { Day } from '../../contract/day.ts'
import { Abandoned } from '../database/failures.ts'
import { mapInSlices } from '../process/slices.ts'
import type { SlimTransaction, Transaction } from './journal.ts'
import type {
  AccountRow,
  Action,
  AnyRow,
  BudgetRow,
  CategoryRow,
  ContactRow,
  Debt,
  Kind,
  OccurrenceRow,
  PlanRow,
  RateRow,
  ReconciliationRow,
  RuleRow,
  SlimDebt,
  SlimOccurrence,
} from './records.ts'

/**
 * The rates of a currency around a day: the latest of the book's own on or before the day, stored in either direction, the latest
 * published one, and the first of either after the day. `findRate` decides whether one of them is recent enough.
 */
export type KnownRate = {
  currency_id: string
  own_date: Day | null
  own: string | null
  is_inverse: boolean | null
  published_date: Day | null
  from_per_euro: string | null
  to_per_euro: string | null
  /** The day of the first rate after the asked day: a refusal may name it. */
  later_date: Day | null
}

/** A record before and after a change of the log. Both are null if it was deleted for good later. */
export type PastEvent = {
  version: number
  ordinal: number
  action: Action
  resource: string
  kind: Kind
  id: string
  before: AnyRow | null
  after: AnyRow | null
  isErased: boolean
}

/** A later event of the same record, and whether its change was undone or undoes another. */
export type LaterEvent = PastEvent & { undoes: number | null; undone_by: number | null }

/** Live records that refer to another one, each with the version since which it does. At most MAX_REFERRERS are listed. */
export type Referrers = { list: { version: number; resource: string; id: string }[]; count: number }

/** A change of the log. */
export type PastChange = {
  version: number
  undone_by: number | null
  /** The version of the change that it undoes, of the change that that one undoes, and so on. */
  chain: number[]
  events: PastEvent[]
  /** The later events of each of its records, by id, the oldest first. */
  later: ReadonlyMap<string, LaterEvent[]>
}

/** A tick on a line of a transaction, and the statement that it was ticked against. */
export type Tick = {
  line_id: string
  reconciliation_id: string
  is_finished: boolean
  date: Day
  account_name: string
}

/** A live line: `amount` is positive for a debit; with the reconciliation that it is ticked in. */
export type LiveLine = {
  id: string
  account_id: string
  currency_id: string
  amount: bigint
  date: Day
  reconciliation_id: string | null
}

/** How many records refer to one, and one of them. */
type Uses = { count: number; by: { resource: string; id: string } }

/** A row of a list: none of the columns that people write in at length. */
type Slim = {
  [Long in 'notes' | 'tags' | 'memo' | 'draft' | 'conditions' | 'actions' | 'cleared_line_ids']?: never
} & { readonly entries?: readonly Slim[] } & object

/**
 * As many rows as a person made: a list of whole records does not compile here, because the notes of everything that a contact owes
 * were once loaded for each payment. A verb that changes some of the rows asks for these (`wholeOf`), and decides again.
 */
type Lists<Row extends { readonly [R in keyof Row]: Slim }> = { [R in keyof Row]: Row[R][] }

/** Any list of records belongs to `Lists`. */
type Single<
  Found extends { readonly [R in keyof Found]: Found[R] extends readonly object[] ? never : unknown },
> = Found

/** The records that a verb can look at, by the kind of reference. The keys are ids unless a comment says otherwise. */
export type Found = FoundOne & FoundLists

type FoundLists = Lists<{
  /** All transactions that an obligation has entries in, in the trash or not, in the order of the book. Loads their categories too. */
  postings: SlimTransaction
  /** The obligations that an expense opened for the shares of others, in the trash or not. Loads `is_touched` of each too. */
  shares: SlimDebt
  /** The obligations of a contact that something is outstanding of, none in the trash. By the contact's id. */
  owed: SlimDebt
  /** The stored occurrences of a plan (posted, skipped or changed), by the plan's id, those in the trash too. */
  occurrences: SlimOccurrence
  /** The reconciliations of an account without their lines, in the trash or not, in the order of the book. By the account's id. */
  reconciliations: Omit<ReconciliationRow, 'cleared_line_ids'>
  /** The ticks on the live lines of a transaction, by its id. Loaded with every transaction. */
  ticks: Tick
  /** The live lines that are ticked in a reconciliation, by its id: those of its account and currency. */
  cleared: LiveLine
  /** The balance of an account in each currency. */
  totals: { currency_id: string; amount: bigint; base_amount: bigint }
  /** How many entries an account has in each currency, live ones and those of transactions in the trash. */
  uses: { currency_id: string; count: number }
  /** All accounts by name, in the trash or not, the oldest first; a category's account has the category's name. Its key is `''`. */
  names: { id: string; type: string; name: string; is_live: boolean }
}>

type FoundOne = Single<{
  account: AccountRow
  /** An account that Florin itself posts to, by its role. */
  role: AccountRow
  /** The account that is used when a request names none; its key is `''`. */
  default: AccountRow
  category: CategoryRow
  /** The category that an account belongs to, by the account's id. */
  category_of: CategoryRow
  /** The account of a category that is loaded too, by the category's id. */
  account_of: AccountRow
  contact: ContactRow
  obligation: Debt
  transaction: Transaction
  /** The id of the transaction with an external_id, in the trash or not. By that name. */
  external_id: string
  /** The opening of an account, in the trash or not, by the account's id. */
  opening: Transaction
  /** The amount that was outstanding after a payment: that of all live transactions of its obligation up to it. By the payment's id. */
  outstanding_after: bigint
  /** The latest live write-off of an obligation. */
  write_off: Transaction
  /** Whether anything was paid, written off or corrected on an obligation, by its id. */
  is_touched: boolean
  plan: PlanRow
  /** A stored occurrence of a plan, as a whole record. */
  occurrence: OccurrenceRow
  /** How many plans the book has, trash included; its key is `''`. */
  planned: number
  rule: RuleRow
  /** How many rules the book has, trash included, and the last rank among them; its key is `''`. */
  ruled: { count: number; last: number }
  reconciliation: ReconciliationRow
  line: LiveLine
  /** A rate of the book's own, by its address: `EUR/USD/2026-01-31`. */
  own_rate: RateRow
  /** The budget of a category for a month, by its address: the id of the category, a slash and the month. */
  budget: BudgetRow
  /** The rates of a currency on a day: `EUR 2026-01-31`. */
  rate: KnownRate
  /** Whether the rates of a day were loaded for the currencies on an account: the account's id and the day, as `accountDay` writes them. */
  rates_on: true
  /** The codes of all accounts, in the trash or not; its key is `''`. */
  codes: string[]
  /** An account with this code, in the trash or not. */
  code: AccountRow
  /** How many transactions, trash included, and budgets the book has; its key is `''`. */
  recorded: number
  /** A change of the log, by its version. */
  past: PastChange
  /** The live records that came to refer to a record after a version; `referrersKey` makes the key. */
  referrers: Referrers
  /** The name of somebody who works in the book, by their id. */
  person: string
  /** The version in which a record was deleted for good, by its id. */
  erased_in: number
  /** How many records refer to a record, in the trash or not; replaced entries count too. */
  used_by: Uses
}>
export type Reference = keyof Found

/** The keys that a verb looks at. Null and undefined may be among them, for fields that were not sent; they are skipped. */
export type References = { readonly [R in Reference]?: readonly (string | null | undefined)[] }

export const rateKey = (currencyId: string, date: Day): string => `${currencyId} ${date}`

export const accountDay = (accountId: string, date: Day): string => `${accountId} ${date}`

/** A verb looked at a record that was not loaded: the writer loads it, and the verb decides again. */
export class NotLoaded extends Abandoned {
  readonly references: References
  constructor(references: References) {
    super(`not loaded: ${JSON.stringify(references).slice(0, 200)}`)
    this.references = references
  }
}

/**
 * Decides each of many items, letting others in between. Records that some of them look at and that were not loaded are collected over
 * all of them, so that the writer loads them at once.
 */
export async function decideEach<Item, Made>(
  items: Iterable<Item>,
  decide: (item: Item, index: number) => Made,
): Promise<Made[]> {
  const missing: References[] = []
  const made = await mapInSlices(items, (item, index) => {
    try {
      return [decide(item, index)]
    } catch (error) {
      if (!(error instanceof NotLoaded)) throw error
      missing.push(error.references)
      return []
    }
  })
  if (missing.length > 0) throw new NotLoaded(together(missing))
  return made.flat() as Made[] // one of each
}

/** The records that were loaded for a verb. */
export type Known = {
  /** The record, or undefined where the book has none. */
  readonly find: <R extends Reference>(reference: R, key: string) => Found[R] | undefined
  /** Whether the key was loaded, found or not. */
  readonly isLoaded: (reference: Reference, key: string) => boolean
}

/** Throws `NotLoaded` for all missing references at once. */
export function requireLoaded(known: Known, references: References): void {
  const missing: References[] = []
  for (const [name, keys] of Object.entries(references)) {
    const reference = name as Reference // a key of References
    for (const key of keys)
      if (typeof key === 'string' && !known.isLoaded(reference, key)) missing.push({ [reference]: [key] })
  }
  if (missing.length > 0) throw new NotLoaded(together(missing))
}

/** The whole records of some rows of a list: the few that a change needs, and no others. */
export function wholeOf<R extends 'transaction' | 'obligation' | 'occurrence'>(
  known: Known,
  reference: R,
  rows: readonly { readonly id: string }[],
): Found[R][] {
  requireLoaded(known, { [reference]: rows.map(({ id }) => id) })
  return rows.map(({ id }) => known.find(reference, id) ?? assert.fail(`the book has no ${reference} ${id}`))
}

/** The loaded records by reference and key; null for a key that the book does not have, undefined for a forgotten one. */
export type Holdings = Map<Reference, Map<string, unknown>>

/** Ids and currencies are the same in any case; the codes of accounts and the names that clients give are not. */
export const heldKey = (reference: Reference, key: string) =>
  reference === 'code' || reference === 'external_id' ? key : key.toLowerCase()

export const knownFrom = (holdings: Holdings): Known => ({
  find<R extends Reference>(reference: R, key: string): Found[R] | undefined {
    const found = holdings.get(reference)?.get(heldKey(reference, key)) as Found[R] | null | undefined // as `hold` was given it
    if (found === undefined) throw new NotLoaded({ [reference]: [key] })
    return found ?? undefined
  },
  isLoaded: (reference, key) => holdings.get(reference)?.has(heldKey(reference, key)) ?? false,
})

export function hold<R extends Reference>(
  holdings: Holdings,
  reference: R,
  key: string,
  found: Found[R] | null,
): void {
  const held = holdings.get(reference)
  if (held) held.set(heldKey(reference, key), found)
  else holdings.set(reference, new Map([[heldKey(reference, key), found]]))
}

/** A row of a part: the list of its columns. */
export type List = readonly unknown[]

/** Holds the rows of one part. `of` gives the rows of another part that belongs to it. */
export type Holder = (
  holdings: Holdings,
  lists: readonly List[],
  loaded: { readonly references: References; readonly of: (part: string) => List[] },
) => void | Promise<void>

/** Several verbs' references as one. */
export function together(references: Iterable<References>): References {
  const all: { [R in Reference]?: Set<string | null | undefined> } = {}
  for (const one of references)
    for (const [reference, keys] of Object.entries(one)) {
      const set = all[reference as Reference] ?? new Set() // a key of References
      all[reference as Reference] = set
      for (const key of keys) set.add(key)
    }
  return Object.fromEntries(Object.entries(all).map(([reference, keys]) => [reference, [...keys]]))
}
