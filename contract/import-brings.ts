import { type Static, Type } from 'typebox'
import { named } from './route.ts'

/**
 * What a file of another program may bring besides its rows. `other` is what such a program has and Florin has no place for: it is only
 * named.
 */
export const broughtKinds = ['accounts', 'groups', 'budgets', 'recurring', 'rules', 'rates', 'other'] as const
export type BroughtKind = (typeof broughtKinds)[number]
const Kind = Type.Unsafe<BroughtKind>({
  type: 'string',
  enum: [...broughtKinds],
  description:
    'accounts: those that the book lacks, closed ones as not in use. groups: categories that the book lacks, in their groups and their order, hidden ones as not in use. budgets: amounts of categories for months. recurring: plans. rules: rules for imports. rates: exchange rates of the book. other: nothing of it is recorded, and left_out says why.',
})

/** At most this many things are named; `left_out_count` counts all of them. */
export const MAX_NAMED = 50

export const Brings = named(
  'ImportBrings',
  Type.Object({
    kind: Kind,
    count: Type.Integer({ description: 'How many the commit records, or has recorded, if is_chosen.' }),
    already: Type.Integer({ description: 'How many the book has already: they are left as they are.' }),
    is_chosen: Type.Boolean({
      description: 'Whether the commit records them. PUT /imports/{id} changes it.',
    }),
    left_out_count: Type.Integer({ description: 'How many are not recorded, besides those that are there.' }),
    left_out: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Its name in the file.' }),
        why: Type.String({ description: 'Why it is not recorded, or not as the file has it.' }),
      }),
      { description: `The first ${MAX_NAMED} of them.` },
    ),
  }),
)
export type Brings = Static<typeof Brings>

/** The kinds that a person switches on or off. */
export const BringsChange = Type.Array(Type.Object({ kind: Kind, is_chosen: Type.Boolean() }), {
  maxItems: 20,
  description: 'Whether the commit records what the file brings of a kind. Other kinds keep their choice.',
})
