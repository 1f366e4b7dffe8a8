import { Search as SearchIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import { Refused } from '../../contract/client.ts'
import { type Overview, overview } from '../../contract/overview.ts'
import { useAsk } from '../api/ask.ts'
import { sentenceOf } from '../api/change.ts'
import { useToday } from '../auth/me.ts'
import { PrivacyButton } from '../shell/PrivacyButton.tsx'
import { openSearch } from '../shell/search.ts'
import { quickEntryOfPage } from '../transactions/entry/opening.ts'
import { QuickEntry } from '../transactions/entry/QuickEntry.tsx'
import { Coin } from '../ui/Brand.tsx'
import { IconButton } from '../ui/Button.tsx'
import { Card, PageHeading } from '../ui/Card.tsx'
import { dayLong, weekdayAndShort } from '../ui/dates.ts'
import { useIsPhone } from '../ui/media.ts'
import { Failed, Skeleton } from '../ui/States.tsx'
import { BudgetsCard } from './BudgetsCard.tsx'
import { ComingUpCard } from './ComingUpCard.tsx'
import { LatestCard } from './LatestCard.tsx'
import { NetWorthCard } from './NetWorthCard.tsx'
import { OwedCard } from './OwedCard.tsx'
import { SpentCard } from './SpentCard.tsx'
import { WhereCard } from './WhereCard.tsx'

/** How am I, and what needs me? */
export function HomePage() {
  return (
    <>
      <Heading />
      <QuickEntry inputRef={quickEntryOfPage} className="mb-4 max-sm:hidden" />
      <Cards />
    </>
  )
}

/** The day. On phones the coin is beside it, and what the sidebar has elsewhere: privacy and search. */
function Heading() {
  const today = useToday()
  if (!useIsPhone()) return <PageHeading title="Home">{dayLong(today, today)}</PageHeading>
  return (
    <div className="-mt-1 -mr-2 mb-2">
      <PageHeading
        title="Home"
        end={
          <div className="flex">
            <PrivacyButton size={20} />
            <IconButton label="Search or jump to" onClick={openSearch}>
              <SearchIcon size={20} strokeWidth={1.75} />
            </IconButton>
          </div>
        }
      >
        <Coin size={24} />
        <span className="text-title">{weekdayAndShort(today)}</span>
      </PageHeading>
    </div>
  )
}

type HomeCard = {
  key: string
  label: string
  body: ComponentType<{ overview: Overview }>
  /** Its place in the grid, and the height that it has before its answer has come. */
  place: string
}

const worth: HomeCard = {
  key: 'worth',
  label: 'Net worth',
  body: NetWorthCard,
  place: 'min-h-20 p-4 sm:col-span-2 sm:min-h-[318px] sm:p-5',
}
const spent: HomeCard = {
  key: 'spent',
  label: 'Spent',
  body: SpentCard,
  place: 'min-h-[272px] p-4 sm:min-h-[318px] sm:p-5',
}
const budgets: HomeCard = {
  key: 'budgets',
  label: 'Budgets',
  body: BudgetsCard,
  place: 'min-h-[288px] p-4 pb-2.5 sm:p-5 sm:pb-2.5',
}
const where: HomeCard = {
  key: 'where',
  label: 'Where it went',
  body: WhereCard,
  place: 'min-h-[288px] p-4 sm:p-5',
}
const owed: HomeCard = { key: 'owed', label: 'Owed', body: OwedCard, place: 'min-h-[264px] p-4 sm:p-5' }
const latest: HomeCard = {
  key: 'latest',
  label: 'Latest',
  body: LatestCard,
  place: 'overflow-hidden min-h-[312px] pt-4 sm:col-span-2 sm:pt-5',
}
const coming: HomeCard = {
  key: 'coming',
  label: 'Coming up',
  body: ComingUpCard,
  place: 'min-h-[312px] p-4 sm:p-5 sm:max-xl:col-span-2',
}

/** In reading order: on phones, first what changes every day. */
const orders = {
  wide: [worth, spent, budgets, where, owed, latest, coming],
  phone: [spent, worth, owed, budgets, latest, where, coming],
}

function Cards() {
  const { data, error, refetch } = useAsk(overview)
  const order = useIsPhone() ? orders.phone : orders.wide
  if (!data && error) {
    const requestId = error instanceof Refused ? error.problem.request_id : undefined
    return (
      <Card>
        <Failed sentence={sentenceOf(error)} requestId={requestId} onRetry={() => void refetch()} />
      </Card>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-3">
      {order.map(({ key, label, body: Body, place }) => (
        <Card key={key} aria-label={label} className={`min-w-0 ${place}`}>
          {data ? <Body overview={data} /> : <Skeleton rows={3} className="p-0" />}
        </Card>
      ))}
    </div>
  )
}
