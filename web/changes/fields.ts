import type { Change, Resource } from '../../contract/changes.ts'
import { isSame } from '../api/conflict.ts'

/** The fields of records in the history, in the reader's words. Pure: the screen turns a value into text, amounts and names. */
export type ShownRecord = { readonly [name: string]: unknown }

/** A value to show. An empty one is undefined. */
export type FieldValue =
  | { text: string }
  | { amount: number; currency: string }
  | { base: number }
  | { rate: number }
  | { day: string }
  /** The first and the last of several days. */
  | { days: [from: string, to: string] }
  | { month: string }
  | { id: string; of: 'account' | 'category' | 'contact'; name?: string }
  | { ids: readonly string[]; of: 'account' }
  | { said: number; currency: string | null; day: string; includesDay: boolean }
  | { parts: { name: string; amount: number; currency: string }[] }

type RecordField = { label: string; of: (record: ShownRecord) => FieldValue | undefined }

const monthIn = (value: unknown): FieldValue | undefined =>
  typeof value === 'string' ? { month: value } : undefined

const textOf = (value: unknown): FieldValue | undefined =>
  typeof value === 'string' && value !== '' ? { text: value } : undefined

const text = (label: string, name: string): RecordField => ({ label, of: (record) => textOf(record[name]) })
const day = (label: string, name: string): RecordField => ({
  label,
  of: (record) => (typeof record[name] === 'string' ? { day: record[name] } : undefined),
})
const amount = (label: string, name: string, currency = 'currency_id'): RecordField => ({
  label,
  of: (record) => amountIn(record[name], record[currency]),
})
const flag = (label: string, name: string, [yes, no]: [string, string] = ['yes', 'no']): RecordField => ({
  label,
  of: (record) => (typeof record[name] === 'boolean' ? { text: record[name] ? yes : no } : undefined),
})
const choice = (label: string, name: string, words: Readonly<Record<string, string>>): RecordField => ({
  label,
  of: (record) => textOf(words[String(record[name])]),
})

const amountIn = (value: unknown, currency: unknown): FieldValue | undefined =>
  typeof value === 'number' && typeof currency === 'string' ? { amount: value, currency } : undefined

const listIn = (record: ShownRecord, name: string): ShownRecord[] =>
  Array.isArray(record[name]) ? (record[name] as ShownRecord[]) : [] // lists of the API have objects in them

/** The lines of a transaction name the accounts that it is on, those in the trash too. */
const lineOf = (record: ShownRecord, accountId: unknown): ShownRecord | undefined =>
  listIn(record, 'lines').find((line) => line.account_id === accountId)

const account = (
  label: string,
  name: string,
  isOf: (record: ShownRecord) => boolean = () => true,
): RecordField => ({
  label,
  of: (record) => {
    const id = record[name]
    if (typeof id !== 'string' || !isOf(record)) return undefined
    const found = lineOf(record, id)?.account_name
    return { id, of: 'account', ...(typeof found === 'string' ? { name: found } : {}) }
  },
})

const named = (label: string, of: 'category' | 'contact'): RecordField => ({
  label,
  of: (record) => {
    const id = record[`${of}_id`]
    const name = record[`${of}_name`] ?? (record[of] as ShownRecord | undefined)?.name // an obligation has its contact in it
    if (typeof id !== 'string') return undefined
    return { id, of, ...(typeof name === 'string' && name !== '' ? { name } : {}) }
  },
})

const parts = (label: string, list: string, name: string): RecordField => ({
  label,
  of: (record) => {
    const all = listIn(record, list).map((one) => ({
      name: String(one[name]),
      amount: Number(one.amount),
      currency: String(record.currency_id),
    }))
    return all.length > 0 ? { parts: all } : undefined
  },
})

const isTransfer = (record: ShownRecord) => record.kind === 'transfer'
const hasSplits = (record: ShownRecord) => listIn(record, 'splits').length > 0

