import { useState } from 'react'
import { t } from '../../../words/t.ts'
import { useAddress } from '../../page/address.ts'
import { useBook, useToday } from '../../page/me.ts'
import { Button } from '../../ui/Button.tsx'
import { Form, TextField } from '../../ui/Field.tsx'
import { Popup } from '../../ui/Popup.tsx'
import { daysOfPeriod, filtersIn, periods } from '../filters.ts'
import { saveFilter } from './saved-filters.ts'

const names = Object.keys(periods) as (keyof typeof periods)[] // its keys are the periods

/** The days of the list: a month or year by its name, or two days of one's own. */
export function PeriodFilter({ onClose }: { onClose: () => void }) {
  const { search, filter } = useAddress()
  const today = useToday()
  const { month_starts_on } = useBook()
  const [from, setFrom] = useState(search.date_from ?? '')
  const [to, setTo] = useState(search.date_to ?? '')
  const set = (days: { date_from?: string | undefined; date_to?: string | undefined }) => {
    filter(days)
    onClose()
  }
  const isReversed = from !== '' && to !== '' && from > to
  return (
    <Popup
      title={t('Period')}
      onClose={onClose}
      foot={
        <Button type="submit" form="period" look="primary">
          {t('Show [verb]')}
        </Button>
      }
    >
      <div className="grid grid-cols-2 gap-2">
        {names.map((name) => (
          <Button key={name} onClick={() => set(daysOfPeriod(name, today, month_starts_on))}>
            {periods[name]()}
          </Button>
        ))}
      </div>
      <Form
        id="period"
        className="mt-5 grid grid-cols-2 gap-3"
        onSubmit={() => {
          if (!isReversed) set({ date_from: from || undefined, date_to: to || undefined })
        }}
      >
        <TextField
          label={t('From [a day]')}
          type="date"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <TextField
          label={t('To [a day]')}
          type="date"
          value={to}
          fault={isReversed ? t('This day is before the first one.') : undefined}
          onChange={(event) => setTo(event.target.value)}
        />
      </Form>
    </Popup>
  )
}

const readNumber = (text: string): string | undefined => {
  const number = Number(text.replace(',', '.'))
  return text.trim() !== '' && Number.isFinite(number) ? String(number) : undefined
}

/** The least and the largest amount, in the currency that each transaction is in. */
export function AmountFilter({ onClose }: { onClose: () => void }) {
  const { search, filter } = useAddress()
  const [min, setMin] = useState(search.amount_min ?? '')
  const [max, setMax] = useState(search.amount_max ?? '')
  const fault = (text: string) =>
    text.trim() !== '' && readNumber(text) === undefined ? t('This is not an amount.') : undefined
  return (
    <Popup
      title={t('Amount')}
      onClose={onClose}
      foot={
        <Button type="submit" form="amount" look="primary">
          {t('Show [verb]')}
        </Button>
      }
    >
      <Form
        id="amount"
        className="grid grid-cols-2 gap-3"
        onSubmit={() => {
          if (fault(min) || fault(max)) return
          filter({ amount_min: readNumber(min), amount_max: readNumber(max) })
          onClose()
        }}
      >
        <TextField
          label={t('At least')}
          inputMode="decimal"
          value={min}
          fault={fault(min)}
          onChange={(event) => setMin(event.target.value)}
          autoFocus
        />
        <TextField
          label={t('At most')}
          inputMode="decimal"
          value={max}
          fault={fault(max)}
          onChange={(event) => setMax(event.target.value)}
        />
      </Form>
      <p className="mt-3 text-caption text-text-3">{t('In the currency that each transaction is in.')}</p>
    </Popup>
  )
}

/** Keeps the filters of the list by a name, in this browser. */
export function SaveFilter({ onClose }: { onClose: () => void }) {
  const { search } = useAddress()
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string>()
  return (
    <Popup
      title={t('Save these filters')}
      onClose={onClose}
      foot={
        <Button type="submit" form="save-filter" look="primary">
          {t('Save [verb]')}
        </Button>
      }
    >
      <Form
        id="save-filter"
        onSubmit={() => {
          if (name.trim() === '') return setFault(t('Give them a name.'))
          saveFilter(name.trim(), filtersIn(search) as Record<string, string>) // the parameters of an address are text
          onClose()
        }}
      >
        <TextField
          label={t('Name')}
          value={name}
          maxLength={60}
          fault={fault}
          hint={t('It stays in this browser, under Filter.')}
          onChange={(event) => setName(event.target.value)}
          autoFocus
        />
      </Form>
    </Popup>
  )
}
