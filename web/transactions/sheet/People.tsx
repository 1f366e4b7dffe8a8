import { Users } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../words/t.ts'
import { shortlyListed } from '../title.ts'
import { Section } from './Section.tsx'
import { Shares } from './Shares.tsx'
import type { SheetFormProps } from './use-transaction-form.ts'

/** Who shares it. */
export function People({ form, transaction, references }: SheetFormProps) {
  const { values, set, fault } = form
  const [isOpen, setOpen] = useState(values.shares.length > 0)
  const nameOf = (id: string) => references.nameOf('contact_id', id) ?? t('Somebody')
  return (
    <div data-field="shares">
      <Section
        icon={<Users size={16} />}
        title={t('Split with people')}
        note={shortlyListed(values.shares.map(({ contact }) => nameOf(contact)))}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
      >
        <Shares
          values={values}
          nameOf={nameOf}
          currencyId={transaction.currency_id}
          fault={fault('shares')}
          onShares={(shares) => set({ shares })}
        />
      </Section>
    </div>
  )
}
