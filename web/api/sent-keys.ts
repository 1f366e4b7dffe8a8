import { isDoubtful } from './kept-rules.ts'
import type { PlainRequest } from './plain-requests.ts'

/** The idempotency keys of requests that were sent and are not finished, by the content of the request. */
export type SentKeys = Record<string, { key: string; sent_at: number }>

/** The key of a request: the one it was sent with before, if it is the same request. It is noted in `sent`. */
export function sentKeyOf(sent: SentKeys, { path, body }: PlainRequest, now: number): string {
  const text = JSON.stringify([path, body])
  const former = sent[text]
  if (former && !isDoubtful(former, now)) return former.key
  const key = crypto.randomUUID()
  sent[text] = { key, sent_at: now }
  return key
}
