import type { Problem } from '../../contract/problem.ts'
import { t } from '../../words/t.ts'
import { CurrencyPicker } from '../currencies/CurrencyPicker.tsx'
import type { RateKeeping } from '../currencies/KeepRate.tsx'
import { useBook } from '../page/me.ts'
import { Checkbox, Field, TextField } from '../ui/Field.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { Sideways } from '../ui/Sideways.tsx'
import { type AccountFaults, type AccountValues, isThing, kindChosen } from './account-form.ts'
import { BalanceFields, WorthFields } from './BalanceFields.tsx'

/** The fields of an account, new or not. */
export function AccountFields({
  values,
  set,
  faults,
  change: { refusal, fault },
  keeping,
  isNew,
  isSaid = false,
  hasStart = false,
}: {
  values: AccountValues
  set: (part: Partial<AccountValues>) => void
  faults: AccountFaults
  change: { refusal: Problem | undefined; fault: (field: string) => string | undefined }
  keeping: RateKeeping
  isNew: boolean
  /** A balance as of a day was said of it. */
  isSaid?: boolean
  /** It began with a balance. */
  hasStart?: boolean
}) {
  const base = useBook().base_currency_id
  const currency = values.currency_id || base
  const isOfThing = isThing(values)
  const balance = { values, set, faults, refusal, fault, keeping, currency }
  return (
    <>
      <TextField
        label={t('Name')}
        value={values.name}
        autoFocus={isNew}
        fault={faults.name ?? fault('name')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <Field label={t('What is it?')}>
        {() => (
          <Sideways className="-m-1 p-1">
            <Segmented
              label={t('What is it?')}
              className="flex"
              value={isOfThing ? 'thing' : values.type}
              options={[
                { value: 'asset', label: t('Cash or bank') },
                { value: 'liability', label: t('Card or loan') },
                { value: 'thing', label: t('A thing') },
              ]}
              onChange={(kind) => set(kindChosen(kind, values, base, isNew))}
            />
          </Sideways>
        )}
      </Field>
      {isOfThing && (
        <p className="-mt-2 text-caption text-text-3">
          {t(
            'Something that is worth something without being money: a house, a car, a pension. It counts in net worth and is no choice for paying.',
          )}
        </p>
      )}
      <div>
        {!isOfThing && (
          <>
            <Checkbox
              checked={values.currency_id !== ''}
              onChange={(event) => set({ currency_id: event.target.checked ? base : '' })}
            >
              {t('Only one currency')}
            </Checkbox>
            <p className="mb-2 text-caption text-text-3">
              {t('A bank account has one; a purse takes whatever is put into it.')}
            </p>
          </>
        )}
        {values.currency_id !== '' && (
          <CurrencyPicker
            label={t('Currency')}
            value={values.currency_id}
            onChange={(currency_id) => set({ currency_id })}
          />
        )}
      </div>
      {!isOfThing || (hasStart && !isSaid) ? (
        <BalanceFields {...balance} isSaid={isSaid} />
      ) : (
        (isNew || isSaid) && <WorthFields {...balance} />
      )}
      {!isOfThing && (
        <Checkbox checked={values.is_default} onChange={(event) => set({ is_default: event.target.checked })}>
          {t('Use it where nothing else is chosen')}
        </Checkbox>
      )}
      {!isNew && (
        <div>
          <Checkbox checked={values.is_active} onChange={(event) => set({ is_active: event.target.checked })}>
            {t('In use')}
          </Checkbox>
          <p className="text-caption text-text-3">
            {t('One that is not in use is not offered any more; its transactions stay as they are.')}
          </p>
        </div>
      )}
    </>
  )
}
