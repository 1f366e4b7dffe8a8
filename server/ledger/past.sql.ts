import { join, names, nothing, type Sql, sql } from '../database/sql.ts'
import { allKinds, type Finds, type KindOf, kindNamed, type Referral, type Refers } from './kind.ts'
import type { Kind } from './rows.ts'
import { part } from './stored.ts'

/** How many of the records that refer to a changed record are listed. */
export const MAX_REFERRERS = 1_000

const FEW_RECORDS = 100

const eventList = sql`e.version, e.ordinal, e.action, e.resource, e.record_id, e.before, e.after, e.salt is null`

/**
 * Changes of the log, their events, the later events of the same records, and the changes that they undo. The search for later events
 * does not rely on the planner's statistics.
 */
function pastParts(books: Sql, versions: Sql): Sql[] {
  const ofPast = (alias: Sql) =>
    sql`${alias}.book_id = any (${books}) and ${alias}.version = any (${versions})`
  const records = sql`select v.record_id from events v where ${ofPast(sql`v`)}`
  const isFew = sql`(select count(*) <= ${FEW_RECORDS} from (${records}) few)`
  const first = sql`(select min(asked) from unnest(${versions}) asked)`
  const last = sql`(select max(asked) from unnest(${versions}) asked)`
  // The record itself is read where it counts: in the latest event, and in those still in effect.
  const isNeeded = sql`(e.version = e.latest or e.undone_by is null and coalesce(e.undoes, 0) <= ${last})`
  const later = (condition: Sql) =>
    part(
      'later_event',
      sql`e.book_id`,
      sql`e.version, e.ordinal, e.action, e.resource, e.record_id, case when ${isNeeded} then e.before end,
          case when ${isNeeded} then e.after end, e.is_erased, e.undoes, e.undone_by`,
      sql`(select e.book_id, e.version, e.ordinal, e.action, e.resource, e.record_id, e.before, e.after, e.salt is null as is_erased,
                  c.undoes, c.undone_by, max(e.version) over (partition by e.book_id, e.record_id) as latest
           from events e join changes c on c.book_id = e.book_id and c.version = e.version
           where e.book_id = any (${books}) and c.book_id = any (${books}) and ${condition}) e`,
    )
  return [
    part('past_change', sql`c.book_id`, sql`c.version, c.undone_by`, sql`changes c where ${ofPast(sql`c`)}`),
    part('past_event', sql`e.book_id`, eventList, sql`events e where ${ofPast(sql`e`)}`),
    // A few records are looked up one by one; the later events of many are read in one pass and matched by a hash table.
    later(sql`${isFew} and e.version + 0 > ${first} and e.record_id = any (array(${records}))`),
    later(sql`not ${isFew} and e.version > ${first} and (e.record_id in (${records})) is true`),
    // Each link is looked up by its key (`offset 0` sees to that), not among all changes of the book.
    part(
      'past_link',
      sql`l.book_id`,
      sql`l.start, l.undoes`,
      sql`(with recursive link as (
             select c.book_id, c.version as start, c.undoes from changes c where ${ofPast(sql`c`)} and c.undoes is not null
             union all
             select c.book_id, link.start, c.undoes from link cross join lateral (
               select * from changes c where c.book_id = any (${books}) and c.book_id = link.book_id and c.version = link.undoes
               offset 0) c
             where c.undoes is not null)
           select * from link) l`,
    ),
  ]
}

/** The earliest version of the keys, and all their words. */
function readKeys(keys: readonly string[]): { version: number; words: string[][] } {
  const words = keys.map((key) => key.split(' '))
  return { version: Math.min(...words.map(([version]) => Number(version))), words }
}

/** The key of the live records that refer to one since a version: the version, its resource in the log, and its id. */
export const referrersKey = (version: number, resource: string, id: string): string =>
  `${version} ${resource} ${id}`

const ACCOUNT_USE = 'account_use'

/** The key of the transactions on an account, in the trash or not: all but those in one currency, if it is given. */
export const accountUseKey = (version: number, id: string, except?: string): string =>
  [version, ACCOUNT_USE, id, ...(except ? [except] : [])].join(' ')

/**
 * The live records that refer to others and were written after a version. The log says since when they refer: the latest change
 * that brought the id into the record. A book keeps its base currency while it has transactions, in the trash or not, or budgets.
 */
