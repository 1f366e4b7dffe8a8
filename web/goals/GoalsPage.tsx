import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Goal as GoalIcon, Plus } from 'lucide-react'
import { type Goal, listGoals } from '../../contract/goals.ts'
import { t } from '../../words/t.ts'
import { useEverything } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { accounts } from '../page/accounts.ts'
import { useAddress } from '../page/address.ts'
import { useShortcut } from '../page/shortcuts.ts'
import { Button } from '../ui/Button.tsx'
import { Card, CardHeading, PageHeading } from '../ui/Card.tsx'
import { Money } from '../ui/Money.tsx'
import { useMay } from '../ui/rights.ts'
import { Empty } from '../ui/States.tsx'
import { EnvelopesCard } from './EnvelopesCard.tsx'
import { GoalCard } from './GoalCard.tsx'
import { GoalSheet } from './GoalSheet.tsx'
import { type AccountNames, envelopeAccounts } from './goal-words.ts'

/** The names of accounts, for the words about goals. */
export function useAccountNames(): AccountNames {
  const { data } = useQuery(accounts)
  return new Map(data?.map(({ id, name }) => [id, name]))
}

/** The saving goals, and the accounts that their envelopes are part of. */
export function GoalsPage() {
  const { search, filter, open } = useAddress()
  const navigate = useNavigate()
  const goals = useEverything(listGoals, { query: { sort: 'target_date' } })
  const names = useAccountNames()
  const add = () => open({ edit: 'new' })
  useShortcut('n', t('New goal'), add, t('Goals'), useMay('write'))
  return (
    <>
      <PageHeading
        end={
          goals.data?.length !== 0 && (
            <Button needs="write" look="primary" icon={<Plus size={16} />} onClick={add}>
              {t('New goal')}
            </Button>
          )
        }
      >
        {t('Goals')}
      </PageHeading>
      <p className="-mt-3 mb-4 text-table text-text-2">
        {t('Set part of an account aside for something, as in an envelope. The money stays where it is.')}
      </p>
      <Loaded query={goals}>
        {(all) => (all.length === 0 ? <Nothing onAdd={add} /> : <Goals goals={all} names={names} />)}
      </Loaded>
      {search.edit === 'new' && (
        <GoalSheet
          onClose={() => filter({ edit: undefined })}
          onAdded={({ id }) => void navigate({ to: '/goals/$id', params: { id } })}
        />
      )}
    </>
  )
}

function Goals({ goals, names }: { goals: readonly Goal[]; names: AccountNames }) {
  const away = goals.filter(({ is_active }) => !is_active)
  return (
    <div className="grid grid-cols-1 gap-3 sm:gap-4">
      {goals
        .filter(({ is_active }) => is_active)
        .map((goal) => (
          <GoalCard key={goal.id} goal={goal} names={names} />
        ))}
      {envelopeAccounts(goals).map((account) => (
        <EnvelopesCard
          key={`${account.id} ${account.currency}`}
          account={account}
          name={names.get(account.id) ?? t('An account')}
        />
      ))}
      {away.length > 0 && (
        <Card aria-label={t('Archived [goals]')} className="p-4 sm:p-5">
          <CardHeading>{t('Archived [goals]')}</CardHeading>
          <ul className="mt-1 divide-y divide-line">
            {away.map(({ id, name, saved, currency_id }) => (
              <li key={id}>
                <Link
                  to="/goals/$id"
                  params={{ id }}
                  className="-mx-2 flex min-h-10 touch:min-h-12 items-center justify-between gap-3 rounded-control px-2 text-text-2 hover:bg-canvas"
                >
                  <span className="min-w-0 truncate">{name}</span>
                  <Money amount={saved} currency={currency_id} />
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

const Nothing = ({ onAdd }: { onAdd: () => void }) => (
  <Card>
    <Empty
      icon={<GoalIcon size={20} />}
      title={t('No goals yet')}
      actions={
        <Button needs="write" look="primary" icon={<Plus size={16} />} onClick={onAdd}>
          {t('New goal')}
        </Button>
      }
    >
      {t(
        'A journey, a deposit, three months in reserve: say how much and until when, and Florin says what that takes a month.',
      )}
    </Empty>
  </Card>
)
