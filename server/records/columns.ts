import type { TObject } from 'typebox'
import { type Day, isDay } from '../../contract/day.ts'
import { isEmail } from '../../contract/email.ts'
import { currencyFacts } from '../../contract/iso4217.ts'
import { decimalFrom, decimalText, LARGEST } from '../../contract/money.ts'
import { isMonth, type Month, NEVER } from '../../contract/month.ts'
import type { Stored } from '../ledger/kind.ts'
import { checkOf } from '../process/validation.ts'

/**
 * The columns of records: how a value is stored in JSON, and how it is written in the file of a book, which may contain anything. A column also says the
 * type of its values, so that the types of rows follow from the columns.
 */

/** Why a value of a file cannot be used: a sentence without its full stop, in which "it" is the record, or the field that `named` puts in its place. */
export class Fault extends Error {}

export function fault(sentence: string): never {
  throw new Fault(sentence)
}

/** A record of the file, as JSON has it or as it is stored: both have their currency in the same place. */
type FileRecord = Readonly<Record<string, unknown>>

export type Column<Value = unknown> = {
  readonly stored: Stored
  /** Reads a value of the file; a column without it is not in the file. */
  readonly read?: (value: unknown, record: FileRecord, base: string) => unknown
  readonly write?: (value: unknown, record: FileRecord, base: string) => unknown
  /** The default: a field with this value is left out of the file. A field without a default is required. */
  readonly absent?: () => unknown
  /** The value of records that were written before the column was added: in events, backups and files. */
  readonly was?: Value
  /** The type of the values: it exists for the compiler only. */
  readonly type?: Value
}

export type Columns = Readonly<Record<string, Column>>

/** The row that has these columns. */
export type RowOf<C extends Columns> = { -readonly [N in keyof C]: C[N] extends Column<infer V> ? V : never }

export const orNull = <V>(column: Column<V>): Column<V | null> =>
  ({ ...column, absent: () => null }) as Column<V | null> // and null

/** A column that was added later: `value` is its value in every record that was written before. */
export const since = <V>(value: null extends V ? null : V, column: Column<V>): Column<V> => ({
  ...column,
  absent: () => value,
  was: value,
})

/** A version of the book, or a place in its order. The file has neither: the order of its lines says the same. */
export const version: Column<number> = { stored: 'version' }
export const place: Column<number> = { stored: 'plain' }

/** A value in a sentence, cut where it is long. */
const quoted = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

const needs = (value: unknown, what: string): never => fault(`it must be ${what}, and is ${quoted(value)}`)

/** A value that is stored as it is read. */
const plain = <V>(read: NonNullable<Column['read']>): Column<V> => ({ stored: 'plain', read })

/** Text that PostgreSQL can hold, of at most this many characters. */
export const text = (most: number): Column<string> =>
  plain((value) =>
    typeof value === 'string' && value.isWellFormed() && !value.includes('\0') && lengthOf(value) <= most
      ? value
      : needs(value, `text of ${most} characters at most`),
  )
const lengthOf = (value: string) => (value.length > 100_000 ? value.length : [...value].length)

/** Text that is not blank. */
export const name = (most: number): Column<string> =>
  plain((value, ...rest) =>
    typeof value === 'string' && /\S/.test(value)
      ? text(most).read?.(value, ...rest)
      : needs(value, 'text that is not blank'),
  )

export const email: Column<string> = plain((value) =>
  typeof value === 'string' && isEmail(value) ? value : needs(value, 'an e-mail address'),
)

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export const id: Column<string> = plain((value) =>
  typeof value === 'string' && ID.test(value) ? value : needs(value, 'a UUID in lower case'),
)

export const flag: Column<boolean> = plain((value) =>
  typeof value === 'boolean' ? value : needs(value, 'true or false'),
)

export const oneOf = <V extends string>(...values: readonly V[]): Column<V> =>
  plain((value) =>
    values.some((one) => one === value) ? value : needs(value, `one of ${values.join(', ')}`),
  )

export const day: Column<Day> = plain((value) =>
  typeof value === 'string' && isDay(value) ? value : needs(value, 'a day from 1900 to 2200, as YYYY-MM-DD'),
)

export const month: Column<Month> = plain((value) =>
  typeof value === 'string' && isMonth(value) ? value : needs(value, 'a month, as YYYY-MM'),
)

/** The month before which something ends, or the one after every month if it has no end. */
export const end: Column<Month> = plain((value) =>
  typeof value === 'string' && (isMonth(value) || value === NEVER)
    ? value
    : needs(value, `a month, as YYYY-MM, or ${NEVER}`),
)

const TIME = /^(19|2[01])\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

export const time: Column<string> = {
  stored: 'time',
  read: (value) => {
    const isTime = typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value))
    return isTime && new Date(value).toISOString() === value
      ? value
      : needs(value, 'a time as 2026-01-31T12:00:00.000Z')
  },
}

export const currency: Column<string> = plain((value) =>
  typeof value === 'string' && currencyFacts(value)?.id === value
    ? value
    : needs(value, 'a currency of ISO 4217'),
)

/** A rate: decimal text without a sign, more than 0, of as many digits as Florin ever computes. */
export const rate: Column<string> = {
  stored: 'decimal',
  read: (value) =>
    typeof value === 'string' && /^(0|[1-9]\d{0,19})(\.\d{1,60})?$/.test(value) && /[1-9]/.test(value)
      ? value
      : needs(value, 'a rate above 0, as text'),
}

/** A whole number from 0 on. */
export const wholeUpTo = (most: number, what: string): Column<number> =>
  plain((value) =>
    Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most
      ? value
      : fault(`it must be ${what}`),
  )

