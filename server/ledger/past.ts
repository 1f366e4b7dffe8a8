import { mapInSlices } from '../slices.ts'
import { type Holdings, hold, type References } from './known.ts'
import { MOST_REFERRERS } from './past.sql.ts'
import { fromStored, type Kind, kindOf, type Rows } from './records.ts'
import type { Action } from './verb.ts'

/** A record of any kind. */
export type AnyRow = Rows[Kind]

/** A record before and after a change of the log. Of one that was deleted for good since, neither is left. */
export type PastEvent = {
  version: number
  ordinal: number
  action: Action
  resource: string
  kind: Kind
  id: string
  before: AnyRow | null
  after: AnyRow | null
  isErased: boolean
}

/** A change of the same record after the one in question, and whether it was taken back or takes another back. */
export type LaterEvent = PastEvent & { undoes: number | null; undone_by: number | null }

/** Live records that refer to another one, each with the version since which it does. Of very many only the first are listed. */
export type Referrers = { list: { version: number; resource: string; id: string }[]; count: number }

/** A change of the log. */
export type PastChange = {
  version: number
  undone_by: number | null
  /** The change that it takes back, the one that that one takes back, and so on. */
  chain: number[]
  events: PastEvent[]
  /** What happened to each of its records later, by id, the oldest first. */
  later: ReadonlyMap<string, LaterEvent[]>
}

/** How many records refer to one, and one of them. */
export type Uses = { count: number; by: { resource: string; id: string } }

type List = readonly unknown[]
type Of = (part: string) => List[]

const rowFrom = (kind: Kind, json: unknown): AnyRow | null =>
  json === null ? null : fromStored(kind, json as Record<string, unknown>) // as the log keeps it

function eventFrom([version, ordinal, action, resource, id, before, after, isErased]: List): PastEvent {
  const kind = kindOf(resource as string) // text, as all of these columns are what the part selects
  return {
    ...{ version: Number(version), ordinal: Number(ordinal), action: action as Action },
    ...{ resource: resource as string, kind, id: id as string },
    ...{ before: rowFrom(kind, before), after: rowFrom(kind, after), isErased: isErased as boolean },
  }
}

const byPlace = (a: PastEvent, b: PastEvent) => a.version - b.version || a.ordinal - b.ordinal
const versionOrNull = (value: unknown) => (value === null ? null : Number(value))

/** Holds the changes of the log that were asked for, what came after them, and what was deleted for good. */
export async function holdPast(holdings: Holdings, references: References, of: Of): Promise<void> {
  const events = Map.groupBy(of('past_event'), ([version]) => version)
  const links = Map.groupBy(of('past_link'), ([version]) => version)
  const laterEvents = await mapInSlices(of('later_event'), (list) => ({
    ...eventFrom(list),
    undoes: versionOrNull(list[8]),
    undone_by: versionOrNull(list[9]),
  }))
  const later = laterEvents.sort(byPlace)
  for (const [version, undone_by] of of('past_change'))
    hold(holdings, 'past', String(version), {
      version: Number(version),
      undone_by: versionOrNull(undone_by),
      chain: (links.get(version) ?? []).map(([, link]) => Number(link)).sort((a, b) => b - a),
      events: (await mapInSlices(events.get(version) ?? [], eventFrom)).sort(byPlace),
      later: laterThan(version, later),
    })
  holdReferrers(holdings, references, of)
  for (const [id, name] of of('person')) hold(holdings, 'person', String(id), String(name))
  for (const [id, version] of of('erased_in')) hold(holdings, 'erased_in', String(id), Number(version))
  for (const [id, count, resource, by] of of('used_by'))
    hold(holdings, 'used_by', String(id), {
      count: Number(count),
      by: { resource: String(resource), id: String(by) },
    })
}

const keysOf = (keys: readonly (string | null | undefined)[] = []) =>
  keys.filter((key) => typeof key === 'string')

/** Later events by record, those after a version only. */
const laterThan = (version: unknown, events: readonly LaterEvent[]): Map<string, LaterEvent[]> =>
  Map.groupBy(
    events.filter((one) => one.version > Number(version)),
    ({ id }) => id,
  )

function holdReferrers(holdings: Holdings, references: References, of: Of): void {
  const found = of('referrer')
  // Of a few all were looked at, and some of them have referred to the record all along.
  const unlisted = Math.max(0, Number(found[0]?.[4] ?? 0) - MOST_REFERRERS)
  const byRecord = Map.groupBy(found, ([referred]) => referred)
  for (const key of keysOf(references.referrers)) {
    const list = (byRecord.get(key.split(' ')[2]) ?? []).map(([, since, resource, id]) => ({
      ...{ version: Number(since), resource: String(resource), id: String(id) },
    }))
    hold(holdings, 'referrers', key, { list, count: list.length + (list.length > 0 ? unlisted : 0) })
  }
}
