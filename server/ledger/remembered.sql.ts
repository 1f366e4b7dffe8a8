import { nothing, type Sql, selectOf, sql } from '../database/sql.ts'
import type { Saved, StoredToken } from './log.ts'
import type { Row } from './table-write.sql.ts'

/**
 * Further rows of a statement that fails for each of them: changes that were decided from the cache (`memory.ts`) and whose token has ended,
 * or whose key was used before. That the book has not moved on is checked for every change.
 */
export function remembered(saved: readonly Saved[]): Sql {
  const tokens = saved.flatMap(({ book, token }) => (token ? [tokenRow(book.id, token)] : []))
  const keys = saved.flatMap(({ book, token, reply }) => (token && reply ? [[book.id, reply.key]] : []))
  const books = [...new Set(saved.map(({ book }) => book.id))]
  return sql`${tokens.length > 0 ? endedTokens(books, tokens) : nothing} ${keys.length > 0 ? usedKeys(books, keys) : nothing}`
}

const tokenTypes = {
  book_id: 'uuid',
  user_id: 'uuid',
  id: 'uuid',
  secret_hash: 'bytea',
  created_at: 'timestamptz',
  last_used_at: 'timestamptz',
  role: 'text',
}

const tokenRow = (
  bookId: string,
  { user_id, id, secret_hash, created_at, last_used_at, role }: StoredToken,
): Row => [bookId, user_id, id, Buffer.from(secret_hash, 'hex'), created_at, last_used_at, role]

const people = (tokens: readonly Row[]): string[] => [...new Set(tokens.map(([, userId]) => String(userId)))]

/** Tokens that have ended or were replaced, or whose owners no longer have the same role in the book. */
const endedTokens = (books: string[], tokens: readonly Row[]): Sql => sql`
  union all select ('book ' || v.book_id || ' is closed to a token')::boolean
  from (${selectOf(tokenTypes, tokens)}) v
  where not exists (
    select from tokens k join members m on m.user_id = k.user_id
    where k.user_id = any (${people(tokens)}::uuid[]) and m.user_id = any (${people(tokens)}::uuid[])
      and m.book_id = any (${books}::uuid[]) and k.user_id = v.user_id and k.id = v.id and k.secret_hash = v.secret_hash and k.created_at = v.created_at
      and k.last_used_at >= v.last_used_at and m.book_id = v.book_id and m.role = v.role)`

const usedKeys = (books: string[], keys: readonly Row[]): Sql => sql`
  union all select ('book ' || v.book_id || ' has a reply to a key')::boolean
  from (${selectOf({ book_id: 'uuid', key: 'text' }, keys)}) v
  where exists (select from idempotency_keys i where i.book_id = any (${books}::uuid[]) and i.book_id = v.book_id and i.key = v.key)`
