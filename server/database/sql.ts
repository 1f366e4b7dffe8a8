import assert from 'node:assert/strict'

/** A parameter of a statement. Objects are not allowed: JSON is sent as text, made where it is sent. */
export type Value = string | number | bigint | boolean | null | undefined | Uint8Array | readonly Value[]

/**
 * A statement, or a piece of one, with its values kept apart from its text. The text is a private field, which only
 * this class can set: no value that came from outside, whatever its shape, is ever taken for SQL.
 */
class SqlText {
  readonly #strings: readonly string[]
  readonly values: readonly Value[]

  constructor(strings: readonly string[], values: readonly Value[]) {
    this.#strings = strings
    this.values = values
  }

  static is(value: unknown): value is SqlText {
    return typeof value === 'object' && value !== null && #strings in value
  }

  static stringsOf(statement: SqlText): readonly string[] {
    return statement.#strings
  }
}

export type Sql = SqlText

/** SQL is written as SQL: a value in the template becomes a parameter, a piece of SQL becomes part of the text. */
export function sql(strings: TemplateStringsArray, ...values: (Value | Sql)[]): Sql {
  // The compiler freezes a template's strings and keeps their source beside them; a list from elsewhere has neither.
  assert(Object.isFrozen(strings) && Array.isArray(strings.raw), 'SQL is written as a template')
  const texts: string[] = []
  const parameters: Value[] = []
  let text = strings[0] ?? ''
  for (let index = 0; index < values.length; index++) {
    const value = values[index]
    if (SqlText.is(value)) {
      const [first = '', ...rest] = SqlText.stringsOf(value)
      text += first
      for (const next of rest) {
        texts.push(text)
        text = next
      }
      for (const one of value.values) parameters.push(one)
    } else {
      parameters.push(typeof value === 'object' ? checked(value) : value)
      texts.push(text)
      text = ''
    }
    text += strings[index + 1] ?? ''
  }
  texts.push(text)
  return new SqlText(texts, parameters)
}

/** A list, or bytes: no other object can be a parameter, nor part of a list of them. */
function checked(value: Value): Value {
  if (Array.isArray(value)) value.forEach(checked)
  else if (typeof value === 'object' && value !== null)
    assert(value instanceof Uint8Array, 'an object cannot be a parameter')
  return value
}

export const nothing: Sql = sql``

/** Pieces one after another, with something between them. */
export const join = (pieces: readonly Sql[], between: Sql): Sql =>
  concatenated(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [between, piece])))

export const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : join(conditions, sql` and `)

/** The name of a table or of columns: text of our own, which may hold nothing but names. */
export function names(...given: readonly string[]): Sql {
  for (const name of given) assert(/^[a-z_]+$/.test(name), `"${name}" is not a name`)
  return new SqlText([given.join(', ')], [])
}

/**
 * A whole number of our own as part of the text. PostgreSQL plans for it: for a limit that is a parameter it expects a tenth of all rows, and
 * so plans again each time.
 */
export function wholeNumber(number: number): Sql {
  assert(Number.isSafeInteger(number) && number >= 0, `${number} is not a whole number`)
  return new SqlText([String(number)], [])
}

/** The assignments of an upsert: each column takes the value that could not be inserted. */
export function excluded(columns: readonly string[]): Sql {
  names(...columns)
  return new SqlText([columns.map((name) => `${name} = excluded.${name}`).join(', ')], [])
}

/**
 * Rows of parameters, as `values` takes them. PostgreSQL takes the types from the columns that an insert writes to; elsewhere the
 * first row has to say them.
 */
export function rowsOf(rows: readonly (readonly Value[])[], types: readonly string[] = []): Sql {
  const texts: string[] = []
  const parameters: Value[] = []
  let text = ''
  rows.forEach((row, line) => {
    text += line === 0 ? '(' : '), ('
    row.forEach((value, column) => {
      texts.push(`${text}${column === 0 ? '' : ', '}`)
      parameters.push(typeof value === 'object' ? checked(value) : value)
      text = line === 0 && types[column] !== undefined ? `::${types[column]}` : ''
    })
  })
  texts.push(`${text})`)
  return new SqlText(texts, parameters)
}

/**
 * Makes selects of many rows, as one list for each column: the text of the statement is the same for any number of rows. `types` has the
 * columns in their order, and their types.
 */
export function selecter(
  types: Readonly<Record<string, string>>,
): (rows: readonly (readonly Value[])[]) => Sql {
  const list = Object.keys(types)
  names(...list)
  const casts = Object.values(types).map((type) => `::${type}[]`)
  const texts = [
    `select ${list.map((name) => `v.${name}`).join(', ')} from unnest(`,
    ...casts.slice(0, -1).map((cast) => `${cast}, `),
    `${casts.at(-1)}) v (${list.join(', ')})`,
  ]
  return (rows) =>
    new SqlText(
      texts,
      list.map((_, index) => columnText(rows, index)),
    )
}

/** One column of rows as PostgreSQL writes a list. */
function columnText(rows: readonly (readonly Value[])[], column: number): string {
  let text = '{'
  for (const row of rows) {
    const value = row[column]
    if (text.length > 1) text += ','
    if (value === null || value === undefined) text += 'NULL'
    else if (value instanceof Uint8Array) text += `\\\\x${value.toHex()}`
    else text += quoted(String(value))
  }
  return `${text}}`
}

/** Text inside a list as PostgreSQL writes it. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

/**
 * Makes the statements that insert rows of a table as one list of its rows: one parameter, whatever their number, so that the statement is
 * planned once. Compared with a parameter for each value, PostgreSQL reads it in three quarters of the time, and with a list for each
 * column in half of it. The values are in the order of the table's columns; `unwritten` columns at the end of the table stay empty. A
 * column in `apart` may hold long JSON: it is a list of its own, in PostgreSQL's binary form, in which nothing has to be escaped. `folded` is
 * searched, and so is folded.
 */
