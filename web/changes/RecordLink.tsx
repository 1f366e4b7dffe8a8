import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Change } from '../../contract/changes.ts'
import type { ShownRecord } from './fields.ts'

const className = 'font-medium underline decoration-line-2 underline-offset-2 hover:decoration-current'

/** A record of the history as a link to its page, if it still exists: it may be in the trash, or gone. */
export function RecordLink({ change, children }: { change: Change; children: ReactNode }) {
  const record = change.after as ShownRecord | null // a plain object
  if (!record || record.deleted_at) return <span className="font-medium">{children}</span>
  const { id, resource } = change
  switch (resource) {
    case 'expense':
    case 'income':
    case 'transfer':
    case 'opening':
    case 'payment':
    case 'write_off':
    case 'obligation_posting':
    case 'value_posting':
      return (
        <Link to="/transactions" search={{ open: id }} className={className}>
          {children}
        </Link>
      )
    case 'value':
      return (
        <Link to="/accounts/$id" params={{ id: String(record.account_id) }} className={className}>
          {children}
        </Link>
      )
    case 'account':
      return (
        <Link to="/accounts/$id" params={{ id }} className={className}>
          {children}
        </Link>
      )
    case 'contact':
      return (
        <Link to="/contacts/$id" params={{ id }} className={className}>
          {children}
        </Link>
      )
    case 'category':
      return (
        <Link to="/settings/categories" search={{ open: id }} className={className}>
          {children}
        </Link>
      )
    case 'obligation':
      return (
        <Link to="/obligations" search={{ open: id }} className={className}>
          {children}
        </Link>
      )
    case 'plan':
      return (
        <Link to="/plans" search={{ open: id }} className={className}>
          {children}
        </Link>
      )
    case 'goal':
      return (
        <Link to="/goals/$id" params={{ id }} className={className}>
          {children}
        </Link>
      )
    case 'goal_move':
      return (
        <Link to="/goals/$id" params={{ id: String(record.goal_id) }} className={className}>
          {children}
        </Link>
      )
    case 'budget':
      return (
        <Link to="/budgets" search={{ month: String(record.month) }} className={className}>
          {children}
        </Link>
      )
    case 'book':
      return (
        <Link to="/settings/book" className={className}>
          {children}
        </Link>
      )
    default:
      return <span className="font-medium">{children}</span>
  }
}
