import * as contract from '../../contract/contacts.ts'
import { sql } from '../database/sql.ts'
import { byCreation, contains, isIncluded, page } from '../lists/lists.ts'
import { balanceOf, type OwedBalance, owedWith } from '../obligations/balance.sql.ts'
import { type ContactRow, contact, contactToApi } from '../records/contact.ts'
import { remove, restore } from '../records/life-cycle.ts'
import { readRecord, shownColumns } from '../records/read.sql.ts'
import { serve } from '../serve.ts'
import { addContact, changeContact, contactLife } from './contacts.ts'

/** A contact as it is read for a list; with the outstanding amounts, if they were asked for. */
type ListedContact = ContactRow & { owed?: OwedBalance[] }

const contactColumns = shownColumns(contact)

export const contacts = [
  serve(contract.listContacts, ({ db, book, query }) =>
    page<ListedContact, contract.ListedContact>(db, query, {
      columns: isIncluded(query, 'balance')
        ? sql`${contactColumns}, ${owedWith(book, sql`contacts.id`)} as owed`
        : contactColumns,
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
      record: ({ owed, ...row }) =>
        owed === undefined ? contactToApi(row) : { ...contactToApi(row), balance: balanceOf(book, owed) },
    }),
  ),

  serve(contract.createContact, ({ write, body }) => write(addContact(body))),

  serve(contract.getContact, async ({ db, book, params }) =>
    contactToApi(await readRecord<ContactRow>(db, book, contact, params.id)),
  ),

  serve(contract.updateContact, ({ write, params, body, guard }) =>
    write(changeContact(params.id, body, guard)),
  ),

  serve(contract.deleteContact, ({ write, params, query, guard }) =>
    write(remove(contactLife(params.id), query, guard)),
  ),

  serve(contract.restoreContact, ({ write, params }) => write(restore(contactLife(params.id)))),
]
