import { RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../../words/t.ts'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'

/** Nothing is here yet: a sentence, and the next step. */
export const Empty = ({
  icon,
  title,
  children,
  actions,
}: {
  icon?: ReactNode
  title: string
  children?: ReactNode
  actions?: ReactNode
}) => (
  <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
    {icon && (
      <span className="mb-1 flex size-10 items-center justify-center rounded-control bg-tile text-text-2">
        {icon}
      </span>
    )}
    <p className="text-body font-semibold">{title}</p>
    {children && <p className="max-w-80 text-table text-text-2">{children}</p>}
    {actions && <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div>}
  </div>
)

/** A part of the page that did not load: the rest goes on. */
export const Failed = ({
  sentence,
  requestId,
  onRetry,
}: {
  sentence: string
  requestId?: string | undefined
  onRetry: () => void
}) => (
  <div role="alert" className="flex flex-col items-center gap-2 px-6 py-10 text-center">
    <p className="text-body font-semibold">{t('This did not load')}</p>
    <p className="max-w-90 text-table text-text-2">{sentence}</p>
    <Button className="mt-1" icon={<RefreshCw size={15} />} onClick={onRetry}>
      {t('Try again')}
    </Button>
    {requestId && (
      <p className="mt-1 text-caption text-text-3">
        {t('Request {request}, if you report it', { request: requestId })}
      </p>
    )}
  </div>
)

/** A skeleton, shown only once loading has taken 150 ms. */
export function Skeleton({ rows = 4, className }: { rows?: number; className?: string }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 150)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div
      role="status"
      data-loading
      aria-label={t('Loading')}
      className={classes('flex flex-col gap-3 p-5', !isLate && 'opacity-0', className)}
    >
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
        <div key={row} className="flex h-6 items-center gap-3">
          <span className="h-3 w-12 rounded-full bg-tile" />
          <span className="h-3 flex-1 rounded-full bg-tile" />
          <span className="h-3 w-16 rounded-full bg-tile" />
        </div>
      ))}
    </div>
  )
}

/** A refusal may stand below the part of a form that is in sight. */
const bringIntoView = (box: HTMLElement | null) => box?.scrollIntoView({ block: 'nearest' })

/** Why something was refused, in a box of its own, with the ways out as buttons or fields. */
export const Refusal = ({
  title,
  children,
  actions,
}: {
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
}) => (
  <div ref={bringIntoView} role="alert" className="rounded-control bg-warn-soft p-3.5 text-table">
    <p className="font-semibold text-warn">{title}</p>
    {children && <div className="mt-1 text-text-2">{children}</div>}
    {actions && <div className="mt-3 flex flex-wrap items-center gap-2">{actions}</div>}
  </div>
)
