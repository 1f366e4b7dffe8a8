import { type Db, rows, rowsToChange } from '../database/database.ts'
import { mapInSlices } from '../process/slices.ts'
import type { Entry, Transaction } from './journal.ts'
import {
  type Found,
  type Holder,
  type Holdings,
  hold,
  type KnownRate,
  type List,
  type LiveLine,
  type Reference,
  type References,
  type Tick,
  together,
} from './known.ts'
import { type LoadRequest, ownersStatement } from './load.sql.ts'
import type { StoredToken } from './log.ts'
import { loading } from './near.ts'
import { pastHolders } from './past.ts'
import {
  type AccountRow,
  type BookRow,
  type BudgetRow,
  budgetId,
  type CategoryRow,
  type ContactRow,
  type Debt,
  entryColumns,
  headColumns,
  type OccurrenceRow,
  type PlanRow,
  type RateRow,
  type ReconciliationRow,
  type RuleRow,
  rateId,
  tables,
} from './records.ts'
import type { EarlierReply } from './repeats.ts'
import { entriesIn, inOrderOfBook, slimHolders, withoutRepeats } from './slim.ts'
import { fromList, timeFrom } from './stored.ts'
import type { Size } from './verb.ts'

/** The loaded rows of one book for one request. */
export type Loaded = {
  book: (BookRow & { size: Size }) | undefined
  token: StoredToken | undefined
  /** The book's owner, for a request of Florin's own. */
  ownerId: string | undefined
  /** The reply to the same Idempotency-Key. */
  earlier: EarlierReply | undefined
  /** The id of the change, if an earlier attempt of this request has written it. */
  changeId: string | undefined
  holdings: Holdings
  /** Whether it is remembered from the last change, not loaded: it may be out of date. */
  isRecalled: boolean
}

/** One row of the statement: the name of its part, its book, and the list of its columns. */
type Row = { part: string; book_id: string; list: readonly unknown[] }

/** Of these there may be very many. Each is found without the others. */
const manyOf = ['past', 'ticks'] as const

/**
 * Loads all records that requests look at in one statement, and owners in another, except for those of `manyOf` that are held already.
 * Requests of the same book get the same records of it.
 */
export async function load(
  db: Db,
  asked: readonly LoadRequest[],
  { held, isAlone = false }: { held?: Holdings | undefined; isAlone?: boolean } = {},
): Promise<Loaded[]> {
  const missing = held ? asked.map((one) => without(one, held)) : asked
  const records = await (isAlone ? rowsToChange<Row> : rows<Row>)(db, loading(db, missing))
  const owned = new Set(records.filter(({ part }) => part === 'owner').map(({ book_id }) => book_id))
  const others = missing.filter(({ token, bookId }) => token === null && !owned.has(bookId))
  const owners = others.length > 0 ? await rows<Row>(db, ownersStatement(others)) : []
  const found = Map.groupBy([...records, ...owners], ({ book_id }) => book_id)
  const books = new Map<string, OfBook>()
  for (const [bookId, ofBook] of Map.groupBy(missing, ({ bookId }) => bookId))
    books.set(bookId, await gather(ofBook, found.get(bookId) ?? []))
  for (const reference of manyOf)
    for (const { holdings } of held ? books.values() : []) keep(holdings, reference, held?.get(reference))
  return missing.map((one) => loadedFor(one, books.get(one.bookId) as OfBook)) // one of each book
}

function keep(holdings: Holdings, reference: Reference, held?: ReadonlyMap<string, unknown>): void {
  if (held) holdings.set(reference, new Map([...(holdings.get(reference) ?? []), ...held]))
}

function without(asked: LoadRequest, held: Holdings): LoadRequest {
  const references = manyOf.map((reference) => [
    reference,
    (asked.references[reference] ?? []).filter((key) => !held.get(reference)?.has(String(key))),
  ])
  return { ...asked, references: { ...asked.references, ...Object.fromEntries(references) } }
}

const text = (value: unknown) => value as string // a column that is text, and not null
const time = (value: unknown) => timeFrom(text(value))

/** The rows of one book, for all requests of it. */
type OfBook = Pick<Loaded, 'book' | 'holdings'> & { of: (part: string) => List[] }

async function gather(asked: readonly LoadRequest[], found: readonly Row[]): Promise<OfBook> {
  const lists = Map.groupBy(found, ({ part }) => part)
  const of = (part: string) => (lists.get(part) ?? []).map(({ list }) => list)
  const holdings: Holdings = new Map()
  const [first] = asked
  const references =
    first && asked.length === 1 ? first.references : together(asked.map((one) => one.references))
  holdAbsent(holdings, references)
  for (const part in holders)
    if (lists.has(part)) await holders[part]?.(holdings, of(part), { references, of })
  return { book: of('book').map(bookOf)[0], holdings, of }
}

