import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** At the right end of a card's heading: the page with all of it. */
export const HeadLink = ({ to, children }: { to: LinkProps['to']; children: ReactNode }) => (
  <Link
    to={to}
    className="-me-1.5 flex min-h-7 touch:min-h-11 items-center gap-1 rounded-control px-1.5 text-table font-medium text-text-2 hover:bg-canvas hover:text-text"
  >
    {children}
    <ChevronRight size={16} className="shrink-0" aria-hidden />
  </Link>
)

/** The text of an empty card, with the next step. */
export const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="flex flex-1 flex-col items-center justify-center gap-1 px-4 py-6 text-center text-table text-text-2">
    {children}
  </p>
)
