import type { Problem } from '../../contract/problem.ts'
import { CurrencyPicker } from '../currencies/CurrencyPicker.tsx'
import { KeepRate, type RateKeeping } from '../currencies/KeepRate.tsx'
import { missingRateWords } from '../currencies/missing-rate.ts'
import { useBook, useToday } from '../page/me.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { DayField } from '../ui/DayField.tsx'
import { Checkbox, Field, TextField } from '../ui/Field.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { type AccountFaults, type AccountValues, dayOfBalance } from './account-form.ts'

/** The fields of an account, new or not. */
export function AccountFields({
  values,
  set,
  faults,
  change: { refusal, fault },
  keeping,
  isNew,
}: {
  values: AccountValues
  set: (part: Partial<AccountValues>) => void
  faults: AccountFaults
  change: { refusal: Problem | undefined; fault: (field: string) => string | undefined }
  keeping: RateKeeping
  isNew: boolean
}) {
  const base = useBook().base_currency_id
  const currency = values.currency_id || base
  return (
    <>
      <TextField
        label="Name"
        value={values.name}
        autoFocus={isNew}
        fault={faults.name ?? fault('name')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <Field label="What is it?">
        {() => (
          <Segmented
            label="What is it?"
            className="flex"
            value={values.type}
            options={[
              { value: 'asset', label: 'Cash or bank' },
              { value: 'liability', label: 'Card or loan' },
            ]}
            onChange={(type) => set({ type })}
          />
        )}
      </Field>
      <div>
        <Checkbox
          checked={values.currency_id !== ''}
          onChange={(event) => set({ currency_id: event.target.checked ? base : '' })}
        >
          Only one currency
        </Checkbox>
        <p className="mb-2 text-caption text-text-3">
          A bank account has one; a purse takes whatever is put into it.
        </p>
        {values.currency_id !== '' && (
          <CurrencyPicker
            label="Currency"
            value={values.currency_id}
            onChange={(currency_id) => set({ currency_id })}
          />
        )}
      </div>
      <Balance
        values={values}
        set={set}
        faults={faults}
        refusal={refusal}
        fault={fault}
        keeping={keeping}
        currency={currency}
        isForeign={currency !== base}
      />
      <Checkbox checked={values.is_default} onChange={(event) => set({ is_default: event.target.checked })}>
        Use it where nothing else is chosen
      </Checkbox>
      {!isNew && (
        <div>
          <Checkbox checked={values.is_active} onChange={(event) => set({ is_active: event.target.checked })}>
            In use
          </Checkbox>
          <p className="text-caption text-text-3">
            One that is not in use is not offered any more; its transactions stay as they are.
          </p>
        </div>
      )}
    </>
  )
}

/** An account that takes any currency is a purse. */
const labelOf = ({ type, currency_id, as_of_date }: AccountValues, today: string): string =>
  type === 'liability'
    ? as_of_date === today
      ? 'You owe today'
      : 'Owed as of'
    : as_of_date !== today
      ? 'Balance as of'
      : currency_id === ''
        ? 'In it today'
        : 'In the bank today'

/**
 * The balance, or debt, as of a day, or when the books begin; in a foreign currency with the rate of that day, if Florin has none.
 */
function Balance({
  values,
  set,
  faults,
  refusal,
  fault,
  keeping,
  currency,
  isForeign,
}: {
  values: AccountValues
  set: (part: Partial<AccountValues>) => void
  faults: AccountFaults
  refusal: Problem | undefined
  fault: (field: string) => string | undefined
  keeping: RateKeeping
  currency: string
  isForeign: boolean
}) {
  const today = useToday()
  const base = useBook().base_currency_id
  const isRateMissing = refusal?.code === 'fx_rate_missing'
  const isDebt = values.type === 'liability'
  const isToday = values.as_of_date === today
  return (
    <div className="flex flex-col gap-4">
      <Field label="Which balance do you know?">
        {() => (
          <Segmented
            label="Which balance do you know?"
            className="flex"
            value={values.known}
            options={[
              { value: 'as_of', label: 'As of a day' },
              { value: 'start', label: 'At the start' },
            ]}
            onChange={(known) => set({ known })}
          />
        )}
      </Field>
      {values.known === 'as_of' ? (
        <div>
          <div className="grid gap-4 sm:grid-cols-[5fr_7fr] sm:gap-3">
            <AmountField
              label={labelOf(values, today)}
              currencyId={currency}
              text={values.as_of}
              onText={(as_of) => set({ as_of })}
              fault={faults.as_of ?? fault('balance_as_of.amount') ?? fault('balance_as_of')}
            />
            <DayField
              label="As of"
              today={today}
              day={values.as_of_date}
              onDay={(day) => day && set({ as_of_date: day })}
              fault={fault('balance_as_of.date')}
            />
          </div>
          <p className="mt-1.5 text-caption text-text-3">
            It stays true: entries before that day move the start, never this figure.
          </p>
          <Checkbox
            checked={values.includes_day}
            onChange={(event) => set({ includes_day: event.target.checked })}
          >
            {isToday ? 'Today’s entries are in it' : 'The entries of that day are in it'}
          </Checkbox>
        </div>
      ) : (
        <div className="grid gap-4 sm:grid-cols-[5fr_7fr] sm:gap-3">
          <AmountField
            label={isDebt ? 'Owed at the start' : 'Balance at the start'}
            currencyId={currency}
            text={values.opening}
            onText={(opening) => set({ opening })}
            fault={faults.opening ?? fault('opening_balance')}
            placeholder="0"
          />
          <DayField
            label="On"
            today={today}
            day={values.opening_date}
            onDay={(day) => day && set({ opening_date: day })}
            fault={fault('opening_date')}
          />
        </div>
      )}
      {isForeign && (isRateMissing || values.rate !== '') && (
        <div className="flex flex-col gap-2">
          <TextField
            label={`1 ${currency} in ${base}`}
            inputMode="decimal"
            value={values.rate}
            onChange={(event) => set({ rate: event.target.value })}
            fault={
              faults.rate ??
              (isRateMissing
                ? `${missingRateWords({ from: currency, to: base, date: dayOfBalance(values) }, today)} What was it worth?`
                : fault('fx_rate'))
            }
          />
          <KeepRate keeping={keeping} />
        </div>
      )}
    </div>
  )
}