/** The rate of a record, where it is from, and its day. */
export const fx = {
  fx_rate: rate,
  fx_source: oneOf('base', 'given', 'own', 'ecb', 'charged'),
  fx_date: day,
}

const decimalsOf = (currencyId: unknown): number =>
  (typeof currencyId === 'string' ? currencyFacts(currencyId) : undefined)?.decimals ??
  fault(`it has an amount of the unknown currency ${quoted(currencyId)}`)

/** An amount of a currency, as decimal text: exact, and readable without knowing how many decimals its currency has. */
const money = (
  currencyOf: (record: FileRecord, base: string) => unknown,
  form: RegExp,
  what: string,
): Column<bigint> => ({
  stored: 'bigint',
  write: (value, record, base) =>
    decimalText({ digits: value as bigint, scale: decimalsOf(currencyOf(record, base)) }), // a column of this type
  read(value, record, base) {
    if (typeof value !== 'string' || !form.test(value)) return needs(value, what)
    const decimals = decimalsOf(currencyOf(record, base))
    const { digits, scale } = decimalFrom(value)
    if (scale > decimals) return needs(value, `an amount with at most ${decimals} decimals`)
    const minor = digits * 10n ** BigInt(decimals - scale)
    const size = minor < 0n ? -minor : minor
    return size > LARGEST ? needs(value, 'an amount of at most 15 digits') : minor
  },
})

const AMOUNT = /^\d{1,15}(\.\d{1,4})?$/
const SIGNED = /^-?\d{1,15}(\.\d{1,4})?$/

/** An amount in the currency that another field of the record names. */
export const amountIn = (field = 'currency_id'): Column<bigint> =>
  money((record) => record[field], AMOUNT, 'an amount, as text')

export const signedIn = (field = 'currency_id'): Column<bigint> =>
  money((record) => record[field], SIGNED, 'an amount, as text')

export const baseAmount: Column<bigint> = money((_, base) => base, AMOUNT, 'an amount, as text')

export const signedBase: Column<bigint> = money((_, base) => base, SIGNED, 'an amount, as text')

/** The amount that an account was charged, which is in the currency of the last entry. */
export const chargedAmount: Column<bigint> = money(
  ({ entries }) => (Array.isArray(entries) ? Object(entries.at(-1)).currency_id : undefined),
  AMOUNT,
  'an amount, as text',
)

/** Whether JSON has a text that PostgreSQL cannot hold: half a character, or NUL. Requests are checked for these before anything else. */
const hasBadText = (value: unknown): boolean =>
  typeof value === 'string'
    ? !value.isWellFormed() || value.includes('\0')
    : typeof value === 'object' && value !== null && Object.values(value).some(hasBadText)

/** A draft, a schedule or a rule as the API has it: JSON with some of the fields that can be sent. */
export const asSent = <V>(schema: TObject, isStored: (field: string) => boolean = () => true): Column<V> => {
  const check = checkOf(schema as object, false)
  return {
    stored: 'json',
    read(value) {
      if (check(value) !== true || typeof value !== 'object' || value === null)
        return fault('it is not as the API has it')
      for (const field of Object.keys(value))
        if (!Object.hasOwn(schema.properties, field) || !isStored(field))
          fault(`it has a field that is not known: ${JSON.stringify(field.slice(0, 50))}`)
      if (hasBadText(value)) fault('it has text that cannot be stored')
      return value
    },
  }
}

/** A list that is left out where it is empty. */
export const severalOf = <V>(item: Column<V>, most: number): Column<V[]> => ({
  stored: 'plain',
  absent: () => [],
  read: (value, ...rest) =>
    Array.isArray(value) && value.length <= most
      ? value.map((one) => item.read?.(one, ...rest))
      : needs(value, `a list of at most ${most}`),
})

/** Records within a record. */
export const recordsOf = <C extends Columns>(shape: C, most: number): Column<RowOf<C>[]> => ({
  stored: 'json',
  write: (value, _, base) => (value as FileRecord[]).map((one) => toJson(shape, one, base)), // a column of this type
  read: (value, _, base) =>
    Array.isArray(value) && value.length > 0 && value.length <= most
      ? value.map((one) => fromJson(shape, one, base))
      : needs(value, `a list of 1 to ${most}`),
})

const isAbsent = (value: unknown, absent: unknown): boolean =>
  value === absent || (Array.isArray(value) && value.length === 0 && Array.isArray(absent))

/** A stored record as the file has it. */
export function toJson(shape: Columns, row: FileRecord, base: string): Record<string, unknown> {
  const json: Record<string, unknown> = {}
  for (const field in shape) {
    const { read, write, absent } = shape[field] as Column // its own key
    const value = row[field] ?? null
    if (!read || (absent && isAbsent(value, absent()))) continue
    json[field] = write && value !== null ? write(value, row, base) : value
  }
  return json
}

/** Reads a record of the file into stored shape. An invalid value is reported with its field. */
export function fromJson(shape: Columns, json: unknown, base: string): Record<string, unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return needs(json, 'a record')
  const record = json as FileRecord // an object, whose fields are read one by one
  for (const field of Object.keys(record))
    if (!Object.hasOwn(shape, field) || !shape[field]?.read)
      fault(`it has a field that is not known: ${quoted(field)}`)
  const row: Record<string, unknown> = {}
  for (const field in shape) {
    const { read, absent } = shape[field] as Column // its own key
    if (!read) continue
    const value = Object.hasOwn(record, field) ? record[field] : null
    row[field] = value === null && absent ? absent() : named(field, () => read(value, record, base))
  }
  return row
}

function named<T>(field: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof Fault ? new Fault(`${field} ${error.message.replace(/^it /, '')}`) : error
  }
}
