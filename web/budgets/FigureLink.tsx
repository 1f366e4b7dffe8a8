import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pageBehind } from '../reports/explain.ts'
import { classes } from '../ui/classes.ts'
import { rich } from '../ui/rich.ts'

/** A figure that opens the list of transactions which add up to it. */
export const FigureLink = ({
  explain,
  className,
  children,
}: {
  /** The address that explains it; null where there is none. */
  explain: string | null
  className?: string
  children: ReactNode
}) =>
  explain === null ? (
    <span className={className}>{children}</span>
  ) : (
    <Link
      {...pageBehind(explain)}
      className={classes('decoration-1 underline-offset-4 hover:underline', className)}
    >
      {rich('{figure}<hidden>, show the transactions</hidden>', {
        figure: children,
        hidden: (inner) => <span className="sr-only">{inner}</span>,
      })}
    </Link>
  )
