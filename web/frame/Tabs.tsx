import { Link } from '@tanstack/react-router'
import { Ellipsis, type LucideIcon, Plus } from 'lucide-react'
import { t } from '../../words/t.ts'
import { useMay } from '../ui/rights.ts'
import { mainPlaces } from './main-places.ts'

const [home, transactions, owed] = mainPlaces
const tab =
  'flex min-h-[60px] min-w-0 flex-1 flex-col items-center justify-center gap-1 pt-1 text-axis font-medium text-text-2 aria-[current=page]:text-accent'

const Tab = ({
  to,
  label,
  icon: Icon,
}: {
  to: (typeof mainPlaces)[number]['to'] | '/more'
  label: () => string
  icon: LucideIcon
}) => (
  <Link to={to} activeOptions={{ exact: to === '/', includeSearch: false }} className={tab}>
    <Icon size={21} strokeWidth={1.75} />
    <span className="max-w-full max-[339px]:tracking-tight">{label()}</span>
  </Link>
)

/** Whoever may not record has four tabs. */
const Add = () =>
  useMay('write') && (
    <Link
      to="/add"
      aria-label={t('Add a transaction')}
      className="flex w-15 items-center justify-center min-[340px]:w-16"
    >
      <span className="flex size-12 items-center justify-center rounded-card bg-fill text-white transition-transform duration-120 active:scale-95">
        <Plus size={22} strokeWidth={1.75} />
      </span>
    </Link>
  )

/** At the foot of phones: the main places, and + in the middle, where a thumb is. They give way to a page with a foot of its own that has a way out. */
export const Tabs = () => (
  <nav
    aria-label={t('Main [navigation]')}
    className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface px-1 pb-[max(0.25rem,env(safe-area-inset-bottom))] max-sm:[:root:has([data-foot-alone])_&]:hidden sm:hidden print:hidden"
  >
    <Tab {...home} />
    <Tab {...transactions} />
    <Add />
    <Tab {...owed} />
    <Tab to="/more" label={() => t('More')} icon={Ellipsis} />
  </nav>
)
