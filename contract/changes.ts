import { type Static, Type } from 'typebox'
import { Id, Ignored, Nullable, named, route, Timestamp, Version } from './route.ts'

export const Change = named(
  'Change',
  Type.Object({
    version: Version,
    at: Timestamp,
    user_id: Id,
    action: Type.String({ description: 'created, updated, deleted or restored.' }),
    resource: Type.String({ description: 'What kind of record changed.' }),
    id: Type.String(),
    after: Nullable(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            'The record after the change. An obligation that changed because of a payment, a write-off or its shared expense comes without its notes, which stayed as they were.',
        },
      ),
    ),
  }),
)
export type Change = Static<typeof Change>

export const listChanges = route({
  method: 'GET',
  path: '/changes',
  needs: 'read',
  summary: "Follow the book's history: everything after a version, in order, never half of a version.",
  query: Type.Object({
    since: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        default: 0,
        description: 'A version of the book: only what changed after it.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        default: 200,
        description: 'How many at most; the last version on a page is there whole.',
      }),
    ),
  }),
  reply: Type.Object({
    data: Type.Array(Change),
    meta: Type.Object({
      limit: Type.Integer(),
      next_since: Type.Integer({ description: 'Ask for changes since this version next.' }),
      ignored: Ignored,
    }),
  }),
})
