import type { Goal } from '../../contract/goals.ts'
import { useBook, useToday } from '../page/me.ts'
import { classes } from '../ui/classes.ts'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { isDone, neededText, paceText, reachedText } from './goal-words.ts'

/** The amount needed a month against the pace of late: amber only when that is too slow. */
export function GoalFigures({ goal, className }: { goal: Goal; className?: string }) {
  const today = useToday()
  const { time_zone } = useBook()
  const needed = neededText(goal, today)
  const pace = paceText(goal)
  if (!needed)
    return isDone(goal) ? (
      <p className={classes('text-table text-in', className)}>{reachedText(goal, today, time_zone)}</p>
    ) : (
      <p className={classes('text-table text-warn', className)}>
        {rich('not reached: {amount} more is promised than is there', { amount: <Promised goal={goal} /> })}
      </p>
    )
  return (
    <div className={classes('flex flex-wrap justify-between gap-x-4 gap-y-0.5 text-table', className)}>
      <p className="text-text-2">
        {rich('{amount} {words} [€80 a month for 11 months]', {
          amount: (
            <Money amount={needed.amount} currency={goal.currency_id} className="font-semibold text-text" />
          ),
          words: needed.words,
        })}
      </p>
      {pace && (
        <p className={goal.pace.on_time === false ? 'text-warn' : 'text-text-2'}>
          {pace.amount === null
            ? pace.words
            : rich('at {amount} {words} [at €80 a month lately: May 2027]', {
                amount: <Money amount={pace.amount} currency={goal.currency_id} />,
                words: pace.words,
              })}
        </p>
      )}
    </div>
  )
}

/** The amount that the envelopes of its account hold beyond the balance. */
export const Promised = ({ goal: { overdrawn, currency_id } }: { goal: Goal }) => (
  <Money amount={overdrawn ?? 0} currency={currency_id} />
)
