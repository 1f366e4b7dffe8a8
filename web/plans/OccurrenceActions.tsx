import { Check, Pencil, SkipForward } from 'lucide-react'
import { useState } from 'react'
import { type Occurrence, type Plan, settleOccurrence } from '../../contract/plans.ts'
import type { Problem } from '../../contract/problem.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { ClosedRefusal } from '../books/ClosedRefusal.tsx'
import { closedOf } from '../books/closed.ts'
import { missingRateOf } from '../currencies/missing-rate.ts'
import { useToday } from '../page/me.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { Refusal } from '../ui/States.tsx'
import { ChangeOnce } from './ChangeOnce.tsx'

/** The actions on one occurrence: record it, change it this once, or leave it out. */
export function OccurrenceActions({ occurrence, plan }: { occurrence: Occurrence; plan: Plan }) {
  const today = useToday()
  const [isChanging, setChanging] = useState(false)
  const params = { id: occurrence.plan_id, date: occurrence.scheduled_date }
  const day = dayInSentence(occurrence.date, today)
  const settling = useChange(settleOccurrence, {
    words: ({ state }) =>
      state === 'skipped'
        ? t('{plan} of {day} is left out', { plan: plan.name, day })
        : t('{plan} of {day} is recorded', { plan: plan.name, day }),
  })
  return (
    <>
      <span className="flex flex-wrap gap-2 max-sm:basis-full max-sm:[&_svg]:hidden">
        <Button
          needs="write"
          look="primary"
          icon={<Check size={15} />}
          isBusy={settling.isBusy}
          onClick={() => void settling.send({ params, body: { action: 'post' } })}
        >
          {t('Record')}
        </Button>
        <Button needs="write" icon={<Pencil size={14} />} onClick={() => setChanging(true)}>
          {t('Change once')}
        </Button>
        <Button
          needs="write"
          look="quiet"
          icon={<SkipForward size={15} />}
          isBusy={settling.isBusy}
          onClick={() => void settling.send({ params, body: { action: 'skip' } })}
        >
          {t('Skip')}
        </Button>
      </span>
      {settling.refusal && (
        <div className="basis-full">
          <NotSettled refusal={settling.refusal} />
        </div>
      )}
      {isChanging && <ChangeOnce occurrence={occurrence} plan={plan} onClose={() => setChanging(false)} />}
    </>
  )
}

/** Why it is not recorded, with the way out. */
const NotSettled = ({ refusal }: { refusal: Problem }) => {
  const closed = closedOf(refusal)
  const missing = missingRateOf(refusal)
  if (closed) return <ClosedRefusal closed={closed} />
  return (
    <Refusal
      title={refusal.detail}
      actions={
        missing && (
          <ButtonLink to="/settings/rates" search={missing}>
            {t('Enter the rate')}
          </ButtonLink>
        )
      }
    />
  )
}
