import { type Static, Type } from 'typebox'
import type { Blocker } from './refusal.ts'
import { type Refusal, refusals } from './refusals.ts'
import { MapOf, named } from './route.ts'

const BlockerShown = Type.Unsafe<Blocker>(
  Type.Object({
    version: Type.Integer(),
    resource: Type.String({ description: 'The kind of the blocking record.' }),
    id: Type.String({ description: 'The id of the blocking record.' }),
  }),
)

/** The one shape of every answer that is not a success: RFC 9457, with our code, fields and request id. */
export const Problem = named(
  'Problem',
  Type.Object({
    type: Type.String({ description: 'The address of the description of this kind of problem.' }),
    title: Type.String({
      description: 'The kind of problem, in a few words: the same for every problem with this code.',
    }),
    status: Type.Integer({ description: 'The HTTP status of the answer.' }),
    detail: Type.String({ description: 'The reason of the problem, in a sentence.' }),
    message: Type.String({ description: 'The same sentence as detail.' }),
    code: Type.String({ description: 'The stable name of the kind of problem, for programs to decide by.' }),
    errors: Type.Optional(MapOf(Type.Array(Type.String()), 'On 422: sentences by field.')),
    params: MapOf(
      Type.Unknown(),
      'The numbers and names in the sentence, for programs that write a sentence of their own. The keys depend on the code.',
    ),
    blockers: Type.Optional(
      Type.Array(BlockerShown, {
        description:
          'On undo_blocked: the changes that have to be undone first, the latest first, at most 100; params.count is their number.',
      }),
    ),
    request_id: Type.String({ description: 'The same as the header X-Request-Id.' }),
  }),
)
export type Problem = Static<typeof Problem>

export function problemOf(refusal: Refusal, requestId: string): Problem {
  const { title, status } = refusals[refusal.code]
  return {
    type: `/docs#${refusal.code}`,
    title,
    status,
    detail: refusal.message,
    message: refusal.message,
    code: refusal.code,
    ...(refusal.errors && { errors: refusal.errors }),
    params: refusal.params,
    ...(refusal.blockers && { blockers: refusal.blockers }),
    request_id: requestId,
  }
}

/** A bug: only the service's log has the details. */
export const bug = (requestId: string): Problem => ({
  type: '/docs#internal',
  title: 'Internal error',
  status: 500,
  detail: 'Something went wrong on our side. Nothing was changed.',
  message: 'Something went wrong on our side. Nothing was changed.',
  code: 'internal',
  params: {},
  request_id: requestId,
})
