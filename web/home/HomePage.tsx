import { Search as SearchIcon } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { overview } from '../../contract/overview.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useAddress } from '../page/address.ts'
import { BookButton } from '../page/BookButton.tsx'
import { useBooks, useToday } from '../page/me.ts'
import { openSearch } from '../page/opened.ts'
import { PrivacyButton } from '../page/PrivacyButton.tsx'
import { quickEntryOfPage } from '../page/quick-entry-opening.ts'
import { QuickEntry } from '../transactions/entry/QuickEntry.tsx'
import { Coin } from '../ui/Brand.tsx'
import { ButtonLink, IconButton } from '../ui/Button.tsx'
import { Card, PageHeading } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { dayLong, weekdayAndShort } from '../ui/dates.ts'
import { lazily } from '../ui/lazily.tsx'
import { useIsPhone } from '../ui/media.ts'
import { Skeleton } from '../ui/States.tsx'
import { goals, type HomeCard, orders, worth } from './cards.ts'
import { DoorLines } from './DoorLines.tsx'
import { columnsOf, hasSomething, isNew } from './overview-figures.ts'
import { TodoLine } from './TodoLine.tsx'
import { useFirstSteps } from './use-first-steps.ts'

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
  const hasBooks = useBooks().length > 1
  if (!useIsPhone())
    return (
      <PageHeading
        title={t('Home')}
        end={
          <ButtonLink to="/imports" needs="write">
            {t('Import from your bank')}
          </ButtonLink>
        }
      >
        {dayLong(today, today)}
      </PageHeading>
    )
  return (
    <div className="-mt-1 -me-2 mb-2">
      <PageHeading
        title={t('Home')}
        end={
          <div className="flex">
            <PrivacyButton size={20} />
            <IconButton label={t('Search or jump to')} onClick={openSearch}>
              <SearchIcon size={20} strokeWidth={1.75} />
            </IconButton>
          </div>
        }
      >
        {hasBooks ? (
          <BookButton />
        ) : (
          <>
            <Coin size={24} />
            <span className="text-title">{weekdayAndShort(today)}</span>
          </>
        )}
      </PageHeading>
    </div>
  )
}

const FirstSteps = lazily(async () => (await import('./FirstSteps.tsx')).FirstSteps)

const wideSpans: Readonly<Record<number, string>> = {
  2: 'xl:col-span-2',
  3: 'xl:col-span-3',
  4: 'xl:col-span-4',
  6: 'xl:col-span-6',
}

function Cards() {
  const { data, error, refetch } = useAsk(overview)
  const isPhone = useIsPhone()
  const isNewHere = useFirstSteps(data)
  const all = isPhone ? orders.phone : orders.wide
  // Goals have a card when there is one.
  const whole = data && data.goals.length > 0 ? [...all, goals] : all
  const order = data && isNewHere ? whole.filter(({ key }) => hasSomething(key, data)) : whole
  // Until there is anything but a start, the steps are a list; then one line, and the figures have their places.
  const isList = isNewHere && data !== undefined && isNew(data)
  // On a phone a figure comes first, then the steps: for somebody new, what they began with.
  const lead =
    isPhone && isNewHere ? (isList ? order.filter((card) => card === worth) : order.slice(0, 1)) : []
  const keys = order.filter((card) => !lead.includes(card)).map(({ key }) => key)
  const [wide, narrow] = [columnsOf(keys, 3), columnsOf(keys, 2)]
  const cardOf = ({ key, label, body: Body, place, waiting }: HomeCard) => (
    <Card
      key={key}
      aria-label={label()}
      className={classes(
        '@container min-w-0',
        place,
        wideSpans[isList ? 2 : (wide[keys.indexOf(key)] ?? 2)],
        !isList && (narrow[keys.indexOf(key)] ?? 1) > 1 && 'min-[768px]:max-xl:col-span-2',
        !data && waiting,
        // Somebody new has few rows in a card: it is as high as they are, also beside the list of steps.
        isNewHere && 'sm:min-h-0!',
        isList && 'self-start',
      )}
    >
      {data ? (
        <Suspense fallback={<Skeleton rows={3} className="p-0!" />}>
          <Body overview={data} />
        </Suspense>
      ) : (
        <Skeleton rows={isPhone ? 1 : 3} className="p-0!" />
      )}
    </Card>
  )
  if (!data && error)
    return (
      <Card>
        <Loaded query={{ data, error, refetch }}>{() => null}</Loaded>
      </Card>
    )
  const [first, ...others] = order.filter((card) => !lead.includes(card))
  const todo = data?.todo.length !== 0 && <TodoLine todo={data?.todo} />
  return (
    <div className="grid grid-cols-1 gap-3 sm:gap-4 min-[768px]:grid-cols-2 xl:grid-cols-6">
      {!isPhone && todo}
      {lead.map(cardOf)}
      {isNewHere && data && (
        <Card
          aria-label={t('To begin with')}
          className={
            isList
              ? 'min-h-[416px] min-w-0 overflow-hidden pt-4 min-[768px]:col-span-2 xl:col-span-4 sm:min-h-[430px] sm:pt-5'
              : 'col-span-full min-h-[58px] min-w-0 overflow-hidden'
          }
        >
          <Suspense fallback={<Skeleton rows={isList ? 5 : 1} />}>
            <FirstSteps overview={data} isList={isList} />
          </Suspense>
        </Card>
      )}
      {first && cardOf(first)}
      {isPhone && todo}
      {others.map(cardOf)}
    </div>
  )
}
