import { useEffect, useRef, useState } from 'react'
import { classes } from '../ui/classes.ts'
import { Field } from '../ui/Field.tsx'

const LENGTH = 6

/** Six boxes that are one field: a code can be typed, pasted or filled in, and sends itself with its last digit. */
export function CodeField({
  label,
  value,
  fault,
  isFirst = false,
  onChange,
  onFull,
}: {
  label: string
  value: string
  fault?: string | undefined
  /** Whether it is the first field of its page, and has the focus. */
  isFirst?: boolean
  onChange: (code: string) => void
  onFull?: (code: string) => void
}) {
  const [isFocused, setFocused] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // A wrong code is emptied, and the next one begins in the first box.
  useEffect(() => {
    if (fault || isFirst) input.current?.focus()
  }, [fault, isFirst])
  return (
    <Field label={label} fault={fault}>
      {(ids) => (
        <div className="relative w-fit">
          <div aria-hidden className="flex gap-2">
            {Array.from({ length: LENGTH }, (_, place) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: the boxes are their places.
                key={place}
                className={classes(
                  'grid h-11 w-10 place-items-center rounded-control border bg-surface text-title font-medium tabular-nums',
                  place === 3 && 'ms-2',
                  isFocused && place === Math.min(value.length, LENGTH - 1)
                    ? 'border-accent outline-2 outline-accent-soft'
                    : 'border-line-2',
                )}
              >
                {value[place]}
              </span>
            ))}
          </div>
          <input
            {...ids}
            ref={input}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={value}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onChange={(event) => {
              const code = event.target.value.replace(/\D/g, '').slice(0, LENGTH)
              onChange(code)
              if (code.length === LENGTH && code !== value) onFull?.(code)
            }}
            className="absolute inset-0 w-full bg-transparent! text-transparent! caret-transparent opacity-0"
          />
        </div>
      )}
    </Field>
  )
}
