import type { ReactNode } from 'react'
import { currencyFacts } from '../../contract/iso4217.ts'
import { t } from '../../words/t.ts'
import { Combobox } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { currencyLabel, findCurrencies } from './list.ts'
import { useOwnCurrencies } from './own.ts'

/** Chooses a currency by its name or its code; those of the book come first. */
export function CurrencyPicker({
  label,
  value,
  onChange,
  hint,
  fault,
  className,
}: {
  label: ReactNode
  value: string
  onChange: (currencyId: string) => void
  hint?: ReactNode
  fault?: string | undefined
  className?: string
}) {
  const own = useOwnCurrencies()
  const chosen = currencyFacts(value)
  return (
    <Field label={label} hint={hint} fault={fault} {...(className && { className })}>
      {(ids) => (
        <Combobox
          {...ids}
          shown={chosen ? currencyLabel(chosen) : value}
          chosenId={value}
          placeholder={t('Choose a currency')}
          optionsFor={(query) =>
            findCurrencies(query, own).map((currency) => ({ id: currency.id, text: currencyLabel(currency) }))
          }
          onPick={({ id }) => onChange(id)}
        />
      )}
    </Field>
  )
}
