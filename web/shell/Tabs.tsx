import { Link } from '@tanstack/react-router'
import { Ellipsis, type LucideIcon, Plus } from 'lucide-react'
import { places } from './places.ts'

const [home, transactions, owed] = places
const tab =
  'flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-axis font-medium text-text-2 aria-[current=page]:text-accent'

const Tab = ({
  to,
  label,
  icon: Icon,
}: {
  to: (typeof places)[number]['to'] | '/more'
  label: string
  icon: LucideIcon
}) => (
  <Link to={to} activeOptions={{ exact: to === '/', includeSearch: false }} className={tab}>
    <Icon size={20} />
    {label}
  </Link>
)

/** At the foot of phones: the main places, and + in the middle, where a thumb is. */
export const Tabs = () => (
  <nav
    aria-label="Main"
    className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface px-1 pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden"
  >
    <Tab {...home} />
    <Tab {...transactions} />
    <Link to="/add" aria-label="Add a transaction" className="flex w-16 items-center justify-center">
      <span className="flex size-11 items-center justify-center rounded-card bg-fill text-white">
        <Plus size={22} />
      </span>
    </Link>
    <Tab {...owed} />
    <Tab to="/more" label="More" icon={Ellipsis} />
  </nav>
)
