import { type BookShown, exportBook, getBook, updateBook } from '../../contract/books.ts'
import { listTransactions } from '../../contract/budgeting.ts'
import { MONTH_STARTS } from '../../contract/month.ts'
import { call } from '../api/ask.ts'
import { Conflict } from '../api/Conflict.tsx'
import { useChange } from '../api/change.ts'
import { DownloadSheet, fileAddress } from '../api/DownloadList.tsx'
import { useEditing } from '../api/editing.ts'
import { CurrencyPicker } from '../currencies/CurrencyPicker.tsx'
import { useBook } from '../page/me.ts'
import { SettingsCard, SettingsFrame } from '../page/Settings.tsx'
import { Button, ButtonLink, PlainLink } from '../ui/Button.tsx'
import { Form, SelectField, TextField } from '../ui/Field.tsx'
import { Refusal } from '../ui/States.tsx'
import { Closing } from './Closing.tsx'
import { monthStartWords } from './month-start.ts'
import { TimeZonePicker } from './TimeZonePicker.tsx'

export const BookPage = () => (
  <SettingsFrame title="Book">
    <Facts />
    <Closing />
    <TakeOut />
    <Seal />
  </SettingsFrame>
)

const versionOf = ({ name, time_zone, month_starts_on, base_currency_id, version }: BookShown) => ({
  values: { name, time_zone, month_starts_on, base_currency_id },
  version,
})

const fields = [
  { name: 'name', label: 'Name' },
  { name: 'time_zone', label: 'Time zone' },
  {
    name: 'month_starts_on',
    label: 'Months start on',
    show: (values: { month_starts_on: BookShown['month_starts_on'] }) =>
      monthStartWords(values.month_starts_on),
  },
  { name: 'base_currency_id', label: 'Base currency' },
] as const

function Facts() {
  const book = useBook()
  const change = useChange(updateBook, { words: 'The book is saved' })
  const { refusal, fault } = change
  const { values, set, save, discard, isChanged, conflict } = useEditing('book', versionOf(book), {
    send: (_, body, headers) => change.send({ body, headers }),
    refusal,
    read: async () => versionOf(await call(getBook)),
  })
  const isFixed = refusal?.code === 'base_currency_fixed'
  const isRateMissing = refusal?.code === 'fx_rate_missing'
  const isRebased = values.base_currency_id !== book.base_currency_id
  return (
    <SettingsCard title="The book">
      <Form className="flex max-w-100 flex-col gap-4" onSubmit={save}>
        <TextField
          label="Name"
          value={values.name}
          fault={fault('name')}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TimeZonePicker
          value={values.time_zone}
          onChange={(time_zone) => set({ time_zone })}
          fault={refusal?.code === 'time_zone_unknown' ? 'Florin does not know this time zone.' : undefined}
        />
        <SelectField
          label="Months start on"
          hint="For budgets and reports: for instance the day your salary comes."
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
        <CurrencyPicker
          label="Base currency"
          value={values.base_currency_id}
          onChange={(base_currency_id) => set({ base_currency_id })}
          hint={
            isRebased
              ? `Sums and reports will be in ${values.base_currency_id}. Balances you typed keep their amount and currency, and count at the rate of their day; an account without a currency of its own keeps to ${book.base_currency_id}.`
              : 'Sums and reports are in it. It can change until the first transaction or budget; balances you typed do not hold it up.'
          }
        />
        {isFixed && (
          <Refusal
            title={`The base currency stays ${book.base_currency_id}.`}
            actions={
              <Button onClick={() => set({ base_currency_id: book.base_currency_id })}>
                Use {book.base_currency_id} again
              </Button>
            }
          >
            The book has {String(refusal.params.count)} transactions and budgets, those in the trash included,
            and each was written in it. A new book can have another one.
          </Refusal>
        )}
        {change.sentence && !isFixed && refusal?.code !== 'stale' && (
          <Refusal
            title={change.sentence}
            actions={isRateMissing && <ButtonLink to="/settings/rates">Enter the rate</ButtonLink>}
          />
        )}
        <div className="flex gap-2">
          <Button look="primary" type="submit" isBusy={change.isBusy}>
            Save
          </Button>
          {isChanged && <Button onClick={discard}>Discard</Button>}
        </div>
      </Form>
      {conflict && <Conflict id={book.id} fields={fields} {...conflict} isBusy={change.isBusy} />}
    </SettingsCard>
  )
}

const programs = Object.entries({
  json: 'Florin (JSON)',
  hledger: 'hledger',
  ledger: 'Ledger',
  beancount: 'Beancount',
})

/** The whole book as a file that other programs can read. */
const TakeOut = () => (
  <SettingsCard
    title="Take it with you"
    words="The whole book for a spreadsheet, a sheet for each kind of record, or all transactions in eight columns. Or one file for another Florin, which takes it over as it is, or for other bookkeeping programs. A list has a download of its own, at its top."
  >
    <div className="flex flex-wrap gap-2">
      <PlainLink download href={fileAddress(exportBook, { format: 'xlsx' })}>
        Spreadsheet (XLSX)
      </PlainLink>
      <DownloadSheet route={listTransactions} query={{ sort: 'date' }}>
        Transactions (CSV)
      </DownloadSheet>
      {programs.map(([format, name]) => (
        <PlainLink download key={format} href={fileAddress(exportBook, { format })}>
          {name}
        </PlainLink>
      ))}
    </div>
  </SettingsCard>
)

/** The proof that nobody has altered the history: a kept copy shows it later. */
const Seal = () => {
  const { seal } = useBook()
  return (
    <SettingsCard
      title="Seal of the history"
      words={`Your book has ${seal.version} versions. If you keep this text, it shows later whether anything up to that version was altered.`}
    >
      <details>
        <summary className="min-h-6 cursor-pointer text-table font-medium text-accent">Show the seal</summary>
        <p className="mt-2 font-mono text-caption break-all text-text-2">{seal.hash}</p>
      </details>
    </SettingsCard>
  )
}
