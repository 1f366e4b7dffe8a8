import type { Contact } from '../../contract/contacts.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Db, row } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'

export const contactColumns: Sql = sql`id, name, phone, email, notes, version::float8 as version, created_at, updated_at, deleted_at`

/** Reads a contact, unless it is in the trash. */
export const readContact = async (db: Db, book: BookRow, id: string): Promise<Contact> =>
  (await row<Contact>(
    db,
    sql`select ${contactColumns} from contacts where book_id = ${book.id} and id = ${id} and deleted_at is null`,
  )) ?? refuse('not_found')
