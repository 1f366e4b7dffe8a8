import { type Static, Type } from 'typebox'
import type { Language } from '../words/languages.ts'
import { inLanguage, t } from '../words/t.ts'
import type { Fault } from './faults.ts'
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

const FaultShown = Type.Unsafe<Fault>(
  Type.Object({
    field: Type.String({ description: 'The field, such as splits.0.amount.' }),
    code: Type.String({
      description:
        'What is wrong with it: a name such as required or too_long, or the code of the problem itself.',
    }),
    params: MapOf(Type.Unknown(), 'The numbers and names in its sentence.'),
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
    detail: Type.String({
      description:
        'The reason of the problem, in a sentence, in the language of Accept-Language if the service speaks it.',
    }),
    message: Type.String({ description: 'The same sentence as detail.' }),
    code: Type.String({ description: 'The stable name of the kind of problem, for programs to decide by.' }),
    errors: Type.Optional(
      MapOf(Type.Array(Type.String()), 'On 422: sentences by field, in the language of message.'),
    ),
    faults: Type.Optional(
      Type.Array(FaultShown, {
        description:
          'On 422: what is wrong with each field, for programs that write sentences of their own; the same fields as errors.',
      }),
    ),
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

/** A refusal as it is answered. The title and the code are the same in every language. */
export function problemOf(refusal: Refusal, requestId: string, language: Language = 'en'): Problem {
  const { title, status } = refusals[refusal.code]
  const { faults } = refusal
  return inLanguage(language, () => ({
    type: `/docs#${refusal.code}`,
    title,
    status,
    detail: refusal.sentence,
    message: refusal.sentence,
    code: refusal.code,
    ...(refusal.errors && { errors: refusal.errors }),
    ...(faults && { faults }),
    params: refusal.params,
    ...(refusal.blockers && { blockers: refusal.blockers }),
    request_id: requestId,
  }))
}

/** A bug: only the service's log has the details. */
export const bug = (requestId: string, language: Language = 'en'): Problem => {
  const sentence = inLanguage(language, () => t('Something went wrong on our side. Nothing was changed.'))
  return {
    type: '/docs#internal',
    title: 'Internal error',
    status: 500,
    detail: sentence,
    message: sentence,
    code: 'internal',
    params: {},
    request_id: requestId,
  }
}
