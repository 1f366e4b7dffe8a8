import { CalendarClock, Plus } from 'lucide-react'
import { listPlans, listUpcoming, type Plan } from '../../contract/plans.ts'
import { findPlans, fixedPlans } from '../../contract/recurring.ts'
import { t } from '../../words/t.ts'
import { useAsk, useEverything } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useAddress } from '../page/address.ts'
import { useShortcut } from '../page/shortcuts.ts'
import { Button } from '../ui/Button.tsx'
import { Card, PageHeading } from '../ui/Card.tsx'
import { useMay } from '../ui/rights.ts'
import { Empty, Skeleton } from '../ui/States.tsx'
import { sumsOf } from './coming.ts'
import { FixedSum } from './FixedSum.tsx'
import { ForecastCard } from './ForecastCard.tsx'
import { FoundCard } from './FoundCard.tsx'
import { MonthCard } from './MonthCard.tsx'
import { PlanFormSheet } from './PlanFormSheet.tsx'
import { PlanList } from './PlanList.tsx'
import { PlanSheet } from './PlanSheet.tsx'
import { usePlanNames } from './plan-names.ts'
import { isOver, isWaiting, planDirection } from './plan-words.ts'
import { WaitingList } from './WaitingList.tsx'

/** All that recurs: its sum a month, occurrences that wait for somebody, the entries by their next date, payments that repeat, a calendar, and the forecast. */
export function PlansPage() {
  const { search, filter, open } = useAddress()
  const names = usePlanNames()
  const plans = useEverything(listPlans)
  const upcoming = useEverything(listUpcoming)
  const others = [upcoming, useAsk(fixedPlans)]
  const found = useAsk(findPlans)
  const add = () => open({ open: undefined, edit: 'new' })
  useShortcut('p', t('Add a recurring entry'), add, t('Here'), useMay('write'))
  const byId = new Map(plans.data?.map((plan) => [plan.id, plan]))
  const close = () => filter({ open: undefined, edit: undefined })
  return (
    <>
      <PageHeading
        end={
          <Button needs="write" look="primary" icon={<Plus size={16} />} onClick={add} shortcut="P">
            {t('Add a recurring entry')}
          </Button>
        }
      >
        {t('Recurring')}
      </PageHeading>
      {/* All at once: the cards above the plans would push them down if they came later. Proposals take longer, and come below them. */}
      <Loaded
        query={{ ...plans, data: others.some(({ isPending }) => isPending) ? undefined : plans.data }}
        rows={8}
      >
        {(all) =>
          all.length === 0 ? (
            <Nothing isFound={(found.data?.data.length ?? 0) > 0} isPending={found.isPending} names={names} />
          ) : (
            <div className="@container flex flex-col gap-4">
              <FixedSum plans={byId} coming={sumsOf(upcoming.data ?? [], byId, names.accounts)} />
              <WaitingList occurrences={(upcoming.data ?? []).filter(isWaiting)} plans={byId} names={names} />
              <PlanList plans={all} names={names} />
              <FoundCard names={names} />
              <MonthCard plans={byId} names={names} />
              <ForecastCard
                hasIncome={all.some((plan) => !isOver(plan) && planDirection(plan, names.accounts) > 0)}
              />
            </div>
          )
        }
      </Loaded>
      <Sheets search={search} byId={byId} names={names} onClose={close} />
    </>
  )
}

/** A book in which nothing recurs yet: all proposals, or else what this page is for. The button is at its head. */
const Nothing = ({
  isFound,
  isPending,
  names,
}: {
  isFound: boolean
  isPending: boolean
  names: ReturnType<typeof usePlanNames>
}) =>
  isPending ? (
    <Skeleton rows={5} />
  ) : isFound ? (
    <div className="flex flex-col gap-4">
      <FoundCard names={names} isFirst />
      <p className="text-table text-text-2">
        {t('Nothing recurs yet: Florin records what you make recurring, or reminds you here on its day.')}
      </p>
    </div>
  ) : (
    <Card>
      <Empty icon={<CalendarClock size={20} />} title={t('Nothing recurs yet')}>
        {t(
          'Rent, salary, a bill that comes again: enter it once, and Florin records it, or reminds you here on its day.',
        )}
      </Empty>
    </Card>
  )

/** The sheet that the address says is open: a plan, or the form of one. */
function Sheets({
  search,
  byId,
  names,
  onClose,
}: {
  search: ReturnType<typeof useAddress>['search']
  byId: ReadonlyMap<string, Plan>
  names: ReturnType<typeof usePlanNames>
  onClose: () => void
}) {
  if (search.edit === 'new') return <PlanFormSheet key="new" places={names} onClose={onClose} />
  const edited = byId.get(search.edit ?? '')
  // The currency of a plan may be that of its account or its goal.
  if (edited && (edited.kind === 'goal' ? names.goals : names.accounts).size > 0)
    return <PlanFormSheet key={edited.id} plan={edited} places={names} onClose={onClose} />
  const opened = byId.get(search.open ?? '')
  return opened ? <PlanSheet key={opened.id} plan={opened} names={names} onClose={onClose} /> : null
}
