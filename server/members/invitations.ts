import type { BookInvitationDraft, createBookInvitation, InvitationShown } from '../../contract/members.ts'
import { refuse } from '../../contract/refusals.ts'
import type { ReplyOf } from '../../contract/route.ts'
import { findInvitation, joinByInvitation, readInvitation } from '../auth/book-invitations.ts'
import { endOfLink, linkTo } from '../auth/links.ts'
import { roleIn, takeBook, takePerson, takeToJoin } from '../auth/memberships.ts'
import { makeToken } from '../auth/tokens.ts'
import { type Database, transaction } from '../database/database.ts'
import { checkRight, type SignedIn } from '../http/request.ts'
import { newId } from '../process/ids.ts'
import type { Settings } from '../settings.ts'
import { deleteEnded, insertInvitation, invitationsTo, nameOf, presentIn } from './members.sql.ts'

const DAYS = { usual: 7, most: 90 }
const MAX_OPEN = 20

/** Makes a link that makes somebody a member, once. Its text is in the answer only; a hash of its secret is stored. */
export const inviteToBook = (
  db: Database,
  me: SignedIn,
  { role, expires_at: asked }: BookInvitationDraft,
  settings: Settings,
): Promise<ReplyOf<typeof createBookInvitation>> =>
  transaction(db, async (tx) => {
    const expires_at = endOfLink(asked, DAYS)
    const { name, is_archived } = await takeBook(tx, me.book.id)
    checkRight((await roleIn(tx, me.id, me.book.id)) ?? refuse('book_not_found'), { needs: 'own' })
    if (is_archived) refuse('book_archived', { name })
    await deleteEnded(tx, me.book.id) // so that they never add up
    if ((await invitationsTo(tx, me.book.id)).length >= MAX_OPEN)
      refuse('too_many_open', { what: 'invitations', most: MAX_OPEN })
    const id = newId()
    const { text: token, secretHash } = makeToken(me.book.id, id, 'flb_')
    const invitation = { id, role, created_by: me.id, created_at: new Date().toISOString(), expires_at }
    await insertInvitation(tx, me.book.id, invitation, secretHash)
    return { ...invitation, token, link: linkTo('/join', token, settings) }
  })

/** Reads an invitation without using it: opening a link changes nothing. */
export async function lookAt(db: Database, token: string): Promise<InvitationShown> {
  const found = await findInvitation(db, readInvitation(token) ?? refuse('link_invalid'))
  if (!found) return refuse('link_invalid')
  const members = await presentIn(db, found.book_id)
  return {
    book_name: found.book_name,
    role: found.role,
    invited_by: await nameOf(db, found.created_by),
    members: members.flatMap(({ name }) => name ?? []),
    expires_at: found.expires_at,
  }
}

/** Joins a book; returns its id. */
export const accept = (db: Database, me: SignedIn, token: string): Promise<string> =>
  transaction(db, async (tx) => {
    const read = readInvitation(token) ?? refuse('link_invalid')
    if (!(await findInvitation(tx, read))) refuse('link_invalid') // of a book that is gone, it says nothing
    await takeToJoin(tx, read.bookId)
    await takePerson(tx, me.id)
    await joinByInvitation(tx, me.id, read)
    return read.bookId
  })
