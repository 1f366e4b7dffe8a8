import { Trash2 } from 'lucide-react'
import { Refused } from '../../contract/client.ts'
import {
  type Contact,
  createContact,
  deleteContact,
  getContact,
  restoreContact,
  updateContact,
} from '../../contract/contacts.ts'
import { t } from '../../words/t.ts'
import { call, useAsk } from '../api/ask.ts'
import { Conflict } from '../api/Conflict.tsx'
import { useChange } from '../api/change.ts'
import { useEditing } from '../api/editing.ts'
import { Loaded } from '../api/Loaded.tsx'
import { Button } from '../ui/Button.tsx'
import { useDraft } from '../ui/draft.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { Empty, Refusal } from '../ui/States.tsx'
import { ContactForm, type ContactValues, emptyContact, FORM } from './ContactForm.tsx'

const valuesOf = (contact: Contact): ContactValues => ({
  name: contact.name,
  email: contact.email ?? '',
  phone: contact.phone ?? '',
  notes: contact.notes ?? '',
})

/** A person or party: added, or changed and deleted. */
export const ContactSheet = ({
  id,
  onClose,
  onAdded = onClose,
  onDeleted = onClose,
}: {
  id?: string
  onClose: () => void
  onAdded?: (contact: Contact) => void
  onDeleted?: () => void
}) =>
  id ? (
    <Edited id={id} onClose={onClose} onDeleted={onDeleted} />
  ) : (
    <Added onClose={onClose} onAdded={onAdded} />
  )

function Added({ onClose, onAdded }: { onClose: () => void; onAdded: (contact: Contact) => void }) {
  const { draft, change, clear } = useDraft('new-contact', emptyContact)
  const add = useChange(createContact, {
    words: (contact) => t('{contact} added', { contact: contact.name }),
    onDone: (contact) => {
      clear()
      onAdded(contact)
    },
  })
  return (
    <Sheet
      needs="write"
      title={t('New contact')}
      onClose={onClose}
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button look="primary" type="submit" form={FORM} isBusy={add.isBusy}>
            {t('Add')}
          </Button>
        </>
      }
    >
      <ContactForm
        values={draft}
        onChange={change}
        onSubmit={() => void add.send({ body: draft })}
        fault={add.fault}
        sentence={add.sentence}
      />
    </Sheet>
  )
}

type Leaving = { onClose: () => void; onDeleted: () => void }

function Edited({ id, ...leaving }: { id: string } & Leaving) {
  const contact = useAsk(getContact, { params: { id } })
  const isGone = contact.error instanceof Refused && contact.error.problem.code === 'not_found'
  if (contact.data && !isGone) return <EditForm key={id} contact={contact.data} {...leaving} />
  return (
    <Sheet needs="write" title={t('Contact')} onClose={leaving.onClose}>
      {isGone ? <GoneContact id={id} /> : <Loaded query={contact}>{() => null}</Loaded>}
    </Sheet>
  )
}

function EditForm({ contact, onClose, onDeleted }: { contact: Contact } & Leaving) {
  const { id, name } = contact
  const update = useChange(updateContact, { words: (saved) => t('{contact} saved', { contact: saved.name }) })
  const remove = useChange(deleteContact, {
    words: t('{contact} is in the trash', { contact: name }),
    onDone: onDeleted,
  })
  const editing = useEditing<ContactValues>(
    `contact ${id}`,
    { values: valuesOf(contact), version: contact.version },
    {
      send: (_, body, headers) => update.send({ params: { id }, body, headers }),
      refusal: update.refusal,
      read: async () => {
        const theirs = await call(getContact, { params: { id } })
        return { values: valuesOf(theirs), version: theirs.version }
      },
      onDone: onClose,
    },
  )
  return (
    <Sheet
      needs="write"
      title={name}
      onClose={onClose}
      foot={
        <>
          <Button
            look="quiet"
            className="me-auto"
            icon={<Trash2 size={15} />}
            isBusy={remove.isBusy}
            onClick={() => void remove.send({ params: { id } })}
          >
            {t('Delete')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button look="primary" type="submit" form={FORM} isBusy={update.isBusy}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <ContactForm
        values={editing.values}
        onChange={editing.set}
        onSubmit={() => void editing.save()}
        fault={update.fault}
        sentence={editing.conflict ? undefined : (update.sentence ?? remove.sentence)}
      />
      {editing.conflict && (
        <Conflict
          {...editing.conflict}
          id={id}
          fields={[
            { name: 'name', label: t('Name') },
            { name: 'email', label: t('E-mail') },
            { name: 'phone', label: t('Phone') },
            { name: 'notes', label: t('Notes') },
          ]}
          isBusy={update.isBusy}
        />
      )}
    </Sheet>
  )
}

/** A contact in the trash is not found any more, but can be brought back. */
export function GoneContact({ id }: { id: string }) {
  const restore = useChange(restoreContact, {
    words: ({ name }) => t('{contact} is back', { contact: name }),
  })
  return (
    <>
      <Empty
        title={t('This contact is not here')}
        actions={
          <Button
            needs="write"
            look="primary"
            isBusy={restore.isBusy}
            onClick={() => void restore.send({ params: { id } })}
          >
            {t('Bring it back')}
          </Button>
        }
      >
        {t('It may be in the trash. The debts with it stay as they are.')}
      </Empty>
      {restore.sentence && <Refusal title={restore.sentence} />}
    </>
  )
}
