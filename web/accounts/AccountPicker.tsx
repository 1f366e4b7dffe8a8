import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Account } from '../../contract/accounts.ts'
import { t } from '../../words/t.ts'
import { accounts, heldIn, worth } from '../page/accounts.ts'
import { useBook } from '../page/me.ts'
import { Combobox } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { iconOfAccount } from '../ui/icons.tsx'
import { Money } from '../ui/Money.tsx'
import { matching } from '../ui/matching.ts'
import type { Option } from '../ui/OptionList.tsx'
import { isMoneyAccount } from './money-account.ts'

const none: readonly Account[] = []

/** The accounts that money can come from or go to, and the chosen one: the default one first, cards and loans last. */
export function useMoneyAccounts(value: string | null = null): readonly Account[] {
  const { data: all = none } = useQuery(accounts)
  const rank = ({ is_default, type }: Account) => (is_default ? 0 : type === 'asset' ? 1 : 2)
  return all.filter((one) => isMoneyAccount(one) || one.id === value).sort((a, b) => rank(a) - rank(b))
}

/** The balance as in the sidebar, after what it has in other currencies. */
function Balance({ account }: { account: Account }) {
  const base = useBook().base_currency_id
  const others = heldIn(account, base).filter(({ currency }) => currency !== base)
  return (
    <span className="flex gap-2 tabular-nums">
      {others.slice(0, 2).map(({ currency, amount }) => (
        <Money key={currency} amount={amount} currency={currency} className="text-text-3" />
      ))}
      <Money amount={worth(account, base)} currency={base} />
    </span>
  )
}

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
  const choices = useMoneyAccounts(value).filter(accepts)
  const line = (account: Account): Option => {
    const Icon = iconOfAccount(account.name, account.type)
    return {
      id: account.id,
      text: account.name,
      icon: <Icon size={16} />,
      detail: <Balance account={account} />,
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
          placeholder={t('Choose an account')}
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
