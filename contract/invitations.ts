import { type Static, Type } from 'typebox'
import { Email } from './auth.ts'
import { at, id } from './examples/ids.ts'
import { Id, listOf, listQuery, Nullable, named, route, Timestamp } from './route.ts'

const fields = {
  id: Id,
  email: Nullable(
    Type.String({ description: 'The e-mail that it is for; null: for anybody who has the link.' }),
  ),
  created_at: Timestamp,
  expires_at: Timestamp,
}
const invited = {
  id: id.request,
  email: 'bela@example.com',
  created_at: at,
  expires_at: '2026-05-27T08:15:00.000Z',
}

export const Invitation = named('Invitation', Type.Object(fields), invited)
export type Invitation = Static<typeof Invitation>

export const listInvitations = route({
  method: 'GET',
  path: '/auth/invitations',
  summary: 'List the invitations that nobody has used, the latest first. For the operator of the instance.',
  query: listQuery(['created_at'], {}),
  reply: listOf(Invitation),
  refuses: ['operator_only'],
})

export const createInvitation = route({
  method: 'POST',
  path: '/auth/invitations',
  summary:
    'Make a link that opens one account, once. It is in this answer only. For the operator of the instance.',
  body: named(
    'InvitationDraft',
    Type.Object({
      email: Type.Optional(Nullable(Email)),
      expires_at: Type.Optional(
        Nullable(
          Type.String({
            format: 'date-time',
            description: 'At most 90 days ahead; without it, the link ends after 7 days.',
          }),
        ),
      ),
    }),
    { email: 'bela@example.com' },
  ),
  reply: named(
    'NewInvitation',
    Type.Object({
      ...fields,
      token: Type.String({ description: 'For the field invitation of POST /auth/register.' }),
      link: Type.String({
        description: 'The page that asks for name and password, with the token behind #.',
      }),
    }),
    { ...invited, token: 'fli_4fzyo82mvyr0e9…', link: 'https://florin.example/sign-up#fli_4fzyo82mvyr0e9…' },
  ),
  refuses: ['operator_only', 'registration_closed', 'too_many_open'],
})
export type InvitationDraft = Static<typeof createInvitation.body>

export const revokeInvitation = route({
  method: 'DELETE',
  path: '/auth/invitations/{id}',
  summary: 'Revoke an invitation: its link opens nothing any more. For the operator of the instance.',
  reply: Invitation,
})
