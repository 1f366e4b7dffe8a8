import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Overview } from '../../contract/overview.ts'
import { accounts, inOrder, isCredit, isMoney, worth } from '../page/accounts.ts'
import { Money } from '../ui/Money.tsx'
import { FirstOne } from './FirstOne.tsx'
import { useFirstSteps } from './use-first-steps.ts'

/** In place of a chart, while nothing but balances is written: those balances, and the first step where no list says it. */
export function Held({ overview }: { overview: Overview }) {
  const base = overview.base_currency_id
  const hasSteps = useFirstSteps(overview)
  const { data = [] } = useQuery(accounts)
  const held = inOrder(
    data.filter((account) => (isMoney(account) || isCredit(account)) && worth(account, base) !== 0n),
    ({ id }) => id,
    data,
  )
  return (
    <div className="flex h-full flex-col gap-4">
      <ul className="divide-y divide-line empty:hidden">
        {held.slice(0, MAX_HELD).map((account) => (
          <li key={account.id}>
            <Link
              to="/accounts/$id"
              params={{ id: account.id }}
              className="-mx-2 flex min-h-10 items-center justify-between gap-3 rounded-control px-2 text-table hover:bg-canvas"
            >
              <span className="truncate text-text-2">{account.name}</span>
              <Money amount={worth(account, base)} currency={base} className="font-medium" />
            </Link>
          </li>
        ))}
      </ul>
      {!hasSteps && (
        <div className="max-h-40 flex-1">
          <FirstOne currency={base} />
        </div>
      )}
    </div>
  )
}

const MAX_HELD = 5
