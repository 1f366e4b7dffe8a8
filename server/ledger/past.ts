import { type Holdings, hold } from './known.ts'
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

/** A live record that refers to another one, and the version since which it does. */
export type Referrer = { to: string; version: number; resource: string; id: string }

/** A change of the log with everything that taking it back depends on. */
export type PastChange = {
  version: number
  undone_by: number | null
  /** The change that it takes back, the one that that one takes back, and so on. */
  chain: number[]
  events: PastEvent[]
  /** What happened to the same records later, the oldest first. */
  later: LaterEvent[]
  /** Live records that have come to refer to its records since; of very many only the first. */
  referrers: Referrer[]
  /** How many there are of them in all. */
  referrerCount: number
}

/** How many records refer to one, and one of them. */
export type Uses = { count: number; by: { resource: string; id: string } }

type List = readonly unknown[]
type Of = (part: string) => List[]

const rowFrom = (kind: Kind, json: unknown): AnyRow | null =>
  json === null ? null : fromStored(kind, json as Record<string, unknown>) // as the log keeps it

function eventFrom([, version, ordinal, action, resource, id, before, after, isErased]: List): PastEvent {
  const kind = kindOf(resource as string) // text, as all of these columns are what the part selects
  return {
    ...{ version: Number(version), ordinal: Number(ordinal), action: action as Action },
    ...{ resource: resource as string, kind, id: id as string },
    ...{ before: rowFrom(kind, before), after: rowFrom(kind, after), isErased: isErased as boolean },
  }
}

const byPlace = (a: PastEvent, b: PastEvent) => a.version - b.version || a.ordinal - b.ordinal
const versionOrNull = (value: unknown) => (value === null ? null : Number(value))

/** How many refer to them: of a few, all were looked at, and some have referred to them all along. */
const countOf = (list: List | undefined) => {
  const count = Number(list?.[5] ?? 0)
  return count > MOST_REFERRERS ? count : 0
}

/** Holds the changes of the log that were asked for, and what was deleted for good. */
export function holdPast(holdings: Holdings, of: Of): void {
  const events = Map.groupBy(of('past_event'), ([version]) => version)
  const later = Map.groupBy(of('later_event'), ([version]) => version)
  const links = Map.groupBy(of('past_link'), ([version]) => version)
  const referrers = Map.groupBy(of('referrer'), ([version]) => version)
  for (const [version, undone_by] of of('past_change')) {
    const referring = referrers.get(version) ?? []
    hold(holdings, 'past', String(version), {
      version: Number(version),
      undone_by: versionOrNull(undone_by),
      chain: (links.get(version) ?? []).map(([, link]) => Number(link)).sort((a, b) => b - a),
      events: (events.get(version) ?? []).map(eventFrom).sort(byPlace),
      later: (later.get(version) ?? [])
        .map((list) => ({
          ...eventFrom(list),
          undoes: versionOrNull(list[9]),
          undone_by: versionOrNull(list[10]),
        }))
        .sort(byPlace),
      referrers: referring.map(([, to, since, resource, id]) => ({
        ...{ to: String(to), version: Number(since), resource: String(resource), id: String(id) },
      })),
      referrerCount: Math.max(referring.length, countOf(referring[0])),
    })
  }
  for (const [id, name] of of('person')) hold(holdings, 'person', String(id), String(name))
  for (const [id, version] of of('erased_in')) hold(holdings, 'erased_in', String(id), Number(version))
  for (const [id, count, resource, by] of of('used_by'))
    hold(holdings, 'used_by', String(id), {
      count: Number(count),
      by: { resource: String(resource), id: String(by) },
    })
}
