import type { TransactionQuery } from '../../contract/budgeting.ts'
import { allCurrencies, currencyCode, endedCurrencies } from '../../contract/iso4217.ts'
import { join, type Sql, sql } from '../database/sql.ts'
import { isCreatedBy } from '../ledger/authors.ts'
import type { BookRow } from '../ledger/book.ts'
import { entriesAt } from '../ledger/read.sql.ts'
import { isAmong, isOneOf } from '../lists/lists.ts'
import { commaSeparated, knownIds } from '../process/ids.ts'
import { hasMoneyAccount } from '../records/sections.ts'

/**
 * Conditions on the ids of transactions, for the filters that lead to few of them, each from an index of its own. An array is made once for
 * the whole statement, and then looked up; a join could be made the other way round.
 */
export function fewOf(book: BookRow, { id, obligation_id, plan_id }: TransactionQuery): Sql[] {
  const among = (ids: Sql) => sql`id = any (array(${ids}))`
  return [
    ...(id === undefined ? [] : [isOneOf(sql`id`, knownIds(id), sql`uuid`)]),
    ...(obligation_id === undefined
      ? []
      : [among(ofObligations(book, sql`${knownIds(obligation_id)}::uuid[]`))]),
    ...(plan_id === undefined ? [] : [among(ofPlans(book, sql`${knownIds(plan_id)}::uuid[]`))]),
  ]
}

/** The transactions of some obligations, and the expenses that they are shares of. */
const ofObligations = (book: BookRow, ids: Sql): Sql => sql`
  select id from transactions where book_id = ${book.id} and obligation_id is not null and obligation_id = any (${ids})
  union all
  select expense_id from obligations where book_id = ${book.id} and id = any (${ids}) and expense_id is not null`

/**
 * The transactions that some plans have posted: an occurrence that was posted stays so, whatever becomes of its transaction. A plan that was
 * deleted for good has no occurrences left: its transactions are looked for among all. An obligation names its plan itself; of its transactions, the
 * one that opened it is of the plan, and later corrections are a person's.
 */
const ofPlans = (book: BookRow, ids: Sql): Sql => sql`
  select transaction_id from plan_occurrences where book_id = ${book.id} and plan_id = any (${ids}) and transaction_id is not null
  union all
  select t.id from transactions t
  where t.book_id = ${book.id} and t.kind = 'obligation' and t.obligation_id is not null and t.obligation_id = any (array(
    select id from obligations where book_id = ${book.id} and plan_id = any (${ids})))
    and t.created_version = (select created_version from obligations o where o.book_id = ${book.id} and o.id = t.obligation_id)
  union all
  select id from transactions
  where book_id = ${book.id} and plan_id = any (${ids})
    and (select count(*) from plans where book_id = ${book.id} and id = any (${ids})) < cardinality(${ids})`

/** Currencies with other than two decimals, as cases: the table of currencies would be read again for every transaction. */
const unusual: Sql[] = [...Map.groupBy([...allCurrencies, ...endedCurrencies], ({ decimals }) => decimals)]
  .filter(([decimals]) => decimals !== 2)
  .map(
    ([decimals, some]) =>
      sql`when t.currency_id = any (${some.map(({ id }) => id)}::text[]) then ${10 ** decimals}::numeric`,
  )

const units = (amount: number) => sql`${String(amount)}::numeric * case ${join(unusual, sql` `)} else 100 end`

type Conditions = {
  [Name in keyof TransactionQuery]: (
    value: NonNullable<TransactionQuery[Name]>,
    /** `date` is the column of the day, which the entry that leads to a transaction has as well. */
    on: { book: BookRow; date: Sql; version: number | undefined },
  ) => Sql
}

/** The conditions on a transaction `t` of all filters except accounts and words, in the order in which a statement has them. */
const conditions: Conditions = {
  kind: (kind) => isOneOf(sql`t.kind`, commaSeparated(kind), sql`text`),
  date_from: (day, { date }) => sql`${date} >= ${day}`,
  date_to: (day, { date }) => sql`${date} <= ${day}`,
  import_id: (ids, { book }) => sql`t.id in (select transaction_id from import_rows
                            where book_id = ${book.id} and import_id = any (${knownIds(ids)}::uuid[]) and is_chosen)`,
  // An expense that shares nothing any more is still the one that an obligation in the trash names.
  obligation_id: (ids, { book, version }) => sql`(t.obligation_id = any (${knownIds(ids)}::uuid[])
                  or exists (select from ${entriesAt(book.id, version)} and e.obligation_id = any (${knownIds(ids)}::uuid[])))`,
  contact_id: (ids) => isAmong(sql`t.contact_id`, ids, sql`t.contact_id is null`),
  asset_account_id: (ids, { book }) => isAmong(sql`t.account_id`, ids, sql`not ${hasMoneyAccount(book)}`),
  currency_id: (ids) => isOneOf(sql`t.currency_id`, commaSeparated(ids).map(currencyCode), sql`text`),
  amount_min: (amount) => sql`t.amount >= ${units(amount)}`,
  amount_max: (amount) => sql`t.amount <= ${units(amount)}`,
  tag: (tag) => sql`t.tags @> ${[tag].flat()}::text[]`,
  created_by: (id, { book }) => isCreatedBy(book, sql`t.created_version`, id),
  external_id: (names) => sql`t.external_id = any (${[names].flat()}::text[])`,
  is_tagged: (isTagged) => (isTagged ? sql`t.tags <> '{}'` : sql`t.tags = '{}'`),
}
const filterNames = Object.keys(conditions) as (keyof Conditions)[] // its own keys

export const filtersOf = (
  book: BookRow,
  query: TransactionQuery,
  date: Sql,
  version: number | undefined,
): Sql[] =>
  filterNames.flatMap(
    (name) =>
      query[name] === undefined
        ? []
        : (conditions[name]?.(query[name] as never, { book, date, version }) ?? []), // of this name
  )

export type FlowFilter = NonNullable<TransactionQuery['flow']>

export const flowSide = (flow: 'in' | 'out'): Sql =>
  flow === 'in' ? sql`e.debit_account_id` : sql`e.credit_account_id`

/**
 * Whether a transaction `t` brings something to some accounts, or takes it from them: a transfer among them, an opening and a change in value do
 * neither, nor does money from or to another book, which is `between`.
 */
export function isFlow(book: BookRow, ids: Sql, flow: FlowFilter, version?: number): Sql {
  const has = (side: Sql, ids: Sql) =>
    sql`exists (select from ${entriesAt(book.id, version)} and ${side} in ${ids})`
  const [debit, credit] = [flowSide('in'), flowSide('out')]
  const others = sql`(select o.id from accounts o where o.book_id = ${book.id} and o.role = 'other_book')`
  const isBetween = sql`t.kind = 'transfer' and (${has(debit, others)} or ${has(credit, others)})`
  if (flow === 'between') return sql`${isBetween} and (${has(debit, ids)} or ${has(credit, ids)})`
  const isMoved = sql`t.kind = 'transfer' and ${has(flowSide(flow === 'in' ? 'out' : 'in'), ids)}`
  return sql`t.kind not in ('opening', 'value') and ${has(flowSide(flow), ids)} and not (${isMoved}) and not (${isBetween})`
}
