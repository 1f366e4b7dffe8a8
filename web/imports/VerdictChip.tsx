import {
  ArrowLeftRight,
  CircleQuestionMark,
  Equal,
  HandCoins,
  type LucideIcon,
  Plus,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import { classes } from '../ui/classes.ts'
import { type JudgedRow, lookWords, type RowState, rowState } from './verdict-words.ts'

const looks: Readonly<Record<RowState, readonly [LucideIcon, string]>> = {
  look: [CircleQuestionMark, 'bg-surface text-warn'],
  new: [Plus, 'bg-accent-soft text-accent'],
  duplicate: [Equal, 'bg-tile text-text-2'],
  transfer: [ArrowLeftRight, 'bg-tile text-text-2'],
  settles: [HandCoins, 'bg-in-soft text-in'],
  refund: [Undo2, 'bg-in-soft text-in'],
  invalid: [TriangleAlert, 'bg-warn-soft text-warn'],
}

/** Florin's verdict on a row, with a sign beside the colour. */
export function VerdictChip({ row }: { row: JudgedRow }) {
  const look = rowState(row)
  const [Icon, tone] = looks[look]
  return (
    <span
      className={classes(
        'inline-flex h-6 items-center gap-1.5 rounded-[6px] px-2 text-caption font-medium whitespace-nowrap',
        tone,
      )}
    >
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      {lookWords[look]()}
    </span>
  )
}
