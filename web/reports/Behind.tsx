import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import { pageBehind } from './explain.ts'

/** A figure that opens the list behind it. Where there is none, it is only a figure. */
export const Behind = ({
  explain,
  className,
  children,
}: {
  explain: string | null
  className?: string
  children: ReactNode
}) =>
  explain === null ? (
    <span className={className}>{children}</span>
  ) : (
    <Link
      {...pageBehind(explain)}
      className={classes('rounded-[4px] decoration-line-2 underline-offset-4 hover:underline', className)}
    >
      {children}
    </Link>
  )
