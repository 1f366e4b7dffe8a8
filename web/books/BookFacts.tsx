import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type BookShown, getBook, updateBook } from '../../contract/books.ts'
import { MONTH_STARTS } from '../../contract/month.ts'
import { comma, t } from '../../words/t.ts'
import { call } from '../api/ask.ts'
import { Conflict } from '../api/Conflict.tsx'
import { useChange } from '../api/change.ts'
import { useEditing } from '../api/editing.ts'
import { CurrencyPicker } from '../currencies/CurrencyPicker.tsx'
import { accounts } from '../page/accounts.ts'
import { useBook } from '../page/me.ts'
import { SettingsCard } from '../page/Settings.tsx'
import { Button } from '../ui/Button.tsx'
import { Form, SelectField, TextField } from '../ui/Field.tsx'
import { currencyHeading } from '../ui/money.ts'
import { Refusal } from '../ui/States.tsx'

import { monthStartWords } from './month-start.ts'
import { figuresIn, hasEntries, RebasePopup } from './RebasePopup.tsx'
import { TimeZonePicker } from './TimeZonePicker.tsx'

const versionOf = ({ name, time_zone, month_starts_on, base_currency_id, version }: BookShown) => ({
  values: { name, time_zone, month_starts_on, base_currency_id },
  version,
})

const fields = () =>
  [
    { name: 'name', label: t('Name') },
    { name: 'time_zone', label: t('Time zone') },
    {
      name: 'month_starts_on',
      label: t('Months start on'),
      show: (values: { month_starts_on: BookShown['month_starts_on'] }) =>
        monthStartWords(values.month_starts_on),
    },
    { name: 'base_currency_id', label: t('Base currency') },
  ] as const

/** The settings of the book. */
export function BookFacts() {
  const book = useBook()
  const { data: all = [] } = useQuery(accounts)
  const figures = hasEntries(all) ? [] : figuresIn(all, book.base_currency_id)
  const [isAsking, setAsking] = useState(false)
  const isKept = useRef(false)
  const change = useChange(updateBook, { words: t('The book is saved') })
  const { refusal, fault } = change
  const { values, set, save, discard, isChanged, conflict } = useEditing('book', versionOf(book), {
    send: (_, body, headers) =>
      change.send({ body: { ...body, ...(isKept.current && { keep_figures: true }) }, headers }),
    refusal,
    read: async () => versionOf(await call(getBook)),
    onDone: () => setAsking(false),
  })
  const isFixed = refusal?.code === 'base_currency_fixed'
  const isPassing = refusal?.code === 'fx_rate_missing' || refusal?.code === 'stale'
  const isRebased = values.base_currency_id !== book.base_currency_id
  /** Without figures there is nothing to convert: accounts of the old currency follow. */
  const saveAs = (isSame: boolean) => {
    isKept.current = isRebased && isSame
    void save()
  }
  const ask = () => {
    change.clear()
    setAsking(true)
  }
  return (
    <SettingsCard title={t('The book')}>
      <Form
        className="flex max-w-100 flex-col gap-4"
        onSubmit={() => (isRebased && figures.length > 0 ? ask() : saveAs(true))}
      >
        <TextField
          label={t('Name')}
          value={values.name}
          fault={fault('name')}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TimeZonePicker
          value={values.time_zone}
          onChange={(time_zone) => set({ time_zone })}
          fault={
            refusal?.code === 'time_zone_unknown' ? t('Florin does not know this time zone.') : undefined
          }
        />
        <SelectField
          label={t('Months start on')}
          hint={t('For budgets and reports: for instance the day your salary comes.')}
          value={String(values.month_starts_on)}
          onChange={({ target }) =>
            set({
              month_starts_on: target.value === 'last_working_day' ? target.value : Number(target.value),
            })
          }
        >
          {MONTH_STARTS.map((start) => (
            <option key={start} value={String(start)}>
              {monthStartWords(start)}
            </option>
          ))}
        </SelectField>
        {hasEntries(all) ? (
          <div>
            <p className="mb-1.5 text-table font-medium">{t('Base currency')}</p>
            <p>{[currencyHeading(book.base_currency_id), book.base_currency_id].join(comma())}</p>
            <p className="mt-1 text-caption text-text-2">
              {t(
                'Sums and reports are in it. It stays, since transactions are written in it. A new book can have another one.',
              )}
            </p>
          </div>
        ) : (
          <CurrencyPicker
            label={t('Base currency')}
            value={values.base_currency_id}
            onChange={(base_currency_id) => set({ base_currency_id })}
            hint={
              !isRebased
                ? t(
                    'Sums and reports are in it. It can change until the first transaction or budget; balances you typed do not hold it up.',
                  )
                : figures.length > 0
                  ? t(
                      'Sums and reports will be in {currency}. Save asks what becomes of the balances you typed.',
                      { currency: values.base_currency_id },
                    )
                  : t('Sums and reports will be in {currency}.', { currency: values.base_currency_id })
            }
          />
        )}
        {isFixed && (
          <Refusal
            title={t('The base currency stays {currency}.', { currency: book.base_currency_id })}
            actions={
              <Button onClick={() => set({ base_currency_id: book.base_currency_id })}>
                {t('Use {currency} again', { currency: book.base_currency_id })}
              </Button>
            }
          >
            {t(
              '{count, plural, one {The book has # transactions and budgets, those in the trash included, and each was written in it. A new book can have another one.} other {The book has # transactions and budgets, those in the trash included, and each was written in it. A new book can have another one.}}',
              { count: Number(refusal.params.count) },
            )}
          </Refusal>
        )}
        {change.sentence && !isFixed && !isPassing && <Refusal title={change.sentence} />}
        <div className="flex gap-2">
          <Button look="primary" type="submit" isBusy={change.isBusy}>
            {t('Save')}
          </Button>
          {isChanged && (
            <>
              <Button onClick={discard}>{t('Discard')}</Button>
              <span className="self-center text-table text-text-2">{t('Not saved yet')}</span>
            </>
          )}
        </div>
      </Form>
      {isAsking && isRebased && (!change.sentence || isPassing) && (
        <RebasePopup
          from={book.base_currency_id}
          to={values.base_currency_id}
          figures={figures}
          refusal={refusal}
          isBusy={change.isBusy}
          onKeep={() => saveAs(true)}
          onConvert={() => saveAs(false)}
          onBack={change.clear}
          onClose={() => setAsking(false)}
        />
      )}
      {conflict && <Conflict id={book.id} fields={fields()} {...conflict} isBusy={change.isBusy} />}
    </SettingsCard>
  )
}
