import type { MessagePort } from 'node:worker_threads'
import type { MappingChange } from '../../contract/import-mapping.ts'
import type { Basics, JudgingRecords, Sought } from './book-knows.sql.ts'
import type { BookKnows } from './book-knows.ts'
import { decided, misfitOf } from './decision.ts'
import type { DefaultNames } from './default-category.ts'
import { type Earlier, makeHistory } from './history.ts'
import { makeJudge, type Understood } from './judge.ts'
import { withOverlaps } from './overlaps.ts'
import type { BadRow, FileRow, KeptMapping } from './read/row.ts'
import { makeSay } from './read/thread-say.ts'
import { makeResolver, type Resolved } from './resolve.ts'
import type { StoredRow } from './rows.sql.ts'
import { textOfRow } from './to-api.ts'
import { understand } from './understand.ts'

/** Long lists, which are sent in pieces. */
export type Lists = {
  /** The rows of the file, and earlier judged rows that a person decided about. */
  readonly rows: (FileRow | BadRow)[]
  readonly decided: StoredRow[]
  readonly names: Basics['names'][number][]
  readonly contacts: BookKnows['contacts'][number][]
  readonly debts: BookKnows['debts'][number][]
  readonly lines: BookKnows['lines'][number][]
  readonly transfers: BookKnows['transfers'][number][]
  readonly remembered: BookKnows['remembered'][number][]
  readonly own: BookKnows['own'][number][]
  readonly rules: BookKnows['rules'][number][]
  readonly earlier: Earlier[]
}

/** A message to the judging thread: the start, a piece of a list, or the request that uses the lists sent before it. */
export type Heard =
  | { readonly is: 'begin' }
  | { readonly is: 'list'; readonly name: keyof Lists; readonly items: readonly never[] }
  | {
      readonly is: 'understand'
      readonly basics: Omit<Basics, 'names'>
      readonly file: {
        readonly id: string
        readonly account_id: string | null
        readonly given: MappingChange | null
        readonly mapping: KeptMapping
        readonly isWhole: boolean
      }
    }
  | { readonly is: 'judge'; readonly known: Omit<JudgingRecords, keyof Lists> }

/** A row without the row of the file, if that is the same object that was sent. */
export type JudgedRow = Omit<StoredRow, 'file_row'> & { readonly file_row: StoredRow['file_row'] | null }

/** A message from the judging thread: the start; the meaning of the file and the records to load; then judged rows, in pieces; then the end. */
export type JudgeSays =
  | { readonly is: 'begun' }
  | { readonly is: 'understood'; readonly understood: Understood; readonly sought: Sought }
  | { readonly is: 'judged'; readonly rows: readonly JudgedRow[] }
  | { readonly is: 'end' }

const PIECE_ROWS = 200

const noLists = (rows: Lists['rows'] = []): Lists => ({
  rows,
  decided: [],
  names: [],
  contacts: [],
  debts: [],
  lines: [],
  transfers: [],
  remembered: [],
  own: [],
  rules: [],
  earlier: [],
})

/**
 * Judges the rows of files, in a thread, one file after another. Returns a function that takes the messages of the main thread. `say` waits
 * for the main thread; the begin and the end are posted, since nobody answers them with `taken`. A thread that has read
 * the file itself has its rows already, and is not sent them back.
 */
