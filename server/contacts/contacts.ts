import type { Contact, ContactChange, ContactDraft } from '../../contract/contacts.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Db, Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import { type Action, type Book, type Guard, keep } from '../ledger/book.ts'
import { changeContact, findContact, insertContact } from './contacts.sql.ts'

/** The contact, unless it is in the trash. */
export async function theContact(db: Db, bookId: string, id: string): Promise<Contact> {
  const contact = await findContact(db, bookId, id)
  return contact && contact.deleted_at === null ? contact : refuse('not_found')
}

export async function addContact(tx: Tx, book: Book, draft: ContactDraft): Promise<Contact> {
  const contact: Contact = {
    id: newId(),
    name: draft.name,
    phone: draft.phone || null,
    email: draft.email || null,
    notes: draft.notes || null,
    version: book.version,
    created_at: book.at,
    updated_at: book.at,
    deleted_at: null,
  }
  return keep(tx, book, {
    action: 'created',
    resource: 'contact',
    record: contact,
    statements: [insertContact(book.id, contact)],
  })
}

const kept = <T>(sent: T | undefined, stored: T): T => (sent === undefined ? stored : sent)

export async function changeContactOf(
  tx: Tx,
  book: Book,
  id: string,
  draft: ContactChange,
  guard: Guard,
): Promise<Contact> {
  const before = await theContact(tx, book.id, id)
  guard(before)
  const fields = {
    name: kept(draft.name, before.name),
    phone: kept(draft.phone, before.phone) || null,
    email: kept(draft.email, before.email) || null,
    notes: kept(draft.notes, before.notes) || null,
  }
  const isSame = Object.entries(fields).every(
    ([field, value]) => before[field as keyof typeof fields] === value,
  )
  return isSame ? before : save(tx, book, 'updated', { ...before, ...fields })
}

export async function trashContact(tx: Tx, book: Book, id: string, guard: Guard): Promise<Contact> {
  const before = await theContact(tx, book.id, id)
  guard(before)
  return save(tx, book, 'deleted', { ...before, deleted_at: book.at })
}

/** Brings a contact back; one that is not in the trash is already there. */
export async function restoreContactOf(tx: Tx, book: Book, id: string): Promise<Contact> {
  const before = (await findContact(tx, book.id, id)) ?? refuse('not_found')
  return before.deleted_at === null ? before : save(tx, book, 'restored', { ...before, deleted_at: null })
}

function save(tx: Tx, book: Book, action: Action, contact: Contact): Promise<Contact> {
  const record = { ...contact, version: book.version, updated_at: book.at }
  return keep(tx, book, { action, resource: 'contact', record, statements: [changeContact(book.id, record)] })
}
