import { type KeyboardEvent, type ReactNode, type Ref, useLayoutEffect, useState } from 'react'
import { afterKey, fieldOfAmount, readField, shownAmount } from './amount-input.ts'
import { amountFaultText } from './amount-text.ts'
import { classes } from './classes.ts'
import { DockedKeypad, FIGURES } from './DockedKeypad.tsx'
import { Field, inputClasses } from './Field.tsx'
import { useIsTouch } from './media.ts'
import { decimalsOf, moneyText, symbolOf } from './money.ts'

/**
 * An amount, or a sum of amounts, as text: `.` and `,` both work. The text belongs to the form; `amountOfField(text, currencyId)` is the
 * amount for the API, and `fieldOfAmount(amount, currencyId)` the text to begin with.
 *
 *   <AmountField label="Amount" currencyId="EUR" text={draft.amount} onText={(amount) => change({ amount })} fault={fault('amount')} />
 *
 * Leaving the field turns a sum into its result, and shows thousands apart as everywhere else. Where fingers point, our keypad with + and − takes the place of the keyboard.
 */
export function AmountField({
  label,
  currencyId,
  text,
  onText,
  fault,
  hint,
  isLabelHidden = false,
  className,
  inputRef,
  placeholder,
  onEnter,
}: {
  label: ReactNode
  currencyId: string
  text: string
  onText: (text: string) => void
  fault?: string | undefined
  hint?: ReactNode
  isLabelHidden?: boolean
  className?: string
  inputRef?: Ref<HTMLInputElement>
  placeholder?: string
  onEnter?: () => void
}) {
  const isTouch = useIsTouch()
  const [focused, setFocused] = useState<HTMLInputElement>()
  const isFocused = focused !== undefined
  const [isLeft, setLeft] = useState(false)
  const read = readField(text, currencyId)
  const symbol = symbolOf(currencyId)
  const isSum = read.fault === undefined && read.isSum
  const settle = () => {
    setFocused(undefined)
    setLeft(true)
    if (read.fault === undefined && read.isSum) onText(fieldOfAmount(read.minor, currencyId))
  }
  // The text to edit has no thousands apart, so it replaces the shown one before it is selected.
  useLayoutEffect(() => focused?.select(), [focused])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (isSum) onText(fieldOfAmount(read.minor, currencyId))
    onEnter?.()
  }
  // While somebody types, an unfinished sum is not a fault.
  const ownFault =
    read.fault !== undefined &&
    read.fault !== 'empty' &&
    (isLeft || read.fault !== 'incomplete') &&
    !isFocused
      ? amountFaultText(read.fault)
      : undefined
  return (
    <>
      <Field
        label={label}
        hint={hint}
        fault={fault ?? ownFault}
        isLabelHidden={isLabelHidden}
        {...(className && { className })}
      >
        {(ids) => (
          <span className="relative block">
            <input
              {...ids}
              {...FIGURES}
              ref={inputRef}
              value={isFocused ? text : shownAmount(text, currencyId)}
              autoComplete="off"
              inputMode={isTouch ? 'none' : 'text'}
              placeholder={placeholder}
              onChange={(event) => onText(event.target.value)}
              onFocus={(event) => setFocused(event.target)}
              onBlur={settle}
              onKeyDown={onKeyDown}
              className={classes(
                inputClasses,
                isSum ? 'pe-28' : symbol.length > 1 ? 'pe-12' : 'pe-8',
                'tabular-nums',
              )}
            />
            <span className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-caption text-text-3">
              {isSum ? (
                <output className="font-medium text-text-2">= {moneyText(read.minor, currencyId)}</output>
              ) : (
                symbol
              )}
            </span>
          </span>
        )}
      </Field>
      {isTouch && isFocused && (
        <DockedKeypad
          onKey={(key, isSelected) => onText(afterKey(text, key, decimalsOf(currencyId), isSelected))}
        />
      )}
    </>
  )
}
