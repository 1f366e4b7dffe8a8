import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TArray, TObject } from 'typebox'
import { fault } from '../../contract/faults.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import type { Route } from '../../contract/route.ts'
import { who } from '../../contract/who.ts'
import { type Database, forFile } from '../database/database.ts'
import type { HistoryPage, Page } from '../lists/lists.ts'
import { startSlice } from '../process/slices.ts'
import { writeExactly } from './answer.ts'
import { weightsIn } from './compress.ts'
import { type ColumnSchema, columnsOf, csvHeader, csvLine, withMore } from './csv.ts'
import { type File, PIECE_CHARACTERS } from './file.ts'
import { sheetOf } from './sheet.ts'

export type Format = 'csv' | 'json'
const TYPES: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/** How many records are read at a time of a list that comes in pages, as the history does. */
const PAGE_RECORDS = 1_000

type FileQuery = { format?: Format; locale?: string; limit?: number; cursor?: string; include?: string }

/** The format of the requested file; undefined for a page. */
export function formatOf({ headers }: FastifyRequest, query: FileQuery): Format | undefined {
  const weights = weightsIn(headers.accept)
  const json = weights.get('application/json') ?? weights.get('application/*') ?? 0
  const format = query.format ?? ((weights.get('text/csv') ?? 0) > json ? 'csv' : undefined)
  if (format !== undefined) checkPageless(query, format)
  if (query.locale !== undefined) checkSheet(format)
  return format
}

/** Refuses parameters that only a page has. */
function checkPageless({ limit, cursor, include }: FileQuery, format: Format): void {
  const isOfMeta = (include ?? '').split(',').some((one) => one === 'total' || one === 'sum')
  const forPages = (field: string, name = field) => [fault(field, 'for_pages', { name, format })]
  const faults = [
    ...(limit === undefined ? [] : forPages('limit')),
    ...(cursor === undefined ? [] : forPages('cursor')),
    ...(isOfMeta ? forPages('include', `include=${include}`) : []),
  ]
  if (faults.length > 0) refuse('invalid', { faults })
}

/** Refuses a locale beside anything but a CSV file. */
function checkSheet(format: Format | undefined): void {
  if (format !== 'csv') refuseField('locale', 'for_csv', {})
}

/** Writes one record of a list, by the schema that the route has for it. */
function itemWriter(reply: FastifyReply): (item: unknown) => string {
  return writerOf(reply, itemOf(reply.routeOptions.config.route))
}

function itemOf(route: Route | undefined): object {
  const reply = route?.reply as TObject<{ data: TArray }> // the reply of a list, or of the history
  return reply.properties.data.items
}

function writerOf(reply: FastifyReply, schema: object): (value: unknown) => string {
  const plain = schema as Record<string, unknown> // a schema is a plain object
  const write = reply.getSerializationFunction(plain) ?? reply.compileSerializationSchema(plain)
  return (value) => writeExactly(schema, value, write as (value: unknown) => string) // it writes any value that fits the schema
}

type Listing = {
  format: Format
  reply: FastifyReply
  query: FileQuery
  ignored: string[]
  today: string
  /** A page of the list from a position on, as the route reads it. */
  read: (moment: Database, query: FileQuery) => Promise<AnyPage>
}

/** A list as a file. */
export function listFile({ format, reply, query, ignored, today, read }: Listing): File {
  const route = reply.routeOptions.config.route
  const { format: _, locale, ...filters } = query
  const isSheet = route?.sheet !== undefined && locale !== undefined
  const { head, write, tail }: ListWriter =
    route?.sheet && locale !== undefined
      ? sheetOf(route.sheet, locale)
      : format === 'csv'
        ? csvOf(reply, query.include)
        : jsonOf(reply, ignored)
  return {
    type: TYPES[format],
    // Both files of a list may lie in one folder.
    name: `florin-${nameOf(route?.path ?? '')}${isSheet ? '-spreadsheet' : ''}-${today}.${format}`,
    async *pieces(moment) {
      const slice = startSlice()
      let text = head
      let count = 0
      let nextSince: number | undefined
      const file = forFile(moment)
      const pages = pagesFrom((cursor) => read(file, { ...filters, ...cursor, limit: PAGE_RECORDS }))
      for await (const page of pages) {
        for await (const records of page.batches ?? [page.data]) {
          slice.resume()
          for (const record of records) {
            text += write(record, count++)
            if (slice.isOver()) await slice.next()
            if (text.length < PIECE_CHARACTERS) continue
            yield text
            slice.resume()
            text = ''
          }
        }
        nextSince = page.nextSince?.(page.positions.length)
      }
      yield text + tail(count, nextSince)
    },
  }
}

type AnyPage = Page<unknown> & Partial<HistoryPage<unknown>>

/** Page by page. The next page is loaded while one is written. */
async function* pagesFrom(read: (cursor: { cursor?: string }) => Promise<AnyPage>): AsyncGenerator<AnyPage> {
  let coming: Promise<AnyPage> | undefined = read({})
  try {
    while (coming !== undefined) {
      const page: AnyPage = await coming
      coming = page.isMore ? read({ cursor: JSON.stringify(page.positions.at(-1)) }) : undefined
      coming?.catch(() => undefined) // awaited in its turn, unless the client is gone
      yield page
    }
  } finally {
    await coming?.catch(() => undefined)
  }
}

const nameOf = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('{'))
    .join('-')

/** How a list is written: its beginning, each of its records, and its end. */
type ListWriter = {
  head: string
  write: (record: unknown, index: number) => string
  tail: (count: number, nextSince: number | undefined) => string
}

function csvOf(reply: FastifyReply, include = ''): ListWriter {
  const { route } = reply.routeOptions.config
  const shape = itemOf(route) as ColumnSchema
  // A field that records may lack is one that a request can ask for, by its name. CSV files leave out created_by and changed_by.
  const isShown = (name: string) =>
    !(name in who) && (shape.required?.includes(name) || include.split(',').includes(name))
  const columns = withMore(
    columnsOf(shape, (inner) => writerOf(reply, inner), isShown),
    route?.columns,
  )
  return { head: csvHeader(columns), write: (record) => csvLine(columns, record), tail: () => '' }
}

/** The shape of a page that has everything. */
function jsonOf(reply: FastifyReply, ignored: string[]): ListWriter {
  const write = itemWriter(reply)
  return {
    head: '{"data":[',
    write: (record, index) => (index === 0 ? write(record) : `,${write(record)}`),
    tail: (limit, next_since) =>
      `],"meta":${JSON.stringify({ limit, next_cursor: null, ignored, next_since })}}`,
  }
}
