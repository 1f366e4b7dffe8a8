import { refuse } from '../../contract/refusals.ts'

/** An Idempotency-Key as it is stored, perhaps behind its sender and a space, and a hash of the request it came with. */
export type RequestKey = { readonly key: string; readonly hash: Buffer }

export type EarlierReply = { request_hash: string; reply: string | null; created_at: string }

/** For how many days a reply is stored, and its key refused to other requests. */
export const KEPT_DAYS = 1
const DAY_MS = 86_400_000

/** The reply to the first request with this key, unless it has expired. */
export function earlierReply(
  { key, hash }: RequestKey,
  earlier: EarlierReply | undefined,
): string | undefined {
  if (!earlier || Date.now() - Date.parse(earlier.created_at) > KEPT_DAYS * DAY_MS) return undefined
  const sent = key.slice(key.lastIndexOf(' ') + 1)
  if (earlier.reply === null) return refuse('reply_erased', { key: sent })
  if (earlier.request_hash !== hash.toString('hex')) refuse('idempotency_key_reused', { key: sent })
  return earlier.reply
}
