import { X } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../words/t.ts'
import { ContactPicker } from '../../contacts/ContactPicker.tsx'
import { useMe } from '../../page/me.ts'
import { AmountField } from '../../ui/AmountField.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { Money } from '../../ui/Money.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import {
  isEqually,
  mineOf,
  minorOfField,
  type ShareLine,
  sharedEqually,
  type TransactionValues,
} from './transaction-values.ts'

/** The shares of an expense that I paid whole: mine first, then those of others, equally or by amount. */
export function Shares({
  values,
  currencyId,
  nameOf,
  fault,
  onShares,
}: {
  values: TransactionValues
  currencyId: string
  nameOf: (contactId: string) => string
  fault?: string | undefined
  onShares: (shares: readonly ShareLine[]) => void
}) {
  const { shares, amount } = values
  const [way, setWay] = useState<'equally' | 'amount'>(
    shares.length === 0 || isEqually(values, currencyId) ? 'equally' : 'amount',
  )
  const change = (next: readonly ShareLine[]) =>
    onShares(way === 'equally' ? sharedEqually(next, amount, currencyId) : next)
  const mine = mineOf(values, currencyId)
  const { name } = useMe()
  return (
    <div>
      <Segmented
        label={t('How it is divided')}
        value={way}
        options={[
          { value: 'equally', label: t('Equally') },
          { value: 'amount', label: t('By amount') },
        ]}
        onChange={(next) => {
          setWay(next)
          if (next === 'equally') onShares(sharedEqually(shares, amount, currencyId))
        }}
      />
      <ul className="mt-3 flex flex-col">
        <li className="flex min-h-11 items-center gap-3 border-b border-line">
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{t('You')}</span>
            <span className="block truncate text-caption text-text-3">
              {t('{name}, your expense', { name })}
            </span>
          </span>
          <Money amount={mine} currency={currencyId} className="font-medium" />
          <span className="w-8 touch:w-11" />
        </li>
        {shares.map((share, index) => (
          <li key={share.contact} className="flex min-h-12 items-center gap-3 border-b border-line py-1">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{nameOf(share.contact)}</span>
              <span className="block truncate text-caption text-text-3">
                {values.isRefund ? t('cannot share a refund') : t('will owe you')}
              </span>
            </span>
            {way === 'equally' ? (
              <Money amount={minorOfField(share.amount, currencyId)} currency={currencyId} />
            ) : (
              <AmountField
                label={t('What {person} owes', { person: nameOf(share.contact) })}
                isLabelHidden
                className="w-28 [&_input]:text-end"
                currencyId={currencyId}
                text={share.amount}
                onText={(text) =>
                  onShares(shares.map((one, at) => (at === index ? { ...one, amount: text } : one)))
                }
              />
            )}
            <IconButton
              label={t('Take {person} out', { person: nameOf(share.contact) })}
              onClick={() => change(shares.filter((_, at) => at !== index))}
            >
              <X size={15} />
            </IconButton>
          </li>
        ))}
      </ul>
      <ContactPicker
        label={t('Add a person')}
        isLabelHidden
        className="mt-3"
        value={null}
        onChange={(contact) => {
          if (contact?.id && !shares.some((one) => one.contact === contact.id))
            change([...shares, { contact: contact.id, amount: '' }])
        }}
      />
      {fault && <p className="mt-1.5 text-caption text-warn">{fault}</p>}
    </div>
  )
}
