import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Import } from '../../contract/imports.ts'
import { listed, t } from '../../words/t.ts'
import { accounts } from '../page/accounts.ts'
import { useBook } from '../page/me.ts'
import { openQuickEntryOn } from '../page/quick-entry-opening.ts'
import { Button } from '../ui/Button.tsx'
import { useIsPhone } from '../ui/media.ts'
import { hiddenMoneyText, usePrivacy } from '../ui/privacy.ts'
import { type MovedStart, startsMoved } from './starts-moved.ts'
import { useTransfers } from './use-unopened.ts'

/** After an import that moved money: what is missing in an account that would begin below nothing, and the starts that moved with it. */
export function StartsMoved({ file }: { file: Import }) {
  const { data: all = [] } = useQuery(accounts)
  const transfers = useTransfers(file)
  const moved = transfers.length > 0 ? startsMoved(file, all, transfers) : []
  const below = moved.filter((one) => one.below > 0)
  const others = moved.filter((one) => one.below === 0)
  if (moved.length === 0) return null
  return (
    <div className="mt-3 flex flex-col gap-3 text-table text-text-2">
      {below.map((one) => (
        <Below key={one.account.id} {...one} />
      ))}
      {others.length > 0 && (
        <p>
          {t(
            '{count, plural, one {{accounts} keeps the balance that you typed.} other {{accounts} keep the balances that you typed.}}',
            { count: others.length, accounts: listed(others.map(({ account }) => account.name)) },
          )}
        </p>
      )}
    </div>
  )
}

/** An account that has more put into it than is left, and the way to what is missing. */
function Below({ account: { id, name, currency_id }, said, below }: MovedStart) {
  const base = useBook().base_currency_id
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  usePrivacy()
  const money = (amount: number) => hiddenMoneyText(amount, currency_id ?? base)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-warn-soft px-4 py-2.5">
      <p className="min-w-56 flex-1 text-text">
        {t(
          'More went into {account} than the {left} that it has: {missing} or more that you paid from it is not in the book yet.',
          { account: name, left: money(said), missing: money(below) },
        )}
      </p>
      <Button
        needs="write"
        onClick={() =>
          isPhone ? void navigate({ to: '/add', search: { account_id: id } }) : openQuickEntryOn(id)
        }
      >
        {t('Add what you paid')}
      </Button>
    </div>
  )
}
