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
    type: Type.String({ description: 'Where this kind of problem is described.' }),
    title: Type.String({
      description: 'What kind of problem it is, in a few words: the same for every problem of its code.',
    }),
    status: Type.Integer({ description: 'The HTTP status of the answer.' }),
    detail: Type.String({ description: 'What went wrong, in a sentence.' }),
    message: Type.String({ description: 'The same sentence as detail.' }),
    code: Type.String({ description: 'Stable: programs decide by it.' }),
    errors: Type.Optional(MapOf(Type.Array(Type.String()), 'On 422: sentences by field.')),
    params: MapOf(
      Type.Unknown(),
      'The numbers and names in the sentence, for programs that say it in other words; which ones depends on the code.',
    ),
    blockers: Type.Optional(
      Type.Array(BlockerShown, {
        description:
          'On undo_blocked: the changes that have to be undone first, the latest first and 100 at most; params.count says how many there are.',
      }),
    ),
    request_id: Type.String({ description: 'Also the header X-Request-Id.' }),
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
