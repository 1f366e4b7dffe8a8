import assert from 'node:assert/strict'
import { names, type Value } from './sql.ts'

/** Rows that `copy` puts into a table. Its text is private, as that of a statement is. */
class CopiedRows {
  readonly #text: string
  readonly bytes: Buffer

  constructor(text: string, bytes: Buffer) {
    this.#text = text
    this.bytes = bytes
  }

  static is(value: unknown): value is CopiedRows {
    return typeof value === 'object' && value !== null && #text in value
  }

  static textOf(copied: CopiedRows): string {
    return copied.#text
  }
}

export type Copy = CopiedRows
export const isCopy = CopiedRows.is
export const copyTextOf = CopiedRows.textOf

/**
 * Returns a function that copies rows into a table. `types` are those of its columns: rows are sent in PostgreSQL's binary form, so that it
 * parses no text. Events take half the time of a list of them (`inserter`), transactions and entries two thirds; but a copy can neither
 * compute anything nor update an existing row.
 */
export function copier(
  table: string,
  types: Readonly<Record<string, Type>>,
): (rows: readonly (readonly Value[])[]) => Copy {
  const columns = Object.keys(types)
  names(table, ...columns)
  const text = `copy ${table} (${columns.join(', ')}) from stdin with (format binary)`
  const writes = Object.values(types).map((type) => writers[type])
  return (rows) => {
    const bytes = new Bytes()
    bytes.head()
    for (const row of rows) {
      assert(row.length === writes.length, 'a row has a value for each column')
      bytes.int16(row.length)
      for (let column = 0; column < row.length; column++)
        bytes.field(row[column], writes[column] as WriteValue) // as many
    }
    bytes.int16(-1)
    return new CopiedRows(text, bytes.all())
  }
}

type WriteValue = (bytes: Bytes, value: Exclude<Value, null | undefined>) => void

/** How PostgreSQL keeps a value of each type. */
const writers = {
  uuid: (bytes, value) => bytes.uuid(String(value)),
  text: (bytes, value) => bytes.text(String(value)),
  json: (bytes, value) => bytes.text(String(value)),
  boolean: (bytes, value) => bytes.int8(truth(value) ? 1 : 0),
  smallint: (bytes, value) => bytes.int16(wholeNumber(value, 16)),
  integer: (bytes, value) => bytes.int32(wholeNumber(value, 32)),
  bigint: (bytes, value) => bytes.int64(longNumber(value)),
  date: (bytes, value) => bytes.int32((timeOf(value, DAY_LENGTH) - EPOCH) / DAY_MS),
  timestamptz: (bytes, value) => bytes.int64(BigInt(timeOf(value, TIME_LENGTH) - EPOCH) * 1_000n),
  numeric: (bytes, value) => writeNumeric(bytes, String(value)),
  bytea: (bytes, value) =>
    bytes.raw(value instanceof Uint8Array ? value : assert.fail('the value is not bytes')),
  'text[]': (bytes, value) => writeList(bytes, value as readonly string[], 25, writers.text),
  'uuid[]': (bytes, value) => writeList(bytes, value as readonly string[], 2950, writers.uuid),
} as const satisfies Record<string, WriteValue>

export type Type = keyof typeof writers

const DAY_MS = 86_400_000
/** PostgreSQL counts from here. */
const EPOCH = Date.UTC(2000, 0, 1)

function wholeNumber(value: Value, bits: number): number {
  assert(
    Number.isInteger(value) && Math.abs(value as number) < 2 ** (bits - 1),
    `${value} is too long, or no whole number`,
  )
  return value as number // it is one
}

function longNumber(value: Value): bigint {
  assert(typeof value === 'bigint' || typeof value === 'number', `${value} is not a number`) // BigInt('') is 0
  const number = BigInt(value) // or it throws
  assert(BigInt.asIntN(64, number) === number, `${value} is too long`)
  return number
}

function truth(value: Value): boolean {
  assert(typeof value === 'boolean', `${value} is neither true nor false`)
  return value
}

const [DAY_LENGTH, TIME_LENGTH] = ['YYYY-MM-DD'.length, 'YYYY-MM-DDTHH:MM:SS.000Z'.length]
const MAX_TIMES = 10_000
/** A cache of parsed days and times: rows repeat them, and parsing is slow. */
const times = new Map<string, number>()

