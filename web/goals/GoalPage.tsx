import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ChevronRight, Pencil } from 'lucide-react'
import { Refused } from '../../contract/client.ts'
import { type Goal, getGoal, restoreGoal } from '../../contract/goals.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useAddress } from '../page/address.ts'
import { Button } from '../ui/Button.tsx'
import { Card, PageHeading } from '../ui/Card.tsx'
import { dayText } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { Empty, Refusal } from '../ui/States.tsx'
import { AlsoIn } from './AlsoIn.tsx'
import { GoalBar } from './GoalBar.tsx'
import { GoalFigures, Promised } from './GoalFigures.tsx'
import { GoalSheet } from './GoalSheet.tsx'
import { useAccountNames } from './GoalsPage.tsx'
import { type AccountNames, placeText } from './goal-words.ts'
import { MoveSheet } from './MoveSheet.tsx'
import { MovesCard } from './MovesCard.tsx'
import { PartsCard } from './PartsCard.tsx'
import { useEnds } from './use-ends.ts'

/** One goal, with the list that ends in what is saved. */
export function GoalPage() {
  const { id } = useParams({ from: '/signed-in/frame/goals/$id' })
  const goal = useAsk(getGoal, { params: { id } })
  const isGone = goal.error instanceof Refused && goal.error.problem.code === 'not_found'
  if (goal.data && !isGone) return <Shown key={id} goal={goal.data} />
  return (
    <>
      <PageHeading>{t('Goal')}</PageHeading>
      <Card>{isGone ? <GoneGoal id={id} /> : <Loaded query={goal}>{() => null}</Loaded>}</Card>
    </>
  )
}

function Shown({ goal }: { goal: Goal }) {
  const { search, filter, open } = useAddress()
  const navigate = useNavigate()
  const names = useAccountNames()
  const { archive, isBusy, sentence } = useEnds(goal)
  const { name, saved, target_amount, target_date, currency_id, envelope } = goal
  const aim = {
    amount: <Money amount={target_amount} currency={currency_id} />,
    place: placeText(goal, names),
  }
  const close = () => filter({ edit: undefined, move: undefined, amount: undefined })
  return (
    <>
      <PageHeading
        title={name}
        before={
          <nav
            aria-label={t('Where this is')}
            className="mb-2 flex items-center gap-1.5 text-table text-text-2"
          >
            <Link to="/goals" className="hover:text-text hover:underline hover:underline-offset-2">
              {t('Goals')}
            </Link>
            <ChevronRight size={14} aria-hidden />
            <span aria-current="page">{name}</span>
          </nav>
        }
        end={
          <>
            <Button needs="write" isBusy={isBusy} onClick={archive}>
              {goal.is_active ? t('Archive it') : t('Take up again')}
            </Button>
            <Button needs="write" icon={<Pencil size={15} />} onClick={() => open({ edit: 'yes' })}>
              {t('Edit')}
            </Button>
          </>
        }
      >
        {name}
      </PageHeading>
      {sentence && <Refusal title={sentence} />}
      <div className="grid grid-cols-1 gap-3 sm:gap-4">
        <Card aria-label={t('Put aside')} className="@container p-4 sm:p-5">
          <p className="text-caption text-text-2">{envelope ? t('Put aside') : t('Saved [put aside]')}</p>
          <p className="text-figure font-semibold">
            <Money amount={saved} currency={currency_id} variant="figure" />
          </p>
          <p className="mb-3 text-table text-text-2">
            {target_date
              ? rich('of {amount} by {day}, {place}', { ...aim, day: dayText(target_date) })
              : rich('of {amount}, {place}', aim)}
          </p>
          <GoalBar goal={goal} />
          <GoalFigures goal={goal} className="mt-3" />
          <Overdrawn goal={goal} names={names} />
          <AlsoIn goal={goal} names={names} />
          {goal.notes && <p className="mt-3 text-table whitespace-pre-line text-text-2">{goal.notes}</p>}
          {envelope && (
            <div className="mt-4 flex gap-2">
              {goal.is_active && (
                <Button
                  needs="write"
                  look="primary"
                  className="max-sm:flex-1"
                  onClick={() => open({ move: 'in' })}
                >
                  {t('Put in')}
                </Button>
              )}
              {saved > 0 && (
                <Button needs="write" className="max-sm:flex-1" onClick={() => open({ move: 'out' })}>
                  {t('Take out')}
                </Button>
              )}
            </div>
          )}
        </Card>
        {envelope ? (
          <MovesCard goal={goal} account={names.get(envelope.account_id)} />
        ) : (
          <PartsCard goal={goal} names={names} />
        )}
      </div>
      {search.edit && (
        <GoalSheet goal={goal} onClose={close} onDeleted={() => void navigate({ to: '/goals' })} />
      )}
      {envelope && (search.move === 'in' || search.move === 'out') && (
        <MoveSheet key={search.move} goal={goal} way={search.move} amount={search.amount} onClose={close} />
      )}
    </>
  )
}

/** The account has less than its envelopes hold: by how much, and the way out. */
function Overdrawn({ goal, names }: { goal: Goal; names: AccountNames }) {
  const { id, currency_id: currency, envelope, envelope_account: account, overdrawn, saved } = goal
  if (overdrawn === null) return null
  const amount = Math.min(overdrawn, saved)
  const way = 'font-medium text-accent hover:underline'
  return (
    <p className="mt-2 text-table text-text-2">
      {/* A goal that would be reached says it above. */}
      {(!goal.is_reached || !envelope) && (
        <span className="text-warn">
          {rich('{amount} more is promised than is there.', { amount: <Promised goal={goal} /> })}{' '}
        </span>
      )}
      {envelope && account ? (
        <>
          {rich('{account} has {balance}, its envelopes {held}.', {
            account: names.get(envelope.account_id) ?? t('The account'),
            balance: <Money amount={account.balance} currency={currency} />,
            held: <Money amount={account.held} currency={currency} />,
          })}{' '}
          <Link
            to="/goals/$id"
            params={{ id }}
            search={{ move: 'out', amount: String(amount) }}
            className={way}
          >
            {rich('Take {amount} out', { amount: <Money amount={amount} currency={currency} /> })}
          </Link>
        </>
      ) : (
        <Link to="/goals" className={way}>
          {t('See the envelopes')}
        </Link>
      )}
    </p>
  )
}

/** A goal in the trash is not found any more, but can be brought back. */
function GoneGoal({ id }: { id: string }) {
  const restore = useChange(restoreGoal, { words: ({ name }) => t('{goal} is back', { goal: name }) })
  return (
    <>
      <Empty
        title={t('This goal is not here')}
        actions={
          <Button
            needs="write"
            look="primary"
            isBusy={restore.isBusy}
            onClick={() => void restore.send({ params: { id } })}
          >
            {t('Bring it back')}
          </Button>
        }
      >
        {t('It may be in the trash, with all that was put into it.')}
      </Empty>
      {restore.sentence && <Refusal title={restore.sentence} />}
    </>
  )
}