const rate: RecordField = {
  label: 'Rate',
  of: ({ fx_rate, fx_source }) =>
    typeof fx_rate === 'number' && fx_source !== 'base' ? { rate: fx_rate } : undefined,
}

const tags: RecordField = {
  label: 'Tags',
  of: ({ tags: all }) => (Array.isArray(all) && all.length > 0 ? { text: all.join(', ') } : undefined),
}

const category = named('Category', 'category')

/** The words of a transaction; of a split one those of its parts, each once. */
export const descriptionIn = (record: ShownRecord): string | undefined => {
  const memos = [record.memo, ...listIn(record, 'splits').map(({ memo }) => memo)]
  const words = memos.filter((memo) => typeof memo === 'string' && memo !== '')
  return words.length > 0 ? [...new Set(words)].join(', ') : undefined
}

/** The amount that an account begins with: a debt, or less than nothing, has a minus. */
const startAmount: RecordField = {
  label: 'Amount',
  of: (record) => {
    const isLess = Number(lineOf(record, record.asset_account_id)?.credit ?? 0) > 0
    return amountIn(isLess ? -Number(record.amount) : record.amount, record.currency_id)
  },
}

const transaction: RecordField[] = [
  { label: 'Description', of: (record) => textOf(descriptionIn(record)) },
  amount('Amount', 'amount'),
  day('Date', 'date'),
  { ...category, of: (record) => (hasSplits(record) ? undefined : category.of(record)) },
  parts('Split into', 'splits', 'category_name'),
  account('Account', 'asset_account_id', (record) => !isTransfer(record)),
  account('From', 'from_account_id'),
  account('To', 'to_account_id'),
  {
    label: 'Arrives as',
    of: (record) =>
      record.to_currency_id === record.currency_id
        ? undefined
        : amountIn(record.to_amount, record.to_currency_id),
  },
  {
    label: 'Taken from the account',
    of: (record) => amountIn(record.charged_amount, lineOf(record, record.asset_account_id)?.currency_id),
  },
  rate,
  named('Contact', 'contact'),
  parts('Others owe', 'shares', 'contact_name'),
  tags,
  { label: 'Refund', of: ({ is_refund }) => (is_refund === true ? { text: 'yes' } : undefined) },
  text('Notes', 'notes'),
  text('External id', 'external_id'),
]

const inUse = flag('In use', 'is_active')

/** shopping-basket is "shopping basket". */
const icon: RecordField = {
  label: 'Icon',
  of: ({ icon: name }) => textOf(typeof name === 'string' ? name.replaceAll('-', ' ') : undefined),
}

/** The place of a category in its group, by number. */
export const PLACE = 'Place'

/** The balance that was said as of a day. Its currency is the account's, or else the book's. */
const balanceAsOf: RecordField = {
  label: 'Known balance',
  of: ({ balance_as_of, currency_id }) => {
    const said = balance_as_of as ShownRecord | null | undefined // an object of the API, absent in records of before
    if (!said || typeof said.amount !== 'number') return undefined
    const currency = typeof currency_id === 'string' ? currency_id : null
    return { said: said.amount, currency, day: String(said.date), includesDay: said.includes_day === true }
  },
}

const monthStart: RecordField = {
  label: 'Months start on',
  of: ({ month_starts_on: start }) =>
    start === 'last_working_day'
      ? { text: 'the last working day' }
      : typeof start === 'number'
        ? { text: `day ${start}` }
        : undefined,
}

const planned: RecordField = {
  label: 'Amount',
  of: (record) => {
    const draft = (record.draft ?? {}) as ShownRecord // a plan's draft is an object
    const value = draft.amount ?? draft.original_amount
    if (typeof value !== 'number') return undefined
    return typeof draft.currency_id === 'string'
      ? { amount: value, currency: draft.currency_id }
      : { base: value }
  },
}

