import type { ReactNode } from 'react'
import { allCurrencies } from '../../contract/iso4217.ts'
import { Combobox, type Option } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { matching } from '../ui/matching.ts'

const optionOf = ({ id, name }: { id: string; name: string }): Option => ({ id, text: name, detail: id })

/** Chooses a currency by its code or its name. `first` are shown before the others: those of the book. */
export function CurrencyPicker({
  label,
  value,
  onChange,
  first = [],
  hint,
  fault,
  className,
}: {
  label: ReactNode
  value: string
  onChange: (currencyId: string) => void
  first?: readonly string[]
  hint?: ReactNode
  fault?: string | undefined
  className?: string
}) {
  const leading = first.flatMap((code) => allCurrencies.filter(({ id }) => id === code))
  const all = [...leading, ...allCurrencies.filter(({ id }) => !first.includes(id))]
  const chosen = allCurrencies.find(({ id }) => id === value)
  return (
    <Field label={label} hint={hint} fault={fault} {...(className && { className })}>
      {(ids) => (
        <Combobox
          {...ids}
          shown={chosen ? `${chosen.id}, ${chosen.name}` : value}
          chosenId={value}
          placeholder="Choose a currency"
          optionsFor={(query) => matching(all, query, ({ id, name }) => `${id} ${name}`).map(optionOf)}
          onPick={({ id }) => onChange(id)}
        />
      )}
    </Field>
  )
}
