import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Search } from '../page/address.ts'

/** Opens a plan beside the page that lists it. */
export const PlanLink = ({
  id,
  className,
  children,
}: {
  id: string
  className: string
  children: ReactNode
}) => (
  <Link
    to="."
    search={(before: Search) => ({ ...before, open: id, edit: undefined })}
    resetScroll={false}
    className={className}
  >
    {children}
  </Link>
)
