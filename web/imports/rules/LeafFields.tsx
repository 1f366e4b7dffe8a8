import type { Leaf } from '../../../contract/import-rules.ts'
import { t } from '../../../words/t.ts'
import { AccountPicker } from '../../accounts/AccountPicker.tsx'
import { AmountField } from '../../ui/AmountField.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { comparisons, type LeafForm, leaf } from './rule-form.ts'

const fieldNames = {
  text: () => t('Text'),
  amount: () => t('Amount'),
  direction: () => t('Money'),
  account: () => t('Account'),
  currency: () => t('Currency'),
}

/** One condition: its field, its comparison and its value. */
export function LeafFields({
  condition: { field, is, not, value },
  currencyId,
  fault,
  onChange,
}: {
  condition: LeafForm
  currencyId: string
  fault: string | undefined
  onChange: (part: Partial<LeafForm>) => void
}) {
  const common = { label: t('Value'), isLabelHidden: true, fault }
  return (
    <div className="grid grid-cols-2 gap-2 *:last:col-span-2">
      <SelectField
        label={t('What is looked at')}
        isLabelHidden
        value={field}
        onChange={(event) => {
          const { key: _, ...fresh } = leaf(0, event.target.value as Leaf['field']) // the options are these
          onChange(fresh)
        }}
      >
        {Object.entries(fieldNames).map(([name, label]) => (
          <option key={name} value={name}>
            {label()}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('How it is compared')}
        isLabelHidden
        value={`${is}${not ? ' not' : ''}`}
        onChange={(event) => {
          const [chosen = is, negated] = event.target.value.split(' ')
          onChange({ is: chosen, not: negated === 'not' })
        }}
      >
        {comparisons[field].map((one) => (
          <option key={one.value} value={one.value}>
            {one.label()}
          </option>
        ))}
        {comparisons[field].map((one) => (
          <option key={`${one.value} not`} value={`${one.value} not`}>
            {one.negated()}
          </option>
        ))}
      </SelectField>
      {field === 'amount' ? (
        <AmountField
          {...common}
          currencyId={currencyId}
          text={value}
          onText={(text) => onChange({ value: text })}
        />
      ) : field === 'direction' ? (
        <SelectField {...common} value={value} onChange={(event) => onChange({ value: event.target.value })}>
          <option value="out">{t('going out')}</option>
          <option value="in">{t('coming in')}</option>
        </SelectField>
      ) : field === 'account' ? (
        <AccountPicker {...common} value={value || null} onChange={({ id }) => onChange({ value: id })} />
      ) : (
        <TextField
          {...common}
          value={value}
          maxLength={field === 'currency' ? 3 : 255}
          placeholder={field === 'currency' ? 'EUR' : 'lidl'}
          onChange={(event) => onChange({ value: event.target.value })}
        />
      )}
    </div>
  )
}
