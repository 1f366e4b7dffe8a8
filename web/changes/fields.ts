import type { Change, Resource } from '../../contract/changes.ts'
import { comma, t } from '../../words/t.ts'
import { isSame } from '../api/conflict.ts'
import { wordsOfIcon } from '../ui/icon-words.ts'
import {
  account,
  amount,
  amountIn,
  choice,
  day,
  type FieldValue,
  flag,
  lineOf,
  listIn,
  monthIn,
  named,
  parts,
  type RecordField,
  type ShownRecord,
  text,
  textOf,
  yesWord,
} from './field-makers.ts'

export type { FieldValue, ShownRecord } from './field-makers.ts'

/** The fields of records in the history, in the reader's words. */

/** The field that has the place of a category in its group, by number. */
export const PLACE = 'position'

const isTransfer = (record: ShownRecord) => record.kind === 'transfer'
const hasSplits = (record: ShownRecord) => listIn(record, 'splits').length > 0

const rate: RecordField = {
  name: 'rate',
  label: () => t('Rate'),
  of: ({ fx_rate, fx_source }) =>
    typeof fx_rate === 'number' && fx_source !== 'base' ? { rate: fx_rate } : undefined,
}

const tags: RecordField = {
  name: 'tags',
  label: () => t('Tags'),
  of: ({ tags: all }) => (Array.isArray(all) && all.length > 0 ? { text: all.join(comma()) } : undefined),
}

const category = named(() => t('Category'), 'category')

/** The words of a transaction; of a split one those of its parts, each once. */
export const descriptionIn = (record: ShownRecord): string | undefined => {
  const memos = [record.memo, ...listIn(record, 'splits').map(({ memo }) => memo)]
  const words = memos.filter((memo) => typeof memo === 'string' && memo !== '')
  return words.length > 0 ? [...new Set(words)].join(comma()) : undefined
}

/** The amount that an account begins with: a debt, or less than nothing, has a minus. */
const startAmount: RecordField = {
  name: 'amount',
  label: () => t('Amount'),
  of: (record) => {
    const isLess = Number(lineOf(record, record.asset_account_id)?.credit ?? 0) > 0
    return amountIn(isLess ? -Number(record.amount) : record.amount, record.currency_id)
  },
}

const transaction: RecordField[] = [
  { name: 'description', label: () => t('Description'), of: (record) => textOf(descriptionIn(record)) },
  amount(() => t('Amount'), 'amount'),
  day(() => t('Date'), 'date'),
  { ...category, of: (record) => (hasSplits(record) ? undefined : category.of(record)) },
  parts(() => t('Split into'), 'splits', 'category_name'),
  account(
    () => t('Account'),
    'asset_account_id',
    (record) => !isTransfer(record),
  ),
  account(() => t('From [an account]'), 'from_account_id'),
  account(() => t('To [an account]'), 'to_account_id'),
  {
    name: 'to_amount',
    label: () => t('Arrives as'),
    of: (record) =>
      record.to_currency_id === record.currency_id
        ? undefined
        : amountIn(record.to_amount, record.to_currency_id),
  },
  {
    name: 'charged_amount',
    label: () => t('Taken from the account'),
    of: (record) => amountIn(record.charged_amount, lineOf(record, record.asset_account_id)?.currency_id),
  },
  rate,
  named(() => t('Contact'), 'contact'),
  parts(() => t('Others owe'), 'shares', 'contact_name'),
  tags,
  {
    name: 'is_refund',
    label: () => t('Refund'),
    of: ({ is_refund }) => (is_refund === true ? { text: yesWord() } : undefined),
  },
  text(() => t('Notes'), 'notes'),
  text(() => t('External id'), 'external_id'),
]

const inUse = flag(() => t('In use'), 'is_active')

const icon: RecordField = {
  name: 'icon',
  label: () => t('Icon'),
  of: ({ icon: name }) => textOf(typeof name === 'string' ? wordsOfIcon(name) : undefined),
}

/** The balance that was said as of a day; that of a debt has a minus, as in every list of accounts. Its currency is the account's, or else the book's. */
const balanceAsOf: RecordField = {
  name: 'balance_as_of',
  label: () => t('Known balance'),
  of: ({ balance_as_of, currency_id, type }) => {
    const said = balance_as_of as ShownRecord | null | undefined // an object of the API, absent in records of before
    if (!said || typeof said.amount !== 'number') return undefined
    const currency = typeof currency_id === 'string' ? currency_id : null
    const amount = type === 'liability' ? -said.amount : said.amount
    return { said: amount, currency, day: String(said.date), includesDay: said.includes_day === true }
  },
}