function referrersPart(books: Sql, keys: readonly string[]): Sql {
  const { version, words } = readKeys(keys)
  const ids = (resource: string) =>
    sql`any (${words.filter(([, one]) => one === resource).map(([, , id]) => id)}::uuid[])`
  const refers = ({ resource, id, referred, from }: Referral) =>
    sql`select x.book_id, ${referred} as referred_id, ${resource} as resource, ${id}::text as id, null::bigint as otherwise, false as is_trashed from ${from}
        and x.book_id = any (${books}) and x.version > ${version}`
  const used = (column: Sql) =>
    words.flatMap(([, resource, id, except]) =>
      resource !== ACCOUNT_USE
        ? []
        : sql`select x.book_id, x.${column} as referred_id, ${kindNamed('transaction').resource} as resource, x.transaction_id::text as id,
                     t.version as otherwise, t.deleted_at is not null as is_trashed
              from entries x join transactions t on t.book_id = x.book_id and t.id = x.transaction_id
              where x.book_id = any (${books}) and t.book_id = any (${books}) and x.${column} = ${id}::uuid
                and (x.until_version is null or t.deleted_at is not null and x.until_version = t.version)
                and x.currency_id <> ${except?.toUpperCase() ?? ''}::text`,
    )
  const asked = new Set(words.map(([, resource]) => resource))
  const all = [
    ...used(sql`debit_account_id`),
    ...used(sql`credit_account_id`),
    ...allKinds()
      .filter(({ name }) => asked.has(name))
      .flatMap(({ name }) => referralsTo(name, ids(name), books).map(refers)),
  ]
  // Written so that the events of one record are read by their own index, without relying on the planner's statistics.
  const since = sql`(
    select (array_agg(x.version order by x.before is null or not ${holdsId(sql`x.before`)} desc, x.version desc))[1] from events x
    where x.book_id = any (${books}) and x.book_id = f.book_id and x.record_id = f.id::text and x.version + 0 > ${version}
      and (f.referred_id = f.book_id or ${holdsId(sql`x.after`)}
           and (x.before is null or not ${isLive(sql`x.before`)} or not ${holdsId(sql`x.before`)})))`
  return part(
    'referrer',
    sql`r.book_id`,
    sql`r.referred_id, r.since, r.resource, r.id, r.count`,
    sql`(select *, count(*) over () as count
         from (select f.*, case when f.is_trashed then f.otherwise else coalesce(${since}, f.otherwise) end as since
               from (${join(all, sql` union `)}) f offset 0) found
         where found.since is not null limit ${MAX_REFERRERS}) r`,
  )
}

/** Whether a record of the log has the id in one of its columns, or in a list of ids. A quotation mark in people's texts is escaped there. */
const holdsId = (record: Sql): Sql =>
  sql`(${record}::text like '%\\_id":"' || f.referred_id || '"%' or ${record}::text like '%\\_ids":["%' || f.referred_id || '"%')`
/** Kinds without a trash have no `deleted_at`. */
const isLive = (record: Sql): Sql => sql`${record}::text not like '%"deleted_at":"%'`

/** The version in which each record was deleted for good. */
const erasedInPart = (books: Sql, ids: Sql): Sql =>
  part(
    'erased_in',
    sql`e.book_id`,
    sql`e.record_id, e.version`,
    sql`events e where e.book_id = any (${books}) and e.record_id = any (${ids}::text[]) and e.action = 'erased'`,
  )

/** The rows of all kinds that refer to records of one kind and prevent the undo of their creation. */
const referralsTo = (to: Kind, ids: Sql, books: Sql): Referral[] =>
  allKinds().flatMap((kind) => [
    ...columnsTo(kind, ({ holdsUndo, to: one }) => holdsUndo && one === to).map((column) => ({
      resource: kind.resource,
      id: idIn(kind, sql`x`),
      referred: sql`x.${column}`,
      from: sql`${names(kind.table)} x where x.${column} = ${ids} ${kind.address ? nothing : sql`and x.deleted_at is null`}`,
    })),
    ...kind.referrers(to, ids, books),
  ])

const columnsTo = ({ refers }: KindOf, isMeant: (one: Refers) => boolean): Sql[] =>
  Object.entries(refers).flatMap(([column, one]) => (isMeant(one) ? [names(column)] : []))

/** The id of a record in the row `of`. */
const idIn = ({ address, key }: KindOf, of: Sql): Sql =>
  address
    ? sql`(${join(
        key.map((name) => sql`${of}.${names(name)}`),
        sql` || '/' || `,
      )})`
    : sql`${of}.id`

/** The records that refer to others, in the trash or not. */
function usedByPart(books: Sql, ids: Sql): Sql {
  const all = allKinds().flatMap((kind) => [
    ...columnsTo(kind, ({ holdsErase }) => holdsErase).map(
      (column) => sql`
    select x.book_id, x.${column} as used_id, ${kind.resource} as resource, ${idIn(kind, sql`x`)}::text as id, false as is_past
    from ${names(kind.table)} x where x.book_id = any (${books}) and x.${column} = any (${ids})`,
    ),
    ...kind.users(ids, books),
  ])
  return part(
    'used_by',
    sql`u.book_id`,
    sql`u.used_id, u.count, u.resource, u.id, u.is_past`,
    sql`(select book_id, used_id, count(distinct (resource, id)) as count, bool_and(is_past) as is_past,
                (array_agg(resource order by is_past, id))[1] as resource, (array_agg(id order by is_past, id))[1] as id
         from (${join(all, sql` union `)}) one group by book_id, used_id) u`,
  )
}

/** The references to the log itself. */
export const pastFinds: Finds<never> = {
  past: { isMany: true, load: (books, { texts }) => pastParts(books, sql`${texts}::bigint[]`) },
  referrers: { none: { list: [], count: 0 }, load: (books, { texts }) => [referrersPart(books, texts)] },
  erased_in: { load: (books, { texts }) => [erasedInPart(books, sql`${texts}`)] },
  used_by: { load: (books, { ids }) => [usedByPart(books, ids)] },
}
