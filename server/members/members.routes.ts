import * as contract from '../../contract/members.ts'
import { refuse } from '../../contract/refusals.ts'
import { eraseBook } from '../auth/erase.sql.ts'
import { roleIn, takeBook } from '../auth/memberships.ts'
import { forgetEverywhere } from '../auth/session.ts'
import { transaction } from '../database/database.ts'
import { checkRight } from '../http/request.ts'
import { logSecurity } from '../http/security-log.ts'
import { serve } from '../serve.ts'
import { accept, inviteToBook, lookAt } from './invitations.ts'
import { booksOf, deleteInvitation, invitationsTo, membersOf } from './members.sql.ts'
import { bookOf, deleteForGood, endMembership, giveRole, memberToApi, openAnother } from './members.ts'

export const members = [
  serve(contract.listBooks, async ({ db, user }) => ({
    data: await booksOf(db, user.id, user.program?.bookId ?? null),
  })),

  serve(contract.createBook, ({ db, user, body }) => openAnother(db, user, body)),

  serve(contract.deleteBook, async ({ db, user, body, worker, request }) => {
    for (const userId of await deleteForGood(db, user, body.name)) forgetEverywhere(userId, worker)
    logSecurity(request, 'book_deleted', { book_id: user.book.id })
    // The answer does not wait for the deletion of the book's rows, which are no longer accessible.
    eraseBook(db, user.book.id).catch((error: Error) =>
      request.log.warn(
        { request_id: request.id },
        `The rest of a deleted book is left to housekeeping: ${error.message}`,
      ),
    )
    return undefined
  }),

  serve(contract.listMembers, async ({ db, user, book }) => ({
    data: (await membersOf(db, book.id)).map((one) => memberToApi(user, user.role, one)),
  })),

  serve(contract.updateMember, async ({ db, user, book, params, body, worker, request }) => {
    const member = await giveRole(db, user, params.user_id, body.role)
    forgetEverywhere(member.user_id, worker)
    const { user_id, role } = member
    logSecurity(request, 'member_role_changed', { book_id: book.id, member: user_id, role })
    return member
  }),

  serve(contract.removeMember, async ({ db, user, book, params, worker, request }) => {
    const member = await endMembership(db, user, params.user_id)
    forgetEverywhere(member.user_id, worker)
    logSecurity(request, 'member_removed', { book_id: book.id, member: member.user_id })
    return member
  }),

  serve(contract.listBookInvitations, async ({ db, book }) => ({ data: await invitationsTo(db, book.id) })),

  serve(contract.createBookInvitation, async ({ db, user, book, body, settings, request }) => {
    const made = await inviteToBook(db, user, body, settings)
    logSecurity(request, 'member_invited', { book_id: book.id, role: made.role })
    return made
  }),

  serve(contract.revokeBookInvitation, async ({ db, user, book, params, request }) => {
    const revoked = await transaction(db, async (tx) => {
      await takeBook(tx, book.id)
      checkRight((await roleIn(tx, user.id, book.id)) ?? refuse('book_not_found'), { needs: 'own' })
      return (await deleteInvitation(tx, book.id, params.id)) ?? refuse('not_found')
    })
    logSecurity(request, 'member_invitation_revoked', { book_id: book.id, role: revoked.role })
    return revoked
  }),

  serve(contract.lookAtInvitation, ({ db, body }) => lookAt(db, body.token)),

  serve(contract.acceptInvitation, async ({ db, user, body, worker, request }) => {
    const bookId = await accept(db, user, body.token)
    forgetEverywhere(user.id, worker)
    const book = await bookOf(db, user.id, bookId)
    logSecurity(request, 'member_joined', { book_id: bookId, member: user.id, role: book.role })
    return book
  }),
]