export function makeJudging(port: MessagePort, read?: Lists['rows']): (heard: Heard) => Promise<void> {
  const say = makeSay<JudgeSays>(port)
  const post = (says: JudgeSays) => port.postMessage(says)
  let lists = noLists(read)
  let understood: Understood = { account_id: null, mapping: null }
  let resolved: readonly (Resolved | BadRow)[] = []
  let basics: Omit<Basics, 'names' | 'book'>

  const hear = async (heard: Heard) => {
    if (heard.is === 'begin') {
      lists = noLists(read) // an interrupted run may have left its lists
      post({ is: 'begun' })
    } else if (heard.is === 'list') lists[heard.name].push(...heard.items)
    else if (heard.is === 'understand') {
      const { id, ...file } = heard.file
      basics = heard.basics
      const { isWhole } = file
      understood = {
        ...(await understand(lists.rows, file, { ...heard.basics, names: lists.names })),
        isWhole,
      }
      resolved = withOverlaps(lists.rows.map(makeResolver(basics, understood)))
      await say({ is: 'understood', understood, sought: soughtBy(id, basics.base_currency_id, resolved) })
    } else {
      const { earlier, rows, decided, names: _, ...known } = lists
      const history = await makeHistory(earlier, new Set(heard.known.rest))
      const judge = await makeJudge(resolved, understood, { ...basics, ...heard.known, ...known, history })
      const earlierOf = earlierFinder(decided, resolved)
      let piece: JudgedRow[] = []
      for (const [index, one] of resolved.entries()) {
        const now = judge(one)
        const row = withDecision(now, earlierOf(now), basics.defaults)
        piece.push(row.file_row === rows[index] ? { ...row, file_row: null } : row)
        if (piece.length < PIECE_ROWS) continue
        await say({ is: 'judged', rows: piece })
        piece = []
      }
      await say({ is: 'judged', rows: piece })
      lists = noLists() // the thread may wait for long until it ends
      post({ is: 'end' })
    }
  }
  // An interrupted run ends before the next one begins.
  let turn = Promise.resolve()
  return (heard) => {
    turn = turn.then(() => hear(heard))
    return turn
  }
}

/** Identifies a row across two readings of the same file. */
const identityOf = ({ n, date, amount, currency_id, file_row }: StoredRow): string =>
  JSON.stringify([n, date, String(amount), currency_id, textOfRow(file_row)])

/** Identifies the place of a row in its file: other columns for its words change neither that nor its money. */
const placeOf = (
  { date, amount, currency_id }: Pick<StoredRow, 'date' | 'amount' | 'currency_id'>,
  { part, line }: FileRow | BadRow,
): string => JSON.stringify([part, line, date, String(amount), currency_id])

/** Finds the earlier row that a person decided about: the same, or else that of its place, if no other one has been there or is. */
function earlierFinder(
  decided: readonly StoredRow[],
  now: readonly (Resolved | BadRow)[],
): (row: StoredRow) => StoredRow | undefined {
  if (decided.length === 0) return () => undefined
  const same = new Map(decided.map((row) => [identityOf(row), row]))
  const before = Map.groupBy(decided, (row) => placeOf(row, row.file_row))
  const taken = new Set<string>()
  const shared = new Set<string>()
  for (const row of now) {
    if ('faults' in row) continue
    const place = placeOf(row, row.row)
    if (taken.has(place)) shared.add(place)
    taken.add(place)
  }
  return (row) => {
    const place = placeOf(row, row.file_row)
    const [there, other] = shared.has(place) ? [] : (before.get(place) ?? [])
    return same.get(identityOf(row)) ?? (other ? undefined : there)
  }
}

/** A row with a person's decision, as far as the decision still applies. */
function withDecision(row: StoredRow, before: StoredRow | undefined, defaults: DefaultNames): StoredRow {
  if (!before?.decision) return row
  const { is_chosen, ...corrections } = before.decision
  const isSame = row.verdict === before.verdict && row.of_record?.id === before.of_record?.id
  if (isSame || is_chosen === false) {
    const again = decided(row, before.decision, defaults)
    return again.is_chosen && misfitOf(again) ? row : again
  }
  // It was chosen with another verdict, and may already be in the book: it stays chosen only if it would be by default, and a person reviews it again.
  const again = {
    ...decided(row, corrections, defaults),
    is_chosen: row.is_chosen,
    needs_attention: row.needs_attention,
  }
  return again.is_chosen && misfitOf(again) ? row : again
}

function soughtBy(importId: string, baseId: string, rows: readonly (Resolved | BadRow)[]): Sought {
  const amounts = new Set<bigint>()
  const pairs = new Map<string, Sought['pairs'][number]>()
  let [from, to] = ['9999-12-31', '0000-01-01']
  for (const row of rows) {
    if ('faults' in row) continue
    amounts.add(row.amount)
    const { date, currency_id } = row
    if (date < from) from = date
    if (date > to) to = date
    if (currency_id !== baseId) pairs.set(`${currency_id} ${date}`, { currency_id, date })
  }
  if (amounts.size === 0) [from, to] = ['2000-01-01', '2000-01-01']
  return { import_id: importId, from, to, amounts: [...amounts], pairs: [...pairs.values()] }
}
