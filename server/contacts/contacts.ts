import type { Contact, ContactChange, ContactDraft } from '../../contract/contacts.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Known } from '../ledger/known.ts'
import { type Book, changed, type Decision, type Guard, unchanged, type Verb } from '../ledger/verb.ts'
import { newId } from '../process/ids.ts'
import type { ContactRow } from '../records/contact.ts'
import { contactToApi } from '../records/contact.ts'
import type { Erasable } from '../records/life-cycle.ts'

export const addContact = (draft: ContactDraft) =>
  ({
    looksAt: {},
    decide(book: Book): Decision<Contact> {
      const after = {
        id: newId(),
        name: draft.name,
        phone: draft.phone || null,
        email: draft.email || null,
        notes: draft.notes || null,
        created_version: book.version,
        created_at: book.at,
        deleted_at: null,
      }
      return save(book, null, after)
    },
  }) satisfies Verb<Contact>

export const changeContact = (id: string, draft: ContactChange, guard: Guard): Verb<Contact> => ({
  looksAt: { contact: [id] },
  decide(book, known) {
    const before = requireContact(known, id)
    guard(before)
    const { name = before.name, phone = before.phone, email = before.email, notes = before.notes } = draft

    // Nothing below this line refuses.
    const fields = { name, phone: phone || null, email: email || null, notes: notes || null }
    const isSame = Object.entries(fields).every(
      ([field, value]) => before[field as keyof typeof fields] === value, // the keys of `fields`
    )
    return isSame ? unchanged(contactToApi(before)) : save(book, before, { ...before, ...fields })
  },
})

/** A contact that something refers to is not deleted for good. */
export const contactLife = (id: string): Erasable<ContactRow, Contact> => ({
  looksAt: { contact: [id] },
  looksAtForErasing: { used_by: [id] },
  find: (known) => known.find('contact', id),
  show: (_, __, contact) => contactToApi(contact),
  trash: (book, _, before) => save(book, before, { ...before, deleted_at: book.at }),
  restore: (book, _, before) => save(book, before, { ...before, deleted_at: null }),
  erase: (_, __, { id, name }) => ({ resource: 'contact', name, referred: [id] }),
})

/** The contact, unless it is in the trash. */
function requireContact(known: Known, id: string): ContactRow {
  const contact = known.find('contact', id)
  return contact && contact.deleted_at === null ? contact : refuse('not_found')
}

function save(
  book: Book,
  before: ContactRow | null,
  contact: Omit<ContactRow, 'version' | 'updated_at'>,
): Decision<Contact> {
  const after = { ...contact, version: book.version, updated_at: book.at }
  return { answer: contactToApi(after), changes: [changed('contact', before, after)] }
}
