import assert from 'node:assert/strict'
import { todayIn } from '../../contract/day.ts'
import type { BroughtKind } from '../../contract/import-brings.ts'
import type { Committed } from '../../contract/imports.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Course, startCourse } from '../ledger/course.ts'
import { decideEach, type Known, NotLoaded, type References, rateKey, together } from '../ledger/known.ts'
import type { Book, Decision, RecordChange, TransactionChange, Verb } from '../ledger/verb.ts'
import { unchanged } from '../ledger/verb.ts'
import { allowFor, mapInSlices } from '../process/slices.ts'
import { accountDay } from '../records/account.ts'
import { namedBeside, recordBesides } from './besides.ts'
import { bringsAnything, checkAsSaid } from './brings.ts'
import { type ChosenRow, committedStatements, MAX_CHOSEN, readToCommit, type ToCommit } from './commit.sql.ts'
import { makeDebts } from './commit-debts.ts'
import { type MadeRecords, makeMissing, ofRow } from './commit-made.ts'
import { recordRow } from './commit-row.ts'
import { withFileRates } from './file-rates.ts'
import { faultOfImport, importToApi, needsOf, type StoredImport } from './imports.sql.ts'
import { mappingAfter } from './mapping-after.ts'
import type { Thread } from './read/thread.ts'
import { recheckIn } from './recheck.ts'
import { toBeSaid } from './said-again.ts'

/** The rows were judged at another version of the book: they have to be judged again before they can be recorded. */
export class Outdated extends Error {}

/**
 * Records the chosen rows of an import as one change: all of them, or none. The rows are read once the book is locked, and recorded only if
 * they were judged at its current version. With a `judge` they are judged here, while nobody else can change the book. An import that is
 * committed already answers with its version again, unless that was undone. Rows are decided while those before them are written: if a row
 * needs a record that was not loaded, the caller tries again.
 */
export function commitRows(
  bookId: string,
  id: string,
  { alsoLooksAt, judge }: { alsoLooksAt: References; judge?: Thread | undefined },
): Verb<Committed> {
  let found: ToCommit | undefined
  return {
    looksAt: alsoLooksAt,
    isServedAlone: true,
    async prepare(tx) {
      found = await readToCommit(tx, bookId, id)
      if (judge && found && !found.isChecked && (await recheckIn(judge, tx, bookId, found.stored)))
        found = await readToCommit(tx, bookId, id)
      return found ? referencesOf(found) : {}
    },
    async decide(book, known) {
      const { stored, isChecked, rows } = found ?? refuse('not_found')
      const { filename, status, committed_version, counts } = stored
      if (status === 'committed') {
        const version = committed_version ?? 0
        if (stored.is_undone) refuse('import_undone', { filename, version })
        return unchanged({ version, import: importToApi(stored) })
      }
      if (status === 'reading') refuse('import_reading', { filename })
      if (status === 'failed')
        refuse('import_failed', { filename, fault: toBeSaid(faultOfImport(stored)).fault ?? '' })
      const needs = toBeSaid(needsOf(stored))
      if (needs.length > 0) refuse('import_undecided', { filename, needs })
      if (counts.chosen > MAX_CHOSEN) refuse('change_too_large', { chosen: counts.chosen, most: MAX_CHOSEN })
      if (!isChecked) throw new Outdated()
      if (rows.length === 0 && !bringsAnything(stored.brings))
        refuse('import_nothing', {
          filename,
          rows: counts.rows,
          is_account_missing: isAccountMissing(stored),
        })
      return commit(book, known, found ?? refuse('not_found'))
    },
  }
}

/** Whether rows wait for the account of the file: neither the request nor the file names it. */
const isAccountMissing = ({ account_id, mapping, counts }: StoredImport): boolean =>
  account_id === null && !mapping?.accounts.some(({ is_own }) => is_own) && counts.rows > counts.invalid

async function commit(
  book: Book,
  known: Known,
  { stored, rows, halves, besides }: ToCommit,
): Promise<Decision<Committed>> {
  allowFor(rows.length)
  const course = startCourse(withFileRates(known, besides?.has, book.base_currency_id))
  const all = new Map<number, ChosenRow>()
  await mapInSlices([...rows, ...halves], (row) => all.set(row.n, row))
  const paired = await mapInSlices(rows, (row) => pairOf(row, all) ?? [])
  const recorded = [...rows, ...paired.flat()]
  const said = stored.brings ?? []
  const made = await makeMissing(book, course, stored.mapping, recorded, besides?.has)
  const debts = makeDebts(book, course, made)
  const became = new Map<number, string>()
  const record = (some: readonly ChosenRow[]) =>
    decideEach(some, (row) => {
      if (became.has(row.n)) return
      const pair = pairOf(row, all)
      const id = ofRow(row, () => recordRow(book, course, { ...made, debts }, row, pair))
      became.set(row.n, id)
      if (pair) became.set(pair.n, id)
    })
  const isStreamed = rows.every(changesOnlyTransactions) && !bringsAnything(said)
  const accountIds = [
    ...new Set(
      recorded.flatMap((row) => [row.account_id, row.draft.other_account_id]).filter((id) => id !== null),
    ),
  ]
  if (!isStreamed) await record(rows)
  await debts.setOff()
  let beside: MadeRecords['became'] | undefined
  // After the rows: an account that the file says is closed takes none any more.
  if (besides && bringsAnything(said)) {
    const isChosen = (kind: BroughtKind) => said.some((one) => one.kind === kind && one.is_chosen)
    const { has, records } = besides
    const recording = { book, course, made, mapping: stored.mapping, records, isChosen }
    checkAsSaid(stored.filename, said, await recordBesides(recording, has))
    beside = namedBeside(recording, has)
  }
  const mapping = stored.mapping && mappingAfter(stored.mapping, made, beside)

  function* afterwards() {
    const otherwise = [...all.values()].flatMap(({ n, transaction_id }) => {
      const id = became.get(n) ?? null
      return id === transaction_id ? [] : [[n, id] as const]
    })
    const accounts = recorded.flatMap((row) =>
      row.account_id === null && row.file_row.account !== undefined
        ? [[row.file_row.account, made.account(row)] as const]
        : [],
    )
    yield* committedStatements(
      book.id,
      stored.id,
      { became: new Map(otherwise), made: new Map(accounts), mapping },
      book,
    )
  }
  const after = {
    ...stored,
    mapping,
    status: 'committed' as const,
    committed_version: book.version,
    committed_at: book.at,
  }
  return {
    answer: { version: book.version, import: importToApi(after) },
    changes: course.take(),
    ...(isStreamed && {
      later: { records: rows.length, accountIds, decided: decidedInSlices(course, rows, record) },
    }),
    beside: afterwards(),
  }
}

