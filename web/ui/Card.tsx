import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'

/** A white sheet of paper on the canvas. */
export const Card = ({ className, ...rest }: ComponentProps<'section'>) => (
  <section {...rest} className={classes('rounded-card border border-line bg-surface', className)} />
)

/** The heading of a card, with what belongs at its right end. */
export const CardHeading = ({ children, end }: { children: ReactNode; end?: ReactNode }) => (
  <div className="flex min-h-7 items-center justify-between gap-3">
    <h2 className="text-body font-semibold">{children}</h2>
    {end}
  </div>
)

/** The heading of a page, with its main actions at the right. The heading takes focus after navigation. */
export const PageHeading = ({
  children,
  before,
  end,
}: {
  children: ReactNode
  before?: ReactNode
  end?: ReactNode
}) => (
  <header className="mb-5 print:mb-3">
    {before}
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h1 tabIndex={-1} className="flex items-center gap-3 text-page font-semibold">
        {children}
      </h1>
      {end && <div className="flex flex-wrap items-center gap-2 print:hidden">{end}</div>}
    </div>
  </header>
)
