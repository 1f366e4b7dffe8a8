import { addressOf, type Input } from '../../contract/client.ts'
import type { Route } from '../../contract/route.ts'

/**
 * Requests that belong together, as plain data: they can wait on this device until there is a connection. Each has its own idempotency
 * key, so that a repeat after a lost answer has one effect.
 */
export type Step = { readonly path: string; readonly body: object }

/** In a step's body, the id of the record that the step before it made. */
export const ID_BEFORE = '{id of the step before}'

export const step = <R extends Route & { method: 'POST' }>(
  route: R,
  input: Input<R> & { body: object },
): Step => ({ path: addressOf(route, input as object), body: input.body })

/** The step as it is sent once the step before it has been answered. */
export const filledIn = ({ path, body }: Step, idBefore: string | undefined): Step =>
  idBefore === undefined
    ? { path, body }
    : {
        path,
        body: Object.fromEntries(
          Object.entries(body).map(([name, value]) => [name, value === ID_BEFORE ? idBefore : value]),
        ),
      }

/** Sends the steps one after the other and answers with the last reply; `post` sends one of them. */
export async function sendSteps<Reply extends { id?: string }>(
  steps: readonly Step[],
  keys: readonly string[],
  post: (step: Step, key: string) => Promise<Reply>,
): Promise<Reply | undefined> {
  let reply: Reply | undefined
  for (const [index, each] of steps.entries())
    reply = await post(filledIn(each, reply?.id), keys[index] ?? crypto.randomUUID())
  return reply
}
