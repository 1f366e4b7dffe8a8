import { ArrowRight, ChevronDown, FileInput } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../words/t.ts'

/** The line for whoever brings accounts and categories along. */
export const FromProgram = ({ onOpen }: { onOpen: () => void }) => (
  <button
    type="button"
    onClick={onOpen}
    className="flex w-full items-center gap-3 rounded-b-card px-4 py-3 text-start hover:bg-tile"
  >
    <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-control bg-tile text-text-2">
      <FileInput size={16} strokeWidth={1.75} />
    </span>
    <span className="min-w-0 flex-1">
      <span className="block font-medium">{t('I come from another program')}</span>
      <span className="block text-caption text-text-2">
        {t('YNAB, Actual, GnuCash, hledger and others bring their own accounts and categories')}
      </span>
    </span>
    <ArrowRight size={15} aria-hidden className="shrink-0 text-text-2" />
  </button>
)

/** A line that opens to its choices. */
export const Fold = ({
  icon,
  title,
  text,
  children,
}: {
  icon: ReactNode
  title: string
  text: string
  children: ReactNode
}) => (
  <details className="group">
    <summary className="flex cursor-pointer items-center gap-3 px-4 py-3">
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-control bg-tile text-text-2"
      >
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        <span className="block text-caption text-text-2">{text}</span>
      </span>
      <span className="flex shrink-0 items-center gap-1 text-table text-text-2">
        {t('Change [verb]')}
        <ChevronDown size={15} aria-hidden className="group-open:rotate-180" />
      </span>
    </summary>
    <div className="px-4 pb-4">{children}</div>
  </details>
)
