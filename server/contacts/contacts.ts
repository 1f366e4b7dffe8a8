import type { Contact, ContactChange, ContactDraft } from '../../contract/contacts.ts'
import { refuse } from '../../contract/refusals.ts'
import { erase } from '../ledger/erase.ts'
import type { Known } from '../ledger/known.ts'
import { type Book, changed, type Decision, type Guard, unchanged, type Verb } from '../ledger/verb.ts'
import { newId } from '../process/ids.ts'
import type { ContactRow } from '../records/contact.ts'
import { contactToApi } from '../records/contact.ts'

export const addContact = (draft: ContactDraft): Verb<Contact> => ({
  looksAt: {},
  decide(book) {
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
})

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

export const trashContact = (id: string, guard: Guard): Verb<Contact> => ({
  looksAt: { contact: [id] },
  decide(book, known) {
    const before = requireContact(known, id)
    guard(before)
    return save(book, before, { ...before, deleted_at: book.at })
  },
})

/** Deletes for good a contact in the trash that nothing refers to. */
export const eraseContact = (id: string, guard: Guard): Verb<Contact> => ({
  looksAt: { contact: [id], used_by: [id] },
  isServedAlone: true,
  decide(_, known) {
    const contact = known.find('contact', id) ?? refuse('not_found')
    guard(contact)
    return erase(
      known,
      contactToApi(contact),
      { resource: 'contact', ...contact },
      { referred: [contact.id] },
    )
  },
})

/** Brings a contact back; one that is not in the trash is already there. */
export const restoreContact = (id: string): Verb<Contact> => ({
  looksAt: { contact: [id] },
  decide(book, known) {
    const before = known.find('contact', id) ?? refuse('not_found')
    return before.deleted_at === null
      ? unchanged(contactToApi(before))
      : save(book, before, { ...before, deleted_at: null })
  },
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
