import { join, type Sql, sql } from '../database/sql.ts'
import { part } from './part.sql.ts'

/** So many records that refer to what a change has touched are looked at one by one. */
export const MOST_REFERRERS = 1_000

const eventList = sql`e.version, e.ordinal, e.action, e.resource, e.record_id, e.before, e.after, e.salt is null`

/** Changes of the log, their events, the later events of the same records, what they take back, and what refers to their records. */
export function pastParts(books: Sql, versions: Sql): Sql[] {
  const ofPast = (alias: Sql) =>
    sql`${alias}.book_id = any (${books}) and ${alias}.version = any (${versions})`
  return [
    part('past_change', sql`c.book_id`, sql`c.version, c.undone_by`, sql`changes c where ${ofPast(sql`c`)}`),
    part('past_event', sql`e.book_id`, sql`e.version, ${eventList}`, sql`events e where ${ofPast(sql`e`)}`),
    part(
      'later_event',
      sql`e.book_id`,
      sql`v.version, ${eventList}, c.undoes, c.undone_by`,
      sql`events v
          join events e on e.book_id = v.book_id and e.record_id = v.record_id and e.version > v.version
          join changes c on c.book_id = e.book_id and c.version = e.version
          where ${ofPast(sql`v`)} and e.book_id = any (${books}) and c.book_id = any (${books})`,
    ),
    part(
      'past_link',
      sql`l.book_id`,
      sql`l.start, l.undoes`,
      sql`(with recursive link as (
             select c.book_id, c.version as start, c.undoes from changes c where ${ofPast(sql`c`)} and c.undoes is not null
             union all
             select c.book_id, link.start, c.undoes from link
             join changes c on c.book_id = link.book_id and c.version = link.undoes
             where c.book_id = any (${books}) and c.undoes is not null)
           select * from link) l`,
    ),
    referrersPart(books, ofPast(sql`e`)),
  ]
}

const resourceOf = (kind: Sql): Sql =>
  sql`case when ${kind} = 'obligation' then 'obligation_posting' else ${kind} end`

/**
 * The live records that refer to those of a change and were written after it. Since which version they do is found in the log: the
 * latest change that brought the id into the record.
 */
