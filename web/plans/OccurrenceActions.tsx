import { Check, Pencil, SkipForward } from 'lucide-react'
import { useState } from 'react'
import { type Occurrence, type Plan, settleOccurrence } from '../../contract/plans.ts'
import { useChange } from '../api/change.ts'
import { useToday } from '../auth/me.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { Refusal } from '../ui/States.tsx'
import { ChangeOnce } from './ChangeOnce.tsx'

/** What can be done with one occurrence: record it, change it this once, or leave it out. */
export function OccurrenceActions({ occurrence, plan }: { occurrence: Occurrence; plan: Plan }) {
  const today = useToday()
  const [isChanging, setChanging] = useState(false)
  const params = { id: occurrence.plan_id, date: occurrence.scheduled_date }
  const day = dayInSentence(occurrence.date, today)
  const settling = useChange(settleOccurrence, {
    words: ({ state }) =>
      state === 'skipped' ? `${plan.name} of ${day} is left out` : `${plan.name} of ${day} is recorded`,
  })
  return (
    <>
      <span className="flex flex-wrap gap-2 max-sm:basis-full max-sm:[&_svg]:hidden">
        <Button
          look="primary"
          icon={<Check size={15} />}
          isBusy={settling.isBusy}
          onClick={() => void settling.send({ params, body: { action: 'post' } })}
        >
          Record
        </Button>
        <Button icon={<Pencil size={14} />} onClick={() => setChanging(true)}>
          Change once
        </Button>
        <Button
          look="quiet"
          icon={<SkipForward size={15} />}
          isBusy={settling.isBusy}
          onClick={() => void settling.send({ params, body: { action: 'skip' } })}
        >
          Skip
        </Button>
      </span>
      {settling.refusal && (
        <div className="basis-full">
          <Refusal title={settling.refusal.detail} actions={<WayOut code={settling.refusal.code} />} />
        </div>
      )}
      {isChanging && <ChangeOnce occurrence={occurrence} plan={plan} onClose={() => setChanging(false)} />}
    </>
  )
}

/** Where the reason of a refusal can be taken away. */
const WayOut = ({ code }: { code: string }) => {
  if (code === 'fx_rate_missing') return <ButtonLink to="/settings/rates">Enter the rate</ButtonLink>
  if (code === 'locked') return <ButtonLink to="/settings/book">Reopen the books</ButtonLink>
  return null
}
