import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Goal } from '../../contract/goals.ts'
import { Card } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { IconTile } from '../ui/icons.tsx'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { Refusal } from '../ui/States.tsx'
import { AlsoIn } from './AlsoIn.tsx'
import { GoalBar } from './GoalBar.tsx'
import { GoalFigures } from './GoalFigures.tsx'
import { type AccountNames, aboutGoal, isDone } from './goal-words.ts'
import { iconOfGoal } from './icons.ts'
import { useEnds } from './use-ends.ts'

/** One goal: its bar, what is needed a month against the pace, and what else its account counts in. */
export const GoalCard = ({ goal, names }: { goal: Goal; names: AccountNames }) => (
  <Card aria-label={goal.name} className="p-4 sm:p-5">
    <div className="mb-3 flex flex-wrap items-start gap-x-3 gap-y-1">
      <IconTile icon={iconOfGoal(goal)} />
      <div className="min-w-0 flex-1 basis-40">
        <h2 className={classes('text-body font-semibold wrap-anywhere', isDone(goal) && 'line-through')}>
          <Link to="/goals/$id" params={{ id: goal.id }} className="rounded-[4px] hover:underline">
            {goal.name}
          </Link>
        </h2>
        <p className="text-caption text-text-2">{aboutGoal(goal, names)}</p>
      </div>
      <p className="text-table text-text-2">
        {rich('{saved} of {target}', {
          saved: (
            <Money
              amount={goal.saved}
              currency={goal.currency_id}
              className="text-body font-semibold text-text"
            />
          ),
          target: <Money amount={goal.target_amount} currency={goal.currency_id} />,
        })}
      </p>
    </div>
    <GoalBar goal={goal} />
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
      <GoalFigures goal={goal} className="min-w-0 flex-1 basis-48" />
      {isDone(goal) && <Ends goal={goal} />}
    </div>
    <AlsoIn goal={goal} names={names} />
  </Card>
)

/** The ways on with a reached goal: it stays as it is, its envelope is emptied, or it is archived. */
function Ends({ goal }: { goal: Goal }) {
  const { empty, archive, sentence, isBusy } = useEnds(goal)
  const away = (inner: ReactNode) => <Way onClick={isBusy ? undefined : archive}>{inner}</Way>
  return (
    <>
      <p className="text-table text-text-2">
        {empty
          ? rich('what next? Keep it, <empty>empty it</empty> or <away>archive it</away>', {
              empty: (inner) => <Way onClick={empty}>{inner}</Way>,
              away,
            })
          : rich('what next? Keep it or <away>archive it</away>', { away })}
      </p>
      {sentence && <Refusal title={sentence} />}
    </>
  )
}

const Way = ({ onClick, children }: { onClick: (() => void) | undefined; children: ReactNode }) => (
  <button
    type="button"
    onClick={onClick}
    className="min-h-6 touch:min-h-11 rounded-[4px] font-medium text-accent hover:underline"
  >
    {children}
  </button>
)
