import type { Meant, Suggestion, Tag } from '../../contract/suggestions.ts'
import { type Db, rows } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { amountToApi } from '../ledger/amounts.ts'
import type { BookRow } from '../ledger/book.ts'
import { contains } from '../lists/lists.ts'
import { findByName, hasText } from '../lists/search.ts'
import { knownShop, namesInBooks } from '../lists/shops/known-shops.ts'
import { nameWords } from '../lists/words.ts'

/** How far back is looked, so that an old book costs no more than this to look through. */
const LATEST = 5_000
const LATEST_TAGGED = 20_000

const latestFirst = (of: Sql): Sql =>
  sql`${of}.date desc, ${of}.created_version desc, ${of}.created_position desc`

/** Expenses and incomes that were recorded alike, those with a text if one is given, the most frequent first. */
export async function findSuggestions(
  db: Db,
  book: BookRow,
  q: string | undefined,
  limit: number,
): Promise<Suggestion[]> {
  const text = q ? hasText(q, await findByName(db, book, q)) : sql`true`
  const found = await rows<Omit<Suggestion, 'amount'> & { amount: bigint }>(
    db,
    sql`with latest as (
          select id, kind, date, created_version, created_position, currency_id, amount, category_id, account_id, contact_id, is_refund,
                 search, category_ids
          from transactions where book_id = ${book.id} and deleted_at is null order by ${latestFirst(sql`transactions`)} limit ${LATEST}),
        matching as (
          select t.*, (select nullif(e.memo, '') from entries e where e.book_id = ${book.id} and e.transaction_id = t.id
                       order by e.until_version is not null, e.ordinal limit 1) as memo
          from latest t where t.kind in ('expense', 'income') and not t.is_refund and ${text})
        select m.kind, m.memo, g.id as category_id, g.name as category_name, a.id as asset_account_id, a.name as asset_account_name,
               p.id as contact_id, p.name as contact_name, (array_agg(m.amount order by ${latestFirst(sql`m`)}))[1] as amount,
               (array_agg(m.currency_id order by ${latestFirst(sql`m`)}))[1] as currency_id, max(m.date) as date, count(*)::int as count,
               count(*) filter (where m.created_version not in (
                 select committed_version from imports
                 where book_id = ${book.id} and status = 'committed' and format <> 'florin'))::int as entered_count
        from matching m
        join categories g on g.book_id = ${book.id} and g.id = m.category_id and g.is_active and g.deleted_at is null
        left join accounts a on a.book_id = ${book.id} and a.id = m.account_id and a.is_active and not a.is_valued and a.deleted_at is null
        left join contacts p on p.book_id = ${book.id} and p.id = m.contact_id and p.deleted_at is null
        group by m.kind, m.memo, g.id, g.name, a.id, a.name, p.id, p.name
        order by count(*) desc, max(m.date) desc,
          (array_agg(array[m.created_version, m.created_position] order by ${latestFirst(sql`m`)}))[1:1] desc, g.id, a.id, p.id, m.memo limit ${limit}`,
  )
  return found.map((one) => ({ ...one, amount: amountToApi(one.amount, one.currency_id) }))
}

/** The categories that a text means by the tables of shops, if the book has them and they can be chosen. */
export async function findMeant(db: Db, book: BookRow, q: string | undefined): Promise<Meant[]> {
  const words = nameWords(q ?? '')
  const meant = (['expense', 'income'] as const).flatMap((kind) => {
    const shop = knownShop(words, kind)
    return shop ? namesInBooks(shop.category).map((name) => ({ kind, name })) : []
  })
  if (meant.length === 0) return []
  return rows(
    db,
    sql`select distinct on (g.kind) g.kind, g.id as category_id, g.name as category_name
        from unnest(${meant.map(({ kind }) => kind)}::text[], ${meant.map(({ name }) => name)}::text[]) m (kind, name)
        join categories g on g.book_id = ${book.id} and g.kind = m.kind and folded(g.name) = m.name and g.is_active and g.deleted_at is null
        order by g.kind, g.created_version, g.id`,
  )
}

/** Tags with how many transactions have each, those with a text if one is given, the most used first. */
export const findTags = (db: Db, book: BookRow, q: string | undefined, limit: number): Promise<Tag[]> =>
  rows(
    db,
    sql`with latest as (
          select tags from transactions where book_id = ${book.id} and deleted_at is null and tags <> '{}'
          order by ${latestFirst(sql`transactions`)} limit ${LATEST_TAGGED}),
        used as (
          select tag, count(*)::int as count from latest cross join lateral (select distinct unnest(tags) as tag) one group by tag)
        select tag, count from used where ${q ? contains(sql`folded(tag)`, q) : sql`true`}
        order by count desc, tag collate "und-x-icu" limit ${limit}`,
  )
