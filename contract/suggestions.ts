import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { Id, Ignored, Nullable, named, route, Search } from './route.ts'

export const Suggestion = named(
  'Suggestion',
  Type.Object({
    kind: Type.Unsafe<'expense' | 'income'>({ type: 'string', enum: ['expense', 'income'] }),
    memo: Nullable(Type.String()),
    category_id: Id,
    category_name: Type.String(),
    asset_account_id: Nullable(Id),
    asset_account_name: Nullable(Type.String()),
    contact_id: Nullable(Id),
    contact_name: Nullable(Type.String()),
    amount: Type.Number({ description: 'The amount of the latest such transaction.' }),
    currency_id: Type.String({ description: 'The currency of the latest such transaction.' }),
    date: Type.String({ format: 'date', description: 'The day of the latest such transaction.' }),
    count: Type.Integer({ description: 'How many such transactions there are.' }),
    entered_count: Type.Integer({ description: 'How many of them were entered, not imported.' }),
  }),
)
export type Suggestion = Static<typeof Suggestion>

/** A category that words usually mean, before the book has learned anything. */
const Meant = Type.Object({
  kind: Suggestion.properties.kind,
  category_id: Id,
  category_name: Type.String(),
})
export type Meant = Static<typeof Meant>

export const Tag = named(
  'Tag',
  Type.Object({
    tag: Type.String(),
    count: Type.Integer({ description: 'How many transactions have the tag.' }),
  }),
)
export type Tag = Static<typeof Tag>

/** The largest number of records of a list without further pages. */
export const limitOf = (most: number, usual: number) => ({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: most,
      default: usual,
      description: 'The largest number of records.',
    }),
  ),
})

/** The first ones, without further pages. */
export const firstOf = <T extends TSchema, M extends TProperties>(item: T, more: M = {} as M) =>
  Type.Object({
    data: Type.Array(item),
    meta: Type.Object({
      limit: Type.Integer({ description: 'The largest number of records.' }),
      ...more,
      ignored: Ignored,
    }),
  })

export const listSuggestions = route({
  method: 'GET',
  path: '/budgeting/suggestions',
  needs: 'read',
  summary:
    'Suggest earlier expenses and incomes that match the text, the most frequent first. They are among the 5,000 latest transactions, and their categories can still be chosen.',
  query: Type.Object({ ...Search, ...limitOf(100, 10) }),
  reply: firstOf(Suggestion, {
    means: Type.Array(Meant, {
      description:
        'The categories that the text usually means by the shops and words that Florin knows, if the book has the ready-made category: one of each kind at most. Empty without q.',
    }),
  }),
})

export const listTags = route({
  method: 'GET',
  path: '/budgeting/tags',
  needs: 'read',
  summary: 'List the tags of the 20,000 latest tagged transactions, the most used first.',
  query: Type.Object({ ...Search, ...limitOf(1000, 200) }),
  reply: firstOf(Tag),
})
