import { useState } from 'react'
import type { Problem } from '../../contract/problem.ts'
import { t } from '../../words/t.ts'
import { readField } from '../ui/amount-input.ts'
import { Button } from '../ui/Button.tsx'
import { inputClasses } from '../ui/Field.tsx'
import { currencyName, decimalsOf, symbolOf } from '../ui/money.ts'
import { Refusal } from '../ui/States.tsx'
import { KeepRate, useRateKeeping } from './KeepRate.tsx'
import { missingRateOf, missingRateWords, rateTyped } from './missing-rate.ts'

/**
 * The rate of that day is missing: both ways out as fields, a rate or the amount's worth. Where money of the book's currency arrives in
 * another one, the way out is how much arrived.
 */
export function MissingRate({
  problem,
  amount,
  today,
  isBusy = false,
  onRate,
  onArrives,
}: {
  problem: Problem
  /** The amount in the currency without a rate, in minor units. */
  amount: bigint | undefined
  today: string
  isBusy?: boolean
  /** The rate to send again with. */
  onRate: (rate: number) => void
  /** The amount that arrived. */
  onArrives?: (amount: { minor: bigint; currency_id: string; decimals: number }) => void
}) {
  const keeping = useRateKeeping()
  const [typed, setTyped] = useState({ rate: '', worth: '' })
  const [isMissing, setMissing] = useState(false)
  const missing = missingRateOf(problem)
  if (!missing) return <Refusal title={problem.detail} />
  const { from, to } = missing
  const isArrival = onArrives !== undefined && problem.errors !== undefined && !('fx_rate' in problem.errors)
  const use = async () => {
    const arrived = readField(typed.worth, from)
    if (isArrival) {
      const isUsable = arrived.fault === undefined && arrived.minor > 0n
      setMissing(!isUsable)
      if (isUsable) onArrives({ minor: arrived.minor, currency_id: from, decimals: decimalsOf(from) })
      return
    }
    const rate = rateTyped(typed, { amount, from, to })
    setMissing(rate === undefined)
    if (rate === undefined) return
    await keeping.keep(missing, rate)
    onRate(rate)
  }
  const field = (name: 'rate' | 'worth', label: string, shown: string) => (
    <label className="flex min-w-36 flex-1 items-center gap-2">
      <span aria-hidden className="text-text-2 whitespace-nowrap">
        {shown}
      </span>
      <input
        // biome-ignore lint/a11y/noAutofocus: it answers the question that was just asked
        autoFocus={name === 'rate' || isArrival}
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        value={typed[name]}
        aria-invalid={isMissing || undefined}
        onChange={(event) => setTyped({ rate: '', worth: '', [name]: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void use()
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
          {isArrival ? (
            field('worth', t('What arrived in {currency}', { currency: from }), from)
          ) : (
            <>
              {field('rate', t('1 {from} in {to} [currencies]', { from, to }), `1 ${from} =`)}
              <span className="text-text-2">{t('or')}</span>
              {field('worth', t('What it was in {currency}', { currency: to }), symbolOf(to))}
            </>
          )}
          <Button isBusy={isBusy} onClick={() => void use()}>
            {t('Use it')}
          </Button>
          {!isArrival && <KeepRate keeping={keeping} />}
        </>
      }
    >
      {isArrival
        ? t('It never guesses one. How much arrived?')
        : t(
            'It never guesses one. What was a {from} worth that day, or what was all of it in {to}? [currencies]',
            { from: currencyName(from), to: currencyName(to) },
          )}
      {isMissing && (
        <span className="mt-1 block text-warn">
          {isArrival ? t('Fill in how much it was.') : t('Fill in one of the two.')}
        </span>
      )}
    </Refusal>
  )
}
