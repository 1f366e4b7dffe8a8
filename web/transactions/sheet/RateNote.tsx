import { useState } from 'react'
import type { Transaction } from '../../../contract/budgeting.ts'
import { t } from '../../../words/t.ts'
import { KeepRate, type RateKeeping } from '../../currencies/KeepRate.tsx'
import { useToday } from '../../page/me.ts'
import { AmountField } from '../../ui/AmountField.tsx'
import { Button } from '../../ui/Button.tsx'
import { dayInSentence } from '../../ui/dates.ts'
import { TextField } from '../../ui/Field.tsx'
import { rateText } from '../../ui/money.ts'
import { hiddenMoneyText, usePrivacy } from '../../ui/privacy.ts'
import { rateFor, type TransactionValues } from './transaction-values.ts'

const sources: Readonly<Record<string, () => string>> = {
  ecb: () => t('ECB'),
  own: () => t('your own rate'),
  given: () => t('as you said'),
  charged: () => t('from what the bank took'),
}

/** "$48.00 at 0.9221, ECB, 6 November", and a way to enter another amount that the bank took. */
export function RateNote({
  transaction,
  values,
  takenCurrency,
  keeping,
  onChange,
  fault,
}: {
  transaction: Transaction
  values: TransactionValues
  /** The currency that the bank keeps the account in; undefined if it takes any. */
  takenCurrency: string | undefined
  keeping: RateKeeping
  onChange: (part: Partial<TransactionValues>) => void
  fault: (field: keyof TransactionValues) => string | undefined
}) {
  const today = useToday()
  usePrivacy() // the amount below follows it
  const [isOpen, setOpen] = useState(values.rate !== '' || values.charged !== '')
  const isShown = isOpen || Boolean(fault('rate') ?? fault('charged'))
  const { amount, currency_id, fx_rate, fx_source, fx_date } = transaction
  const source = sources[fx_source]?.()
  const rated = {
    amount: hiddenMoneyText(amount, currency_id),
    rate: rateText(fx_rate),
    day: dayInSentence(fx_date, today),
  }
  return (
    <div className="rounded-control bg-tile/50 px-3 py-2 text-table">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="text-text-2">
          {source === undefined
            ? t('{amount} at {rate}, {day} [of the rate]', rated)
            : t('{amount} at {rate}, {source}, {day}', { ...rated, source })}
        </span>
        {!isShown && (
          <Button look="quiet" className="-mx-3" onClick={() => setOpen(true)}>
            {takenCurrency ? t('Use what the bank took') : t('Use another rate')}
          </Button>
        )}
      </div>
      {isShown && (
        <RateFields
          values={values}
          takenCurrency={takenCurrency}
          keeping={keeping}
          onChange={onChange}
          fault={fault}
          transaction={transaction}
        />
      )}
    </div>
  )
}

/** Both ways to say the worth of an amount: the rate, or the amount the bank took. */
export function RateFields({
  transaction: { currency_id, base_currency_id },
  values,
  takenCurrency,
  keeping,
  onChange,
  fault,
}: {
  transaction: Pick<Transaction, 'currency_id' | 'base_currency_id'>
  values: TransactionValues
  takenCurrency: string | undefined
  keeping: RateKeeping
  onChange: (part: Partial<TransactionValues>) => void
  fault: (field: keyof TransactionValues) => string | undefined
}) {
  // An account that takes any currency has no amount of its own: the amount taken in the base currency gives the rate.
  const [taken, setTaken] = useState('')
  const currency = takenCurrency ?? base_currency_id
  return (
    <div className="mt-2 grid grid-cols-[1fr_auto_1fr] items-end gap-2">
      <div data-field="rate">
        {' '}
        <TextField
          label={t('1 {from} in {to} [currencies]', { from: currency_id, to: base_currency_id })}
          inputMode="decimal"
          value={values.rate}
          placeholder="0.00"
          fault={fault('rate')}
          onChange={(event) => onChange({ rate: event.target.value })}
        />
      </div>
      <span className="pb-2 text-table text-text-3">{t('or')}</span>
      <div data-field="charged">
        {' '}
        <AmountField
          label={takenCurrency ? t('The bank took') : t('It was worth')}
          currencyId={currency}
          text={takenCurrency ? values.charged : taken}
          fault={fault('charged')}
          onText={(text) => {
            if (takenCurrency) onChange({ charged: text })
            else {
              setTaken(text)
              onChange({ rate: rateFor(values.amount, currency_id, text, base_currency_id) })
            }
          }}
        />
      </div>
      {values.rate !== '' && (
        <div className="col-span-full">
          <KeepRate keeping={keeping} />
        </div>
      )}
    </div>
  )
}
