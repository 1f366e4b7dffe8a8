import assert from 'node:assert/strict'
import { names, type Sql, sql } from '../database/sql.ts'
import type { BookRow } from './book.ts'
import { allKinds, type KindOf, kindNamed } from './kind.ts'

/**
 * The books as they were at a version. Entries are append-only, so that those of any version can be read from their table. Other
 * records are read from their table while they have not changed since, and otherwise from the log. Without a version, everything is
 * as it is now.
 */

/** Whether an entry counts at a version: it was posted by then, and not yet replaced or removed. `of` is the name of its row and a dot. */
export const countsAt = (version: number | undefined, of: Sql = sql``): Sql =>
  version === undefined
    ? sql`${of}until_version is null`
    : sql`${of}version <= ${version} and (${of}until_version is null or ${of}until_version > ${version})`

/** The content of a record (`after`) at a version, from the log. No row if the record did not exist yet, or was deleted for good. */
export const storedAt = (book: BookRow, id: Sql, version: number): Sql => sql`
  (select after from events
   where book_id = ${book.id} and record_id = (${id})::text and version <= ${version} and after is not null
   order by version desc limit 1)`

/** The balance that was said of an account as of a day, and whether it is a thing, of a row of this name. Older events have neither. */
const said = (of: Sql): Sql =>
  sql`${of}.as_of_date, ${of}.as_of_amount, ${of}.as_of_currency_id, ${of}.as_of_includes_day, ${of}.as_of_fx_rate, ${of}.as_of_fx_source, ${of}.as_of_fx_date, coalesce(${of}.is_valued, false) as is_valued`

/** Accounts of a book at a version, those in the trash too. Their names are those of today. */
export function accountsAt(book: BookRow, version: number | undefined): Sql {
  const now = sql`
    select a.id, a.name, a.code, a.type, a.role, a.is_active, a.is_claim, a.is_default, a.currency_id, a.created_version, a.version,
           a.created_at, a.updated_at, a.deleted_at, ${said(sql`a`)}
    from accounts a where a.book_id = ${book.id}`
  if (version === undefined) return sql`(${now})`
  return sql`
   (${now} and a.version <= ${version}
    union all
    select a.id, a.name, was.code, was.type, was.role, was.is_active, was.is_claim, was.is_default, was.currency_id, a.created_version,
           was.version, a.created_at, was.updated_at, was.deleted_at, ${said(sql`was`)}
    from accounts a cross join lateral ${storedAt(book, sql`a.id`, version)} stored
    cross join lateral json_to_record(stored.after) was (code text, type text, role text, is_active boolean, is_claim boolean,
      is_default boolean, currency_id text, version bigint, updated_at timestamptz, deleted_at timestamptz, as_of_date date, as_of_amount bigint, as_of_currency_id text,
      as_of_includes_day boolean, as_of_fx_rate numeric, as_of_fx_source text, as_of_fx_date date, is_valued boolean)
    where a.book_id = ${book.id} and a.version > ${version} and a.created_version <= ${version})`
}

/** A row with the values that stand for columns which older events lack: `json_populate_record` would keep those of today. */
function asBefore({ added }: Pick<KindOf, 'added'>, row: Sql): Sql {
  if (Object.keys(added).length === 0) return row
  const json = JSON.stringify(added, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  return sql`json_populate_record(${row}, ${json}::json)`
}

/** Transactions of a book at a version, those in the trash too, with the columns of their table. */
export const transactionsAt = (book: BookRow, version: number): Sql => sql`
  (select * from transactions where book_id = ${book.id} and version <= ${version}
   union all
   select was.* from transactions t cross join lateral ${storedAt(book, sql`t.id`, version)} stored
   cross join lateral (
     select array_to_string(array_agg(memo), E'\n') as memos, array_agg(distinct category_id) filter (where category_id is not null) as category_ids
     from json_to_recordset(stored.after->'entries') entry (memo text, category_id uuid)) entered
   cross join lateral json_populate_record(${asBefore(kindNamed('transaction'), sql`t`)}, stored.after) before_it
   cross join lateral json_populate_record(before_it, json_build_object(
     'category_ids', coalesce(entered.category_ids, '{}'),
     'search', folded(concat_ws(E'\n', before_it.notes, entered.memos, array_to_string(before_it.tags, E'\n'))))) was
   where t.book_id = ${book.id} and t.version > ${version} and t.created_version <= ${version})`

/** Obligations, contacts or goals of a book at a version, those in the trash too, with the columns of their table; the text to search is that of today. */
export function recordsAt(
  book: BookRow,
  table: 'obligations' | 'contacts' | 'goals' | 'goal_moves',
  version: number | undefined,
): Sql {
  const now = sql`select r.* from ${names(table)} r where r.book_id = ${book.id}`
  if (version === undefined) return sql`(${now})`
  return sql`(${now} and r.version <= ${version} union all ${changedSince(book, table, version)})`
}

/** The records that existed at a version and have changed since, as they were then. */
const kindOfTable = (table: string): KindOf =>
  allKinds().find((kind) => kind.table === table) ?? assert.fail(`no kind has the table ${table}`)

const changedSince = (
  book: BookRow,
  table: 'obligations' | 'contacts' | 'goals' | 'goal_moves' | 'reconciliations',
  version: number,
): Sql => sql`
  select was.* from ${names(table)} r cross join lateral ${storedAt(book, sql`r.id`, version)} stored
  cross join lateral json_populate_record(${asBefore(kindOfTable(table), sql`r`)}, stored.after) was
  where r.book_id = ${book.id} and r.version > ${version} and r.created_version <= ${version}`

/**
 * The tick on a line, as an array of the id of its reconciliation and whether that is finished; null without one. At a version, the ticks of
 * the reconciliations that have changed since are read from the log, once for the whole statement, into one object: without statistics, a
 * planner might compare each line with each tick.
 */
export function tickOn(book: BookRow, lineId: Sql, version: number | undefined): Sql {
  const now = sql`
    select jsonb_build_array(r.id, r.finished_at is not null)
    from cleared_lines k join reconciliations r on r.book_id = ${book.id} and r.id = k.reconciliation_id
    where k.book_id = ${book.id} and k.line_id = ${lineId}`
  if (version === undefined) return sql`(${now})`
  return sql`coalesce(
    (${now} and r.version <= ${version}),
    (select jsonb_object_agg(ticked.id, jsonb_build_array(c.id, c.finished_at is not null))
     from (${changedSince(book, 'reconciliations', version)}) c cross join unnest(c.cleared_line_ids) ticked (id)
     where c.deleted_at is null) -> (${lineId})::text)`
}
