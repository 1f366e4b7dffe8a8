import { Link } from '@tanstack/react-router'
import type { Overview } from '../../contract/overview.ts'
import { t } from '../../words/t.ts'
import { GoalBar } from '../goals/GoalBar.tsx'
import { GoalFigures } from '../goals/GoalFigures.tsx'
import { isDone } from '../goals/goal-words.ts'
import { CardHeading } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { HeadLink } from './HeadLink.tsx'

/** On Home: the goals with the nearest days. */
export const GoalsCard = ({ overview: { goals } }: { overview: Overview }) => (
  <>
    <CardHeading end={<HeadLink to="/goals">{t('All')}</HeadLink>}>{t('Goals')}</CardHeading>
    <ul className="mt-1 grid grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))] gap-x-8">
      {goals.map((goal) => (
        <li key={goal.id}>
          <Link
            to="/goals/$id"
            params={{ id: goal.id }}
            className="-mx-2 block rounded-control px-2 pt-1.5 pb-2.5 hover:bg-canvas"
          >
            <span className="flex items-baseline justify-between gap-3 pb-1.5 text-table">
              <span className={classes('truncate', isDone(goal) && 'line-through')}>{goal.name}</span>
              <span className="shrink-0 text-text-2">
                {rich('{saved} of {target} [amounts]', {
                  saved: (
                    <Money
                      amount={goal.saved}
                      currency={goal.currency_id}
                      className="font-medium text-text"
                      whole={Number.isInteger(goal.saved)}
                    />
                  ),
                  target: <Money amount={goal.target_amount} currency={goal.currency_id} whole />,
                })}
              </span>
            </span>
            <GoalBar goal={goal} />
            <GoalFigures goal={goal} className="pt-1 text-caption!" />
          </Link>
        </li>
      ))}
    </ul>
  </>
)
