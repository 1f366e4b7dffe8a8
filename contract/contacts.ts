import { type Static, Type } from 'typebox'
import { id, stamps } from './examples/ids.ts'
import {
  ByIds,
  Forever,
  foreverRefusals,
  Id,
  includingQuery,
  listOf,
  Name,
  Nullable,
  named,
  route,
  Search,
  Timestamp,
  Trash,
  Version,
} from './route.ts'
import { who } from './who.ts'

/** The contact of all examples. */
export const bela = {
  id: id.bela,
  name: 'Bela',
  phone: '+36 1 234',
  email: 'bela@example.com',
  notes: 'Lives next door.',
  version: 3,
  ...stamps,
}

export const Contact = named(
  'Contact',
  Type.Object({
    id: Id,
    name: Type.String(),
    phone: Nullable(Type.String()),
    email: Nullable(Type.String({ format: 'email' })),
    notes: Nullable(Type.String()),
    version: Version,
    ...who,
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Nullable(Timestamp),
  }),
  bela,
)
export type Contact = Static<typeof Contact>

const fields = {
  phone: Type.Optional(Nullable(Type.String({ maxLength: 50 }))),
  email: Type.Optional(Nullable(Type.String({ format: 'email', maxLength: 254 }))),
  notes: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
}

/** An empty `phone`, `email` or `notes` counts as none. */
export const ContactDraft = named('ContactDraft', Type.Object({ name: Name(255), ...fields }), {
  name: bela.name,
  phone: bela.phone,
  email: bela.email,
  notes: bela.notes,
})
export type ContactDraft = Static<typeof ContactDraft>

/** An omitted field keeps its value. */
export const ContactChange = named(
  'ContactChange',
  Type.Object({ name: Type.Optional(Name(255)), ...fields }),
  { phone: '+36 1 235' },
)
export type ContactChange = Static<typeof ContactChange>

/** The debts between a contact and me, in each direction. */
export const ContactBalance = named(
  'ContactBalance',
  Type.Object({
    currencies: Type.Array(
      Type.Object({
        currency_id: Type.String(),
        receivable: Type.Number({ description: 'The amount that the contact owes me.' }),
        payable: Type.Number({ description: 'The amount that I owe the contact.' }),
        net: Type.Number(),
      }),
    ),
    receivable_base: Type.Number(),
    payable_base: Type.Number(),
    net_base: Type.Number({ description: 'Receivable minus payable, at book value.' }),
  }),
)
export type ContactBalance = Static<typeof ContactBalance>

const ListedContact = named(
  'ListedContact',
  Type.Object({ ...Contact.properties, balance: Type.Optional(ContactBalance) }),
  bela,
)
export type ListedContact = Static<typeof ListedContact>

export const listContacts = route({
  method: 'GET',
  path: '/contacts',
  needs: 'read',
  summary:
    'List contacts by name; search them with q, list the trash with deleted=only, add the amounts owed with include=balance.',
  query: includingQuery(
    Type.Optional(
      Type.Unsafe<'total' | 'balance' | 'total,balance' | 'balance,total'>({
        type: 'string',
        enum: ['total', 'balance', 'total,balance', 'balance,total'],
        description:
          'total: also count all records, on all pages, in meta.total. balance: also show the amounts that each contact owes and is owed.',
      }),
    ),
    ['name', 'created_at'],
    { ...ByIds, ...Search, ...Trash },
  ),
  reply: listOf(ListedContact),
})

export const createContact = route({
  method: 'POST',
  path: '/contacts',
  needs: 'write',
  summary: 'Add a person or party.',
  body: ContactDraft,
  reply: Contact,
})

export const getContact = route({
  method: 'GET',
  path: '/contacts/{id}',
  needs: 'read',
  summary: 'Read a contact.',
  reply: Contact,
})

export const updateContact = route({
  method: 'PUT',
  path: '/contacts/{id}',
  needs: 'write',
  summary: 'Change a contact; an omitted field keeps its value.',
  body: ContactChange,
  reply: Contact,
})

export const deleteContact = route({
  method: 'DELETE',
  path: '/contacts/{id}',
  needs: 'write',
  summary: 'Put a contact into the trash.',
  query: Forever,
  reply: Contact,
  refuses: foreverRefusals,
})

export const restoreContact = route({
  method: 'POST',
  path: '/contacts/{id}/restore',
  needs: 'write',
  summary: 'Restore a contact from the trash.',
  reply: Contact,
})

/** The name of its kind in the history, its shape there, and the routes of its trash. */
export const resource = {
  name: 'contact',
  shape: 'Contact',
  list: listContacts,
  restore: restoreContact,
  remove: deleteContact,
} as const
