import type { Goal } from '../../contract/goals.ts'
import { t } from '../../words/t.ts'
import { classes } from '../ui/classes.ts'
import { usePrivacy } from '../ui/privacy.ts'
import { isDone, shareOf } from './goal-words.ts'

/** How much of a goal is saved. The figures stand beside it. */
export function GoalBar({ goal }: { goal: Goal }) {
  const isHidden = usePrivacy()
  const share = shareOf(goal)
  const percent = Math.floor(share * 100)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the platform's <meter> cannot be given our colours.
    <div
      role="meter"
      aria-label={goal.name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={isHidden ? 0 : percent}
      aria-valuetext={
        isHidden
          ? t('hidden')
          : t('{percent, plural, one {# percent saved} other {# percent saved}}', { percent })
      }
      className="h-1.5 overflow-hidden rounded-full bg-tile"
    >
      <div
        className={classes('h-full rounded-full', isDone(goal) ? 'bg-in' : 'bg-chart-1')}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}
