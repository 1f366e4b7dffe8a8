import { addDays } from '../../../contract/day.ts'
import { folded } from '../../../contract/fold.ts'
import type { ImportFormat } from '../../../contract/import-mapping.ts'
import { later } from '../../../words/t.ts'
import { readTables } from './csv.ts'
import { decode } from './encoding.ts'
import { isNewestFirst } from './file-order.ts'
import { inPart, shortValue } from './file-values.ts'
import { readerOfTable } from './known-tables.ts'
import { readers } from './readers.ts'
import { type Recognised, recognise } from './recognise.ts'
import { asNamed } from './refused-kinds.ts'
import {
  type BadRow,
  type FileBalance,
  type FileRow,
  type FileToRead,
  type FoundMapping,
  isBad,
  MAX_ROWS,
  NoRows,
  type ReadRows,
  tooManyRows,
  Unreadable,
} from './row.ts'
import { type Part, partsIn, planBeside, UNPACK } from './unpack.ts'
import { readPlan, withPlan } from './ynab-plan.ts'

export type ReadFile = ReadRows & {
  readonly format: ImportFormat
  readonly mapping: FoundMapping
  readonly encoding: string
  /** How much of the file has been read when its reader has come to this row. */
  readonly progressAt: (row: FileRow | BadRow) => number
}

/** Reads a file, or the statements that a zip has several of. */
export function readWhole(bytes: Buffer, reading: FileToRead): ReadFile {
  const { filename } = reading
  const parts = partsIn(bytes)
  if (parts) return asNamed(filename, () => readParts(parts, reading))
  const { format, text, encoding } = recognise(bytes, reading)
  const read = () => readers[format](text, reading)
  const lines = linesIn(text)
  // Every text that has no other format is tried as a table.
  const file = format === 'csv' ? asNamed(filename, read, 'CSV') : read()
  const plan = format === 'ynab' ? planBeside(bytes) : undefined
  return {
    format,
    encoding,
    ...file,
    rows: format === 'csv' ? rowsAsNamed(filename, file.rows) : file.rows,
    progressAt: ({ line }) => Math.min(line / lines, 1),
    ...(plan && {
      besides: () => withPlan(file.besides?.(), readPlan(decode(plan).text, reading, file.mapping.decimal)),
    }),
  }
}

function* rowsAsNamed<Row>(filename: string, rows: Iterable<Row>): Generator<Row> {
  const each = rows[Symbol.iterator]()
  for (;;) {
    const next = asNamed(filename, () => each.next(), 'CSV')
    if (next.done) return
    yield next.value
  }
}

