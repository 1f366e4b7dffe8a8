import { X } from 'lucide-react'
import { ContactPicker } from '../../contacts/ContactPicker.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Money } from '../../ui/Money.tsx'
import { type AddDraft, equalAmounts } from './add-reading.ts'
import type { EntryAmount } from './reading.ts'

/** Splits an amount equally with others: they owe their shares, the rest is my expense. */
export function SplitPeople({
  draft: { people },
  amount,
  onChange,
  onClose,
}: {
  draft: AddDraft
  amount: EntryAmount | null
  onChange: (change: Partial<AddDraft>) => void
  onClose: () => void
}) {
  const shares = amount ? equalAmounts(amount.minor, people.length) : []
  const line = (name: string, words: string, share: bigint | undefined) => (
    <>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{name}</span>
        <span className="block text-caption text-text-2">{words}</span>
      </span>
      {amount && share !== undefined && (
        <Money amount={share} currency={amount.currency_id} className="font-medium" />
      )}
    </>
  )
  return (
    <div className="grid gap-3">
      <ul className="divide-y divide-line">
        <li className="flex min-h-12 items-center gap-3 pr-11">{line('You', 'your expense', shares[0])}</li>
        {people.map(({ id, name }, index) => (
          <li key={id} className="flex min-h-12 items-center gap-3">
            {line(name, 'will owe you', shares[index + 1])}
            <IconButton
              label={`Take ${name} out`}
              onClick={() => onChange({ people: people.filter((one) => one.id !== id) })}
            >
              <X size={16} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <ContactPicker
        label="Add somebody"
        value={null}
        onChange={(contact) => {
          if (contact?.id && !people.some(({ id }) => id === contact.id))
            onChange({ people: [...people, { id: contact.id, name: contact.name }] })
        }}
      />
      <Button look="primary" onClick={onClose}>
        Done
      </Button>
    </div>
  )
}
