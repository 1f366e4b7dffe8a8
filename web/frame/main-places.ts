import { CalendarClock, ChartNoAxesColumn, CircleGauge, Goal, HandCoins, House, List } from 'lucide-react'
import { t } from '../../words/t.ts'

/** The seven main places, in their order, each with the letter that `G` goes there by. */
export const mainPlaces = [
  { to: '/', label: () => t('Home'), icon: House, letter: 'h' },
  { to: '/transactions', label: () => t('Transactions'), icon: List, letter: 't' },
  { to: '/obligations', label: () => t('Owed'), icon: HandCoins, letter: 'o' },
  { to: '/budgets', label: () => t('Budgets'), icon: CircleGauge, letter: 'b' },
  { to: '/plans', label: () => t('Recurring'), icon: CalendarClock, letter: 'p' },
  { to: '/goals', label: () => t('Goals'), icon: Goal, letter: 's' },
  { to: '/reports', label: () => t('Reports'), icon: ChartNoAxesColumn, letter: 'r' },
] as const
