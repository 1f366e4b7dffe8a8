import type { Role } from '../../contract/members.ts'
import { refuse } from '../../contract/refusals.ts'
import { change, type Db, row, type Tx } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { joinBook } from './memberships.ts'
import { readToken } from './tokens.ts'

/** The token of an invitation to a book: it names the book, on whose shard the invitation is. */
export type InvitationToken = { bookId: string; id: string; secretHash: Buffer }

export function readInvitation(text: string): InvitationToken | undefined {
  const token = readToken(text, 'flb_')
  return token && { bookId: token.userId, id: token.tokenId, secretHash: token.secretHash }
}

const isOpen = ({ bookId, id, secretHash }: InvitationToken): Sql =>
  sql`book_id = ${bookId} and id = ${id} and secret_hash = ${secretHash} and expires_at > now()`

type FoundInvitation = {
  book_id: string
  book_name: string
  role: Role
  created_by: string
  expires_at: string
}

/** An invitation that can be used, with the name of its book. */
export async function findInvitation(db: Db, token: InvitationToken): Promise<FoundInvitation | undefined> {
  const found = await row<Omit<FoundInvitation, 'book_name'>>(
    db,
    sql`select book_id, role, created_by, expires_at from book_invitations where ${isOpen(token)}`,
  )
  const book =
    found &&
    (await row<{ name: string }>(
      db,
      sql`select name from books where id = ${token.bookId} and not is_ownerless and not is_archived`,
    ))
  return found && book && { ...found, book_name: book.name }
}

/** Uses an invitation up, with its book locked. Of two that use it at the same time, the second finds none. */
export async function joinByInvitation(tx: Tx, userId: string, token: InvitationToken): Promise<void> {
  const [taken] = await change<{ role: Role }>(
    tx,
    sql`delete from book_invitations where ${isOpen(token)} returning role`,
  )
  if (!taken) return refuse('link_invalid')
  await joinBook(tx, userId, token.bookId, taken.role)
}
