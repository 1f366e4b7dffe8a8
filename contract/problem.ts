import { type Static, Type } from 'typebox'
import { named } from './route.ts'

/** The one shape of every answer that is not a success: RFC 9457, with our code, fields and request id. */
export const Problem = named(
  'Problem',
  Type.Object({
    type: Type.String({ description: 'Where this kind of problem is described.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What went wrong, in a sentence.' }),
    message: Type.String({ description: 'The same sentence as detail.' }),
    code: Type.String({ description: 'Stable: programs decide by it.' }),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), { description: 'On 422: sentences by field.' }),
    ),
    request_id: Type.String(),
  }),
)
export type Problem = Static<typeof Problem>
