import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Account } from '../../contract/accounts.ts'
import { t } from '../../words/t.ts'
import { accounts, besides, isCredit, isMoney, isThing, worth } from '../page/accounts.ts'
import { useBook } from '../page/me.ts'
import { Money } from '../ui/Money.tsx'
import { sumOf } from '../ui/money.ts'

/** The balance of each account, the debt on cards and loans, and what people owe each other: the groups add up to net worth. */
export function AccountList() {
  const base = useBook().base_currency_id
  const { data = [] } = useQuery(accounts)
  const { toYou, byYou, closed } = besides(data, base)
  return (
    <nav
      aria-label={t('Accounts')}
      className="-mx-3 mt-3 hidden min-h-40 flex-1 flex-col gap-2.5 overflow-y-auto px-3 lg:flex"
    >
      <Group label={t('Accounts')} accounts={data.filter(isMoney)} base={base} />
      <Group label={t('Cards and loans')} accounts={data.filter(isCredit)} base={base} />
      <Group label={t('Things')} accounts={data.filter(isThing)} base={base} />
      {(toYou !== 0n || byYou !== 0n) && (
        <div className="shrink-0">
          <Sum to="/obligations" label={t('Between people')} amount={toYou + byYou} base={base} />
          {(
            [
              [t('They owe you'), toYou],
              [t('You owe them'), byYou],
            ] as const
          ).map(([label, amount]) =>
            amount === 0n ? null : (
              <Link
                key={label}
                to="/obligations"
                activeProps={{}}
                className={`${row} text-table text-text-2 hover:text-text`}
              >
                <span>{label}</span>
                <Money amount={amount} currency={base} className="text-text" />
              </Link>
            ),
          )}
        </div>
      )}
      {closed !== 0n && <Sum to="/accounts" label={t('Closed accounts')} amount={closed} base={base} />}
    </nav>
  )
}

const row =
  'flex min-h-[30px] touch:min-h-11 items-center justify-between gap-2 rounded-control px-2 hover:bg-tile'

const Sum = ({ to, label, amount, base }: { to: string; label: string; amount: bigint; base: string }) => (
  <Link to={to} className={`${row} text-caption font-medium text-text-3 hover:text-text`}>
    <span>{label}</span>
    <Money amount={amount} currency={base} className="font-normal" />
  </Link>
)

const Group = ({ label, accounts: list, base }: { label: string; accounts: Account[]; base: string }) =>
  list.length === 0 ? null : (
    <div className="shrink-0">
      <Sum
        to="/accounts"
        label={label}
        amount={sumOf(
          list.map((account) => worth(account, base)),
          base,
        )}
        base={base}
      />
      {list.map((account) => (
        <Link
          key={account.id}
          to="/accounts/$id"
          params={{ id: account.id }}
          activeOptions={{ includeSearch: false }}
          className={`${row} text-table text-text-2 hover:text-text aria-[current=page]:bg-surface aria-[current=page]:text-text aria-[current=page]:shadow-[0_0_0_1px_var(--line)]`}
        >
          <span className="truncate" title={account.name.length > 16 ? account.name : undefined}>
            {account.name}
          </span>
          <Money amount={worth(account, base)} currency={base} className="text-text" />
        </Link>
      ))}
    </div>
  )
