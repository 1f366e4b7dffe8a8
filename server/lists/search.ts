import { type Db, row } from '../database/database.ts'
import { join, type Sql, sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { storedAt } from '../ledger/known-at.sql.ts'
import { contains } from './lists.ts'

/** The contacts and categories whose names contain a text. */
export type Named = { contacts: string[]; categories: string[] }

export const findByName = async (db: Db, book: BookRow, text: string): Promise<Named> =>
  (await row<Named>(
    db,
    sql`select array(select id from contacts where book_id = ${book.id} and ${contains(sql`folded(name)`, text)}) as contacts,
               array(select id from categories where book_id = ${book.id} and ${contains(sql`folded(name)`, text)}) as categories`,
  )) ?? { contacts: [], categories: [] }

/**
 * Whether a transaction `t` has a text: in notes, memos and tags (by trigrams), or in the names of its contact and categories. Those
 * names are looked up first, so that PostgreSQL knows how many rows to expect: it uses the indexes for a rare word, and the order of
 * days for a common one.
 */
export const hasText = (text: string, { contacts, categories }: Named): Sql =>
  sql`(${join(
    [
      contains(sql`t.search`, text),
      ...(contacts.length > 0 ? [sql`t.contact_id = any (${contacts}::uuid[])`] : []),
      ...(categories.length > 0 ? [sql`t.category_ids && ${categories}::uuid[]`] : []),
    ],
    sql` or `,
  )})`

/** The same as known at a version: the text that a transaction `t` had then, which comes from the log if it has changed since. */
export function hadText(book: BookRow, text: string, named: Named, version: number | undefined): Sql {
  if (version === undefined) return hasText(text, named)
  const entries = sql`json_array_elements(was.after -> 'entries') entry`
  const words = sql`folded(concat_ws(E'\n', was.after ->> 'notes',
    (select string_agg(entry ->> 'memo', E'\n') from ${entries}),
    (select string_agg(tag, E'\n') from json_array_elements_text(was.after -> 'tags') tag)))`
  return sql`case when t.version <= ${version} then ${hasText(text, named)} else exists (
    select from ${storedAt(book, sql`t.id`, version)} was
    where ${contains(words, text)} or (was.after ->> 'contact_id')::uuid = any (${named.contacts}::uuid[])
       or exists (select from ${entries} where (entry ->> 'category_id')::uuid = any (${named.categories}::uuid[]))) end`
}
