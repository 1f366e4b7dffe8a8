import type { Problem } from '../../contract/problem.ts'
import { type Route, takesIdempotencyKey } from '../../contract/route.ts'
import { attemptName, readDraft, writeDraft } from '../ui/draft.ts'
import { KEY_LASTS_MS } from './kept-rules.ts'

type Attempt = { key: string; at: number }

/**
 * The idempotency key of a form's request. It is kept in this tab with the draft until there is an answer, so that the same request sent
 * again after a reload has one effect. Requests without such a key, among them all with a password, are not kept.
 */
export function attemptAt(route: Route, input: object): { key: string; end: () => void } {
  if (!takesIdempotencyKey(route)) return { key: '', end: () => {} }
  const name = attemptName(`${route.path} ${JSON.stringify(input)}`)
  const former = readDraft<Attempt>(name)
  const isKnown = former !== undefined && Date.now() - former.at < KEY_LASTS_MS
  const attempt = isKnown ? former : { key: crypto.randomUUID(), at: Date.now() }
  writeDraft(name, attempt)
  return { key: attempt.key, end: () => writeDraft(name, undefined) }
}

/** Whether a refusal means that the request never took effect: not so if it was refused before the service knew its key. */
export const isFinal = ({ status, code }: Problem): boolean =>
  status < 500 && status !== 401 && status !== 408 && status !== 429 && code !== 'other_person'