function linesIn(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

type NamedRows = ReadRows & { readonly name: string }

/**
 * Reads the statements of a zip one after another, in the order of their names. All have one format, and tables have the same headings, so
 * that one mapping fits all. A statement with its latest row first is turned round: days that two statements share are then in one order.
 */
function readParts(parts: readonly Part[], reading: FileToRead): ReadFile {
  const files = recognised(parts, reading)
  const first = files.next().value
  if (!first) throw new Error('a zip of several files has a first one')
  const { mapping, read } =
    first.format === 'csv' && !readerOfTable(first.text)
      ? tablesOf([first, ...files], reading)
      : filesOf(first, files, reading)
  const names = parts.map(({ name }) => name)
  const stated: FileBalance[] = []
  let done = 0
  function* rows(): Generator<FileRow | BadRow> {
    let n = 0
    let accounts = accountsNamed(names)
    let loaded: Iterable<LoadedPart> = loadedOf(read)
    if (!accounts) {
      const all = [...loaded]
      const numbers = byNumber(names)
      if (numbers && !areInTurn(all.map(({ own }) => own))) accounts = numbers
      if (!accounts) refuseOthers(all)
      loaded = all
    }
    for (const { name, one, own } of loaded) {
      const account = accounts?.get(name)
      for (const row of own) yield { ...of(account, row), n: ++n, part: name }
      if (own.length > 0) stated.push(...(one.balances?.() ?? []).map((balance) => of(account, balance)))
      done++
    }
    if (n === 0)
      throw new Unreadable(
        later('None of the {count} files in the zip has a row: there is nothing to import.', {
          count: parts.length,
        }),
      )
  }
  return {
    format: first.format,
    encoding: first.encoding,
    mapping,
    rows: rows(),
    balances: () => firstAndLast(stated),
    progressAt: () => done / parts.length,
  }
}

/** A row, or a balance, with the account that the name of its file says, if it says none itself. */
const of = <Record extends object>(account: string | undefined, record: Record): Record =>
  account === undefined || 'account' in record || 'faults' in record ? record : { ...record, account }

const KINDS =
  /giro|checking|chequing|current|everyday|saving|saver|spar(?!kasse)|tagesgeld|festgeld|visa|master ?card|amex|american ?express|credit|kredit|card|karte|joint|gemeinschaft|business|geschaft|depot|loan|livret|courant|corriente|ahorro|corrente|risparmio/g

/** The accounts that the names of files say, if they say several: two accounts in one zip would end up in one, and each prove the other wrong. */
function accountsNamed(names: readonly string[]): ReadonlyMap<string, string> | undefined {
  const severalBy = (saidBy: (name: string) => string) => {
    const named = names
      .map((name): [string, string] => [name, saidBy(name)])
      .filter(([, said]) => said !== '')
    return new Set(named.map(([, said]) => said)).size > 1 ? new Map(named) : undefined
  }
  return (
    severalBy((name) => [...new Set(folded(name).match(KINDS) ?? [])].join(' ')) ??
    severalBy((name) => IBAN.exec(name)?.[0] ?? '')
  )
}

const IBAN = /(?<![A-Z\d])[A-Z]{2}\d{2}[A-Z\d]{11,30}(?![A-Z\d])/
/** The number of an account, or its last four digits behind letters or stars. */
const NUMBER = /(?<!\d)\d{7,}(?!\d)|(?<=[*•]|(?<!\d)\p{L})[1-9]\d{3}(?!\d)/gu
/** A day in either order, also with a time behind it, two days, a moment in seconds or thousandths, and a year. */
const TIME =
  /^(?:(?:(?:19|20)\d\d(?:0[1-9]|1[0-2])[0-3]\d)(?:\d{4}|\d{6}|(?:19|20)\d{6})?|[0-3]\d[0-3]\d(?:19|20)\d\d|1[4-9]\d{8}|1[4-9]\d{11}|(?:19|20)\d\d)$/

/** The accounts by their numbers, if each name has one and no number is that of all. Numbers in a row are those of statements. */
function byNumber(names: readonly string[]): ReadonlyMap<string, string> | undefined {
  const found = names.map((name) => (name.match(NUMBER) ?? []).filter((number) => !TIME.test(number)))
  const isOfAll = (number: string) => found.every((numbers) => numbers.includes(number))
  if (found.some((numbers) => numbers.length === 0) || found.flat().some(isOfAll)) return undefined
  const numbers = [...new Set(found.map(([number = '']) => number))].sort()
  const areInRow = numbers.every((number, at) => {
    const before = numbers[at - 1]
    return before === undefined || BigInt(number) - BigInt(before) === 1n
  })
  return numbers.length > 1 && !areInRow
    ? new Map(names.map((name, at) => [name, found[at]?.[0] ?? '']))
    : undefined
}

type LoadedPart = { readonly name: string; readonly one: ReadRows; readonly own: (FileRow | BadRow)[] }

/** Each file with its rows. */
function* loadedOf(read: Iterable<NamedRows>): Generator<LoadedPart> {
  let count = 0
  for (const { name, ...one } of read) {
    const own = inPart(name, () => inOrder(one, MAX_ROWS - count))
    count += own.length
    yield { name, one, own }
  }
}

/** At most so many files are compared with each other. */
const MAX_COMPARED = 50
/** Statements that follow each other may have some days in common, of which each has other entries. */
const MIN_OVERLAP = 7

/**
 * Refuses files that are of two accounts, although their names do not say so: statements of one account have the same entries where their days
 * overlap. Files that name their accounts, or that have entries of one direction each, are not meant.
 */
function refuseOthers(files: readonly LoadedPart[]): void {
  const read = files.slice(0, MAX_COMPARED).map(({ name, own }) => {
    const rows = own.filter((row): row is FileRow => !isBad(row))
    const days = rows.map(({ date }) => date).sort()
    return { name, rows, first: days[0] ?? '', last: days.at(-1) ?? '' }
  })
  if (read.some(({ rows }) => rows.some(({ account }) => account !== undefined))) return
  for (const [at, one] of read.entries())
    for (const other of read.slice(at + 1)) {
      const [from, to] = [max(one.first, other.first), min(one.last, other.last)]
      const within = ({ date }: FileRow) => date >= from && date <= to
      const [own, others] = [one.rows.filter(within), other.rows.filter(within)]
      if (from === '' || addDays(from, MIN_OVERLAP) > to || own.length === 0 || others.length === 0) continue
      if (!hasTwoWays(one.rows) || !hasTwoWays(other.rows)) continue
      const known = new Set(own.map(sayingOf))
      if (others.some((row) => known.has(sayingOf(row)))) continue
      throw new Unreadable(
        later(
          '"{file}" and "{other}" in the zip have other entries of the same days, from {from} to {to}, as the files of two accounts have. {unpack}',
          { file: shortValue(one.name), other: shortValue(other.name), from, to, unpack: UNPACK },
        ),
      )
    }
}

const max = (a: string, b: string) => (a > b ? a : b)
const min = (a: string, b: string) => (a < b ? a : b)
const sayingOf = ({ date, amount }: FileRow) => `${date} ${amount}`
/** Whether rows of several days have money in and money out: a file of one of these alone is a part of its account. */
const hasTwoWays = (rows: readonly FileRow[]): boolean =>
  new Set(rows.map(({ date }) => date)).size > 1 &&
  new Set(rows.map(({ amount }) => amount.startsWith('-'))).size > 1

/** Whether three files or more are each of a time of its own, as the statements of one account are. */
function areInTurn(files: readonly (readonly (FileRow | BadRow)[])[]): boolean {
  const spans = files
    .map((rows) => rows.flatMap((row) => ('date' in row ? row.date : [])).toSorted())
    .filter((days) => days.length > 0)
    .sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1))
  return (
    spans.length > 2 && spans.every((days, at) => at === 0 || (days[0] ?? '') > (spans[at - 1]?.at(-1) ?? ''))
  )
}

