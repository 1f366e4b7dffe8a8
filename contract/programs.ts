import { type Static, Type } from 'typebox'
import { Device, ProofFields } from './auth.ts'
import { at, id } from './examples/ids.ts'
import type { Needs } from './refusal.ts'
import { IdOf, Name, Nullable, named, route } from './route.ts'

/** The areas of abilities: the parts of the API, but for /auth, which no key reaches. */
export const areas = [
  'books',
  'contacts',
  'obligations',
  'categories',
  'budgeting',
  'budgets',
  'accounts',
  'values',
  'reconciliations',
  'currencies',
  'plans',
  'goals',
  'imports',
  'reports',
  'changes',
] as const
export type Area = (typeof areas)[number]
export type Ability = Needs | `${Needs}:${Area}`

const rights: readonly Needs[] = ['read', 'write', 'own']
/** Every ability there is. */
export const abilities: readonly Ability[] = rights.flatMap((right) => [
  right,
  ...areas.map((area): Ability => `${right}:${area}`),
])

const key: Device = {
  id: id.request,
  device_name: 'Coffee shortcut',
  is_current: false,
  created_at: at,
  last_used_at: at,
  expires_at: null,
  abilities: ['write:budgeting'],
  book_id: null,
  last_address: null,
}

export const createProgramKey = route({
  method: 'POST',
  path: '/auth/tokens',
  summary:
    'Make a key for a program, such as a script: a token that may do only what its abilities say, and never more than you. The token is in this answer only. GET /auth/tokens?kind=program lists the keys, and DELETE /auth/tokens/{id} revokes one.',
  body: named(
    'ProgramKeyDraft',
    Type.Object({
      name: Name(255),
      abilities: Type.Array(Type.Unsafe<Ability>({ type: 'string', enum: [...abilities] }), {
        minItems: 1,
        maxItems: abilities.length,
        uniqueItems: true,
        description:
          'read (every GET, and previews), write (changes of records) and own (settings of the book): each alone, for all areas, or for one area, as in write:budgeting. The areas are the tags of this document. None includes another: a key with write alone reads nothing but the answers to its own requests.',
      }),
      expires_at: Type.Optional(
        Nullable(
          Type.String({ format: 'date-time', description: 'Ahead of now; without it, the key has no end.' }),
        ),
      ),
      book_id: Type.Optional(
        Nullable(
          IdOf(
            'The only book that the key opens, and the one that its requests are about without /books/{book_id}; without it, the key opens all your books.',
          ),
        ),
      ),
      ...ProofFields,
    }),
    { name: 'Coffee shortcut', abilities: ['write:budgeting'] },
  ),
  reply: named(
    'NewProgramKey',
    Type.Object({
      data: Device,
      token: Type.String({ description: 'Send it as "Authorization: Bearer <token>". It is shown once.' }),
      token_type: Type.Literal('Bearer'),
    }),
    { data: key, token: 'flp_4fzyo82mvyr0e9…', token_type: 'Bearer' },
  ),
  proof: true,
  refuses: ['too_many_open', 'key_book_unknown'],
})
export type ProgramKeyDraft = Static<typeof createProgramKey.body>
