import { type Static, Type } from 'typebox'
import { at, id } from './examples/ids.ts'
import {
  CurrencyId,
  Id,
  IdOf,
  Name,
  NamesIn,
  Nullable,
  named,
  type ReplyOf,
  route,
  Timestamp,
} from './route.ts'

export const ROLES = ['owner', 'editor', 'annotator', 'viewer'] as const
export type Role = (typeof ROLES)[number]

export const RoleOf = Type.Unsafe<Role>({
  type: 'string',
  enum: [...ROLES],
  description:
    'owner: everything, members and settings too. editor: record, change and delete. annotator: read, and sort transactions by category, tags, notes and contact. viewer: read.',
})

/** A person can be in this many books, and a book can have this many members. */
export const MAX_BOOKS = 20
export const MAX_MEMBERS = 20

const person = { user_id: Id, name: Type.String() }

const household = {
  id: id.ana,
  name: 'Household',
  base_currency_id: 'EUR',
  time_zone: 'Europe/Vienna',
  is_archived: false,
  role: 'owner' as const,
  is_default: true,
  is_shared: true,
  others: [{ user_id: id.bela, name: 'Bela' }],
  created_at: at,
}

export const BookOfPerson = named(
  'BookOfPerson',
  Type.Object({
    id: Id,
    name: Type.String(),
    base_currency_id: Type.String(),
    time_zone: Type.String(),
    is_archived: Type.Boolean({
      description: 'It can be read, and nobody writes to it.',
    }),
    role: RoleOf,
    is_default: Type.Boolean({
      description: 'Whether requests without a book are about this one.',
    }),
    is_shared: Type.Boolean({ description: 'Whether it has, or ever had, more than one member.' }),
    others: Type.Array(Type.Object(person), {
      description: 'The other members, in the order in which they joined.',
    }),
    created_at: { ...Timestamp, description: 'When the book was opened.' },
  }),
  household,
)
export type BookOfPerson = Static<typeof BookOfPerson>

export const listBooks = route({
  method: 'GET',
  path: '/books',
  summary:
    'List the books that you are a member of: the default one first, then in the order in which you joined them. At most 20. A key that is bound to a book sees that one.',
  reply: named('Books', Type.Object({ data: Type.Array(BookOfPerson) }), { data: [household] }),
})

export const createBook = route({
  method: 'POST',
  path: '/books',
  summary:
    'Open another book, with the accounts that every book starts with. You are its owner. It does not become your default book: its requests begin with /books/{book_id}. An Idempotency-Key is ignored: after a lost answer, look into GET /books before you send it again.',
  body: named(
    'BookDraft',
    Type.Object({
      name: Name(255),
      base_currency_id: Type.Optional(
        CurrencyId('An ISO 4217 code; without it, the base currency of your default book.'),
      ),
      time_zone: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'An IANA name; without it, the time zone of your default book.',
        }),
      ),
      language: NamesIn,
    }),
    { name: 'Annenstraße', base_currency_id: 'EUR', time_zone: 'Europe/Vienna' },
  ),
  reply: BookOfPerson,
  refuses: ['too_many_books', 'currency_not_found', 'time_zone_unknown'],
})
export type BookDraft = Static<typeof createBook.body>

export const deleteBook = route({
  method: 'DELETE',
  path: '/books/current',
  needs: 'own',
  looksUp: true,
  forPeople: true,
  summary:
    'Delete the book for good, for all its members: nothing is kept, and nothing can be restored. Send its name. Your default book cannot be deleted.',
  body: named('BookDeletion', Type.Object({ name: Type.String({ maxLength: 255 }) }), {
    name: 'Annenstraße',
  }),
  refuses: ['book_is_default', 'book_name_wrong'],
})

const bela = {
  user_id: id.bela,
  name: 'Bela',
  email: 'bela@example.com',
  role: 'editor' as const,
  is_you: false,
  joined_at: at,
  left_at: null,
}

export const Member = named(
  'Member',
  Type.Object({
    user_id: Id,
    name: Nullable(
      Type.String({
        description: 'As in their profile; null for somebody who left and has deleted their account since.',
      }),
    ),
    email: Nullable(
      Type.String({ description: 'Shown to owners of the book, and to the person; null for others.' }),
    ),
    role: Nullable(
      Type.Unsafe<Role>({ type: 'string', enum: [...ROLES], description: 'null for somebody who left.' }),
    ),
    is_you: Type.Boolean(),
    joined_at: Timestamp,
    left_at: Nullable(Timestamp),
  }),
  bela,
)
export type Member = Static<typeof Member>

export const listMembers = route({
  method: 'GET',
  path: '/books/current/members',
  needs: 'read',
  looksUp: true,
  summary:
    'List the members of the book, and those who left it, at most 1,000 of them, the latest first: the names behind created_by and changed_by.',
  reply: named('Members', Type.Object({ data: Type.Array(Member) }), { data: [bela] }),
})

