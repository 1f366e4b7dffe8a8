import type { Contact } from '../../contract/contacts.ts'
import { type Db, row } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'

export type ContactRow = Omit<Contact, 'version'> & { version: bigint }

export const contactOf = ({
  id,
  name,
  phone,
  email,
  notes,
  version,
  created_at,
  updated_at,
  deleted_at,
}: ContactRow): Contact => ({
  id,
  name,
  phone,
  email,
  notes,
  version: Number(version),
  created_at,
  updated_at,
  deleted_at,
})

export const contactColumns: Sql = sql`id, name, phone, email, notes, version, created_at, updated_at, deleted_at`

/** Finds a contact, in the trash or not. */
export async function findContact(db: Db, bookId: string, id: string): Promise<Contact | undefined> {
  const found = await row<ContactRow>(
    db,
    sql`select ${contactColumns}
        from contacts where book_id = ${bookId} and id = ${id}`,
  )
  return found && contactOf(found)
}

export const insertContact = (bookId: string, contact: Contact): Sql =>
  sql`insert into contacts (book_id, id, name, phone, email, notes, created_version, version, created_at, updated_at)
      values (${bookId}, ${contact.id}, ${contact.name}, ${contact.phone}, ${contact.email}, ${contact.notes},
              ${contact.version}, ${contact.version}, ${contact.created_at}, ${contact.updated_at})`

export const changeContact = (bookId: string, contact: Contact): Sql =>
  sql`update contacts set name = ${contact.name}, phone = ${contact.phone}, email = ${contact.email}, notes = ${contact.notes},
             version = ${contact.version}, updated_at = ${contact.updated_at}, deleted_at = ${contact.deleted_at}
      where book_id = ${bookId} and id = ${contact.id}`