/** The words for what was done with one date of a plan. */
export const occurrenceWords: Readonly<Record<string, string>> = Object.fromEntries([
  ['post', 'recorded'],
  ['skip', 'skipped'],
  ['change', 'changed'],
])

const ticked: RecordField = {
  label: 'Ticked lines',
  of: (record) => ({ text: String(listIn(record, 'cleared_line_ids').length) }),
}

/** Fields that every record has, and that no reader misses. */
const isKept = (name: string) => /^(id|version|created_at|updated_at|deleted_at)$|_id$/.test(name)

/** The fields of a record of a kind that is not named below, by what they hold. */
const plainFields = (...records: (ShownRecord | null)[]): RecordField[] =>
  [...new Set(records.flatMap((record) => Object.keys(record ?? {})))]
    .filter((name) => !isKept(name))
    .map((name) => ({ label: inWords(name), of: (record) => plainValue(record, record[name]) }))

function plainValue(record: ShownRecord, value: unknown): FieldValue | undefined {
  if (typeof value === 'boolean') return { text: value ? 'yes' : 'no' }
  if (typeof value === 'number') return amountIn(value, record.currency_id) ?? { text: String(value) }
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? { day: value } : textOf(value)
}

/** is_active → Is active */
export const inWords = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** The names of the fields of each kind of record, in the order in which they are shown; a kind without an entry shows all of its fields. */
const fieldsOf: Partial<Record<Resource, RecordField[]>> = {
  book: [
    text('Name', 'name'),
    text('Base currency', 'base_currency_id'),
    text('Time zone', 'time_zone'),
    monthStart,
    flag('Daily rates of the ECB', 'ecb_rates', ['on', 'off']),
    day('Closed through', 'closed_through'),
  ],
  account: [
    text('Name', 'name'),
    choice('Kind', 'type', {
      asset: 'account',
      liability: 'card or loan',
      equity: 'equity',
      income: 'income',
      expense: 'expense',
    }),
    text('Number', 'code'),
    text('Currency', 'currency_id'),
    balanceAsOf,
    inUse,
    flag('Default account', 'is_default'),
    flag('A claim on others', 'is_claim'),
    flag('A thing, not money', 'is_valued'),
  ],
  import_rule: [text('Name', 'name'), inUse],
  category: [
    text('Name', 'name'),
    choice('For', 'kind', { expense: 'spending', income: 'income' }),
    {
      label: 'Group',
      of: ({ parent_id: id }) => (typeof id === 'string' ? { id, of: 'category' } : undefined),
    },
    {
      label: PLACE,
      of: ({ position }) =>
        typeof position === 'number' && position > 0 ? { text: `${position}` } : undefined,
    },
    icon,
    inUse,
  ],
  contact: [text('Name', 'name'), text('Phone', 'phone'), text('E-mail', 'email'), text('Notes', 'notes')],
  exchange_rate: [
    { label: 'Rate', of: ({ rate: value }) => (typeof value === 'number' ? { rate: value } : undefined) },
  ],
  budget: [
    {
      label: 'Budget',
      of: ({ amount: value }) => (typeof value === 'number' ? { base: value } : undefined),
    },
    flag('What is left is carried over', 'rollover'),
    flag('Holds', 'only', ['for its month alone', 'from its month on']),
    { label: 'Ended from', of: ({ running }) => monthIn(Object(running).until) },
  ],
  expense: transaction,
  income: transaction,
  transfer: transaction,
  opening: transaction.map((field) => (field.label === 'Amount' ? startAmount : field)),
  value: [day('Day', 'date'), amount('Worth', 'amount'), rate, text('Notes', 'notes')],
  value_posting: transaction,
  obligation_posting: transaction,
  payment: transaction,
  write_off: transaction,
  obligation: [
    text('Name', 'name'),
    choice('Who owes', 'direction', { receivable: 'they owe you', payable: 'you owe them' }),
    amount('Amount', 'original_amount'),
    amount('Still owed', 'outstanding_amount'),
    day('Since', 'opened_date'),
    day('Due', 'due_date'),
    named('Contact', 'contact'),
    text('Reference', 'reference'),
    rate,
    text('Notes', 'notes'),
  ],
  plan: [
    text('Name', 'name'),
    planned,
    {
      label: 'Rhythm',
      of: ({ schedule }) =>
        typeof schedule === 'object' && schedule !== null
          ? { text: rhythm(schedule as ShownRecord) } // a plan's schedule
          : undefined,
    },
    flag('Recorded', 'auto', ['by itself', 'by hand']),
    day('Next', 'next_date'),
  ],
  plan_occurrence: [day('Day', 'scheduled_date'), choice('This time', 'action', occurrenceWords), planned],
  goal: [
    text('Name', 'name'),
    amount('To save', 'target_amount'),
    day('By', 'target_date'),
    {
      label: 'An envelope of',
      of: ({ envelope }) => {
        const id = Object(envelope).account_id
        return typeof id === 'string' ? { id, of: 'account' } : undefined
      },
    },
    {
      label: 'Saved on',
      of: ({ account_ids: ids }) =>
        Array.isArray(ids) && ids.length > 0 ? { ids: ids.map(String), of: 'account' } : undefined,
    },
    icon,
    text('Notes', 'notes'),
    inUse,
  ],
  goal_move: [day('Day', 'date'), amount('Amount', 'amount'), text('Notes', 'notes')],
  reconciliation: [
    day('Statement of', 'date'),
    amount('Balance on the statement', 'statement_balance'),
    choice('State', 'status', { open: 'open', finished: 'finished' }),
    ticked,
  ],
}

