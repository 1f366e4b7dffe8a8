import { isDeepStrictEqual } from 'node:util'
import type { Change } from '../../contract/changes.ts'
import { refuse } from '../../contract/refusals.ts'
import { unmergeNames } from '../categories/merged-names.sql.ts'
import { type ImportedAgain, importedAgain, isOfImport } from '../imports/commit.sql.ts'
import type { BookSettings } from '../ledger/book.ts'
import type { Step, Transaction } from '../ledger/journal.ts'
import { resourceOf } from '../ledger/kind.ts'
import { decideEach, type Known, type PastChange, type References, requireLoaded } from '../ledger/known.ts'
import { actionOf, type Book, changed, type Decision, type RecordChange, type Verb } from '../ledger/verb.ts'
import { allowFor, inSlices, mapInSlices, startSlice } from '../process/slices.ts'
import { settingsBefore } from '../records/book.ts'
import { checkExternalId, checkOpen } from '../records/require.ts'
import { followingEntries } from '../records/stated-values.ts'
import { blockersOf, withoutUsedCategories } from './blockers.ts'
import { MAX_HISTORY_BYTES } from './changes.sql.ts'
import { asPostingOf, concernsPostings, type DebtStep, followingSteps, recomputed } from './debts.ts'
import { withNextDates } from './next-dates.ts'
import { keptInTrash, openingsToRemove, withoutFollowing } from './openings.ts'
import { recomposed } from './recompose.ts'
import { checkUndoneStatements, reopenedBy } from './reconciliations.ts'
import { isThere, type Reversal, takeBack, touchedBy, type UndoStep, withVersion } from './take-back.ts'
import { linksOf, recordToApi } from './to-api.ts'

type Undo = { version: number; count: number; data: Change[] }

/** Takes back everything that a version did, as a new change. */
export function undo(bookId: string, version: number): Verb<Undo> {
  let again: ImportedAgain | undefined
  let isImport = false
  return {
    looksAt: { past: [String(version)] },
    isServedAlone: true,
    async prepare(tx) {
      if (!Number.isSafeInteger(version)) return {}
      again = await importedAgain(tx, bookId, version)
      isImport = await isOfImport(tx, bookId, version)
      return {}
    },
    async decide(book, known) {
      const past = known.find('past', String(version)) ?? refuse('not_found')
      checkUndoable(known, past)
      if (again) refuse('imported_again', { version, ...again })
      allowFor(past.events.length)
      const all = await reversalsFor(book, known, past)
      const reversals = isImport ? withoutUsedCategories(known, past, all) : all
      const links = await linksIn(reversals)
      await startSlice().next()
      requireLoaded(known, { ...links, person: [book.by.user_id] })
      await startSlice().next()
      const steps = await stepsOf(book, known, reversals)
      const blockers = await blockersOf(book, known, past, reversals, steps)
      if (blockers.count > 0) refuse('undo_blocked', { version, ...blockers })
      checkUndoneStatements(known, steps)
      const reopened = reopenedBy(steps)
      await mapInSlices(steps, (step) => {
        if (step.kind !== 'transaction' || !step.after) return
        checkOpen(book, known, [step as Step], reopened)
        checkExternalId(known, step as Step) // a change names one transaction, so that nothing is loaded one by one
      })

      // Nothing below this line refuses.
      const own = await mapInSlices(
        steps,
        ({ kind, before, after }) =>
          changed(kind, before as never, after && (withVersion(book, after) as never)), // rows of one kind
      )
      const decision = { answer: null, changes: own, undoes: version, undone: undoneBy(book, past) }
      const { changes } = await inSlices(followingEntries(book, known, decision)) // the answer shows them too
      const beside = steps
        .filter(({ kind, before, after }) => kind === 'category' && isThere(after) && !isThere(before))
        .map(({ after }) => unmergeNames(book.id, after?.id ?? ''))
      const answer = answerOf(book, known, version, changes)
      return { ...decision, changes, isComplete: true, beside, answer }
    },
  }
}

/** The records that the reversed ones refer to, before the undo and after it. */
async function linksIn(reversals: readonly Reversal[]): Promise<References> {
  const links: { [reference: string]: Set<string | null | undefined> } = {}
  await mapInSlices(reversals, ({ event: { kind }, current, after }) => {
    for (const row of [current, after])
      for (const [reference, keys] of Object.entries(row ? linksOf(kind, row) : {})) {
        links[reference] ??= new Set()
        for (const key of keys) links[reference].add(key)
      }
  })
  return Object.fromEntries(Object.entries(links).map(([reference, keys]) => [reference, [...keys]]))
}

/** Refuses changes that cannot be undone, whether or not others followed. */
function checkUndoable(known: Known, { version, undone_by, events }: PastChange): void {
  if (undone_by !== null) refuse('already_undone', { version, undone_by })
  if (events.some(({ kind, before }) => kind === 'book' && before === null))
    refuse('not_undoable', { version, opened: true })
  // Accounts are removed only when a restored book replaces them, including those that Florin itself posts to.
  if (events.some(({ kind, after, isErased }) => kind === 'account' && after === null && !isErased))
    refuse('not_undoable', { version, opened: false })
  if (events.some(({ kind, before, after }) => kind === 'book' && isShared(after) && !isShared(before)))
    refuse('not_undoable', { version, opened: false, joined: true })
  if (events.some(({ action }) => action === 'erased')) refuse('erased', { version, erased_in: version })
  const gone = events.find(({ isErased }) => isErased)
  if (gone) refuse('erased', { version, erased_in: known.find('erased_in', gone.id) ?? version })
}

