import { addressOf, type Input } from '../../contract/client.ts'
import type { Route } from '../../contract/route.ts'

/**
 * Requests that belong together, as plain data: they can wait on this device until there is a connection. Each has its own idempotency
 * key, so that a repeat after a lost answer has one effect.
 */
export type PlainRequest = { readonly path: string; readonly body: object }

/** In a request's body, the id of the record that the request before it made. */
export const ID_BEFORE = '{id of the step before}'

export const plainRequest = <R extends Route & { method: 'POST' }>(
  route: R,
  input: Input<R> & { body: object },
): PlainRequest => ({ path: addressOf(route, input as object), body: input.body })

/** The request as it is sent once the request before it has been answered. */
export const filledIn = ({ path, body }: PlainRequest, idBefore: string | null): PlainRequest => ({
  path,
  body: Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, value === ID_BEFORE ? (idBefore ?? value) : value]),
  ),
})

/** How many of the requests are done, and the id of the record that the last one made. */
export type RequestProgress = { readonly done: number; readonly id_before: string | null }

export const atStart: RequestProgress = { done: 0, id_before: null }

/** Sends the remaining requests one after the other, and answers with the last reply; `post` sends one of them. */
export async function sendRequests<Reply extends { id?: string }>(
  steps: readonly PlainRequest[],
  keys: readonly string[],
  post: (step: PlainRequest, key: string) => Promise<Reply>,
  progress: RequestProgress = atStart,
  onProgress: (progress: RequestProgress) => Promise<void> = async () => undefined,
): Promise<Reply | undefined> {
  let reply: Reply | undefined
  let { id_before } = progress
  for (const [index, each] of steps.entries()) {
    if (index < progress.done) continue
    const key = keys[index]
    if (key === undefined) throw new Error('A step has no key.')
    reply = await post(filledIn(each, id_before), key)
    id_before = reply.id ?? null
    if (index + 1 < steps.length) await onProgress({ done: index + 1, id_before })
  }
  return reply
}
