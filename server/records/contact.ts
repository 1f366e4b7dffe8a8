import type { Contact } from '../../contract/contacts.ts'
import { sql } from '../database/sql.ts'
import { createdIn } from '../ledger/authors.ts'
import { email, id, name, orNull, type RowOf, text } from './columns.ts'
import { byId, dated, kind } from './kind.ts'

const columns = {
  id,
  name: name(255),
  phone: orNull(text(50)),
  email: orNull(email),
  notes: orNull(text(10_000)),
  ...dated,
}
export type ContactRow = RowOf<typeof columns>

declare module '../ledger/rows.ts' {
  interface Rows {
    contact: ContactRow
  }
}
declare module '../ledger/known.ts' {
  interface Found {
    contact: ContactRow
  }
}

/** A contact as the API shows it. */
export const contactToApi = ({ created_version, ...contact }: ContactRow): Contact =>
  createdIn(created_version, contact)

export const contact = kind('contact', {
  table: 'contacts',
  alias: 'p',
  columns,
  entered: ['name', 'phone', 'email', 'notes'],
  finds: { contact: byId(sql`p`) },
  survives: ['transaction', 'obligation', 'contact'],
  isRemembered: true,
  course: 'held',
  show: contactToApi,
})