const isShared = (settings: unknown): boolean => (settings as BookSettings | null)?.is_shared ?? false // of the kind book

function reversalsFor(book: Book, known: Known, past: PastChange): Promise<Reversal[]> {
  return decideEach(withoutFollowing(past, touchedBy(past)), (touched) => {
    const current = touched.event.kind === 'book' ? settingsBefore(book) : touched.current
    return keptInTrash(recomposed(book, known, takeBack(book, { ...touched, current })))
  })
}

/** Every record that the undo changes: the records of the change, and those computed from them. */
async function stepsOf(book: Book, known: Known, reversals: readonly Reversal[]): Promise<UndoStep[]> {
  const steps = await mapInSlices(
    reversals,
    ({ event: { kind }, current, after }): UndoStep => ({ kind, before: current, after }),
  )
  steps.push(...openingsToRemove(book, known, reversals))
  const debts = await debtsIn(known, steps)
  const postings = [...(await postingsIn(steps, debts)), ...followersOf(known, steps, debts)]
  const byDebt = await stepsByDebt(postings)
  const all: UndoStep[] = [
    ...withNextDates(
      known,
      steps.filter(({ kind }) => kind !== 'obligation' && kind !== 'transaction'),
    ),
    ...postings.map((step) => ({ kind: 'transaction' as const, ...step })),
    ...debts.values().map((debt) => ({
      kind: 'obligation' as const,
      before: debt.before,
      after: recomputed(book, known, debt, byDebt.get(debt.after.id) ?? []),
    })),
  ]
  const isChanged = await mapInSlices(all, ({ before, after }) => !isDeepStrictEqual(before, after))
  return all.filter((_, index) => isChanged[index])
}

type Debts = ReadonlyMap<string, DebtStep>

/** The transactions of the change; a posting gets the contact and name that its obligation has afterwards. */
const postingsIn = (steps: readonly UndoStep[], debts: Debts): Promise<Step[]> =>
  mapInSlices(
    steps.filter(({ kind }) => kind === 'transaction'),
    (step) => {
      const { before, after } = step as Step // no transaction is removed
      const debt = isThere(after) && after.obligation_id !== null && debts.get(after.obligation_id)
      return { before, after: debt ? asPostingOf(debt.after, after) : after }
    },
  )

function followersOf(known: Known, steps: readonly UndoStep[], debts: Debts): Step[] {
  const concerned = [...debts.values()].filter(concernsPostings)
  if (concerned.length === 0) return []
  const own = new Set(steps.map(({ before, after }) => (after ?? before)?.id ?? ''))
  return concerned.flatMap((debt) => followingSteps(known, debt, own))
}

/** The steps of transactions by the obligations that they have entries of, before or after. */
async function stepsByDebt(steps: readonly Step[]): Promise<Map<string, Step[]>> {
  const byDebt = new Map<string, Step[]>()
  await mapInSlices(steps, (step) => {
    const entries = [...(step.before?.entries ?? []), ...step.after.entries]
    for (const id of new Set(entries.map(({ obligation_id }) => obligation_id))) {
      if (id === null) continue
      const known = byDebt.get(id)
      if (known) known.push(step)
      else byDebt.set(id, [step])
    }
  })
  return byDebt
}

/** The obligations of the change, and those that its transactions are postings of. */
async function debtsIn(known: Known, steps: readonly UndoStep[]): Promise<Debts> {
  const debts = new Map<string, DebtStep>()
  for (const { kind, before, after } of steps)
    if (kind === 'obligation' && before && after) debts.set(after.id, { before, after } as DebtStep) // rows of this kind
  await mapInSlices(steps, ({ kind, after }) => {
    if (kind !== 'transaction' || !after) return
    const { entries, obligation_id } = after as Transaction // a row of this kind
    for (const id of [obligation_id, ...entries.map((entry) => entry.obligation_id)]) {
      if (id === null || debts.has(id)) continue
      const debt = known.find('obligation', id)
      if (debt) debts.set(id, { before: debt, after: debt })
    }
  })
  return debts
}

/** Which change takes back which, from now on: along a chain of undos, every second one is in effect. */
const undoneBy = (book: Book, { version, chain }: PastChange): NonNullable<Decision<unknown>['undone']> => [
  { version, undone_by: book.version },
  ...chain.map((link, index) => ({
    version: link,
    undone_by: index % 2 === 0 ? null : (chain[index - 1] ?? null),
  })),
]

/** How many records the answer shows at most, in at most 1 MiB; the history has all of them. */
const MAX_SHOWN = 200

function answerOf(book: Book, known: Known, version: number, changes: readonly RecordChange[]): Undo {
  const data: Change[] = []
  let bytes = 0
  for (const change of changes.slice(0, MAX_SHOWN)) {
    const item = itemOf(book, known, version, change)
    bytes += Buffer.byteLength(JSON.stringify(item))
    if (bytes > MAX_HISTORY_BYTES && data.length > 0) break
    data.push(item)
  }
  return { version: book.version, count: changes.length, data }
}

function itemOf(book: Book, known: Known, version: number, change: RecordChange): Change {
  const { kind, before, after } = change
  const record = after ?? before
  if (record === null) throw new Error('a record is there before a change or after it')
  return {
    version: book.version,
    at: book.at,
    user_id: book.by.user_id,
    user_name: known.find('person', book.by.user_id) ?? null,
    device_name: book.by.device_name,
    action: actionOf(change),
    resource: resourceOf(kind, record as never) as Change['resource'], // of this kind
    id: record.id,
    before: recordToApi(kind, before, book, known),
    after: recordToApi(kind, after, book, known),
    undoes: version,
    undone_by: null,
  }
}
