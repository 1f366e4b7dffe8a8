import { X } from 'lucide-react'
import { t } from '../../words/t.ts'
import { ContactPicker } from '../contacts/ContactPicker.tsx'
import { useMe } from '../page/me.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { fieldOfAmount } from '../ui/amount-input.ts'
import { IconButton } from '../ui/Button.tsx'
import { Initials } from '../ui/Initials.tsx'
import { Money } from '../ui/Money.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { myShare } from './lend.ts'
import type { useLend } from './use-lend.ts'

/** Who shares a bill, equally or by amount; mine first, which is the rest. */
export function SharesField({ lend }: { lend: ReturnType<typeof useLend> }) {
  const { draft, change, currency, others, amount } = lend
  const me = useMe()
  const mine = myShare(amount ?? 0n, others)
  const fault = lend.fault('shares')
  const byAmount = (isEqual: boolean) =>
    change({
      isEqual,
      others: draft.others.map((other, index) => ({
        ...other,
        text: isEqual ? '' : fieldOfAmount(others[index]?.amount ?? 0n, currency),
      })),
    })
  return (
    <fieldset>
      <legend className="sr-only">{t('Split with people')}</legend>
      <div className="mb-2 flex items-center justify-between gap-3">
        <span aria-hidden className="text-table font-medium">
          {t('Split with people')}
        </span>
        <Segmented
          label={t('How it is shared')}
          value={draft.isEqual ? 'equal' : 'amount'}
          options={[
            { value: 'equal', label: t('Equally') },
            { value: 'amount', label: t('By amount') },
          ]}
          onChange={(value) => byAmount(value === 'equal')}
        />
      </div>
      <ul className="rounded-control border border-line">
        <li className="flex min-h-12 items-center gap-3 px-3">
          <Initials name={me.name} />
          <span className="min-w-0 flex-1">
            <span className="block">{t('You')}</span>
            <span className="block text-caption text-text-3">{t('your expense')}</span>
          </span>
          <Money amount={mine} currency={currency} className={mine < 0n ? 'text-warn' : ''} />
        </li>
        {draft.others.map((other, index) => (
          <li key={other.id} className="flex min-h-12 items-center gap-3 border-t border-line px-3 py-1.5">
            <Initials name={other.name} />
            <span className="min-w-0 flex-1">
              <span className="block truncate">{other.name}</span>
              <span className="block text-caption text-text-3">{t('will owe you')}</span>
            </span>
            {draft.isEqual ? (
              <Money amount={others[index]?.amount ?? 0n} currency={currency} />
            ) : (
              <AmountField
                label={t('Share of {name}', { name: other.name })}
                isLabelHidden
                currencyId={currency}
                text={other.text}
                onText={(text) =>
                  change({
                    others: draft.others.map((one) => (one.id === other.id ? { ...one, text } : one)),
                  })
                }
                className="w-28"
              />
            )}
            <IconButton
              label={t('Leave {name} out', { name: other.name })}
              onClick={() => change({ others: draft.others.filter(({ id }) => id !== other.id) })}
            >
              <X size={15} />
            </IconButton>
          </li>
        ))}
        <li className="border-t border-line p-2">
          <ContactPicker
            label={t('Add somebody')}
            isLabelHidden
            value={null}
            fault={fault}
            onChange={(contact) => {
              if (!contact?.id || draft.others.some(({ id }) => id === contact.id)) return
              change({ others: [...draft.others, { id: contact.id, name: contact.name, text: '' }] })
            }}
          />
        </li>
      </ul>
    </fieldset>
  )
}
