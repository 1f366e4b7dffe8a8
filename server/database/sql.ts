import assert from 'node:assert/strict'

/** What a statement can carry beside its text. An object is none of it: JSON goes as text, made where it is sent. */
export type Value = string | number | bigint | boolean | null | undefined | Uint8Array | readonly Value[]

/**
 * A statement, or a piece of one, with its values kept apart from its text. The text is a private field, which only
 * this class can set: no value that came from outside, whatever its shape, is ever taken for SQL.
 */
class Statement {
  readonly #strings: readonly string[]
  readonly values: readonly Value[]

  constructor(strings: readonly string[], values: readonly Value[]) {
    this.#strings = strings
    this.values = values
  }

  static is(value: unknown): value is Statement {
    return typeof value === 'object' && value !== null && #strings in value
  }

  static stringsOf(statement: Statement): readonly string[] {
    return statement.#strings
  }
}

export type Sql = Statement

/** SQL is written as SQL: a value in the template becomes a parameter, a piece of SQL becomes part of the text. */
export function sql(strings: TemplateStringsArray, ...values: (Value | Sql)[]): Sql {
  // The compiler freezes a template's strings and keeps their source beside them; a list from elsewhere has neither.
  assert(Object.isFrozen(strings) && Array.isArray(strings.raw), 'SQL is written as a template')
  const texts: string[] = []
  const parameters: Value[] = []
  let text = strings[0] ?? ''
  for (let index = 0; index < values.length; index++) {
    const value = values[index]
    if (Statement.is(value)) {
      const [first = '', ...rest] = Statement.stringsOf(value)
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
  return new Statement(texts, parameters)
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
  for (const name of given) assert(/^[a-z_]+$/.test(name), `"${name}" is no name`)
  return new Statement([given.join(', ')], [])
}

/** What an upsert sets columns to: the values that it could not insert. */
export function excluded(columns: readonly string[]): Sql {
  names(...columns)
  return new Statement([columns.map((name) => `${name} = excluded.${name}`).join(', ')], [])
}

/**
 * Rows of parameters, as `values` takes them. PostgreSQL takes the types from the columns that an insert writes to; elsewhere the
 * first row has to say them. One column may hold text that is searched, and so is folded.
 */
export function rowsOf(
  rows: readonly (readonly Value[])[],
  types: readonly string[] = [],
  folded?: number,
): Sql {
  const texts: string[] = []
  const parameters: Value[] = []
  let text = ''
  rows.forEach((row, line) => {
    text += line === 0 ? '(' : '), ('
    row.forEach((value, column) => {
      texts.push(`${text}${column === 0 ? '' : ', '}${column === folded ? 'folded(' : ''}`)
      parameters.push(typeof value === 'object' ? checked(value) : value)
      text = line === 0 && types[column] !== undefined ? `::${types[column]}` : ''
      if (column === folded) text += ')'
    })
  })
  texts.push(`${text})`)
  return new Statement(texts, parameters)
}

/**
 * Many rows as one list for each column: PostgreSQL reads a list of a thousand values far faster than a thousand parameters, and the
 * text of the statement is the same for any number of rows. `types` has the columns in their order, and their types; one of them may
 * hold text that is searched, and so is folded.
 */
export function selectOf(
  types: Readonly<Record<string, string>>,
  rows: readonly (readonly Value[])[],
  folded?: string,
): Sql {
  const columns = Object.entries(types)
  names(...Object.keys(types))
  const shown = columns.map(([name, type]) =>
    name === folded ? `folded(v.${name})` : isList(type) ? `v.${name}::${type}` : `v.${name}`,
  )
  const lists = columns.map(([, type]) => (isList(type) ? '::text[]' : `::${type}[]`))
  return new Statement(
    [
      `select ${shown.join(', ')} from unnest(`,
      ...lists.slice(0, -1).map((list) => `${list}, `),
      `${lists.at(-1)}) v (${Object.keys(types).join(', ')})`,
    ],
    columns.map(([, type], index) => listText(rows, index, type)),
  )
}

const isList = (type: string) => type.endsWith('[]')

/** Values of these types are written without anything that a list would have to escape. */
const plainTypes = ['uuid', 'bigint', 'integer', 'date', 'numeric', 'boolean', 'timestamptz']

/** One column of rows as PostgreSQL writes a list. A list inside it is text: lists of lists would have to be equally long. */
function listText(rows: readonly (readonly Value[])[], column: number, type: string): string {
  const isPlain = plainTypes.includes(type)
  let text = '{'
  for (const row of rows) {
    const value = row[column]
    if (text.length > 1) text += ','
    if (value === null || value === undefined) text += 'NULL'
    else if (value instanceof Uint8Array) text += `\\\\x${Buffer.from(value).toString('hex')}`
    else if (Array.isArray(value)) text += quoted(`{${value.map((one) => quoted(String(one))).join(',')}}`)
    else text += isPlain ? String(value) : quoted(String(value))
  }
  return `${text}}`
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

/** Several statements that run as one: each gets a name of its own in front of the last. */
export const withParts = (parts: readonly Sql[], last: Sql): Sql =>
  parts.length === 0
    ? last
    : concatenated([
        ...parts.flatMap((part, index) => [
          new Statement([`${index === 0 ? 'with' : '),'} part_${index} as (`], []),
          part,
        ]),
        new Statement([') '], []),
        last,
      ])

/** Pieces one after another, each read once: a statement of many rows has thousands of parameters. */
function concatenated(pieces: readonly Sql[]): Sql {
  const texts: string[] = ['']
  const parameters: Value[] = []
  for (const piece of pieces) {
    const [first = '', ...rest] = Statement.stringsOf(piece)
    texts[texts.length - 1] += first
    for (const text of rest) texts.push(text)
    for (const value of piece.values) parameters.push(value)
  }
  return new Statement(texts, parameters)
}

/** The text as PostgreSQL reads it. */
export const textOf = (statement: Sql): string =>
  Statement.stringsOf(statement).reduce((text, part, index) => `${text}$${index}${part}`)
