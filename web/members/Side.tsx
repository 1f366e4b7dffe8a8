import type { ReactNode } from 'react'
import type { Account } from '../../contract/accounts.ts'
import { SelectField } from '../ui/Field.tsx'

/** One side of the move: the book, the account in it, and its balance before and after. */
export const Side = ({
  title,
  name,
  label,
  accounts,
  value,
  onChange,
  fault,
  note,
  children,
}: {
  title: string
  name: ReactNode
  label: string
  accounts: readonly Account[]
  value: string | undefined
  onChange: (id: string) => void
  fault: string | undefined
  note: string
  children: ReactNode
}) => (
  <div className="min-w-0 flex-1 max-sm:w-full">
    <p className="text-caption text-text-3">{title}</p>
    <div className="mb-2 flex min-h-8.5 items-center *:flex-1 touch:min-h-11">{name}</div>
    <SelectField
      label={label}
      isLabelHidden
      value={value}
      onChange={(event) => onChange(event.target.value)}
      fault={fault}
    >
      {accounts.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
    {children}
    <p className="mt-1 text-caption wrap-anywhere text-text-2">{note}</p>
  </div>
)
