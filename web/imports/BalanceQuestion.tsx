import { Landmark } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../ui/Card.tsx'

/** A question with its answers, in a card of its own. */
export const BalanceQuestion = ({
  title,
  children,
  actions,
}: {
  title: ReactNode
  children?: ReactNode
  actions: ReactNode
}) => (
  <Card className="flex gap-3.5 border-accent p-5 outline-2 outline-accent-soft max-sm:p-4">
    <span
      aria-hidden
      className="grid size-9 shrink-0 place-items-center rounded-control bg-accent-soft text-accent max-sm:hidden"
    >
      <Landmark size={18} strokeWidth={1.75} />
    </span>
    <div className="min-w-0 flex-1">
      <h2 className="text-body font-semibold">{title}</h2>
      {children}
      <div className="mt-4 flex flex-wrap items-center gap-2">{actions}</div>
    </div>
  </Card>
)
