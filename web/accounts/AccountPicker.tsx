import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Account } from '../../contract/accounts.ts'
import { accounts } from '../page/accounts.ts'
import { Combobox, type Option } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { iconOfAccount } from '../ui/icons.tsx'
import { Money } from '../ui/Money.tsx'
import { matching } from '../ui/matching.ts'
import { isMoneyAccount } from './money-account.ts'

const none: readonly Account[] = []

/** The accounts that money can come from or go to: the default one first, cards and loans last. */
export function useMoneyAccounts(): readonly Account[] {
  const { data: all = none } = useQuery(accounts)
  const rank = ({ is_default, type }: Account) => (is_default ? 0 : type === 'asset' ? 1 : 2)
  return all.filter(isMoneyAccount).sort((a, b) => rank(a) - rank(b))
}

/** The first two balances of an account, each in its own currency. A card's debt has a minus. */
const Balances = ({ account: { balances, type } }: { account: Account }) => (
  <span className="flex gap-2 tabular-nums">
    {balances.slice(0, 2).map(({ currency_id, amount }) => (
      <Money key={currency_id} amount={type === 'liability' ? -amount : amount} currency={currency_id} />
    ))}
  </span>
)

/**
 * Chooses an account that money can come from or go to, each with its balance.
 *
 *   <AccountPicker label="Account" value={draft.asset_account_id} onChange={({ id }) => change({ asset_account_id: id })} />
 */
export function AccountPicker({
  label,
  value,
  onChange,
  onClose,
  fault,
  hint,
  accepts = () => true,
  isInline = false,
  isLabelHidden = false,
  className,
}: {
  label: ReactNode
  value: string | null
  onChange: (account: Account) => void
  onClose?: () => void
  fault?: string | undefined
  hint?: ReactNode
  /** Leaves out accounts that cannot be chosen here. */
  accepts?: (account: Account) => boolean
  isInline?: boolean
  isLabelHidden?: boolean
  className?: string
}) {
  const choices = useMoneyAccounts().filter(accepts)
  const line = (account: Account): Option => {
    const Icon = iconOfAccount(account.name, account.type)
    return {
      id: account.id,
      text: account.name,
      icon: <Icon size={16} />,
      detail: <Balances account={account} />,
    }
  }
  return (
    <Field
      label={label}
      fault={fault}
      hint={hint}
      isLabelHidden={isLabelHidden}
      {...(className && { className })}
    >
      {(ids) => (
        <Combobox
          {...ids}
          shown={choices.find(({ id }) => id === value)?.name ?? ''}
          chosenId={value}
          placeholder="Choose an account"
          optionsFor={(query) => matching(choices, query, ({ name }) => name).map(line)}
          onPick={(option) => {
            const found = choices.find(({ id }) => id === option.id)
            if (found) onChange(found)
          }}
          {...(onClose && { onClose })}
          isInline={isInline}
        />
      )}
    </Field>
  )
}
