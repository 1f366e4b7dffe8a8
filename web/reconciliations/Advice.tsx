import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'

/** A sentence about a line, and what to do with its tick. */
export const Advice = ({
  children,
  action,
  onPress,
}: {
  children: ReactNode
  action: string
  onPress: () => void
}) => (
  <div className="mb-4 flex flex-wrap items-center gap-3 rounded-control bg-accent-soft px-4 py-2.5 text-table">
    <span className="flex-1">{children}</span>
    <Button onClick={onPress}>{action}</Button>
  </div>
)
