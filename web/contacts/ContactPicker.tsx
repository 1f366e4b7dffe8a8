import { Plus, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { createContact, type ListedContact, listContacts } from '../../contract/contacts.ts'
import { t } from '../../words/t.ts'
import { useEverything } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { Combobox } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { fit, matching } from '../ui/matching.ts'
import type { Option } from '../ui/OptionList.tsx'
import { useMay } from '../ui/rights.ts'

const NEW = 'new'
const NOBODY = 'nobody'
const none: readonly ListedContact[] = []

/** Who was chosen; `id` is null for a name that is added later, with the entry it belongs to. */
export type ChosenContact = { readonly id: string | null; readonly name: string }

/**
 * Chooses a contact, or adds one at once.
 *
 *   <ContactPicker label="Contact" value={draft.contact_id} onChange={(contact) => change({ contact_id: contact?.id ?? null })} />
 *
 * With `isOptional`, "Nobody" can be chosen. With `isAddedLater`, a new name comes back without an id, and nothing is sent.
 */
export function ContactPicker({
  label,
  value,
  onChange,
  onClose,
  onUnknown,
  fault,
  isOptional = false,
  isAddedLater = false,
  isInline = false,
  isLabelHidden = false,
  className,
}: {
  label: ReactNode
  value: string | null
  onChange: (contact: ChosenContact | null) => void
  onClose?: () => void
  /** Told a typed name that nobody has, and that this person cannot add. */
  onUnknown?: (name: string | undefined) => void
  fault?: string | undefined
  isOptional?: boolean
  isAddedLater?: boolean
  isInline?: boolean
  isLabelHidden?: boolean
  className?: string
}) {
  const { data: contacts = none } = useEverything(listContacts)
  const mayWrite = useMay('write')
  const adding = useChange(createContact, {
    words: ({ name }) => t('{contact} added', { contact: name }),
    onDone: onChange,
  })
  const optionsFor = (query: string): Option[] => {
    const said = query.trim()
    const found = matching(contacts, query, ({ name }) => name)
    const isThere = found.some(({ name }) => fit(name, said) === 0)
    return [
      ...(isOptional && said === '' ? [{ id: NOBODY, text: t('Nobody') }] : []),
      ...found.map(({ id, name }) => ({ id, text: name, icon: <UserRound size={16} /> })),
      ...(said === '' || isThere || !mayWrite
        ? []
        : [{ id: NEW, text: t('New contact “{name}”', { name: said }), icon: <Plus size={16} /> }]),
    ]
  }
  const pick = (option: Option, query: string) => {
    const name = query.trim()
    const found = contacts.find(({ id }) => id === option.id)
    if (option.id === NOBODY) onChange(null)
    else if (found) onChange({ id: found.id, name: found.name })
    else if (option.id === NEW && isAddedLater) onChange({ id: null, name })
    else if (option.id === NEW) void adding.send({ body: { name } })
  }
  return (
    <Field
      label={label}
      fault={fault ?? adding.fault('name') ?? adding.sentence}
      isLabelHidden={isLabelHidden}
      {...(className && { className })}
    >
      {(ids) => (
        <Combobox
          {...ids}
          shown={contacts.find(({ id }) => id === value)?.name ?? ''}
          chosenId={value ?? (isOptional ? NOBODY : null)}
          placeholder={isOptional ? t('Nobody') : t('Choose a person')}
          emptyWords={mayWrite ? t('Type a name to add it.') : t('Nobody is called that.')}
          optionsFor={optionsFor}
          onPick={pick}
          {...(onClose && { onClose })}
          {...(!mayWrite && { onUnknown })}
          isInline={isInline}
        />
      )}
    </Field>
  )
}
