import { Link } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { deleteGoalMove, type Goal, type GoalMove, listGoalMoves } from '../../contract/goals.ts'
import { listPlans } from '../../contract/plans.ts'
import { t } from '../../words/t.ts'
import { useEverything } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useToday } from '../page/me.ts'
import { fieldOfAmount } from '../ui/amount-input.ts'
import { IconButton } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { dayShort } from '../ui/dates.ts'
import { NEW_PLAN, writeDraft } from '../ui/draft.ts'
import { Money } from '../ui/Money.tsx'
import { useMay } from '../ui/rights.ts'
import { Empty, Refusal } from '../ui/States.tsx'

/** The amounts that were put into an envelope and taken out of it: the list ends in what is saved. */
export function MovesCard({ goal, account = t('the account') }: { goal: Goal; account: string | undefined }) {
  const params = { id: goal.id }
  const mayWrite = useMay('write')
  const moves = useEverything(listGoalMoves, { params })
  const plans = useEverything(listPlans)
  const back = useChange(deleteGoalMove, { words: t('Taken back') })
  const { currency_id, saved } = goal
  const plan = plans.data?.find(({ draft, next_date }) => draft.goal_id === goal.id && next_date !== null)
  /** The form of the plan begins with this goal, and with the amount that it needs. */
  const begin = () =>
    writeDraft(NEW_PLAN, {
      kind: 'goal',
      goal_id: goal.id,
      name: goal.name,
      currency_id,
      amount: goal.needed_a_month === null ? '' : fieldOfAmount(goal.needed_a_month, currency_id),
    })
  const planName = (id: string | null) => plans.data?.find((plan) => plan.id === id)?.name
  return (
    <>
      <Card aria-label={t('Moves')} className="overflow-hidden">
        <Loaded query={moves}>
          {(all) =>
            all.length === 0 ? (
              <NothingYet goal={goal} account={account} />
            ) : (
              <>
                <h2 className="px-4 pt-4 pb-2 text-body font-semibold sm:px-5">
                  {t('Put in and taken out')}
                </h2>
                <ul className="divide-y divide-line border-t border-line">
                  {all.map((move) => (
                    <Move
                      key={move.id}
                      move={move}
                      planName={planName(move.plan_id)}
                      onBack={() => void back.send({ params: { ...params, move_id: move.id } })}
                    />
                  ))}
                </ul>
                {/* As wide as the button of a row, so that the sum stands below the amounts. */}
                <p className="flex justify-between gap-2 border-t-2 border-text py-3 pe-2 ps-4 font-semibold sm:ps-5">
                  <span className="flex-1">{t('Together')}</span>
                  <Money amount={saved} currency={currency_id} className="double-rule" />
                  {mayWrite && <span aria-hidden className="w-8 touch:w-11" />}
                </p>
              </>
            )
          }
        </Loaded>
      </Card>
      {back.sentence && <Refusal title={back.sentence} />}
      <p className="text-caption text-text-2">
        {t('The money stays on {account}. An envelope only says what is meant for what.', { account })}{' '}
        {plan ? (
          <Link to="/plans" search={{ open: plan.id }} className="font-medium text-accent hover:underline">
            {t('Recurring: {plan}', { plan: plan.name })}
          </Link>
        ) : (
          <Link
            to="/plans"
            search={{ edit: 'new' }}
            onClick={begin}
            className="font-medium text-accent hover:underline"
          >
            {t('Put something in every month')}
          </Link>
        )}
      </p>
    </>
  )
}

/** An envelope begins empty: the next step is to put in what is set aside already. */
const NothingYet = ({ goal, account }: { goal: Goal; account: string }) => (
  <Empty title={t('Nothing is in it yet')}>
    {goal.is_active
      ? t(
          'Put in what you have set aside on {account} already, or let a recurring entry put something in every month.',
          { account },
        )
      : t('It is archived. Take it up again to put something in.')}
  </Empty>
)

function Move({
  move,
  planName,
  onBack,
}: {
  move: GoalMove
  planName: string | undefined
  onBack: () => void
}) {
  const today = useToday()
  const day = dayShort(move.date, today)
  return (
    <li className="flex min-h-14 items-center gap-2 py-1.5 pe-2 ps-4 sm:ps-5">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{day}</p>
        <p className="truncate text-caption text-text-3">
          {move.notes ?? planName ?? (move.plan_id ? t('a recurring entry') : t('by hand'))}
        </p>
      </div>
      <Money
        amount={move.amount}
        currency={move.currency_id}
        variant={move.amount < 0 ? 'change' : 'plain'}
        className="font-medium"
      />
      <IconButton needs="write" label={t('Take back the amount of {day}', { day })} onClick={onBack}>
        <Undo2 size={15} />
      </IconButton>
    </li>
  )
}