/**
 * Whether a row changes only transactions, each once, when the records that it needs exist. A transfer that replaces a transaction also
 * changes the obligations of the contacts who had a share in it.
 */
const changesOnlyTransactions = ({ draft, file_row, of_record }: ChosenRow): boolean =>
  draft.kind !== 'payment' &&
  file_row.shared !== 'share' &&
  !file_row.is_opening &&
  !(draft.kind === 'transfer' && of_record?.kind === 'transaction')

/** This many rows are decided while PostgreSQL writes those before them. */
const IN_SLICE = 400

/** If some rows need records that were not loaded, all rows are still decided, so that every missing record is loaded before the next attempt. */
async function* decidedInSlices(
  course: Course,
  rows: readonly ChosenRow[],
  record: (some: readonly ChosenRow[]) => Promise<unknown>,
): AsyncGenerator<TransactionChange[]> {
  const missing: References[] = []
  for (let first = 0; first < rows.length; first += IN_SLICE) {
    try {
      await record(rows.slice(first, first + IN_SLICE))
    } catch (error) {
      if (!(error instanceof NotLoaded)) throw error
      missing.push(error.references)
    }
    if (missing.length === 0) yield course.take().map(asTransaction)
  }
  if (missing.length > 0) throw new NotLoaded(together(missing))
}

function asTransaction(change: RecordChange): TransactionChange {
  assert(
    change.kind === 'transaction',
    `a row that was to change transactions only changes a record of the kind ${change.kind}`,
  )
  return change
}

/** The other half of a transfer, chosen or not, unless a person decided that one half is not part of a transfer. */
function pairOf(row: ChosenRow, all: ReadonlyMap<number, ChosenRow>): ChosenRow | undefined {
  const pair = row.pair_n === null || row.draft.kind !== 'transfer' ? undefined : all.get(row.pair_n)
  const isPair = pair?.draft.kind === 'transfer' && pair.pair_n === row.n
  return isPair && row.draft.other_account_id === pair.account_id ? pair : undefined
}

/** The records that rows need: missing records are loaded as absent, and created records are found by name. */
async function referencesOf({ rows, halves, base_currency_id, besides }: ToCommit): Promise<References> {
  const named = besides ? { names: [''], codes: [''], planned: [''], ruled: [''] } : {}
  if (rows.length + halves.length === 0) return named
  const keys = {
    account: new Set<string | null>(),
    category: new Set<string | null>(),
    contact: new Set<string | null>(),
    obligation: new Set<string | null>(),
    rate: new Set<string>(),
  }
  const [replaced, openings, owing] = [new Set<string>(), new Set<string>(), new Set<string>()]
  let isNaming = false
  await mapInSlices([...rows, ...halves], ({ account_id, draft, of_record, currency_id, date, file_row }) => {
    keys.account.add(account_id).add(draft.other_account_id)
    keys.category.add(draft.category_id)
    for (const split of draft.splits) keys.category.add(split.category_id)
    keys.contact.add(draft.contact_id)
    keys.obligation.add(draft.obligation_id)
    if (currency_id !== base_currency_id) keys.rate.add(rateKey(currency_id, date))
    if (draft.kind === 'transfer' && of_record?.kind === 'transaction') replaced.add(of_record.id)
    if (account_id !== null && file_row.is_opening) openings.add(account_id)
    if (file_row.shared && draft.contact_id !== null) owing.add(draft.contact_id)
    isNaming ||= account_id === null || draft.category_id === null
  })
  return {
    ...Object.fromEntries(Object.entries(keys).map(([reference, set]) => [reference, [...set]])),
    role: ['currency_exchange', 'exchange_gains', 'opening_balances', 'receivables', 'payables'],
    owed: [...owing],
    transaction: [...replaced],
    shares: [...replaced],
    opening: [...openings],
    totals: [...openings],
    category_of: [...openings],
    rates_on: [...openings].map((id) => accountDay(id, todayIn('UTC'))),
    ...(isNaming ? { names: [''], codes: [''] } : {}),
    ...named,
  }
}
