import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { decimalNumber, impliedRate } from '../../../contract/money.ts'
import { readField } from '../../ui/amount-input.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { dayInSentence } from '../../ui/dates.ts'
import { inputClasses } from '../../ui/Field.tsx'
import { decimalsOf, nameOf, symbolOf } from '../../ui/money.ts'

/** A rate as it is typed: with a point or a comma, and no grouping. */
export const readRate = (text: string): number | undefined => {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && Number.isFinite(number) && number > 0 ? number : undefined
}

/**
 * The book has no rate for a day: both ways out as fields, one for the rate itself and one for what it was worth. Whichever is filled in
 * answers with the rate to send.
 */
export function RateMissing({
  minor,
  from,
  to,
  day,
  today,
  isBusy,
  onRate,
}: {
  minor: bigint
  from: string
  to: string
  day: string
  today: string
  isBusy: boolean
  onRate: (fx_rate: number) => void
}) {
  const [rate, setRate] = useState('')
  const [worth, setWorth] = useState('')
  const [isTried, setTried] = useState(false)
  const given = (): number | undefined => {
    if (rate.trim() !== '') return readRate(rate)
    const read = readField(worth, to)
    if (read.fault !== undefined || read.minor <= 0n) return undefined
    return decimalNumber(impliedRate(minor, decimalsOf(from), read.minor, decimalsOf(to)))
  }
  const send = () => {
    const found = given()
    setTried(true)
    if (found !== undefined) onRate(found)
  }
  const name = (currency: string) => nameOf('en', currency).replace(/^(Japanese|US|British) /, '')
  return (
    <section className="flex gap-3 rounded-control bg-warn-soft p-3 text-table text-text-2">
      <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />
      <div className="min-w-0 flex-1">
        <p>
          <strong className="font-semibold text-text">
            Florin has no rate from {name(from)} to {name(to)} for {dayInSentence(day, today)}.
          </strong>{' '}
          It never guesses one. What was a {name(from)} worth that day, or what did the bank take?
        </p>
        <form
          className="mt-2 flex flex-wrap items-center gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}
        >
          <label className="relative w-48">
            <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-text-2">
              1 {from} =
            </span>
            <input
              // biome-ignore lint/a11y/noAutofocus: it answers the question that was just asked
              autoFocus
              value={rate}
              onChange={(event) => setRate(event.target.value)}
              inputMode="decimal"
              autoComplete="off"
              aria-label={`1 ${from} in ${to}`}
              className={classes(inputClasses, 'pl-[4.75rem]')}
            />
          </label>
          or
          <label className="relative w-32">
            <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-text-2">
              {symbolOf(to)}
            </span>
            <input
              value={worth}
              onChange={(event) => setWorth(event.target.value)}
              inputMode="decimal"
              autoComplete="off"
              aria-label={`What it was in ${to}`}
              className={classes(inputClasses, 'pl-8')}
            />
          </label>
          <Button look="primary" type="submit" isBusy={isBusy}>
            Add
          </Button>
        </form>
        {isTried && given() === undefined && (
          <p className="mt-1.5 text-caption text-warn">Fill in one of the two.</p>
        )}
      </div>
    </section>
  )
}
