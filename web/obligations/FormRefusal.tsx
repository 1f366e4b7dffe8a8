import type { Problem } from '../../contract/problem.ts'
import { t } from '../../words/t.ts'
import { ClosedRefusal } from '../books/ClosedRefusal.tsx'
import { closedOf } from '../books/closed.ts'
import { MissingRate } from '../currencies/MissingRate.tsx'
import { missingRateOf } from '../currencies/missing-rate.ts'
import { Button } from '../ui/Button.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { Refusal } from '../ui/States.tsx'

/** Why a form was refused, with the ways out that its fields allow. */
export function FormRefusal({
  refusal,
  sentence,
  today,
  first,
  amount,
  onDay,
  onRate,
}: {
  refusal: Problem | undefined
  sentence: string | undefined
  today: string
  /** The first day that is possible, where the debt decides it. */
  first?: string
  amount?: bigint | undefined
  onDay?: (day: string) => void
  onRate?: (rate: number) => void
}) {
  const closed = refusal && closedOf(refusal)
  if (closed) return <ClosedRefusal closed={closed} onUseDay={onDay} />
  if (refusal && onRate && missingRateOf(refusal))
    return <MissingRate problem={refusal} amount={amount} today={today} onRate={onRate} />
  if (refusal?.code === 'payment_date' && onDay && first)
    return (
      <Refusal
        title={t('The debt began on {day}: choose that day or a later one, and no day to come.', {
          day: dayInSentence(first, today),
        })}
        actions={
          <>
            <Button onClick={() => onDay(first)}>
              {t('Use {day}', { day: dayInSentence(first, today) })}
            </Button>
            <Button onClick={() => onDay(today)}>{t('Use today')}</Button>
          </>
        }
      />
    )
  return sentence ? <Refusal title={sentence} /> : null
}
