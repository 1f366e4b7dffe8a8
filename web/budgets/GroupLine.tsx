import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ComponentProps, KeyboardEvent } from 'react'
import { t } from '../../words/t.ts'
import type { Search } from '../page/address.ts'
import { Meter } from '../ui/charts/Meter.tsx'
import { Money } from '../ui/Money.tsx'
import { hiddenMoneyText, usePrivacy } from '../ui/privacy.ts'
import { readingKey } from '../ui/reading.ts'
import { FigureLink } from './FigureLink.tsx'
import { leftOutText, replacesText, runsOfGroup } from './group-words.ts'
import { membersPlanned, wholeOf } from './groups.ts'
import type { Line, LineBranch } from './lines.ts'
import { Dash, OF_BUDGET, SheetLine } from './SheetLine.tsx'

/** The row of a group: it folds by a press, or by ← and → on it. Its cell has the group's own budget, or what its members make. */
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
  usePrivacy() // the amounts in the words follow it
  const money = (minor: bigint) => hiddenMoneyText(minor, currency)
  const onKeyDown = (event: KeyboardEvent) => {
    const key = readingKey(event.key)
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
    event.preventDefault()
    onFold(key === 'ArrowLeft')
  }
  const Chevron = isFolded ? ChevronRight : ChevronDown
  return (
    <SheetLine
      {...shared}
      line={wholeOf(branch, currency)}
      own={own}
      sum={membersPlanned(members, currency)}
      runs={runsOfGroup(branch, currency, money)}
      note={leftOutText(branch, currency, money)}
      about={replacesText(branch, currency, money)}
      name={
        <span className="flex min-w-0 items-center gap-1">
          <button
            type="button"
            aria-expanded={!isFolded}
            aria-label={
              isFolded
                ? t('Open {group} [unfold]', { group: own.category_name })
                : t('Fold {group}', { group: own.category_name })
            }
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

/** The spending recorded in the group itself, below its members, so that the rows of an opened group add up to it. The group's cell has its budget. */
export const ItselfLine = ({ line, currency }: { line: Line; currency: string }) => {
  const name = t('{group} itself', { group: line.category_name })
  return (
    <tr className="h-[42px] border-b border-line hover:bg-canvas">
      <th scope="row" className="truncate ps-10 text-start font-medium">
        {name}
      </th>
      <td className="px-3" {...{ [OF_BUDGET]: '' }}>
        <Meter label={name} planned={null} carried={0} spent={line.actual} />
      </td>
      <td className="px-3 text-end">
        <FigureLink explain={line.explain}>
          <Money amount={line.actual} currency={currency} symbol={false} />
        </FigureLink>
      </td>
      <td className="hidden px-3 text-end font-normal text-text-2 @4xl:table-cell">
        {line.mean === null ? <Dash /> : <Money amount={line.mean} currency={currency} symbol={false} />}
      </td>
      <td className="px-3 text-end">
        <Dash />
      </td>
      <td className="hidden @5xl:table-cell" />
      <td className="hidden px-3 text-end @4xl:table-cell" {...{ [OF_BUDGET]: '' }}>
        <Dash />
      </td>
      <td className="pe-5 ps-3 text-end" {...{ [OF_BUDGET]: '' }}>
        <Dash />
      </td>
    </tr>
  )
}
