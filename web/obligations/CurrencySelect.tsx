import { t } from '../../words/t.ts'
import { currencyLabel, currencyList } from '../currencies/list.ts'
import { useOwnCurrencies } from '../currencies/own.ts'
import { SelectField } from '../ui/Field.tsx'

/** The currency beside an amount. */
export const CurrencySelect = ({
  value,
  onChange,
  className = '',
}: {
  value: string
  onChange: (currency: string) => void
  className?: string
}) => (
  <SelectField
    label={t('Currency')}
    isLabelHidden
    value={value}
    onChange={(event) => onChange(event.target.value)}
    className={`w-36 shrink-0 ${className}`}
  >
    {currencyList([...useOwnCurrencies(), value]).map((currency) => (
      <option key={currency.id} value={currency.id}>
        {currencyLabel(currency)}
      </option>
    ))}
  </SelectField>
)
