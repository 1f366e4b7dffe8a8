import type { Problem } from '../../contract/problem.ts'
import { t } from '../../words/t.ts'
import { KeepRate, type RateKeeping } from '../currencies/KeepRate.tsx'
import { missingRateWords } from '../currencies/missing-rate.ts'
import { useBook, useToday } from '../page/me.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { DayField } from '../ui/DayField.tsx'
import { DebtHint } from '../ui/DebtHint.tsx'
import { debtWords } from '../ui/debt-words.ts'
import { Checkbox, Field, TextField } from '../ui/Field.tsx'
import { currencyName } from '../ui/money.ts'
import { Segmented } from '../ui/Segmented.tsx'
import {
  type AccountFaults,
  type AccountValues,
  asOfDay,
  balanceLabel,
  dayOfBalance,
  staysTrue,
} from './account-form.ts'

type BalanceProps = {
  values: AccountValues
  set: (part: Partial<AccountValues>) => void
  faults: AccountFaults
  refusal: Problem | undefined
  fault: (field: string) => string | undefined
  keeping: RateKeeping
  currency: string
}

/**
 * The balance, or debt, as of a day, or when the books begin; in a foreign currency with the rate of that day, if Florin has none.
 */
export function BalanceFields({
  values,
  set,
  faults,
  refusal,
  fault,
  keeping,
  currency,
  isSaid,
}: BalanceProps & {
  /** The account has such a balance already. */
  isSaid: boolean
}) {
  const today = useToday()
  const isDebt = values.type === 'liability'
  const isToday = values.as_of_date === today
  const debtHint = (text: string) =>
    isDebt &&
    debtWords({ text, isOnIt: values.is_on_it }, currency) !== undefined && (
      <DebtHint
        debt={{ text, isOnIt: values.is_on_it }}
        currencyId={currency}
        onTurn={(is_on_it) => set({ is_on_it })}
      />
    )
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('Which balance do you know?')}>
        {() => (
          <Segmented
            label={t('Which balance do you know?')}
            className="flex"
            value={values.known}
            options={[
              { value: 'as_of', label: t('As of a day') },
              { value: 'start', label: t('At the start') },
            ]}
            onChange={(known) => set({ known })}
          />
        )}
      </Field>
      {values.known === 'as_of' ? (
        <div>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-[5fr_7fr] sm:gap-3">
            <AmountField
              label={balanceLabel(values, today, isSaid)}
              currencyId={currency}
              text={values.as_of}
              onText={(as_of) => set({ as_of })}
              hint={debtHint(values.as_of)}
              fault={faults.as_of ?? fault('balance_as_of.amount') ?? fault('balance_as_of')}
            />
            <DayField
              label={t('As of')}
              today={today}
              day={values.as_of_date}
              onDay={(day) => day && set(asOfDay(values, day, today))}
              fault={fault('balance_as_of.date')}
            />
          </div>
          <p className="mt-1.5 text-caption text-text-3">{staysTrue(values, currencyName(currency))}</p>
          <Checkbox
            checked={values.includes_day}
            onChange={(event) => set({ includes_day: event.target.checked })}
          >
            {isToday ? t('Today’s entries are in it') : t('The entries of that day are in it')}
          </Checkbox>
        </div>
      ) : (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-[5fr_7fr] sm:gap-3">
          <AmountField
            label={isDebt ? t('Owed at the start') : t('Balance at the start')}
            currencyId={currency}
            text={values.opening}
            onText={(opening) => set({ opening })}
            hint={debtHint(values.opening)}
            fault={faults.opening ?? fault('opening_balance')}
            placeholder="0"
          />
          <DayField
            label={t('On [a day]')}
            today={today}
            day={values.opening_date}
            onDay={(day) => day && set({ opening_date: day })}
            fault={fault('opening_date')}
          />
        </div>
      )}
      <RateOfBalance
        values={values}
        set={set}
        faults={faults}
        refusal={refusal}
        fault={fault}
        keeping={keeping}
        currency={currency}
      />
    </div>
  )
}

/** The worth of a thing at the end of a day. It may be stated later. */
export function WorthFields({ values, set, faults, fault, currency, ...rest }: BalanceProps) {
  const today = useToday()
  return (
    <div className="flex flex-col gap-4">
      <div>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-[5fr_7fr] sm:gap-3">
          <AmountField
            label={t('What is it worth?')}
            currencyId={currency}
            text={values.as_of}
            onText={(as_of) => set({ as_of })}
            fault={faults.as_of ?? fault('balance_as_of.amount') ?? fault('balance_as_of')}
          />
          <DayField
            label={t('On which day?')}
            today={today}
            day={values.as_of_date}
            onDay={(day) => day && set({ as_of_date: day })}
            fault={fault('balance_as_of.date')}
          />
        </div>
        <p className="mt-1.5 text-caption text-text-3">
          {t('Empty, if you do not know it yet. Later values are stated on its page.')}
        </p>
      </div>
      <RateOfBalance {...{ values, set, faults, fault, currency }} {...rest} />
    </div>
  )
}

/** The rate of the balance's day, where Florin has none or somebody gave one. */
function RateOfBalance({ values, set, faults, refusal, fault, keeping, currency }: BalanceProps) {
  const today = useToday()
  const base = useBook().base_currency_id
  const isMissing = refusal?.code === 'fx_rate_missing'
  if (currency === base || (!isMissing && values.rate === '')) return null
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={t('1 {currency} in {base}', { currency, base })}
        inputMode="decimal"
        value={values.rate}
        onChange={(event) => set({ rate: event.target.value })}
        fault={
          faults.rate ??
          (isMissing
            ? `${missingRateWords({ from: currency, to: base, date: dayOfBalance(values) }, today)} ${t('What was it worth?')}`
            : fault('fx_rate'))
        }
      />
      <KeepRate keeping={keeping} />
    </div>
  )
}