const monthStart: RecordField = {
  name: 'month_starts_on',
  label: () => t('Months start on'),
  of: ({ month_starts_on: start }) =>
    start === 'last_working_day'
      ? { text: t('the last working day') }
      : typeof start === 'number'
        ? { text: t('day {day} [of a month]', { day: start }) }
        : undefined,
}

const planned: RecordField = {
  name: 'draft',
  label: () => t('Amount'),
  of: (record) => {
    const draft = (record.draft ?? {}) as ShownRecord // a plan's draft is an object
    const value = draft.amount ?? draft.original_amount
    if (typeof value !== 'number') return undefined
    return typeof draft.currency_id === 'string'
      ? { amount: value, currency: draft.currency_id }
      : { base: value }
  },
}

const ticked: RecordField = {
  name: 'cleared_line_ids',
  label: () => t('Ticked lines'),
  of: (record) => ({ text: String(listIn(record, 'cleared_line_ids').length) }),
}

/** The names of the fields of each kind of record, in the order in which they are shown: a closed list, so that no name of the API's is ever read. A kind that a newer service has shows none. */
const fieldsOf: Readonly<Record<Resource, RecordField[]>> = {
  book: [
    text(() => t('Name'), 'name'),
    text(() => t('Base currency'), 'base_currency_id'),
    text(() => t('Time zone'), 'time_zone'),
    monthStart,
    flag(() => t('Daily rates of the ECB'), 'ecb_rates', [
      () => t('on [switched on]'),
      () => t('off [switched off]'),
    ]),
    day(() => t('Closed through'), 'closed_through'),
  ],
  account: [
    text(() => t('Name'), 'name'),
    choice(() => t('Kind'), 'type', {
      asset: () => t('account'),
      liability: () => t('card or loan'),
      equity: () => t('equity'),
      income: () => t('income'),
      expense: () => t('expense'),
    }),
    text(() => t('Number'), 'code'),
    text(() => t('Currency'), 'currency_id'),
    balanceAsOf,
    inUse,
    flag(() => t('Default account'), 'is_default'),
    flag(() => t('A claim on others'), 'is_claim'),
    flag(() => t('A thing, not money'), 'is_valued'),
  ],
  import_rule: [text(() => t('Name'), 'name'), inUse],
  category: [
    text(() => t('Name'), 'name'),
    choice(() => t('For [spending or income]'), 'kind', {
      expense: () => t('spending'),
      income: () => t('income'),
    }),
    {
      name: 'parent_id',
      label: () => t('Group'),
      of: ({ parent_id: id }) => (typeof id === 'string' ? { id, of: 'category' } : undefined),
    },
    {
      name: PLACE,
      label: () => t('Place [number in a list]'),
      of: ({ position }) =>
        typeof position === 'number' && position > 0 ? { text: `${position}` } : undefined,
    },
    icon,
    inUse,
  ],
  contact: [
    text(() => t('Name'), 'name'),
    text(() => t('Phone'), 'phone'),
    text(() => t('E-mail'), 'email'),
    text(() => t('Notes'), 'notes'),
  ],
  exchange_rate: [
    {
      name: 'rate',
      label: () => t('Rate'),
      of: ({ rate: value }) => (typeof value === 'number' ? { rate: value } : undefined),
    },
  ],
  budget: [
    {
      name: 'amount',
      label: () => t('Budget'),
      of: ({ amount: value }) => (typeof value === 'number' ? { base: value } : undefined),
    },
    flag(() => t('What is left is carried over'), 'rollover'),
    flag(() => t('Holds [a budget]'), 'only', [() => t('for its month alone'), () => t('from its month on')]),
    {
      name: 'until',
      label: () => t('Ended from [a month]'),
      of: ({ running }) => monthIn(Object(running).until),
    },
  ],
  expense: transaction,
  income: transaction,
  transfer: transaction,
  opening: transaction.map((field) => (field.name === 'amount' ? startAmount : field)),
  value: [
    day(() => t('Day'), 'date'),
    amount(() => t('Worth'), 'amount'),
    rate,
    text(() => t('Notes'), 'notes'),
  ],
  value_posting: transaction,
  obligation_posting: transaction,
  payment: transaction,
  write_off: transaction,
  obligation: [
    text(() => t('Name'), 'name'),
    choice(() => t('Who owes'), 'direction', {
      receivable: () => t('they owe you'),
      payable: () => t('you owe them'),
    }),
    amount(() => t('Amount'), 'original_amount'),
    amount(() => t('Still owed'), 'outstanding_amount'),
    day(() => t('Since [a day]'), 'opened_date'),
    day(() => t('Due [a day]'), 'due_date'),
    named(() => t('Contact'), 'contact'),
    text(() => t('Reference'), 'reference'),
    rate,
    text(() => t('Notes'), 'notes'),
  ],
  plan: [
    text(() => t('Name'), 'name'),
    planned,
    {
      name: 'schedule',
      label: () => t('Rhythm'),
      of: ({ schedule }) =>
        typeof schedule === 'object' && schedule !== null
          ? { text: rhythm(schedule as ShownRecord) } // a plan's schedule
          : undefined,
    },
    flag(() => t('Recorded'), 'auto', [() => t('by itself'), () => t('by hand')]),
    day(() => t('Next [day]'), 'next_date'),
  ],
  plan_occurrence: [
    day(() => t('Day'), 'scheduled_date'),
    choice(() => t('This time'), 'action', {
      post: () => t('recorded'),
      skip: () => t('skipped'),
      change: () => t('changed'),
    }),
    planned,
  ],
  goal: [
    text(() => t('Name'), 'name'),
    amount(() => t('To save'), 'target_amount'),
    day(() => t('By [a day]'), 'target_date'),
    {
      name: 'envelope',
      label: () => t('An envelope of'),
      of: ({ envelope }) => {
        const id = Object(envelope).account_id
        return typeof id === 'string' ? { id, of: 'account' } : undefined
      },
    },
    {
      name: 'account_ids',
      label: () => t('Saved on [accounts]'),
      of: ({ account_ids: ids }) =>
        Array.isArray(ids) && ids.length > 0 ? { ids: ids.map(String), of: 'account' } : undefined,
    },
    icon,
    text(() => t('Notes'), 'notes'),
    inUse,
  ],
  goal_move: [
    day(() => t('Day'), 'date'),
    amount(() => t('Amount'), 'amount'),
    text(() => t('Notes'), 'notes'),
  ],
  reconciliation: [
    day(() => t('Statement of'), 'date'),
    amount(() => t('Balance on the statement'), 'statement_balance'),
    choice(() => t('State'), 'status', {
      open: () => t('open [not finished]'),
      finished: () => t('finished'),
    }),
    ticked,
  ],
}

