import { useId } from 'react'
import { classes } from './classes.ts'

/** One of a few, all in sight: radio buttons that look like one control. */
export function Segmented<const V extends string>({
  label,
  value,
  options,
  onChange,
  className,
}: {
  label: string
  value: V
  options: readonly { value: V; label: React.ReactNode }[]
  onChange: (value: V) => void
  className?: string
}) {
  const name = useId()
  return (
    <fieldset className={classes('inline-flex rounded-control bg-sunken p-0.5', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex min-h-7 touch:min-h-10 flex-1 cursor-pointer items-center justify-center rounded-[6px] px-2.5 text-table font-medium whitespace-nowrap text-text-2 hover:text-text has-checked:bg-raised has-checked:text-text has-checked:shadow-[0_0_0_1px_var(--line)] has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
