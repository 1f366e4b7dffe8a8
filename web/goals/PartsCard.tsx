import { Link } from '@tanstack/react-router'
import type { Goal } from '../../contract/goals.ts'
import { t } from '../../words/t.ts'
import { Card } from '../ui/Card.tsx'
import { Money } from '../ui/Money.tsx'
import type { AccountNames } from './goal-words.ts'

/** The accounts that a goal counts as a whole, each with the list behind it. */
export const PartsCard = ({ goal, names }: { goal: Goal; names: AccountNames }) => (
  <Card aria-label={t('Accounts')} className="overflow-hidden">
    <h2 className="px-4 pt-4 pb-2 text-body font-semibold sm:px-5">{t('Counted for it')}</h2>
    <ul className="divide-y divide-line border-t border-line">
      {goal.explains.map(({ account_id, saved }) => (
        <li key={account_id}>
          <Link
            to="/accounts/$id"
            params={{ id: account_id }}
            className="flex min-h-12 items-center justify-between gap-3 px-4 hover:bg-tile sm:px-5"
          >
            <span className="min-w-0 truncate">{names.get(account_id) ?? t('An account')}</span>
            <Money amount={saved} currency={goal.currency_id} className="font-medium" />
          </Link>
        </li>
      ))}
    </ul>
    <p className="flex justify-between border-t-2 border-text px-4 py-3 font-semibold sm:px-5">
      <span>{t('Together')}</span>
      <Money amount={goal.saved} currency={goal.currency_id} className="double-rule" />
    </p>
  </Card>
)
