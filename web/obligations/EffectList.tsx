import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { Money } from '../ui/Money.tsx'
import type { Effect } from './payment.ts'

/** The effects of a change: each value before and after it. */
export const EffectList = ({ changes }: { changes: readonly Effect[] }) =>
  changes.length === 0 ? null : (
    <dl className="rounded-control bg-sunken px-3.5 py-2.5 text-table">
      {changes.map((change) => (
        <div
          key={'key' in change ? change.key : change.label}
          className="flex min-h-6 items-baseline justify-between gap-3"
        >
          <dt className="min-w-0 truncate text-text-2">{change.label}</dt>
          <dd className="shrink-0 text-right">
            {'isSettled' in change ? (
              <span className="font-medium text-in">settled</span>
            ) : (
              <>
                <Money amount={change.before} currency={change.currency} className="text-text-2" />
                <span aria-hidden className="text-text-3">
                  {' → '}
                </span>
                <span className="sr-only"> then </span>
                <Money amount={change.after} currency={change.currency} className="font-semibold" />
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )

export const Hint = ({ children }: { children: ReactNode }) => (
  <p className="flex gap-2.5 text-table text-text-2">
    <Info size={16} aria-hidden className="mt-0.5 shrink-0" />
    <span>{children}</span>
  </p>
)
