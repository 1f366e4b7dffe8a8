import { allCurrencies } from '../../contract/iso4217.ts'
import { classes } from '../ui/classes.ts'
import { inputClasses } from '../ui/Field.tsx'

/** The currency beside an amount. */
export const CurrencySelect = ({
  value,
  onChange,
  className,
}: {
  value: string
  onChange: (currency: string) => void
  className?: string
}) => (
  <select
    aria-label="Currency"
    value={value}
    onChange={(event) => onChange(event.target.value)}
    className={classes(inputClasses, 'w-auto! shrink-0 text-text-2', className)}
  >
    {allCurrencies.map(({ id }) => (
      <option key={id} value={id}>
        {id}
      </option>
    ))}
  </select>
)
