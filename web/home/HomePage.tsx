import { Search as SearchIcon } from 'lucide-react'
import { type ComponentType, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { type Overview, overview } from '../../contract/overview.ts'
import { useAsk } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useAddress } from '../page/address.ts'
import { useBook, useMe, useToday } from '../page/me.ts'
import { openSearch } from '../page/opened.ts'
import { PrivacyButton } from '../page/PrivacyButton.tsx'
import { quickEntryOfPage } from '../transactions/entry/opening.ts'
import { QuickEntry } from '../transactions/entry/QuickEntry.tsx'
import { Coin } from '../ui/Brand.tsx'
import { IconButton } from '../ui/Button.tsx'
import { Card, PageHeading } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { dayLong, weekdayAndShort } from '../ui/dates.ts'
import { lazily } from '../ui/lazily.tsx'
import { useIsPhone } from '../ui/media.ts'
import { Skeleton } from '../ui/States.tsx'
import { BudgetsCard } from './BudgetsCard.tsx'
import { ComingUpCard } from './ComingUpCard.tsx'
import { DoorLines } from './DoorLines.tsx'
import { awayStore, hasYear, isNewcomer } from './first-steps.ts'
import { LatestCard } from './LatestCard.tsx'
import { NetWorthCard } from './NetWorthCard.tsx'
import { OwedCard } from './OwedCard.tsx'
import { hasSomething, isNew } from './overview-figures.ts'
import { SpentCard } from './SpentCard.tsx'
import { WhereCard } from './WhereCard.tsx'

/** The state of the book, and anything that needs attention. */
export function HomePage() {
  const { search, filter } = useAddress()
  // The welcome page leads here with the focus in quick entry; the address does not keep it.
  const [isFirst] = useState(search.entry === 'ready')
  useEffect(() => {
    if (search.entry !== undefined) filter({ entry: undefined })
  })
  return (
    <>
      <Heading />
      <QuickEntry
        inputRef={quickEntryOfPage}
        isAutoFocused={isFirst}
        className="mb-4 max-sm:hidden print:hidden"
      />
      <DoorLines />
      <Cards />
    </>
  )
}

/** The day. On phones the coin, privacy and search are beside it, which the sidebar has elsewhere. */
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
  /** Its place in the grid, and the height that cards in a row have. */
  place: string
  /** On phones, the height that it has before its answer has come. */
  waiting: string
}

const worth: HomeCard = {
  key: 'worth',
  label: 'Net worth',
  body: NetWorthCard,
  place: 'p-4 min-[768px]:col-span-2 sm:min-h-[324px] sm:p-5',
  waiting: 'max-sm:min-h-[84px]',
}
const spent: HomeCard = {
  key: 'spent',
  label: 'Spent',
  body: SpentCard,
  place: 'p-4 sm:min-h-[324px] sm:p-5',
  waiting: 'max-sm:min-h-[316px]',
}
const budgets: HomeCard = {
  key: 'budgets',
  label: 'Budgets',
  body: BudgetsCard,
  place: 'p-4 pb-2.5 sm:min-h-[306px] sm:p-5 sm:pb-2.5',
  waiting: 'max-sm:min-h-[316px]',
}
const where: HomeCard = {
  key: 'where',
  label: 'Where it went',
  body: WhereCard,
  place: 'p-4 sm:min-h-[306px] sm:p-5',
  waiting: 'max-sm:min-h-[386px]',
}
const owed: HomeCard = {
  key: 'owed',
  label: 'Owed',
  body: OwedCard,
  place: 'p-4 sm:min-h-[264px] sm:p-5',
  waiting: 'max-sm:min-h-[277px]',
}
const latest: HomeCard = {
  key: 'latest',
  label: 'Latest',
  body: LatestCard,
  place: 'overflow-hidden pt-4 min-[768px]:col-span-2 sm:min-h-[318px] sm:pt-5',
  waiting: 'max-sm:min-h-[383px]',
}
const coming: HomeCard = {
  key: 'coming',
  label: 'Coming up',
  body: ComingUpCard,
  place: 'p-4 sm:p-5 min-[768px]:max-xl:col-span-2 sm:min-h-[318px]',
  waiting: 'max-sm:min-h-[366px]',
}

const FirstSteps = lazily(async () => (await import('./FirstSteps.tsx')).FirstSteps)

/** Whether the first steps are shown: to somebody new whose book has no year behind it, until they are all done or put away. */
function useFirstSteps(data: Overview | undefined): boolean {
  const away = useSyncExternalStore(awayStore.subscribe, awayStore.get)
  const { id } = useBook()
  const isNewPerson = isNewcomer(useMe(), useToday())
  return isNewPerson && away !== id && data !== undefined && !hasYear(data)
}

/** In reading order: on phones, the cards that change every day come first. */
const orders = {
  wide: [worth, spent, budgets, where, owed, latest, coming],
  phone: [spent, worth, owed, budgets, latest, where, coming],
}

function Cards() {
  const { data, error, refetch } = useAsk(overview)
  const isPhone = useIsPhone()
  const isNewHere = useFirstSteps(data)
  const whole = isPhone ? orders.phone : orders.wide
  const order = data && isNewHere ? whole.filter(({ key }) => hasSomething(key, data)) : whole
  // Until there is anything but a start, the steps are a list; then one line, and the figures have their places.
  const isList = isNewHere && data !== undefined && isNew(data)
  // On a phone a figure comes first, then the steps: for somebody new, what they began with.
  const lead =
    isPhone && isNewHere ? (isList ? order.filter((card) => card === worth) : order.slice(0, 1)) : []
  const cardOf = ({ key, label, body: Body, place, waiting }: HomeCard) => (
    <Card
      key={key}
      aria-label={label}
      className={classes('@container min-w-0', place, !data && waiting, isList && 'col-span-1!')}
    >
      {data ? <Body overview={data} /> : <Skeleton rows={isPhone ? 1 : 3} className="p-0!" />}
    </Card>
  )
  if (!data && error)
    return (
      <Card>
        <Loaded query={{ data, error, refetch }}>{() => null}</Loaded>
      </Card>
    )
  return (
    <div className="grid grid-cols-1 gap-3 sm:gap-4 min-[768px]:grid-cols-2 xl:grid-cols-3">
      {lead.map(cardOf)}
      {isNewHere && data && (
        <Card
          aria-label="To begin with"
          className={
            isList
              ? 'min-h-[416px] min-w-0 overflow-hidden pt-4 min-[768px]:col-span-2 sm:min-h-[430px] sm:pt-5'
              : 'col-span-full min-h-[58px] min-w-0 overflow-hidden'
          }
        >
          <Suspense fallback={<Skeleton rows={isList ? 5 : 1} />}>
            <FirstSteps overview={data} isList={isList} />
          </Suspense>
        </Card>
      )}
      {order.filter((card) => !lead.includes(card)).map(cardOf)}
    </div>
  )
}