/** every month, every 4 weeks */
const rhythm = (schedule: ShownRecord): string =>
  t(
    '{unit, select, day {every {count, plural, one {day} other {# days}}} week {every {count, plural, one {week} other {# weeks}}} month {every {count, plural, one {month} other {# months}}} other {every {count, plural, one {year} other {# years}}}}',
    { unit: String(schedule.unit), count: Number(schedule.every) },
  )

export type ChangedField = {
  name: string
  label: string
  before: FieldValue | undefined
  after: FieldValue | undefined
}

/** The fields in which a record differs before and after; all fields of one that is new or gone. */
export function changedFields(change: Change): ChangedField[] {
  const [before, after] = [change.before, change.after] as [ShownRecord | null, ShownRecord | null] // plain objects
  const fields = Object.hasOwn(fieldsOf, change.resource) ? fieldsOf[change.resource] : []
  const isSplit = after !== null && hasSplits(after)
  return fields.flatMap(({ name, label, of }) => {
    if (isSplit && name === category.name) return [] // its parts say it
    const was = before ? of(before) : undefined
    const is = after ? of(after) : undefined
    return isSame(was, is) ? [] : [{ name, label: label(), before: was, after: is }]
  })
}

/** The fields that the same change has changed of several records: of days their range, and of other values that they differ. Where they differ before and after, nothing is said. */
export function changedTogether(changes: readonly Change[]): ChangedField[] {
  const byName = Map.groupBy(changes.flatMap(changedFields), ({ name }) => name)
  return [...byName].flatMap(([name, fields]) => {
    const before = together(fields.map((one) => one.before))
    const after = together(fields.map((one) => one.after))
    if (before === 'different' && after === 'different') return []
    const said = (value: typeof before) => (value === 'different' ? { text: differing(name) } : value)
    return [{ name, label: fields[0]?.label ?? '', before: said(before), after: said(after) }]
  })
}

const differing = (field: string): string =>
  t(
    '{field, select, description {different descriptions} name {different names} amount {different amounts} category {different categories} contact {different contacts} asset_account_id {different accounts} from_account_id {different accounts} to_account_id {different accounts} rate {different rates} tags {different tags} notes {different notes} icon {different icons} other {different values}}',
    { field },
  )

function together(values: readonly (FieldValue | undefined)[]): FieldValue | undefined | 'different' {
  const [first] = values
  if (values.every((one) => isSame(one, first))) return first
  const days = values.flatMap((one) => (one && 'day' in one && !('said' in one) ? [one.day] : [])).sort()
  const [from, to] = [days[0], days.at(-1)]
  return from !== undefined && to !== undefined && days.length === values.length
    ? { days: [from, to] }
    : 'different'
}
