import type { Blocker } from '../../contract/refusal.ts'
import { refuse } from '../../contract/refusals.ts'
import type { BookSettings } from '../ledger/book.ts'
import type { SlimTransaction } from '../ledger/journal.ts'
import type { Refers } from '../ledger/kind.ts'
import {
  decideEach,
  type Known,
  type LaterEvent,
  type PastChange,
  type Referrers,
  requireLoaded,
} from '../ledger/known.ts'
import { accountUseKey, referrersKey } from '../ledger/past.sql.ts'
import type { AnyRow } from '../ledger/rows.ts'
import type { Book } from '../ledger/verb.ts'
import { mapInSlices } from '../process/slices.ts'
import type { AccountRow } from '../records/account.ts'
import { withBaseAfter } from '../records/balance-as-of.ts'
import type { CategoryRow } from '../records/category.ts'
import { kinds } from '../records/kinds.ts'
import type { Debt } from '../records/obligation.ts'
import { isOwnMoney } from '../records/require.ts'
import { concernsPostings, type DebtStep, isPossible, settlementsOn } from './debts.ts'
import { goalBlockers } from './goals.ts'
import { groupBlockers } from './groups.ts'
import { balanceBlockers } from './openings.ts'
import { reconciliationBlockers } from './reconciliations.ts'
import { isThere, type Reversal, touches, type UndoStep } from './take-back.ts'
import { linksOf } from './to-api.ts'
import { valueBlockers } from './values.ts'

/** How many blockers a refusal lists. */
const MAX_LISTED = 100

/** The later changes and records that depend on this change. */
export async function blockersOf(
  book: Book,
  known: Known,
  past: PastChange,
  reversals: readonly Reversal[],
  steps: readonly UndoStep[],
): Promise<{ count: number; blockers: Blocker[] }> {
  const found: Blocker[] = []
  const own = new Set<string>()
  await mapInSlices(past.events, ({ id }) => own.add(id))
  const byId = new Map<string, Reversal>()
  await mapInSlices(reversals, (reversal) => {
    byId.set(reversal.event.id, reversal)
    found.push(...reversal.blockers)
  })
  // Rules of other records pass over the transactions, which may be tens of thousands.
  const records = reversals.filter(({ event }) => event.kind !== 'transaction')
  const recordSteps = steps.filter(({ kind }) => kind !== 'transaction')
  const referrers = referrersOf(known, past, records)
  const undone = withBaseAfter(
    book,
    records.map(({ event: { kind }, after }) => ({ kind, after })),
  )
  for (const { list } of referrers) found.push(...list.filter(({ id }) => !own.has(id)))
  for (const reversal of records)
    found.push(
      ...defaultBlockers(reversal),
      ...codeBlockers(known, reversal),
      ...balanceBlockers(undone, known, past, reversal),
    )
  found.push(...(await decideEach(records, (one) => valueBlockers(undone, known, one))).flat())
  await mapInSlices(steps, (step) => found.push(...linkBlockers(known, past, byId, step)))
  await mapInSlices(recordSteps, (step) => found.push(...debtBlockers(known, past, byId, step)))
  found.push(
    ...reconciliationBlockers(known, recordSteps),
    ...groupBlockers(known, recordSteps),
    ...goalBlockers(known, past, recordSteps),
  )
  const unique = [...new Map(found.map((one) => [`${one.version} ${one.id}`, one])).values()]
  const unlisted = referrers.map(({ list, count }) => count - list.length)
  return {
    count: unique.length + Math.max(0, ...unlisted),
    blockers: firstOfEachVersion(unique.sort((a, b) => b.version - a.version))
      .slice(0, MAX_LISTED)
      .map(({ version, resource, id }) => ({ version, resource, id })),
  }
}

/** One blocker of each version comes first: a version is undone as a whole. */
function firstOfEachVersion(blockers: readonly Blocker[]): Blocker[] {
  const first = new Map<number, Blocker>()
  for (const blocker of blockers) if (!first.has(blocker.version)) first.set(blocker.version, blocker)
  return [...first.values(), ...blockers.filter((one) => first.get(one.version) !== one)]
}

/** The records that refer to those that would be removed, or that would no longer fit them. */
function referrersOf(known: Known, { version }: PastChange, reversals: readonly Reversal[]): Referrers[] {
  const keys = reversals.flatMap((reversal) => referrerKeys(version, reversal))
  requireLoaded(known, { referrers: keys })
  return keys.map((key) => known.find('referrers', key) ?? { list: [], count: 0 })
}

/**
 * The reversals of an import without those of categories that it made and that others have come to use since, or that were changed since: nobody
 * asked for these categories, and who has used one does not know where it came from. They stay, with their accounts.
 */
export function withoutUsedCategories(
  known: Known,
  past: PastChange,
  reversals: readonly Reversal[],
): readonly Reversal[] {
  const made = reversals.filter(
    ({ event: { kind, before }, current, after }) =>
      kind === 'category' && before === null && isThere(current) && !isThere(after),
  )
  if (made.length === 0) return reversals
  const used = referrersOf(known, past, made) // one for each
  const own = new Set(past.events.map(({ id }) => id))
  const kept = new Set<string>()
  for (const [index, { event, current, blockers }] of made.entries()) {
    const isUsed = used[index]?.list.some(({ id }) => !own.has(id)) ?? false
    if (!isUsed && blockers.length === 0) continue
    kept.add(event.id)
    if (current) kept.add((current as CategoryRow).account_id) // a row of this kind
  }
  // The group of one that stays stays too.
  const groups = made.filter(({ event: { id } }) =>
    made.some(({ event, current }) => kept.has(event.id) && (current as CategoryRow).parent_id === id),
  )
  for (const { event, current } of groups)
    for (const id of [event.id, (current as CategoryRow).account_id]) kept.add(id)
  return reversals.filter(({ event }) => !kept.has(event.id))
}

