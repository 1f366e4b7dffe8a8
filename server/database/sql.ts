/** A statement, or a piece of one, with its values kept apart from its text. */
export type Sql = { readonly strings: readonly string[]; readonly values: readonly unknown[] }

const isSql = (value: unknown): value is Sql =>
  typeof value === 'object' && value !== null && 'strings' in value

/** SQL is written as SQL: a value in the template becomes a parameter, a piece of SQL becomes part of the text. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  const texts: string[] = [strings[0] ?? '']
  const parameters: unknown[] = []
  const append = (text: string) => texts.push((texts.pop() ?? '') + text)
  for (const [index, value] of values.entries()) {
    if (isSql(value)) {
      append(value.strings[0] ?? '')
      for (const [inner, parameter] of value.values.entries()) {
        parameters.push(parameter)
        texts.push(value.strings[inner + 1] ?? '')
      }
    } else {
      parameters.push(value)
      texts.push('')
    }
    append(strings[index + 1] ?? '')
  }
  return { strings: texts, values: parameters }
}

export const nothing: Sql = sql``

/** Pieces one after another, with something between them. */
export const join = (pieces: readonly Sql[], between: Sql): Sql =>
  pieces.reduce((all, piece, index) => (index === 0 ? piece : sql`${all}${between}${piece}`), nothing)

export const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : join(conditions, sql` and `)

/** The text as PostgreSQL reads it. */
export const textOf = (statement: Sql): string =>
  statement.strings.reduce((text, part, index) => `${text}$${index}${part}`)
