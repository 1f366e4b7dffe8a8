import { useState } from 'react'
import type { Problem } from '../../contract/problem.ts'
import { Button } from '../ui/Button.tsx'
import { inputClasses } from '../ui/Field.tsx'
import { nameOf, symbolOf } from '../ui/money.ts'
import { Refusal } from '../ui/States.tsx'
import { missingRateOf, missingRateWords, rateTyped } from './missing-rate.ts'

/** There is no rate for that day: both ways out as fields, a rate or what the amount was worth. */
export function MissingRate({
  problem,
  amount,
  today,
  isBusy = false,
  onRate,
}: {
  problem: Problem
  /** The amount in the currency without a rate, in minor units. */
  amount: bigint | undefined
  today: string
  isBusy?: boolean
  /** The rate to send again with. */
  onRate: (rate: number) => void
}) {
  const [typed, setTyped] = useState({ rate: '', worth: '' })
  const [isMissing, setMissing] = useState(false)
  const missing = missingRateOf(problem)
  if (!missing) return <Refusal title={problem.detail} />
  const { from, to } = missing
  const use = () => {
    const rate = rateTyped(typed, { amount, from, to })
    setMissing(rate === undefined)
    if (rate !== undefined) onRate(rate)
  }
  const field = (name: 'rate' | 'worth', label: string, shown: string) => (
    <label className="flex min-w-36 flex-1 items-center gap-2">
      <span aria-hidden className="text-text-2 whitespace-nowrap">
        {shown}
      </span>
      <input
        // biome-ignore lint/a11y/noAutofocus: it answers the question that was just asked
        autoFocus={name === 'rate'}
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        value={typed[name]}
        aria-invalid={isMissing || undefined}
        onChange={(event) => setTyped({ rate: '', worth: '', [name]: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          use()
        }}
        className={inputClasses}
      />
    </label>
  )
  return (
    <Refusal
      title={missingRateWords(missing, today)}
      actions={
        <>
          {field('rate', `1 ${from} in ${to}`, `1 ${from} =`)}
          <span className="text-text-2">or</span>
          {field('worth', `What it was in ${to}`, symbolOf(to))}
          <Button isBusy={isBusy} onClick={use}>
            Use it
          </Button>
        </>
      }
    >
      It never guesses one. What was a {nameOf('en', from)} worth that day, or what did the bank take?
      {isMissing && <span className="mt-1 block text-warn">Fill in one of the two.</span>}
    </Refusal>
  )
}
