import assert from 'node:assert/strict'
import type { TArray, TObject, TSchema } from 'typebox'
import type { Change } from '../../contract/changes.ts'
import { isList, type Route } from '../../contract/route.ts'
import type { Db } from '../database/database.ts'
import { authorsOf, CREATED } from '../ledger/authors.ts'
import type { BookRow } from '../ledger/book.ts'
import type { Page } from '../lists/lists.ts'
import { mapInSlices } from '../process/slices.ts'
import type { SignedIn } from './request.ts'

/**
 * `created_by` and `changed_by` are not stored: the log has the author of every version, and a record the version that created it and the one that
 * changed it last. Both are filled in here, as an answer is written.
 */

/** A record as it was made for an answer. */
type RecordMade = { version: number; [CREATED]?: number; created_by?: string; changed_by?: string | null }

/** Hands each record of an answer to a function, with whether its shape has `created_by`. */
type RecordPlaces = (value: unknown, each: (record: RecordMade, isCreated: boolean) => void) => void

/** Where the records are in answers of a shape; undefined if there are none, as in most reports. */
function placesIn(schema: TSchema | undefined): RecordPlaces | undefined {
  const { title, properties = {}, items } = (schema ?? {}) as Record<string, TSchema | undefined> // a schema is a plain object
  if ((title as unknown) === 'Change') return inChange
  const ofItems = items && placesIn(items)
  if (ofItems)
    return (value, each) => {
      for (const item of value as unknown[]) ofItems(item, each) // as the schema says
    }
  const [isCreated, isRecord] = ['created_by' in properties, 'changed_by' in properties]
  const inside = Object.entries(properties).flatMap(([name, inner]) => {
    const places = placesIn(inner as TSchema) // each property is one
    return places ? [[name, places] as const] : []
  })
  if (!isRecord && inside.length === 0) return undefined
  return (value, each) => {
    if (isRecord) each(value as RecordMade, isCreated) // as the schema says
    for (const [name, places] of inside) {
      const part = (value as Record<string, unknown>)[name]
      if (part !== undefined && part !== null) places(part, each)
    }
  }
}

/** The records of the history have the fields of their shapes; a book's settings have neither field. */
const inChange: RecordPlaces = (value, each) => {
  const { resource, before, after } = value as Change // as the schema says
  if (resource === 'book') return
  for (const record of [before, after] as (RecordMade | null)[]) if (record) each(record, CREATED in record)
}

/** Who asks, and about which book. `writing` is the version that the request makes, if it changes anything. */
type WhoAsks = {
  readonly db: Db
  readonly user: Pick<SignedIn, 'id'>
  readonly book: Pick<BookRow, 'id' | 'is_shared'>
  readonly writing?: number
}

/**
 * Fills in who created and who changed the records in an answer of a route; of a list, in a page or in the batches of its file. A page of a shared book is
 * made before its first record is written.
 */
export function fillingIn(route: Route): <Value>(value: Value, asking: WhoAsks) => Value | Promise<Value> {
  const { reply } = route
  if (!isList(route)) {
    const places = placesIn(reply)
    return places ? (value, asking) => filled(places, value, asking) : (value) => value
  }
  const places = placesIn((reply as TObject<{ data: TArray }>).properties.data.items) // a list has data
  if (!places) return (value) => value
  const ofEach: RecordPlaces = (records, each) => {
    for (const record of records as unknown[]) places(record, each) // a list of them
  }
  return async (value, asking) => {
    const page = value as Page<unknown> // as `serve` says of a list
    const make = asking.book.is_shared
      ? async (some: Many) => filled(ofEach, await mapInSlices(some, (record) => record), asking)
      : (some: Many) => Iterator.from(some).map((record) => filledByOne(places, record, asking))
    const { data, batches } = page
    return { ...value, data: await make(data), ...(batches && { batches: eachOf(batches, make) }) }
  }
}

type Many = Iterable<unknown>

async function* eachOf(
  batches: AsyncIterable<Many>,
  make: (records: Many) => Many | Promise<Many>,
): AsyncGenerator<Many> {
  for await (const batch of batches) yield make(batch)
}

const filled = <Value>(places: RecordPlaces, value: Value, asking: WhoAsks): Value | Promise<Value> =>
  asking.book.is_shared ? filledByLog(places, value, asking) : filledByOne(places, value, asking)

/** A book that was never shared has one author, who is asking. */
function filledByOne<Value>(places: RecordPlaces, value: Value, { user }: WhoAsks): Value {
  places(value, (record, isCreated) => fill(record, isCreated, () => user.id))
  return value
}

async function filledByLog<Value>(
  places: RecordPlaces,
  value: Value,
  { db, user, book, writing }: WhoAsks,
): Promise<Value> {
  const versions = new Set<number>()
  places(value, (record, isCreated) => {
    versions.add(record.version)
    if (isCreated) versions.add(createdOf(record))
  })
  versions.delete(NONE)
  if (writing !== undefined) versions.delete(writing)
  const authors = await authorsOf(db, book.id, versions)
  places(value, (record, isCreated) =>
    fill(record, isCreated, (version) =>
      version === writing ? user.id : (authors.get(version) ?? assert.fail('the log lacks a version')),
    ),
  )
  return value
}

/** The version of a published rate, which nobody of the book has set. */
const NONE = 0

const createdOf = (record: RecordMade): number =>
  record[CREATED] ?? assert.fail('a record was made without the version that created it')

function fill(record: RecordMade, isCreated: boolean, authorOf: (version: number) => string): void {
  if (isCreated) record.created_by = authorOf(createdOf(record))
  record.changed_by = record.version === NONE ? null : authorOf(record.version)
}
