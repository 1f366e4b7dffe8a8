import { CalendarClock, ChartNoAxesColumn, CircleGauge, HandCoins, House, List } from 'lucide-react'

/** The six main places, in their order, each with the letter that `G` goes there by. */
export const mainPlaces = [
  { to: '/', label: 'Home', icon: House, letter: 'h' },
  { to: '/transactions', label: 'Transactions', icon: List, letter: 't' },
  { to: '/obligations', label: 'Owed', icon: HandCoins, letter: 'o' },
  { to: '/budgets', label: 'Budgets', icon: CircleGauge, letter: 'b' },
  { to: '/plans', label: 'Recurring', icon: CalendarClock, letter: 'p' },
  { to: '/reports', label: 'Reports', icon: ChartNoAxesColumn, letter: 'r' },
] as const
