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

/** In a request's body, the id of the record that an earlier request made, counted from 0. */
export const idOfStep = (step: number): string => `{id of step ${step}}`

/** The request as it is sent once the requests before it have been answered: `ids` are those that they made, the last one also `idBefore`. */
export function filledIn(
  { path, body }: PlainRequest,
  idBefore: string | null,
  ids: readonly string[] = [],
): PlainRequest {
  const known = new Map(ids.map((id, step) => [idOfStep(step), id]))
  if (idBefore !== null) known.set(ID_BEFORE, idBefore)
  return { path, body: withIds(body, known) as object } // an object stays one
}

function withIds(value: unknown, known: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return known.get(value) ?? value
  if (Array.isArray(value)) return value.map((one) => withIds(one, known))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withIds(one, known)]))
}

/** How many of the requests are done, the id of the record that the last one made, and those of all of them if there are several. */
export type RequestProgress = {
  readonly done: number
  readonly id_before: string | null
  /** Missing in entries that were kept before several people could be added with one. */
  readonly ids?: readonly string[]
}

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
  const ids = [...(progress.ids ?? [])]
  for (const [index, each] of steps.entries()) {
    if (index < progress.done) continue
    const key = keys[index]
    if (key === undefined) throw new Error('A step has no key.')
    reply = await post(filledIn(each, id_before, ids), key)
    id_before = reply.id ?? null
    ids.push(reply.id ?? '')
    if (index + 1 < steps.length) await onProgress({ done: index + 1, id_before, ids: [...ids] })
  }
  return reply
}
