import { defused } from '../../contract/formula-cells.ts'
import { decimalOf, decimalText } from '../../contract/money.ts'
import type { CsvColumn } from '../../contract/sheet.ts'

/** The keywords of JSON Schema that columns are derived from. */
export type ColumnSchema = {
  type?: string | string[]
  format?: string
  properties?: Record<string, ColumnSchema>
  items?: ColumnSchema
  oneOf?: unknown
  required?: string[]
}

/** A column: its name, and the text of its cell in a record. */
type FileColumn = { name: string; cell: (record: unknown) => string }

/** Writes a value that has no column of its own: a list of records, or an object whose fields are not known beforehand. */
type ToJson = (shape: ColumnSchema) => (value: unknown) => string

const END = '\r\n'
const typeOf = ({ type }: ColumnSchema) => [type].flat().find((one) => one !== 'null')

/** Whether text is free text of people, not a day, a time or an id. */
const isFree = ({ format }: ColumnSchema) => !['date', 'date-time', 'uuid', 'month'].includes(format ?? '')

/** Every digit, and never an exponent. */
function numberText(value: unknown): string {
  if (typeof value === 'object') return (value as { rawJSON: string }).rawJSON // a sum with more digits than a number carries
  const text = String(value)
  return text.includes('e') ? decimalText(decimalOf(Number(value))) : text
}

/** Values in one cell, separated by commas; a value with a comma, a quote or blanks at its ends is quoted as a cell would be. */
const joined = (values: readonly string[]): string =>
  values.map((value) => (/[",]|^\s|\s$/.test(value) ? quote(value) : value)).join(', ')

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`

// Semicolons and tabs are quoted too, because a reader that guesses might take them as separators.
const quoted = (text: string) => (/[",;\t\r\n]/.test(text) ? quote(text) : text)

/** Returns the function that writes a value as text; undefined where the value makes columns of its own. */
function writerOf(shape: ColumnSchema, toJson: ToJson): ((value: unknown) => string) | undefined {
  const type = typeOf(shape)
  if (type === 'number' || type === 'integer') return numberText
  if (type === 'boolean') return String
  if (type === 'string') return isFree(shape) ? (value) => quoted(defused(String(value))) : String
  if (type === 'array' && shape.items?.type === 'string')
    return (value) => quoted(defused(joined(value as string[])))
  if (type === 'object' && shape.properties && !shape.oneOf && Object.keys(shape.properties).length > 0)
    return undefined
  const write = toJson(shape)
  return (value) => (Array.isArray(value) && value.length === 0 ? '[]' : quoted(write(value)))
}

/** The columns of a record: a field of an object in it is named after both, as `contact.name`. `isShown` says which fields there are. */
export function columnsOf(
  shape: ColumnSchema,
  toJson: ToJson,
  isShown: (name: string) => boolean = () => true,
): FileColumn[] {
  return Object.entries(shape.properties ?? {})
    .filter(([name]) => isShown(name))
    .flatMap(([name, inner]): FileColumn[] => {
      const value = (record: unknown) => (record as Record<string, unknown>)[name]
      const write = writerOf(inner, toJson)
      if (write)
        return [
          {
            name,
            cell: (record) => {
              const found = value(record)
              return found === null || found === undefined ? '' : write(found)
            },
          },
        ]
      return columnsOf(inner, toJson).map((column) => ({
        name: `${name}.${column.name}`,
        cell: (record) => {
          const found = value(record)
          return found === null || found === undefined ? '' : column.cell(found)
        },
      }))
    })
}

/** The same columns with the additional columns of the route, each after its field, and without the omitted ones. */
export const withMore = (
  columns: readonly FileColumn[],
  more: Readonly<Record<string, CsvColumn | null>> = {},
): FileColumn[] =>
  columns.flatMap((column) => [
    ...(more[column.name] === null ? [] : [column]),
    ...Object.entries(more)
      .flatMap(([name, one]) => (one?.after === column.name ? [{ name, of: one.of }] : []))
      .map(({ name, of }) => ({
        name,
        cell(record: unknown) {
          const found = of(record as never) // a record of the route's list
          if (typeof found === 'number') return numberText(found)
          return found === null ? '' : quoted(defused(found))
        },
      })),
  ])

/** A record as a line of the file. */
export function csvLine(columns: readonly FileColumn[], record: unknown): string {
  let line = ''
  let separator = ''
  for (const { cell } of columns) {
    line += separator + cell(record)
    separator = ','
  }
  return line + END
}

/** The first line. Names of columns are the contract's. */
export const csvHeader = (columns: readonly FileColumn[]): string =>
  columns.map(({ name }) => name).join(',') + END