/** every month, every 4 weeks */
const rhythm = (schedule: ShownRecord): string =>
  schedule.every === 1 ? `every ${schedule.unit}` : `every ${String(schedule.every)} ${schedule.unit}s`

export type ChangedField = { label: string; before: FieldValue | undefined; after: FieldValue | undefined }

/** The fields in which a record differs before and after; all fields of one that is new or gone. */
export function changedFields(change: Change): ChangedField[] {
  const [before, after] = [change.before, change.after] as [ShownRecord | null, ShownRecord | null] // plain objects
  const fields = fieldsOf[change.resource] ?? plainFields(before, after)
  const isSplit = after !== null && hasSplits(after)
  return fields.flatMap(({ label, of }) => {
    if (isSplit && label === category.label) return [] // its parts say it
    const was = before ? of(before) : undefined
    const is = after ? of(after) : undefined
    return isSame(was, is) ? [] : [{ label, before: was, after: is }]
  })
}

/** The fields that the same change has changed of several records: of days their range, and of other values that they differ. Where they differ before and after, nothing is said. */
export function changedTogether(changes: readonly Change[]): ChangedField[] {
  const byLabel = Map.groupBy(changes.flatMap(changedFields), ({ label }) => label)
  return [...byLabel].flatMap(([label, fields]) => {
    const before = together(fields.map((one) => one.before))
    const after = together(fields.map((one) => one.after))
    if (before === 'different' && after === 'different') return []
    const said = (value: typeof before) =>
      value === 'different'
        ? { text: `different ${label.toLowerCase().replace(/(?<=[^aeiou])y$/, 'ie')}s` }
        : value
    return [{ label, before: said(before), after: said(after) }]
  })
}

function together(values: readonly (FieldValue | undefined)[]): FieldValue | undefined | 'different' {
  const [first] = values
  if (values.every((one) => isSame(one, first))) return first
  const days = values.flatMap((one) => (one && 'day' in one && !('said' in one) ? [one.day] : [])).sort()
  const [from, to] = [days[0], days.at(-1)]
  return from !== undefined && to !== undefined && days.length === values.length
    ? { days: [from, to] }
    : 'different'
}
