import * as contract from '../../contract/contacts.ts'
import { sql } from '../database/sql.ts'
import { byCreation, contains, page } from '../lists.ts'
import { serve } from '../serve.ts'
import { type ContactRow, contactColumns, contactOf } from './contacts.sql.ts'
import { addContact, changeContactOf, restoreContactOf, theContact, trashContact } from './contacts.ts'

export const contacts = [
  serve(contract.listContacts, ({ db, book, query }) =>
    page<ContactRow, contract.Contact>(db, query, {
      columns: contactColumns,
      from: sql`contacts`,
      where: [
        sql`book_id = ${book.id}`,
        query.deleted ? sql`deleted_at is not null` : sql`deleted_at is null`,
        ...(query.q ? [contains(sql`search`, query.q)] : []),
      ],
      order: 'name',
      orders: {
        name: { key: sql`name collate "und-x-icu"`, type: 'text' },
        created_at: { key: sql`created_at`, type: 'timestamptz' },
      },
      ties: byCreation,
      record: contactOf,
    }),
  ),

  serve(contract.createContact, ({ write, body }) => write((tx, book) => addContact(tx, book, body))),

  serve(contract.getContact, ({ db, book, params }) => theContact(db, book.id, params.id)),

  serve(contract.updateContact, ({ write, params, body, guard }) =>
    write((tx, book) => changeContactOf(tx, book, params.id, body, guard)),
  ),

  serve(contract.deleteContact, ({ write, params, guard }) =>
    write((tx, book) => trashContact(tx, book, params.id, guard)),
  ),

  serve(contract.restoreContact, ({ write, params }) =>
    write((tx, book) => restoreContactOf(tx, book, params.id)),
  ),
]