/** The files as text, one by one, and the refusal of one that has another format than the first. */
function* recognised(
  parts: readonly Part[],
  reading: FileToRead,
): Generator<Recognised & { name: string }, undefined> {
  let first: (Recognised & { name: string }) | undefined
  for (const { name, bytes } of parts) {
    const file = { ...inPart(name, () => recognise(bytes(), { ...reading, filename: name })), name }
    first ??= file
    if (file.format !== first.format)
      throw new Unreadable(
        later(
          'The zip holds files of two formats: "{file}" is {format}, and "{other}" is {other_format}. {unpack}',
          {
            file: shortValue(first.name),
            format: first.format.toUpperCase(),
            other: shortValue(name),
            other_format: file.format.toUpperCase(),
            unpack: UNPACK,
          },
        ),
      )
    yield file
  }
  return undefined
}

type Files = { readonly mapping: FoundMapping; readonly read: Iterable<NamedRows> }

/** Tables are looked at together before one is read: the days of one may prove the order of another's. */
function tablesOf(files: readonly { name: string; text: string }[], reading: FileToRead): Files {
  const { mapping, tables } = readTables(files, reading)
  return { mapping, read: tables.map((table, at) => ({ ...table, name: files[at]?.name ?? '' })) }
}

function filesOf(
  first: Recognised & { name: string },
  others: Iterable<Recognised & { name: string }>,
  reading: FileToRead,
): Files {
  const read = ({ name, format, text }: Recognised & { name: string }, given = reading.given) =>
    inPart(name, () => ({
      ...readers[format](text, { ...reading, ...(given && { given }), filename: name }),
      name,
    }))
  const one = read(first)
  const { date_order, decimal, person } = one.mapping
  // Each list has people of its own, and one answer cannot be for all.
  if (person !== undefined)
    throw new Unreadable(
      later('The zip holds several lists of shared expenses. {unpack}', { unpack: UNPACK }),
    )
  // All are written alike, so that none is read otherwise than the first one.
  const alike = {
    ...(date_order && date_order !== 'year_first' && { date_order }),
    ...(decimal && { decimal }),
    ...reading.given,
  }
  function* all(): Generator<NamedRows> {
    yield one
    for (const other of others) yield read(other, alike)
  }
  return { mapping: one.mapping, read: all() }
}

/** The rows of a statement, the earliest first; none of a month without a booking. */
function inOrder({ rows, isNewestFirst: isProven }: ReadRows, most: number): (FileRow | BadRow)[] {
  const all: (FileRow | BadRow)[] = []
  try {
    for (const row of rows) if (all.push(row) > most) throw tooManyRows(row.line)
  } catch (error) {
    if (!(error instanceof NoRows)) throw error
  }
  return isNewestFirst(all, isProven?.()) ? all.reverse() : all
}

/** Of each account and currency the first and the last of the balances that several statements state. */
function firstAndLast(stated: readonly FileBalance[]): FileBalance[] {
  const groups = Map.groupBy(stated, ({ account, currency }) => `${currency} ${account}`)
  return [...groups.values()].flatMap((group) => {
    const sorted = group.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    return sorted.filter((_, at) => at === 0 || at === sorted.length - 1)
  })
}
