import type { TObject } from 'typebox'
import { createImportRule } from '../../contract/import-rules.ts'
import { createPlan } from '../../contract/plans.ts'
import { checkOf } from '../http/validation.ts'
import type { Entry } from '../ledger/journal.ts'
import type { Kind, Rows } from '../ledger/records.ts'
import {
  amountIn,
  baseAmount,
  chargedAmount,
  currency,
  day,
  email,
  type Field,
  fault,
  flag,
  id,
  listOf,
  month,
  name,
  oneOf,
  orNone,
  rate,
  recordsOf,
  signedBase,
  signedIn,
  text,
  time,
} from './fields.ts'

/**
 * The kinds of records in the file of a book, in their order: a reader that goes line by line meets accounts before the records that refer to
 * them.
 */
export const fileKinds = [
  'account',
  'category',
  'contact',
  'exchange_rate',
  'budget',
  'obligation',
  'plan',
  'plan_occurrence',
  'transaction',
  'reconciliation',
  'import_rule',
] as const satisfies readonly Kind[]
export type FileKind = (typeof fileKinds)[number]

/** Versions and places are those of the log, which is not in the file: the order of the records is that of their creation. */
type Placed = 'created_version' | 'created_position' | 'version'
/** A rate and a budget are identified by their own fields. */
type Addressed = 'exchange_rate' | 'budget'
type ShapeOf<K extends FileKind> = {
  readonly [N in Exclude<keyof Rows[K], Placed | (K extends Addressed ? 'id' : never)>]: Field
}

const dated = { created_at: time, updated_at: time, deleted_at: orNone(time) }
const fx = { fx_rate: rate, fx_source: oneOf('base', 'given', 'own', 'ecb', 'charged'), fx_date: day }

/** A draft or a schedule is as the API has it. */
const asSent = (schema: TObject, fields: () => readonly string[]): Field => {
  const check = checkOf(schema as object, false)
  return {
    read(value) {
      if (check(value) !== true || typeof value !== 'object' || value === null)
        return fault('it is not as the API has it')
      for (const field of Object.keys(value))
        if (!fields().includes(field))
          fault(`it has a field that is not known: ${JSON.stringify(field.slice(0, 50))}`)
      return value
    },
  }
}
const { draft, schedule } = createPlan.body.properties
const draftOf = asSent(draft, () => Object.keys(draft.properties).filter((field) => field !== 'date'))

const { when, set } = createImportRule.body.properties
/** A rule that comes after all others has the next rank, which may be above the highest that can be sent. */
const inRange = (rank: number) => rank >= 0 && rank <= 2_000_000

const MAX_NOTES = 10_000
/** The notes of an obligation are bounded by the size of a request alone. */
const MAX_LONG_NOTES = 262_144
/** A split bill that is shared has 100 parts and 100 shares at most, and one entry more. */
const MAX_ENTRIES = 201
/** As many lines as a request can tick, and more than any statement has. */
const MAX_TICKS = 20_000

const entry = {
  debit_account_id: id,
  credit_account_id: id,
  debit_line_id: id,
  credit_line_id: id,
  currency_id: currency,
  amount: amountIn(),
  base_amount: baseAmount,
  category_id: orNone(id),
  obligation_id: orNone(id),
  memo: { ...text(255), absent: () => '' },
} satisfies Record<keyof Entry, Field>

export const shapes: { readonly [K in FileKind]: ShapeOf<K> } = {
  account: {
    id,
    name: name(255),
    code: name(20),
    type: oneOf('asset', 'liability', 'equity', 'income', 'expense'),
    role: orNone(oneOf('receivables', 'payables', 'opening_balances', 'currency_exchange', 'exchange_gains')),
    is_active: flag,
    is_claim: flag,
    is_default: flag,
    currency_id: orNone(currency),
    ...dated,
  },
  category: {
    id,
    kind: oneOf('expense', 'income'),
    name: name(255),
    is_active: flag,
    account_id: id,
    ...dated,
  },
  contact: {
    id,
    name: name(255),
    phone: orNone(text(50)),
    email: orNone(email),
    notes: orNone(text(MAX_NOTES)),
    ...dated,
  },
  exchange_rate: { from_id: currency, to_id: currency, date: day, rate },
  budget: { category_id: id, month, amount: baseAmount, rollover: flag },
  obligation: {
    id,
    name: name(150),
    reference: orNone(text(100)),
    notes: orNone(text(MAX_LONG_NOTES)),
    opened_date: day,
    due_date: orNone(day),
    direction: oneOf('payable', 'receivable'),
    original_amount: amountIn(),
    outstanding_amount: amountIn(),
    outstanding_base: signedBase,
    currency_id: currency,
    contact_id: id,
    account_id: id,
    claim_account_id: id,
    counter_account_id: id,
    ...fx,
    expense_id: orNone(id),
    plan_id: orNone(id),
    settled_at: orNone(time),
    ...dated,
  },
  plan: {
    id,
    name: name(255),
    kind: oneOf('expense', 'income', 'transfer', 'obligation'),
    draft: draftOf,
    schedule: asSent(schedule, () => Object.keys(schedule.properties)),
    auto: flag,
    since: day,
    next_date: orNone(day),
    ...dated,
  },
  plan_occurrence: {
    id,
    plan_id: id,
    date: day,
    action: oneOf('post', 'skip', 'change'),
    draft: orNone(draftOf),
    transaction_id: orNone(id),
    obligation_id: orNone(id),
    ...dated,
  },
  transaction: {
    id,
    kind: oneOf('expense', 'income', 'transfer', 'opening', 'obligation', 'payment', 'write_off'),
    date: day,
    currency_id: currency,
    amount: amountIn(),
    base_amount: baseAmount,
    ...fx,
    category_id: orNone(id),
    account_id: orNone(id),
    charged_amount: orNone(chargedAmount),
    to_account_id: orNone(id),
    to_amount: orNone(amountIn('to_currency_id')),
    to_currency_id: orNone(currency),
    other_source: orNone(oneOf('given', 'found')),
    contact_id: orNone(id),
    obligation_id: orNone(id),
    plan_id: orNone(id),
    is_refund: flag,
    notes: orNone(text(MAX_NOTES)),
    tags: listOf(name(50), 20),
    external_id: orNone(name(255)),
    ...dated,
    entries: recordsOf(entry, MAX_ENTRIES),
  },
  reconciliation: {
    id,
    account_id: id,
    currency_id: currency,
    date: day,
    statement_amount: signedIn(),
    start_amount: signedIn(),
    cleared_line_ids: listOf(id, MAX_TICKS),
    adjustment_id: orNone(id),
    finished_at: orNone(time),
    ...dated,
  },
  import_rule: {
    id,
    name: name(150),
    rank: {
      read: (value) =>
        Number.isSafeInteger(value) && inRange(Number(value)) ? value : fault('it must be a rank'),
    },
    is_active: flag,
    conditions: asSent(when, () => Object.keys(when.properties)),
    actions: asSent(set, () => Object.keys(set.properties)),
    ...dated,
  },
}

/** The settings of a book. The day that its months start on is text, as it is stored. */
export const settingsShape = {
  name: name(255),
  base_currency_id: currency,
  time_zone: text(100),
  closed_through: orNone(day),
  month_starts_on: oneOf(...Array.from({ length: 28 }, (_, index) => String(index + 1)), 'last_working_day'),
}