export const updateMember = route({
  method: 'PUT',
  path: '/books/current/members/{user_id}',
  needs: 'own',
  looksUp: true,
  forPeople: true,
  summary:
    'Give a member another role. To hand the book over, make another member an owner, and then take another role yourself, or leave.',
  body: named('MemberChange', Type.Object({ role: RoleOf }), { role: 'editor' }),
  reply: Member,
  refuses: ['last_owner'],
})

export const removeMember = route({
  method: 'DELETE',
  path: '/books/current/members/{user_id}',
  needs: 'read',
  looksUp: true,
  forPeople: true,
  summary:
    'Leave the book, or, as an owner, remove another member. What they recorded stays, and the invitations that they made end. The last owner cannot leave.',
  reply: Member,
  refuses: ['last_owner'],
})

const invitation = {
  id: Id,
  role: RoleOf,
  created_by: IdOf('The id of the owner who made it.'),
  created_at: Timestamp,
  expires_at: Timestamp,
}
const invited = {
  id: id.request,
  role: 'editor',
  created_by: id.ana,
  created_at: at,
  expires_at: '2026-05-27T08:15:00.000Z',
} as const

export const BookInvitation = named('BookInvitation', Type.Object(invitation), invited)
export type BookInvitation = Static<typeof BookInvitation>

export const listBookInvitations = route({
  method: 'GET',
  path: '/books/current/invitations',
  needs: 'read',
  looksUp: true,
  summary: 'List the invitations to the book that nobody has used, the latest first.',
  reply: named('BookInvitations', Type.Object({ data: Type.Array(BookInvitation) }), { data: [invited] }),
})

export const createBookInvitation = route({
  method: 'POST',
  path: '/books/current/invitations',
  needs: 'own',
  looksUp: true,
  forPeople: true,
  summary:
    'Make a link that makes one person a member of the book, once. It is in this answer only: an Idempotency-Key is ignored, and a second request makes a second link. A book has at most 20 open ones; those that have ended are removed when another is made. A link ends with the membership of whoever made it, and when they are no longer an owner.',
  body: named(
    'BookInvitationDraft',
    Type.Object({
      role: RoleOf,
      expires_at: Type.Optional(
        Nullable(
          Type.String({
            format: 'date-time',
            description: 'At most 90 days ahead; without it, the link ends after 7 days.',
          }),
        ),
      ),
    }),
    { role: 'editor' },
  ),
  reply: named(
    'NewBookInvitation',
    Type.Object({
      ...invitation,
      token: Type.String({
        description: 'For POST /invitations/accept, and for the field invitation of POST /auth/register.',
      }),
      link: Type.String({ description: 'The page that asks whether to join, with the token behind #.' }),
    }),
    { ...invited, token: 'flb_4fzyo82mvyr0e9…', link: 'https://florin.example/join#flb_4fzyo82mvyr0e9…' },
  ),
  refuses: ['too_many_open', 'book_archived'],
})
export type BookInvitationDraft = Static<typeof createBookInvitation.body>

export const revokeBookInvitation = route({
  method: 'DELETE',
  path: '/books/current/invitations/{id}',
  needs: 'own',
  looksUp: true,
  forPeople: true,
  summary: 'Revoke an invitation: its link opens nothing any more.',
  reply: BookInvitation,
})

const InvitationToken = Type.String({ maxLength: 255, description: 'The token of the link.' })

export const lookAtInvitation = route({
  method: 'POST',
  path: '/invitations/look',
  open: true,
  summary: 'Read what an invitation is to, without using it.',
  body: named('InvitationLook', Type.Object({ token: InvitationToken }), { token: 'flb_4fzyo82mvyr0e9…' }),
  reply: named(
    'InvitationShown',
    Type.Object({
      book_name: Type.String(),
      role: RoleOf,
      invited_by: Nullable(
        Type.String({ description: 'The name of whoever made it; null if they are gone.' }),
      ),
      members: Type.Array(Type.String(), { description: 'The names of the members.' }),
      expires_at: Timestamp,
    }),
    {
      book_name: 'Household',
      role: 'editor',
      invited_by: 'Ana',
      members: ['Ana', 'Bela'],
      expires_at: invited.expires_at,
    },
  ),
  refuses: ['link_invalid'],
})

export const acceptInvitation = route({
  method: 'POST',
  path: '/invitations/accept',
  summary: 'Join the book of an invitation, which is used up. It does not become your default book.',
  body: named('InvitationAcceptance', Type.Object({ token: InvitationToken }), {
    token: 'flb_4fzyo82mvyr0e9…',
  }),
  reply: BookOfPerson,
  refuses: ['link_invalid', 'already_member', 'too_many_books', 'too_many_members'],
})
export type InvitationShown = ReplyOf<typeof lookAtInvitation>
