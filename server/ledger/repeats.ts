import { refuse } from '../../contract/refusals.ts'
import { change, row, type Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Book } from './book.ts'

/** An Idempotency-Key, and a hash of the request it came with. */
export type RequestKey = { key: string; hash: Buffer }

/** A reply is kept, and its key refused to other requests, for so many days. */
export const KEPT_DAYS = 1
const DAY_MS = 86_400_000
const keptSince = (book: Book) => new Date(Date.parse(book.at) - KEPT_DAYS * DAY_MS).toISOString()

/** What this key's first request was answered. Asked with the book's row in hand, so that a repeat waits for the first. */
export async function earlierReply(
  tx: Tx,
  book: Book,
  { key, hash }: RequestKey,
): Promise<string | undefined> {
  const earlier = await row<{ request_hash: Buffer; reply: string }>(
    tx,
    sql`select request_hash, reply from idempotency_keys
        where book_id = ${book.id} and key = ${key} and created_at > ${keptSince(book)}`,
  )
  if (earlier && !earlier.request_hash.equals(hash)) refuse('idempotency_key_reused', { key })
  return earlier?.reply
}

/** Keeps the reply in the transaction of the change that it reports; housekeeping removes it later. */
export async function rememberReply(
  tx: Tx,
  book: Book,
  { key, hash }: RequestKey,
  reply: string,
): Promise<void> {
  await change(
    tx,
    sql`insert into idempotency_keys (book_id, key, request_hash, reply, created_at)
        values (${book.id}, ${key}, ${hash}, ${reply}, ${book.at})
        on conflict (book_id, key) do update set
          request_hash = excluded.request_hash, reply = excluded.reply, created_at = excluded.created_at`,
  )
}
