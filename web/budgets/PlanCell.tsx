import { useEffect, useId, useRef, useState } from 'react'
import { amountForEditing, readAmountText, separatorIn } from '../ui/amount-text.ts'
import { classes } from '../ui/classes.ts'
import { useLocale } from '../ui/locale.ts'
import { Money } from '../ui/Money.tsx'
import { decimalsOf, minorOf, moneyText } from '../ui/money.ts'
import { readPlanned } from './cell.ts'

type PlanCellProps = {
  label: string
  planned: number | null
  currency: string
  isEditing: boolean
  /** The refused text, with the reason: it waits in the cell. */
  refused?: { text: string; sentence: string } | undefined
  /** Whether the cell was just left by Esc, and has the focus again. */
  isLeft: boolean
  onStart: () => void
  /** Saves an amount, or with null takes the plan away. */
  onSave: (planned: bigint | null, text: string) => void
  /** Ends editing: to the next cell, the one before, back to this one, or elsewhere. */
  onEnd: (to: 'next' | 'before' | 'here' | 'away') => void
}

/** The planned amount of a category, edited in its place: a number or a sum. ↵ saves and goes on to the next one, Esc leaves it as it was. */
export const PlanCell = (props: PlanCellProps) =>
  props.isEditing ? <PlanInput {...props} /> : <PlanButton {...props} />

function PlanButton({ label, planned, currency, refused, isLeft, onStart }: PlanCellProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isLeft) button.current?.focus()
  }, [isLeft])
  return (
    <>
      <button
        ref={button}
        type="button"
        onClick={onStart}
        // A digit begins a new amount at once, as in a spreadsheet.
        onKeyDown={(event) => {
          if (/^\d$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) onStart()
        }}
        className={classes(
          'min-h-8 w-full min-w-20 rounded-control border border-transparent px-2 text-right hover:border-line-2',
          refused && 'border-warn',
        )}
      >
        <span className="sr-only">{label}: </span>
        {refused ? (
          refused.text
        ) : planned === null ? (
          <span className="text-accent">Plan it</span>
        ) : (
          <Money amount={planned} currency={currency} />
        )}
        <span className="sr-only">, change it</span>
      </button>
      {refused && (
        <p role="alert" className="px-2 pb-1 text-caption text-warn">
          {refused.sentence}
        </p>
      )}
    </>
  )
}

function PlanInput({ label, planned, currency, refused, onSave, onEnd }: PlanCellProps) {
  const locale = useLocale()
  const style = { decimals: decimalsOf(currency), separator: separatorIn(locale) }
  const [text, setText] = useState(
    () => refused?.text ?? (planned === null ? '' : amountForEditing(minorOf(planned, currency), style)),
  )
  const [fault, setFault] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  const id = useId()
  useEffect(() => input.current?.select(), [])
  const reading = readAmountText(text, style)

  function save(to: 'next' | 'before' | 'away'): void {
    const plan = readPlanned(text, style)
    if (plan.fault !== undefined) {
      setFault(plan.fault)
      return
    }
    isDone.current = true
    const isSame = plan.minor === (planned === null ? null : minorOf(planned, currency))
    if (!isSame || refused) onSave(plan.minor, text)
    onEnd(to)
  }

  const said =
    fault ??
    (reading.fault === undefined && reading.isSum
      ? `= ${moneyText(reading.minor, currency, { locale })}`
      : undefined)
  return (
    <span className="relative block">
      <input
        ref={input}
        // biome-ignore lint/a11y/noAutofocus: the cell was chosen to be edited.
        autoFocus
        value={text}
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={fault ? true : undefined}
        aria-describedby={said ? id : undefined}
        onChange={(event) => {
          setText(event.target.value)
          setFault(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'Tab') {
            event.preventDefault()
            save(event.shiftKey ? 'before' : 'next')
          } else if (event.key === 'Escape') {
            event.preventDefault()
            event.stopPropagation()
            isDone.current = true
            onEnd('here')
          }
        }}
        onBlur={() => {
          if (!isDone.current) save('away')
        }}
        className="min-h-8 w-full min-w-20 rounded-control border border-accent bg-surface px-2 text-right outline-2 outline-accent-soft aria-invalid:border-warn"
      />
      {said && (
        <span
          id={id}
          role="status"
          className={classes(
            'absolute top-full right-0 z-10 mt-1 rounded-control bg-raised px-2 py-1 text-caption whitespace-nowrap shadow-overlay',
            fault ? 'text-warn' : 'text-text-2',
          )}
        >
          {said}
        </span>
      )}
    </span>
  )
}
