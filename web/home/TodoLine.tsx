import { Link, type LinkProps } from '@tanstack/react-router'
import { CalendarClock, FileUp, Gauge, HandCoins, type LucideIcon, RefreshCw } from 'lucide-react'
import type { Overview } from '../../contract/overview.ts'
import { Card } from '../ui/Card.tsx'
import { todoWords } from './todo-words.ts'

const places: Record<Overview['todo'][number]['kind'], { to: LinkProps['to']; icon: LucideIcon }> = {
  late_debts: { to: '/obligations', icon: HandCoins },
  due_plans: { to: '/plans', icon: CalendarClock },
  open_imports: { to: '/imports', icon: FileUp },
  over_budgets: { to: '/budgets', icon: Gauge },
  missing_rates: { to: '/settings/rates', icon: RefreshCw },
}

/** What waits for the person, in one line; each part opens the page where it is done. */
export const TodoLine = ({ todo }: { todo: Overview['todo'] }) => (
  <Card
    aria-label="Waits for you"
    className="col-span-full flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5 text-table sm:px-5 print:hidden"
  >
    <h2 className="font-semibold max-sm:w-full max-sm:pt-1.5">Waits for you</h2>
    <ul className="flex min-w-0 flex-wrap gap-x-1 max-sm:-mx-2">
      {todo.map((one) => {
        const { to, icon: Icon } = places[one.kind]
        return (
          <li key={one.kind}>
            <Link
              to={to}
              className="flex min-h-9 touch:min-h-11 items-center gap-2 rounded-control px-2 text-text-2 hover:bg-canvas hover:text-text"
            >
              <Icon size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-text-3" />
              {todoWords(one)}
            </Link>
          </li>
        )
      })}
    </ul>
  </Card>
)