export function inserter(
  table: string,
  columns: readonly string[],
  {
    unwritten = 0,
    apart = [],
    folded,
  }: { unwritten?: number; apart?: readonly string[]; folded?: string } = {},
): (rows: readonly (readonly Value[])[]) => Sql {
  names(table, ...columns)
  const shown = columns.map((name) =>
    name === folded ? `folded(v.${name})` : apart.includes(name) ? `${name}_apart::json` : `v.${name}`,
  )
  const spare = Array.from({ length: unwritten }, (_, index) => `unwritten_${index}`)
  const listed = [...columns, ...spare, ...apart.map((name) => `${name}_apart`)].join(', ')
  const types = [table, ...apart.map(() => 'text')]
  const texts = [
    `insert into ${table} (${columns.join(', ')}) select ${shown.join(', ')} from unnest(`,
    ...types.map((type, index) => `::${type}[]${index < apart.length ? ', ' : `) v (${listed})`}`),
  ]
  const places = apart.map((name) => columns.indexOf(name))
  return (rows) =>
    new SqlText(texts, [rowList(rows, unwritten, places), ...places.map((place) => textList(rows, place))])
}

/** A list of rows as PostgreSQL writes it: a row is text inside the list, and its texts are text inside the row. */
function rowList(rows: readonly (readonly Value[])[], unwritten: number, apart: readonly number[]): string {
  const end = `${','.repeat(unwritten)})"`
  let text = '{'
  for (const row of rows) {
    text += text.length === 1 ? '"(' : ',"('
    for (let column = 0; column < row.length; column++) {
      if (column > 0) text += ','
      if (!apart.includes(column)) text += fieldText(row[column])
    }
    text += end
  }
  return `${text}}`
}

/** Text of ids, days, times and numbers, which is written as it is. */
const isBare = /^[\w.:+-]+$/

function fieldText(value: Value): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return isBare.test(value) ? value : inRow(value)
  if (value instanceof Uint8Array) return `\\\\\\\\x${value.toHex()}`
  if (Array.isArray(value)) return inRow(`{${value.map((one) => quoted(String(one))).join(',')}}`)
  assert(typeof value !== 'object', 'an object cannot be a parameter')
  return String(value)
}

/** Text inside a row inside a list. */
const inRow = (text: string): string =>
  `\\"${text.includes('\\') || text.includes('"') ? text.replaceAll('\\', '\\\\\\\\').replaceAll('"', '\\\\\\"') : text}\\"`

/** One row as PostgreSQL's `copy` writes it. */
export const copyLine = (values: readonly Value[]): string => `${values.map(copyCell).join('\t')}\n`

function copyCell(value: Value): string {
  if (value === null || value === undefined) return '\\N'
  if (value instanceof Uint8Array) return `\\\\x${value.toHex()}`
  const text = Array.isArray(value)
    ? `{${value.map((one) => quoted(String(one))).join(',')}}`
    : String(checked(value))
  return typeof value !== 'number' && /[\\\t\n\r]/.test(text)
    ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? '')
    : text
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
}

const TEXT_OID = 25

/** One column of texts as a list in PostgreSQL's binary form: its head, then the length of each text and the text itself. */
function textList(rows: readonly (readonly Value[])[], column: number): Buffer {
  const texts = rows.map((row) => row[column] as string | null | undefined) // a column of text
  const bytes = texts.reduce((sum, text) => sum + 4 + Buffer.byteLength(text ?? ''), 20)
  const list = Buffer.allocUnsafe(bytes)
  let at = 0
  for (const head of [1, 1, TEXT_OID, texts.length, 1]) at = list.writeInt32BE(head, at)
  for (const text of texts) {
    const length = typeof text === 'string' ? list.write(text, at + 4) : -1
    list.writeInt32BE(length, at)
    at += 4 + Math.max(length, 0)
  }
  return list
}

/** The texts of such a list. */
export function textsIn(list: Uint8Array): (string | null)[] {
  const bytes = Buffer.from(list.buffer, list.byteOffset, list.byteLength)
  const texts: (string | null)[] = []
  for (let at = 20; at < bytes.length; ) {
    const length = bytes.readInt32BE(at)
    at += 4
    texts.push(length < 0 ? null : bytes.toString('utf8', at, at + length))
    at += Math.max(length, 0)
  }
  return texts
}

/** Several statements that run as one: each gets a name of its own in front of the last. */
export const withParts = (parts: readonly Sql[], last: Sql): Sql =>
  parts.length === 0
    ? last
    : concatenated([
        ...parts.flatMap((part, index) => [
          new SqlText([`${index === 0 ? 'with' : '),'} part_${index} as (`], []),
          part,
        ]),
        new SqlText([') '], []),
        last,
      ])

/** Pieces one after another, each read once: a statement of many rows has thousands of parameters. */
function concatenated(pieces: readonly Sql[]): Sql {
  const texts: string[] = ['']
  const parameters: Value[] = []
  for (const piece of pieces) {
    const [first = '', ...rest] = SqlText.stringsOf(piece)
    texts[texts.length - 1] += first
    for (const text of rest) texts.push(text)
    for (const value of piece.values) parameters.push(value)
  }
  return new SqlText(texts, parameters)
}

/** The text as PostgreSQL reads it. */
export const textOf = (statement: Sql): string =>
  SqlText.stringsOf(statement).reduce((text, part, index) => `${text}$${index}${part}`)
