import { Link } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  deletePlan,
  listOccurrences,
  listUpcoming,
  type Occurrence,
  type Plan,
  updatePlan,
} from '../../contract/plans.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { ifVersion, useChange } from '../api/change.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useAddress } from '../page/address.ts'
import { useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { dayInSentence, dayText } from '../ui/dates.ts'
import { wordLocale } from '../ui/locale.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { Refusal } from '../ui/States.tsx'
import { OccurrenceActions } from './OccurrenceActions.tsx'
import { PlanMoney } from './PlanMoney.tsx'
import type { PlanNames } from './plan-names.ts'
import { aboutPlan, isOver, stateText } from './plan-words.ts'
import { rhythmText } from './rhythm.ts'

/** One plan: its fields, its next date, the dates before, and its actions. */
export function PlanSheet({ plan, names, onClose }: { plan: Plan; names: PlanNames; onClose: () => void }) {
  const today = useToday()
  const { filter } = useAddress()
  const params = { id: plan.id }
  const headers = ifVersion(plan)
  const removing = useChange(deletePlan, {
    words: t('{plan} is in the trash', { plan: plan.name }),
    onDone: onClose,
  })
  const ending = useChange(updatePlan, {
    words: t('{plan} ends today', { plan: plan.name }),
    onDone: onClose,
  })
  const end = () =>
    void ending.send({ params, headers, body: { schedule: { ...plan.schedule, count: null, end: today } } })
  const refusal = removing.sentence ?? ending.refusal?.detail ?? ending.sentence
  return (
    <Sheet
      title={plan.name}
      onClose={onClose}
      foot={
        <>
          <Button
            needs="write"
            look="quiet"
            icon={<Trash2 size={15} />}
            isBusy={removing.isBusy}
            onClick={() => void removing.send({ params, headers })}
            className="me-auto"
          >
            {t('Delete')}
          </Button>
          {!isOver(plan) && plan.schedule.start <= today && (
            <Button needs="write" isBusy={ending.isBusy} onClick={end}>
              {t('End it today')}
            </Button>
          )}
          <Button
            needs="write"
            look="primary"
            icon={<Pencil size={14} />}
            onClick={() => filter({ open: undefined, edit: plan.id })}
          >
            {t('Edit')}
          </Button>
        </>
      }
    >
      <p className="text-figure font-semibold">
        <PlanMoney plan={plan} places={names} />
      </p>
      <p className="mt-1">
        {t('{rhythm}.', { rhythm: rhythmText(plan.schedule, today, wordLocale(), true) })}
      </p>
      <p className="text-table text-text-2">{aboutPlan(plan, names, { isFirst: true })}</p>
      <p className="mt-1 text-table text-text-3">
        {plan.auto ? t('Florin records it by itself on its day.') : t('It waits for you on its day.')}
      </p>
      {refusal && (
        <div className="mt-3">
          <Refusal
            title={refusal}
            actions={
              ending.refusal?.code === 'schedule_never' && (
                <Button needs="write" onClick={() => void removing.send({ params, headers })}>
                  {t('Delete it instead')}
                </Button>
              )
            }
          />
        </div>
      )}
      <Next plan={plan} names={names} />
      <Before plan={plan} names={names} />
    </Sheet>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-5 border-t border-line pt-3">
    <h3 className="mb-1 text-table font-semibold">{title}</h3>
    {children}
  </section>
)

/** A year ahead is enough for the next few dates of most plans. */
const DAYS_AHEAD = 366
const MAX_SHOWN = 3

type PartProps = { plan: Plan; names: PlanNames }

function Next({ plan, names }: PartProps) {
  const today = useToday()
  const until = Temporal.PlainDate.from(today).add({ days: DAYS_AHEAD }).toString()
  const query = useAsk(listUpcoming, { query: { plan_id: plan.id, until, limit: 20 } })
  return (
    <Part title={t('Next [dates to come]')}>
      <Loaded query={query} rows={2}>
        {({ data }) => {
          const open = data.filter(({ state }) => state !== 'posted').slice(0, MAX_SHOWN)
          const first = open.find(({ state }) => state !== 'skipped')
          return open.length === 0 ? (
            <p className="text-table text-text-2">
              {isOver(plan)
                ? t('It is over.')
                : t('Not within a year: on {day}.', { day: dayInSentence(plan.next_date ?? today, today) })}
            </p>
          ) : (
            <ul className="divide-y divide-line">
              {open.map((one) => (
                <li key={one.scheduled_date} className="flex flex-wrap items-center gap-2 py-2 text-table">
                  <OccurrenceLine plan={plan} names={names} occurrence={one} />
                  {one === first && <OccurrenceActions occurrence={one} plan={plan} />}
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Part>
  )
}

function OccurrenceLine({ plan, names, occurrence }: PartProps & { occurrence: Occurrence }) {
  const today = useToday()
  return (
    <span className="flex w-full items-center gap-3">
      <span className="w-24 shrink-0">{dayText(occurrence.date)}</span>
      <span className="min-w-0 flex-1 text-text-2">{stateText(occurrence, today)}</span>
      <PlanMoney plan={plan} occurrence={occurrence} places={names} />
    </span>
  )
}

function Before({ plan, names }: PartProps) {
  const query = useAsk(listOccurrences, { params: { id: plan.id }, query: { limit: 12 } })
  const done = query.data?.data.filter(({ state }) => state === 'posted' || state === 'skipped') ?? []
  if (done.length === 0) return null
  return (
    <Part title={t('Before [earlier dates]')}>
      <ul className="divide-y divide-line">
        {done.map((one) => (
          <li key={one.scheduled_date} className="py-2 text-table">
            {one.transaction_id ? (
              <Link
                to="/transactions"
                search={{ open: one.transaction_id }}
                className="block hover:underline"
              >
                <OccurrenceLine plan={plan} names={names} occurrence={one} />
              </Link>
            ) : one.obligation_id ? (
              <Link to="/obligations" search={{ open: one.obligation_id }} className="block hover:underline">
                <OccurrenceLine plan={plan} names={names} occurrence={one} />
              </Link>
            ) : (
              <OccurrenceLine plan={plan} names={names} occurrence={one} />
            )}
          </li>
        ))}
      </ul>
    </Part>
  )
}
