import { mapInSlices } from '../process/slices.ts'
import { kindOf } from './kind.ts'
import { type Holder, hold, type LaterEvent, type List, type PastEvent } from './known.ts'
import { MAX_REFERRERS } from './past.sql.ts'
import type { Action, AnyRow, Kind } from './rows.ts'
import { fromStored } from './stored.ts'

const rowFrom = (kind: Kind, json: unknown): AnyRow | null =>
  json === null ? null : fromStored(kind, json as Record<string, unknown>) // as the log stores it

function eventFrom([version, ordinal, action, resource, id, before, after, isErased]: List): PastEvent {
  const kind = kindOf(resource as string) // text; the part selects these columns in this order
  return {
    version: Number(version),
    ordinal: Number(ordinal),
    action: action as Action,
    resource: resource as string,
    kind,
    id: id as string,
    before: rowFrom(kind, before),
    after: rowFrom(kind, after),
    isErased: isErased as boolean,
  }
}

const byPlace = (a: PastEvent, b: PastEvent) => a.version - b.version || a.ordinal - b.ordinal
const versionOrNull = (value: unknown) => (value === null ? null : Number(value))

/** Later events by record, those after a version only. */
const laterThan = (version: unknown, events: readonly LaterEvent[]): Map<string, LaterEvent[]> =>
  Map.groupBy(
    events.filter((one) => one.version > Number(version)),
    ({ id }) => id,
  )

/** Holds changes of the log, each with the later events of its records. */
const holdChanges: Holder = async (holdings, lists, { of }) => {
  const events = Map.groupBy(of('past_event'), ([version]) => version)
  const links = Map.groupBy(of('past_link'), ([version]) => version)
  const laterEvents = await mapInSlices(of('later_event'), (list) => ({
    ...eventFrom(list),
    undoes: versionOrNull(list[8]),
    undone_by: versionOrNull(list[9]),
  }))
  const later = laterEvents.sort(byPlace)
  for (const [version, undone_by] of lists)
    hold(holdings, 'past', String(version), {
      version: Number(version),
      undone_by: versionOrNull(undone_by),
      chain: (links.get(version) ?? []).map(([, link]) => Number(link)).sort((a, b) => b - a),
      events: (await mapInSlices(events.get(version) ?? [], eventFrom)).sort(byPlace),
      later: laterThan(version, later),
    })
}

const holdReferrers: Holder = (holdings, lists, { references }) => {
  const unlisted = Math.max(0, Number(lists[0]?.[4] ?? 0) - MAX_REFERRERS)
  const byRecord = Map.groupBy(lists, ([referred]) => referred)
  for (const key of references.referrers ?? []) {
    if (typeof key !== 'string') continue
    const list = (byRecord.get(key.split(' ')[2]) ?? []).map(([, since, resource, id]) => ({
      version: Number(since),
      resource: String(resource),
      id: String(id),
    }))
    hold(holdings, 'referrers', key, { list, count: list.length + (list.length > 0 ? unlisted : 0) })
  }
}

/** The holders of the parts of past.sql.ts. */
export const pastHolders: { readonly [part: string]: Holder } = {
  past_change: holdChanges,
  referrer: holdReferrers,
  erased_in(holdings, lists) {
    for (const [id, version] of lists) hold(holdings, 'erased_in', String(id), Number(version))
  },
  used_by(holdings, lists) {
    for (const [id, count, resource, by, isPast] of lists)
      hold(holdings, 'used_by', String(id), {
        count: Number(count),
        by: { resource: String(resource), id: String(by) },
        ...(isPast === true && { is_past: true }),
      })
  },
}
