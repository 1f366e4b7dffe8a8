import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { t } from '../../words/t.ts'
import { Card } from '../ui/Card.tsx'
import type { Debt } from './owed.ts'
import { SettledRows } from './SettledRows.tsx'

const MAX_SHOWN = 3

/** The debts that were settled last; those that were open when the page was opened are seen being struck through. */
export function SettledLately({
  debts,
  open,
  today,
  className = '',
}: {
  debts: readonly Debt[]
  open: readonly Debt[]
  today: string
  className?: string
}) {
  const seenOpen = useRef(new Set<string>())
  for (const { id } of open) seenOpen.current.add(id)
  if (debts.length === 0) return null
  return (
    <Card aria-labelledby="settled-lately" className={`overflow-hidden ${className}`}>
      <div className="flex min-h-11 items-center justify-between gap-3 px-5">
        <h2 id="settled-lately" className="text-body font-semibold">
          {t('Settled lately')}
        </h2>
        <Link
          to="/obligations"
          search={{ status: 'settled' }}
          className="flex min-h-6 items-center gap-1 text-table font-medium text-text-2 hover:text-text"
        >
          {t('All')}
          <ChevronRight size={15} aria-hidden />
        </Link>
      </div>
      <SettledRows debts={debts.slice(0, MAX_SHOWN)} today={today} fresh={seenOpen.current} />
    </Card>
  )
}
