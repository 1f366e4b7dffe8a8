import { Info } from 'lucide-react'
import type { Goal } from '../../contract/goals.ts'
import { type AccountNames, alsoText } from './goal-words.ts'

/** Which other goals count the same money. */
export function AlsoIn({ goal, names }: { goal: Goal; names: AccountNames }) {
  const also = alsoText(goal, names)
  return also === null ? null : (
    <p className="mt-2 flex gap-1.5 text-caption text-text-2">
      <Info size={14} aria-hidden className="mt-0.5 shrink-0" />
      {also}
    </p>
  )
}
