/** The plainest possible model of debts: debts and their postings, trash included; outstanding amounts are added up on demand. */
export type Debt = {
  id: string
  currency: string
  direction: string
  opened: string
  /** The shared expense that it belongs to. */
  expense: string | null
  isThere: boolean
  version: number
}
export type Posting = {
  kind: 'opening' | 'correction' | 'payment' | 'write_off'
  debt: string
  /** The amount it adds to the outstanding one. */
  amount: bigint
  date: string
  isThere: boolean
  version: number
}
export type Owed = { debts: ReadonlyMap<string, Debt>; postings: ReadonlyMap<string, Posting> }

type Event = { id: string; version: number; before: Debt | Posting | null; after: Debt | Posting }
export type Written = {
  version: number
  undoes: number | null
  undoneBy: number | null
  events: Event[]
  owed: Owed
}

export const postingsOf = ({ postings }: Owed, debt: string): [string, Posting][] =>
  [...postings].filter(([, one]) => one.debt === debt && one.isThere)

export const outstanding = (owed: Owed, debt: string): bigint =>
  postingsOf(owed, debt).reduce((sum, [, { amount }]) => sum + amount, 0n)

/** Remembers the changes since the last version, with a copy of everything. Records are never changed in place. */
export function remember(past: Written[], owed: Owed, version: number, undoes: number | null = null): void {
  const last = past.at(-1)
  const events = [...owed.debts, ...owed.postings].flatMap(([id, after]): Event[] => {
    const before = last?.owed.debts.get(id) ?? last?.owed.postings.get(id) ?? null
    return last && before !== after ? [{ id, version, before, after }] : []
  })
  const copy = { debts: new Map(owed.debts), postings: new Map(owed.postings) }
  past.push({ version, undoes, undoneBy: null, events, owed: copy })
}

/** Marks a version as undone; if that is an undo itself, the version it took back is in effect again, and so on. */
export function markUndone(past: readonly Written[], version: number, by: number | null): void {
  const written = past.find((one) => one.version === version)
  if (!written) return
  written.undoneBy = by
  if (written.undoes !== null) markUndone(past, written.undoes, by === null ? version : null)
}

type Change = Pick<Event, 'before' | 'after'>
const isLive = (one: Debt | Posting | null) => one?.isThere === true
const movesTrash = ({ before, after }: Change) => isLive(before) !== isLive(after)
const isReposted = ({ before, after }: Change) =>
  before === null ||
  ('debt' in before && 'debt' in after && (before.amount !== after.amount || before.date !== after.date))

/** The obstacles to undoing a record's change, and the record without it. */
function planFor(owed: Owed, past: readonly Written[], event: Event) {
  const { id, version, before } = event
  const later = past
    .filter((one) => one.version > version && one.undoneBy === null && (one.undoes ?? 0) <= version)
    .flatMap(({ events }) => events.filter((one) => one.id === id))
  const current = owed.debts.get(id) ?? owed.postings.get(id) ?? event.after
  const isEdit = !movesTrash(event)
  const blockers = later.filter(
    (one) => (movesTrash(one) && (!isEdit || !isLive(current))) || (isReposted(event) && isReposted(one)),
  )
  const posting =
    before && 'debt' in before && isReposted(event) ? { amount: before.amount, date: before.date } : {}
  const isThere = isEdit ? current.isThere : isLive(before)
  return { id, blockers: blockers.map((one) => one.version), after: { ...current, ...posting, isThere } }
}

const withRecords = (owed: Owed, records: readonly (readonly [string, Debt | Posting])[]): Owed => {
  const [debts, postings] = [new Map(owed.debts), new Map(owed.postings)]
  for (const [id, one] of records) {
    if ('debt' in one) postings.set(id, one)
    else debts.set(id, one)
  }
  return { debts, postings }
}

export type Outcome =
  | { code: 'already_undone' }
  /** The versions in the way; and the debts that would fall below zero. */
  | { blockers: number[]; overpaid: string[] }
  | { owed: Owed; touched: string[] }

/** Whether a version can be undone, and the debts after it. */
export function undone(owed: Owed, past: readonly Written[], written: Written, by: number): Outcome {
  if (written.undoneBy !== null) return { code: 'already_undone' }
  const plans = written.events.map((event) => planFor(owed, past, event))
  const own = new Set(plans.map(({ id }) => id))
  const next = withRecords(
    owed,
    plans.map(({ id, after }) => [id, { ...after, version: by }] as const),
  )
  const blockers = plans.flatMap(({ id, after, blockers }) => {
    const isBack = after.isThere && !isLive(owed.postings.get(id) ?? null)
    if ('debt' in after) {
      const debt = next.debts.get(after.debt)
      return isBack && debt && !debt.isThere ? [...blockers, debt.version] : blockers
    }
    const created = (posting: string) =>
      past.find(({ events }) => events.some((one) => one.id === posting && one.before === null))?.version ?? 0
    const onIt = after.isThere ? [] : postingsOf(owed, id).filter(([posting]) => !own.has(posting))
    return [...blockers, ...onIt.map(([posting]) => created(posting)).filter((one) => one > written.version)]
  })
  const touched = [...new Set(plans.map(({ id, after }) => ('debt' in after ? after.debt : id)))]
  const overpaid = touched.filter((id) => next.debts.get(id)?.isThere && outstanding(next, id) < 0n)
  return blockers.length > 0 || overpaid.length > 0 ? { blockers, overpaid } : { owed: next, touched }
}
