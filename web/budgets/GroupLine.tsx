import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ComponentProps, KeyboardEvent } from 'react'
import type { Search } from '../page/address.ts'
import { hiddenMoneyText } from '../ui/privacy.ts'
import { membersPlanned, unplannedIn, wholeOf } from './groups.ts'
import type { Line, LineBranch } from './lines.ts'
import { SheetLine } from './SheetLine.tsx'

/** The row of a group: it folds by a press, or by ← and → on it. Its cell has the group's own budget, or in grey what its members make. */
export function GroupLine({
  branch,
  isFolded,
  onFold,
  ...shared
}: {
  branch: LineBranch<Line>
  isFolded: boolean
  onFold: (isFolded: boolean) => void
} & Pick<ComponentProps<typeof SheetLine>, 'month' | 'progress' | 'cells'>) {
  const { line: own, members } = branch
  const { currency } = shared.cells.style
  const sum = membersPlanned(members, currency)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    onFold(event.key === 'ArrowLeft')
  }
  const Chevron = isFolded ? ChevronRight : ChevronDown
  return (
    <SheetLine
      {...shared}
      line={wholeOf(branch, currency)}
      own={own}
      grey={sum}
      runs={runsOfGroup(branch, sum, currency)}
      name={
        <span className="flex min-w-0 items-center gap-1">
          <button
            type="button"
            aria-expanded={!isFolded}
            aria-label={isFolded ? `Open ${own.category_name}` : `Fold ${own.category_name}`}
            onClick={() => onFold(!isFolded)}
            onKeyDown={onKeyDown}
            className="grid size-7 shrink-0 place-items-center rounded-control text-text-2 hover:bg-tile"
          >
            <Chevron size={16} />
          </button>
          <Link
            to="."
            search={(before: Search) => ({ ...before, open: own.category_id })}
            resetScroll={false}
            className="truncate rounded-control hover:underline"
          >
            {own.category_name}
          </Link>
        </span>
      }
    />
  )
}

/** its own; the 3 make €145.00. Without one of its own: €19.70 spent without a budget */
function runsOfGroup(branch: LineBranch<Line>, sum: bigint | null, currency: string): string {
  const { length } = branch.members
  if (branch.line.planned !== null)
    return sum === null
      ? 'its own'
      : `its own; the ${length} ${length === 1 ? 'makes' : 'make'} ${hiddenMoneyText(sum, currency)}`
  const unplanned = sum === null ? 0n : unplannedIn(branch, currency)
  return unplanned === 0n ? '' : `${hiddenMoneyText(unplanned, currency)} spent without a budget`
}
