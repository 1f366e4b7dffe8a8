import { CalendarClock, ChartNoAxesColumn, CircleGauge, Goal, HandCoins, House, List } from 'lucide-react'

/** The seven main places, in their order, each with the letter that `G` goes there by. */
export const mainPlaces = [
  { to: '/', label: 'Home', icon: House, letter: 'h' },
  { to: '/transactions', label: 'Transactions', icon: List, letter: 't' },
  { to: '/obligations', label: 'Owed', icon: HandCoins, letter: 'o' },
  { to: '/budgets', label: 'Budgets', icon: CircleGauge, letter: 'b' },
  { to: '/plans', label: 'Recurring', icon: CalendarClock, letter: 'p' },
  { to: '/goals', label: 'Goals', icon: Goal, letter: 's' },
  { to: '/reports', label: 'Reports', icon: ChartNoAxesColumn, letter: 'r' },
] as const
