import { HandCoins } from 'lucide-react'
import type { ImportRow } from '../../contract/import-rows.ts'
import { listObligations } from '../../contract/obligations.ts'
import { t } from '../../words/t.ts'
import { useEverything } from '../api/ask.ts'
import { Combobox } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { Money } from '../ui/Money.tsx'
import { matching } from '../ui/matching.ts'
import type { Option } from '../ui/OptionList.tsx'

const none: readonly never[] = []

/** Chooses the debt that a row pays: money that comes is paid to me, money that goes is paid by me. */
export function DebtChoice({
  row,
  onChange,
  onClose,
}: {
  row: ImportRow
  onChange: (debt: { id: string; name: string }) => void
  onClose: () => void
}) {
  const direction = (row.amount ?? 0) < 0 ? 'payable' : 'receivable'
  const { data: open = none } = useEverything(listObligations, { query: { status: 'open', direction } })
  const data = open.filter(({ opened_date }) => opened_date <= (row.date ?? opened_date)) // a later debt takes no payment of this day
  const line = (debt: (typeof data)[number]): Option => ({
    id: debt.id,
    text: [debt.contact.name, debt.name].filter(Boolean).join(': '),
    icon: <HandCoins size={16} />,
    detail: <Money amount={debt.outstanding_amount} currency={debt.currency_id} />,
  })
  return (
    <Field label={direction === 'payable' ? t('What you owed') : t('What you were owed')}>
      {(ids) => (
        <Combobox
          {...ids}
          shown={data.find(({ id }) => id === row.draft?.obligation_id)?.name ?? ''}
          chosenId={row.draft?.obligation_id ?? null}
          placeholder={t('Choose a debt')}
          emptyWords={t('Nothing is owed here. Write it down at Owed first.')}
          optionsFor={(query) =>
            matching(data, query, ({ name, contact }) => `${contact.name ?? ''} ${name}`).map(line)
          }
          onPick={(option) => {
            const found = data.find(({ id }) => id === option.id)
            if (found) onChange({ id: found.id, name: found.name })
          }}
          onClose={onClose}
          isInline
        />
      )}
    </Field>
  )
}