/** A day or a time as Florin writes it, and nothing else: to JavaScript, February 30 is March 2, and a time without a zone is this machine's. */
function timeOf(value: Value, length: number): number {
  const text = String(value)
  assert(text.length === length, `${text} is not a day or a time`)
  const known = times.get(text)
  if (known !== undefined) return known
  const time = Date.parse(text)
  const isSame = !Number.isNaN(time) && new Date(time).toISOString().slice(0, length) === text
  assert(isSame, `${text} is not a day or a time`)
  if (times.size === MAX_TIMES) times.clear()
  times.set(text, time)
  return time
}

/** Digits in groups of four, after the number of groups, the place of the first one, the sign, and how many decimals are shown. */
function writeNumeric(bytes: Bytes, value: string): void {
  const [, sign, whole = '', decimals = ''] =
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(value) ?? assert.fail(`${value} is not a number`)
  assert(value.length < 2 ** 14, 'a number has too many digits') // its counts would not fit the format
  const left = whole.padStart(Math.ceil(whole.length / 4) * 4, '0')
  const groups = (left + decimals).match(/.{1,4}/g)?.map((group) => Number(group.padEnd(4, '0'))) ?? []
  const first = groups.findIndex((group) => group !== 0)
  const last = groups.findLastIndex((group) => group !== 0)
  const kept = first === -1 ? [] : groups.slice(first, last + 1)
  bytes.int16(kept.length)
  bytes.int16(first === -1 ? 0 : left.length / 4 - 1 - first)
  bytes.int16(sign === '-' && first !== -1 ? 0x4000 : 0)
  bytes.int16(decimals.length)
  for (const group of kept) bytes.int16(group)
}

function writeList(bytes: Bytes, list: readonly string[], type: number, write: WriteValue): void {
  const dimensions = list.length === 0 ? 0 : 1
  for (const number of [dimensions, 0, type]) bytes.int32(number)
  if (dimensions === 0) return
  for (const number of [list.length, 1]) bytes.int32(number)
  for (const value of list) bytes.field(value, write)
}

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')

/** The value of each hexadecimal digit, by its code: an id may be written in either case. */
const DIGITS = new Uint8Array(128).fill(0xff)
for (const digits of ['0123456789abcdef', '0123456789ABCDEF'])
  for (const [value, digit] of [...digits].entries()) DIGITS[digit.charCodeAt(0)] = value

/** Bytes that grow as they are written. */
class Bytes {
  #bytes = Buffer.allocUnsafeSlow(131_072)
  #view = new DataView(this.#bytes.buffer)
  #at = 0

  /** Reserves so many bytes and returns their offset. The buffer may be replaced by a larger one. */
  #room(count: number): number {
    const at = this.#at
    if (at + count > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * (at + count))
      this.#bytes.copy(larger, 0, 0, at)
      this.#bytes = larger
      this.#view = new DataView(larger.buffer)
    }
    this.#at = at + count
    return at
  }

  all(): Buffer {
    return this.#bytes.subarray(0, this.#at)
  }

  head(): void {
    this.raw(SIGNATURE)
    this.int32(0)
    this.int32(0)
  }

  /** A value after its length; nothing has the length -1. */
  field(value: Value, write: WriteValue): void {
    const at = this.#room(4)
    const isNothing = value === null || value === undefined
    if (!isNothing) write(this, value)
    this.#view.setInt32(at, isNothing ? -1 : this.#at - at - 4)
  }

  int8(value: number): void {
    const at = this.#room(1)
    this.#view.setInt8(at, value)
  }

  int16(value: number): void {
    const at = this.#room(2)
    this.#view.setInt16(at, value)
  }

  int32(value: number): void {
    const at = this.#room(4)
    this.#view.setInt32(at, value)
  }

  int64(value: bigint): void {
    const at = this.#room(8)
    this.#view.setBigInt64(at, value)
  }

  raw(value: Uint8Array): void {
    const at = this.#room(value.length)
    this.#bytes.set(value, at)
  }

  text(value: string): void {
    const at = this.#room(3 * value.length)
    this.#at = at + this.#bytes.write(value, at)
  }

  uuid(value: string): void {
    const at = this.#room(16)
    const bytes = this.#bytes
    let [index, all] = [0, 0]
    for (let place = at; place < at + 16; place++) {
      if (value.charCodeAt(index) === 45) index++
      const [high, low] = [
        DIGITS[value.charCodeAt(index++)] ?? 0xff,
        DIGITS[value.charCodeAt(index++)] ?? 0xff,
      ]
      all |= high | low
      bytes[place] = (high << 4) | low
    }
    assert(index === value.length && all < 16, `${value} is not an id`)
  }
}