function referrerKeys(
  version: number,
  { event: { kind, resource, id }, current, after }: Reversal,
): string[] {
  if (!(kind === 'book' || linked.some((one) => one === kind)) || !isThere(current)) return []
  const all = [referrersKey(version, resource, id)]
  if (!isThere(after)) return all
  if (kind === 'book')
    return (current as BookSettings).base_currency_id !== (after as BookSettings).base_currency_id ? all : [] // rows of their kind, here and below
  return kind === 'account' ? keysOfUse(version, current as AccountRow, after as AccountRow) : []
}

/** As when an account is changed by hand, transactions in the trash count as well: they may be restored. */
function keysOfUse(version: number, was: AccountRow, is: AccountRow): string[] {
  if (was.type !== is.type || was.is_claim !== is.is_claim) return [accountUseKey(version, is.id)]
  const isBoundAnew = is.currency_id !== null && is.currency_id !== was.currency_id
  return isBoundAnew ? [accountUseKey(version, is.id, is.currency_id ?? undefined)] : []
}

/** The columns that decide whether an account is, or can be, the default account. */
const OF_DEFAULT = ['type', 'is_active', 'is_claim', 'is_default', 'is_valued', 'deleted_at']

/** The default account has to be a live asset that money can be on. */
function defaultBlockers({ event: { kind }, after, later }: Reversal): LaterEvent[] {
  if (kind !== 'account' || after === null) return []
  const account = after as AccountRow
  const isPossible =
    !account.is_default || (isOwnMoney(account) && account.is_active && account.deleted_at === null)
  return isPossible ? [] : later.filter((one) => touches(one, OF_DEFAULT))
}

/** Another account may have taken the code since. */
function codeBlockers(known: Known, { event: { kind }, current, after }: Reversal): Blocker[] {
  if (kind !== 'account' || after === null) return []
  const { id, code } = after as AccountRow
  if ((current as AccountRow | null)?.code === code) return []
  const holder = known.find('code', code)
  return holder && holder.id !== id ? [{ version: holder.version, resource: 'account', id: holder.id }] : []
}

/**
 * The kinds whose records cannot be removed by an undo while others refer to them. They are found by a reference of the same name. The
 * obligations of a shared expense change with it.
 */
const linked = [
  ...new Set(
    Object.values(kinds)
      .flatMap(({ refers }) => Object.values<Refers>(refers))
      .flatMap(({ to, holdsUndo }) => (holdsUndo ? [to] : [])),
  ),
]

/** A record that becomes referenced again must be live, unless it was already in the trash then. */
function linkBlockers(
  known: Known,
  past: PastChange,
  reversals: ReadonlyMap<string, Reversal>,
  { kind, before, after }: UndoStep,
): Blocker[] {
  if (!isThere(after)) return []
  const had = isThere(before) ? linksOf(kind, before) : {}
  const has = linksOf(kind, after)
  return linked.flatMap((reference) =>
    [...new Set(has[reference])].flatMap((id): Blocker[] => {
      if (typeof id !== 'string' || had[reference]?.includes(id)) return []
      if (isThere(reversals.get(id)?.after ?? null)) return []
      const record = known.find(reference, id) as AnyRow | undefined // of the kind of this name
      if (!record)
        return refuse('erased', {
          version: past.version,
          erased_in: known.find('erased_in', id) ?? past.version,
        })
      const { version } = record
      return version <= past.version || isThere(record) ? [] : [{ version, resource: reference, id }]
    }),
  )
}

const changesOutstanding = ({ before, after }: { before: AnyRow | null; after: AnyRow | null }) =>
  (before as Debt | null)?.outstanding_amount !== (after as Debt | null)?.outstanding_amount

/** The outstanding amount cannot become negative, and the fields that payments were computed from cannot change. */
function debtBlockers(
  known: Known,
  past: PastChange,
  reversals: ReadonlyMap<string, Reversal>,
  { kind, before, after }: UndoStep,
): Blocker[] {
  if (kind !== 'obligation' || !before || !after) return []
  const step = { before, after } as DebtStep // rows of this kind
  const blockers: Blocker[] = []
  if (isThere(after) && !isPossible(step.after)) {
    const later = reversals.get(after.id)?.later.filter(changesOutstanding) ?? []
    blockers.push(
      ...(later.length > 0
        ? later
        : [{ version: step.before.version, resource: 'obligation', id: after.id }]),
    )
  }
  if (!concernsPostings(step)) return blockers
  // A settlement that was there before the change fits the obligation as it was before.
  const settlements = settlementsOn(step, known.find('postings', after.id) ?? []).filter(
    ({ id, version }) =>
      version > past.version && (isThere(reversals.get(id)?.after ?? null) || !reversals.has(id)),
  )
  return [...blockers, ...settlements.map((one) => settlementBlocker(past, one))]
}

const settlementBlocker = (
  past: PastChange,
  { id, kind, version, created_version }: SlimTransaction,
): Blocker => ({
  version: created_version > past.version ? created_version : version,
  resource: kind,
  id,
})
