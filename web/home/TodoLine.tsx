import { Link, type LinkProps } from '@tanstack/react-router'
import { CalendarClock, ChartNoAxesColumn, CircleGauge, HandCoins, List, type LucideIcon } from 'lucide-react'
import type { Overview } from '../../contract/overview.ts'
import { t } from '../../words/t.ts'
import { Card } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { todoWords } from './todo-words.ts'

// The icons of the places that they lead to, which are here already.
const places: Record<Overview['todo'][number]['kind'], { to: LinkProps['to']; icon: LucideIcon }> = {
  late_debts: { to: '/obligations', icon: HandCoins },
  due_plans: { to: '/plans', icon: CalendarClock },
  open_imports: { to: '/imports', icon: List },
  over_budgets: { to: '/budgets', icon: CircleGauge },
  missing_rates: { to: '/settings/rates', icon: ChartNoAxesColumn },
}

/**
 * What waits for the person, in one line; each part opens the page where it is done. Before the answer has come, it has the height of an
 * answer, so that nothing below it moves.
 */
export const TodoLine = ({ todo }: { todo: Overview['todo'] | undefined }) => (
  <Card
    aria-label={t('Waits for you')}
    className={classes(
      'col-span-full flex min-h-[50px] min-w-0 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5 text-table sm:px-5 print:hidden',
      !todo && 'max-sm:min-h-[134px]',
    )}
  >
    <h2 className="font-semibold max-sm:w-full max-sm:pt-1.5">{t('Waits for you')}</h2>
    <ul className="flex min-w-0 flex-wrap gap-x-1 empty:hidden max-sm:-mx-2">
      {todo?.map((one) => {
        const { to, icon: Icon } = places[one.kind]
        const link: LinkProps = one.id === undefined ? { to } : { to: '/imports/$id', params: { id: one.id } }
        return (
          <li key={one.kind}>
            <Link
              {...link}
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