function loadedFor({ token, key, changeIds }: LoadRequest, { book, holdings, of }: OfBook): Loaded {
  return {
    book,
    token: of('token')
      .map(tokenOf)
      .find(({ id, user_id }) => id === token?.id && user_id === token.userId),
    ownerId: of('owner')
      .map(([id]) => text(id))
      .sort((one, other) => (one < other ? -1 : 1))[0],
    earlier: of('key')
      .filter(([one]) => one === key)
      .map(([, request_hash, reply, at]) => ({
        request_hash: text(request_hash),
        reply: reply as string | null, // null once it was erased
        created_at: time(at),
      }))[0],
    changeId: of('change')
      .map(([id]) => text(id))
      .find((id) => changeIds.includes(id)),
    holdings,
    isRecalled: false,
  }
}

function bookOf(list: readonly unknown[]): BookRow & { size: Size } {
  const [id, name, base, zone, closed, starts, version, hash, changed, created, updated, ...counts] = list
  const [row_count, byte_count] = counts
  return {
    ...{ id: text(id), name: text(name), base_currency_id: text(base), time_zone: text(zone) },
    closed_through: closed as string | null, // a day, or null
    month_starts_on: text(starts),
    version: Number(version),
    hash: text(hash),
    ...{ changed_at: time(changed), created_at: time(created), updated_at: time(updated) },
    size: { rows: Number(row_count), bytes: Number(byte_count) },
  }
}

function tokenOf(list: readonly unknown[]): StoredToken {
  const [user_id, id, secret_hash, device_name, created_at, last_used_at, role] = list
  return {
    ...{ id: text(id), user_id: text(user_id), secret_hash: text(secret_hash), role: text(role) },
    ...{ device_name: text(device_name), created_at: text(created_at), last_used_at: text(last_used_at) },
  }
}

/** The results of these references are lists, which are empty if nothing was found. */
const emptyResults: { readonly [R in Reference]?: Found[R] } = {
  shares: [],
  owed: [],
  postings: [],
  occurrences: [],
  reconciliations: [],
  ticks: [],
  cleared: [],
  referrers: { list: [], count: 0 },
}

/** Marks every requested key as absent; the rows overwrite the ones that exist. */
function holdAbsent(holdings: Holdings, references: References): void {
  for (const [name, keys] of Object.entries(references)) {
    const reference = name as Reference // a key of References
    for (const key of keys)
      if (typeof key === 'string') hold(holdings, reference, key, emptyResults[reference] ?? null)
  }
}

/**
 * Holds the rows of each part of `partsOf`, under every reference that finds them. The holders of parts without rows do not run; the
 * others run in this order. Each row has the columns of its kind, in their order.
 */