function referrersPart(books: Sql, ofPast: Sql): Sql {
  const from = (resource: Sql, id: Sql, version: Sql, tables: Sql) => sql`
    select p.book_id, p.version, p.id as referred_id, ${resource} as resource, ${id} as id
    from past p ${tables} and ${version} > p.version`
  const transactions = (condition: Sql) =>
    from(
      resourceOf(sql`t.kind`),
      sql`t.id`,
      sql`t.version`,
      sql`join transactions t on t.book_id = p.book_id where t.book_id = any (${books}) and t.deleted_at is null and ${condition}`,
    )
  const obligations = (condition: Sql) =>
    from(
      sql`'obligation'`,
      sql`o.id`,
      sql`o.version`,
      sql`join obligations o on o.book_id = p.book_id where o.book_id = any (${books}) and o.deleted_at is null and ${condition}`,
    )
  const entries = (column: Sql, referred: Sql, more: Sql) =>
    from(
      resourceOf(sql`n.kind`),
      sql`n.transaction_id`,
      sql`n.version`,
      sql`${more} join entries n on n.book_id = p.book_id and n.${column} = ${referred}
          where n.book_id = any (${books}) and n.until_version is null and p.resource in ('account', 'category', 'obligation')`,
    )
  const category = sql`join categories g on g.book_id = p.book_id and g.id = p.id and g.book_id = any (${books})`
  const all = [
    transactions(sql`p.resource = 'contact' and t.contact_id = p.id`),
    transactions(sql`p.resource = 'obligation' and t.obligation_id = p.id`),
    // A book keeps its base currency while it has transactions, in the trash or not.
    from(
      resourceOf(sql`t.kind`),
      sql`t.id`,
      sql`t.version`,
      sql`join transactions t on t.book_id = p.book_id where t.book_id = any (${books}) and p.resource = 'book'`,
    ),
    obligations(sql`p.resource = 'contact' and o.contact_id = p.id`),
    obligations(
      sql`p.resource = 'account' and p.id in (o.account_id, o.claim_account_id, o.counter_account_id)`,
    ),
    obligations(sql`p.resource = 'expense' and o.expense_id = p.id`),
    entries(sql`debit_account_id`, sql`p.id`, sql``),
    entries(sql`credit_account_id`, sql`p.id`, sql``),
    entries(sql`debit_account_id`, sql`g.account_id`, category),
    entries(sql`credit_account_id`, sql`g.account_id`, category),
    entries(sql`obligation_id`, sql`p.id`, sql``),
    from(
      sql`'category'`,
      sql`g.id`,
      sql`g.version`,
      sql`join categories g on g.book_id = p.book_id where g.book_id = any (${books}) and g.deleted_at is null
          and p.resource = 'account' and g.account_id = p.id`,
    ),
  ]
  return part(
    'referrer',
    sql`r.book_id`,
    sql`r.version, r.referred_id, r.since, r.resource, r.id, r.count`,
    sql`(select f.*, (select max(x.version) from events x
                      where x.book_id = any (${books}) and x.book_id = f.book_id and x.record_id = f.id::text and x.version > f.version
                        and (f.referred_id = f.book_id or x.after::text like '%' || f.referred_id || '%'
                             and (x.before is null or x.before::text not like '%' || f.referred_id || '%'))) as since
         from (with past as (
                 select e.book_id, e.version, e.resource, case when e.resource <> 'exchange_rate' then e.record_id::uuid end as id
                 from events e where ${ofPast})
               select *, count(*) over () as count from (${join(all, sql` union `)}) referring
               where not exists (select from events w where w.book_id = any (${books}) and w.book_id = referring.book_id
                                   and w.version = referring.version and w.record_id = referring.id::text)
               limit ${MOST_REFERRERS}) f) r
        where r.since is not null`,
  )
}

/** The version in which each record was deleted for good. */
export const erasedInPart = (books: Sql, ids: Sql): Sql =>
  part(
    'erased_in',
    sql`e.book_id`,
    sql`e.record_id, e.version`,
    sql`events e where e.book_id = any (${books}) and e.record_id = any (${ids}::text[]) and e.action = 'erased'`,
  )

/**
 * What refers to records, in the trash or not; entries that were replaced count too, since they stay. The opening of an account is
 * deleted with it.
 */
export function usedByPart(books: Sql, ids: Sql): Sql {
  const uses = (resource: Sql, id: Sql, table: Sql, column: Sql) => sql`
    select book_id, ${column} as used_id, ${resource} as resource, ${id} as id
    from ${table} where book_id = any (${books}) and ${column} = any (${ids})`
  const onEntries = (column: Sql) =>
    sql`${uses(resourceOf(sql`kind`), sql`transaction_id`, sql`entries`, column)} and kind <> 'opening'`
  const onObligations = (column: Sql) => uses(sql`'obligation'`, sql`id`, sql`obligations`, column)
  const all = [
    onEntries(sql`debit_account_id`),
    onEntries(sql`credit_account_id`),
    uses(resourceOf(sql`kind`), sql`id`, sql`transactions`, sql`contact_id`),
    ...[sql`contact_id`, sql`account_id`, sql`claim_account_id`, sql`counter_account_id`].map(onObligations),
  ]
  return part(
    'used_by',
    sql`u.book_id`,
    sql`u.used_id, u.count, u.resource, u.id`,
    sql`(select book_id, used_id, count(*) as count, (array_agg(resource order by id))[1] as resource, (array_agg(id order by id))[1] as id
         from (${join(all, sql` union `)}) one group by book_id, used_id) u`,
  )
}
