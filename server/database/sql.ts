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
      parameters.push(...value.values)
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
  pieces.reduce((all, piece, index) => (index === 0 ? piece : sql`${all}${between}${piece}`), nothing)

export const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : join(conditions, sql` and `)

/** Several statements that run as one: each gets a name of its own in front of the last. */
export const withParts = (parts: readonly Sql[], last: Sql): Sql =>
  parts.length === 0
    ? last
    : sql`with ${join(
        parts.map((part, index) => sql`${new Statement([`part_${index}`], [])} as (${part})`),
        sql`, `,
      )} ${last}`

/** The text as PostgreSQL reads it. */
export const textOf = (statement: Sql): string =>
  Statement.stringsOf(statement).reduce((text, part, index) => `${text}$${index}${part}`)