const holders: { readonly [part: string]: Holder } = {
  account(holdings, lists) {
    for (const list of lists) {
      const account = fromList(tables.account.columns, list) as AccountRow
      hold(holdings, 'account', account.id, account)
      hold(holdings, 'code', account.code, account)
      if (account.role !== null) hold(holdings, 'role', account.role, account)
      if (account.is_default) hold(holdings, 'default', '', account)
    }
  },
  category(holdings, lists) {
    for (const list of lists) {
      const category = fromList(tables.category.columns, list) as CategoryRow
      hold(holdings, 'category', category.id, category)
      hold(holdings, 'category_of', category.account_id, category)
      const account = holdings.get('account')?.get(category.account_id) as AccountRow | undefined // held above
      if (account) hold(holdings, 'account_of', category.id, account)
    }
  },
  contact(holdings, lists) {
    for (const list of lists) {
      const contact = fromList(tables.contact.columns, list) as ContactRow
      hold(holdings, 'contact', contact.id, contact)
    }
  },
  exchange_rate(holdings, lists) {
    for (const list of lists) {
      const rate = fromList(tables.exchange_rate.columns, list) as Omit<RateRow, 'id'>
      hold(holdings, 'own_rate', rateId(rate), { id: rateId(rate), ...rate })
    }
  },
  budget(holdings, lists) {
    for (const list of lists) {
      const budget = fromList(tables.budget.columns, list) as Omit<BudgetRow, 'id'>
      hold(holdings, 'budget', budgetId(budget), { id: budgetId(budget), ...budget })
    }
  },
  obligation(holdings, lists) {
    for (const list of lists) {
      const debt = fromList(tables.obligation.columns, list) as Debt
      hold(holdings, 'obligation', debt.id, debt)
    }
  },
  plan(holdings, lists) {
    for (const list of lists) {
      const plan = fromList(tables.plan.columns, list) as PlanRow
      hold(holdings, 'plan', plan.id, plan)
    }
  },
  plan_occurrence(holdings, lists) {
    for (const list of lists) {
      const occurrence = fromList(tables.plan_occurrence.columns, list) as OccurrenceRow
      hold(holdings, 'occurrence', occurrence.id, occurrence)
    }
  },
  planned(holdings, lists) {
    for (const [count] of lists) hold(holdings, 'planned', '', Number(count))
  },
  import_rule(holdings, lists) {
    for (const list of lists) {
      const rule = fromList(tables.import_rule.columns, list) as RuleRow
      hold(holdings, 'rule', rule.id, rule)
    }
  },
  ruled(holdings, lists) {
    for (const [all] of lists) hold(holdings, 'ruled', '', all as Found['ruled'])
  },
  reconciliation(holdings, lists) {
    for (const list of lists) {
      const reconciliation = fromList(tables.reconciliation.columns, list) as ReconciliationRow
      hold(holdings, 'reconciliation', reconciliation.id, reconciliation)
    }
  },
  reconciliations(holdings, lists) {
    const heads = lists.map((list) => fromList(headColumns, list) as Found['reconciliations'][number])
    for (const [id, all] of Map.groupBy(heads, ({ account_id }) => account_id))
      hold(
        holdings,
        'reconciliations',
        id,
        all.sort((a, b) => a.created_version - b.created_version),
      )
  },
  line(holdings, lists) {
    for (const list of lists) hold(holdings, 'line', text(list[1]), lineOf(list))
  },
  cleared(holdings, lists) {
    for (const [id, all] of Map.groupBy(lists, ([reconciliationId]) => text(reconciliationId)))
      hold(holdings, 'cleared', id, all.map(lineOf))
  },
  transaction: holdTransactions,
  external_id(holdings, lists) {
    for (const [name, id] of lists) hold(holdings, 'external_id', text(name), text(id))
  },
  ...slimHolders,
  // After the transactions, which hold that they have none.
  ticks(holdings, lists) {
    for (const [id, all] of Map.groupBy(lists, ([transactionId]) => text(transactionId)))
      hold(holdings, 'ticks', id, [...new Map(all.map((list) => [list[1], tickOf(list)])).values()])
  },
  outstanding_after(holdings, lists) {
    for (const [id, amount] of lists) hold(holdings, 'outstanding_after', text(id), BigInt(text(amount)))
  },
  is_touched(holdings, lists) {
    for (const [id] of lists) hold(holdings, 'is_touched', text(id), true)
  },
  rate(holdings, lists) {
    for (const [currency, day, ...list] of lists) {
      const [own_date, own, is_inverse, published_date, from_per_euro, to_per_euro, later_date] = list
      const rate = {
        ...{ currency_id: currency, own_date, own, is_inverse, published_date, from_per_euro, to_per_euro },
        later_date,
      } as KnownRate // the columns of the part, in order
      hold(holdings, 'rate', `${currency} ${day}`, rate)
    }
  },
  totals(holdings, lists) {
    for (const [id, list] of Map.groupBy(lists, ([accountId]) => text(accountId))) {
      const totals = list.map(([, currency, amount, base]) => ({
        ...{ currency_id: text(currency), amount: BigInt(text(amount)), base_amount: BigInt(text(base)) },
      }))
      hold(holdings, 'totals', id, totals)
    }
  },
  uses(holdings, lists) {
    for (const [id, list] of Map.groupBy(lists, ([accountId]) => text(accountId))) {
      const uses = list.map(([, currency, count]) => ({ currency_id: text(currency), count: Number(count) }))
      hold(holdings, 'uses', id, uses)
    }
  },
  codes(holdings, lists) {
    for (const [codes] of lists) hold(holdings, 'codes', '', codes as string[]) // a list of text
  },
  names(holdings, lists) {
    for (const [names] of lists) hold(holdings, 'names', '', names as Found['names']) // as the part writes them
  },
  recorded(holdings, lists) {
    for (const [count] of lists) hold(holdings, 'recorded', '', Number(count))
  },
  ...pastHolders,
}

const lineOf = ([, id, account_id, currency_id, amount, date, ticked]: List): LiveLine => ({
  ...{ id: text(id), account_id: text(account_id), currency_id: text(currency_id) },
  amount: BigInt(text(amount)),
  date: text(date),
  reconciliation_id: ticked as string | null, // an id, or null
})

const tickOf = ([, line_id, reconciliation_id, is_finished, date, account_name]: List): Tick => ({
  ...{ line_id: text(line_id), reconciliation_id: text(reconciliation_id), date: text(date) },
  ...{ is_finished: is_finished === true, account_name: text(account_name) },
})

async function holdTransactions(...[holdings, lists, { of }]: Parameters<Holder>): Promise<void> {
  const entries = await entriesIn(of('entry'), entryColumns)
  const all = await mapInSlices(lists, (list): Transaction => {
    const row = fromList(tables.transaction.columns, list) as Omit<Transaction, 'entries'>
    return withoutRepeats({ ...row, entries: entries(row.id) as Entry[] })
  })
  // Several parts may load the same transaction.
  const transactions = [...new Map(all.map((one) => [one.id, one])).values()]
  for (const one of transactions.sort(inOrderOfBook)) {
    hold(holdings, 'transaction', one.id, one)
    hold(holdings, 'ticks', one.id, [])
    if (one.kind === 'opening' && one.account_id !== null) hold(holdings, 'opening', one.account_id, one)
    if (one.kind === 'write_off' && one.deleted_at === null && one.obligation_id !== null)
      hold(holdings, 'write_off', one.obligation_id, one)
  }
}
