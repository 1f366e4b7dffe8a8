import type {
  AppliedRule,
  Past,
  RuleApplication,
  RuleEffects,
  RuleSet,
  When,
} from '../../../contract/import-rules.ts'
import { Refusal, refuse } from '../../../contract/refusals.ts'
import { type Database, rows, snapshot } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { batchesOf } from '../../database/stream.ts'
import { amountToApi } from '../../ledger/amounts.ts'
import type { BookRow } from '../../ledger/book.ts'
import { decideEach, type References, together } from '../../ledger/known.ts'
import type { RecordChange, Verb } from '../../ledger/verb.ts'
import { allowFor, ClientGone } from '../../process/slices.ts'
import { changeOne, looksAt, record, trashOne } from '../../transactions/transactions.ts'
import { inThreadInTurn, type Means } from '../read/thread.ts'
import { textOfRow } from '../to-api.ts'
import type { Subject } from './matcher.ts'
import { type PastRow, pastOf } from './rules.sql.ts'

/** How many transactions are examined at once, and how many a rule changes at once. */
const MAX_LOOKED = 100_000
const MAX_CHANGED = 10_000
const MAX_SHOWN = 200

/** The time limit for examining earlier transactions in all, and the limits of time and memory for comparing. */
const MAX_MS = 10_000
export const comparing: Means = {
  worker: new URL('./apply-worker.ts', import.meta.url),
  ms: MAX_MS,
  bytes: 224_000_000,
}

/** Messages to the comparing thread: the conditions at its start, then transactions in pieces. */
export type PastThreadGets = {
  readonly start: { readonly conditions: When }
  readonly rows: readonly (Pick<PastRow, 'imported' | 'search' | 'contact_name'> & Omit<Subject, 'texts'>)[]
}

type RuleToApply = { readonly conditions: When; readonly actions: RuleSet }
/** The fields that a rule sets on a transaction. Only fields that differ are present. */
type Changes = {
  category_id?: string
  contact_id?: string
  notes?: string
  tags?: string[]
  to_account_id?: string
}

/** How many effects are kept, and in which form; and the limits of the thread, if not the usual ones. */
type Looking<Kept> = { most: number; keep: (row: PastRow, set: Changes) => Kept; means?: Means }

/**
 * Computes the effect of a rule on the expenses and incomes of some days: the latest that it changes, and how many. They are read in
 * pieces, two of which are in memory, and compared in a thread, because people choose the texts of both. It stops when the client is gone.
 */
async function effectsOn<Kept>(
  db: Database,
  book: BookRow,
  { conditions, actions }: RuleToApply,
  days: Past,
  { most, keep, means = comparing }: Looking<Kept>,
) {
  const found = { effects: [] as Kept[], looked: 0, matching: 0, changing: 0, closed: 0 }
  const [category] = await rows<{ kind: string }>(
    db,
    sql`select kind from categories where book_id = ${book.id} and id = ${actions.category_id}`,
  )
  const until = performance.now() + means.ms
  const count = (row: PastRow) => {
    found.matching++
    const set = changesOf(row, actions, category?.kind)
    if (Object.keys(set).length === 0) return
    if (book.closed_through !== null && row.date <= book.closed_through) found.closed++
    else if (found.changing++ < most) found.effects.push(keep(row, set))
  }
  await inThreadInTurn(book.id, means, { conditions }, (thread) =>
    snapshot(db, async (moment) => {
      for await (const batch of batchesOf<PastRow>(moment, 'past', pastOf(book.id, days, MAX_LOOKED + 1))) {
        if (db.isGone?.()) throw new ClientGone()
        if (performance.now() > until) refuse('busy')
        thread.post(batch.map(subjectOf))
        const isFitting = await thread.next<boolean[]>()
        for (const [index, row] of batch.entries())
          if (found.looked++ < MAX_LOOKED && isFitting[index]) count(row)
      }
    }),
  )
  return { ...found, isComplete: found.looked <= MAX_LOOKED }
}

const subjectOf = (row: PastRow): PastThreadGets['rows'][number] => {
  const { imported, search, contact_name, amount, currency_id, account_id } = row
  const isOut = (row.kind === 'expense') !== row.is_refund
  return { imported, search, contact_name, amount: isOut ? -amount : amount, currency_id, account_id }
}

/** The fields of a transaction that the actions change. A category of the other kind, or a category for a split, is not set. */
function changesOf(row: PastRow, actions: RuleSet, categoryKind: string | undefined): Changes {
  const { category_id, contact_id, notes, to_account_id, add_tags } = actions
  const fits = categoryKind === row.kind && !row.is_split && category_id !== row.category_id
  const tags = [...new Set([...row.tags, ...add_tags])].slice(0, 20)
  return {
    ...(category_id !== null && fits && { category_id }),
    ...(contact_id !== null && contact_id !== row.contact_id && { contact_id }),
    ...(notes !== null && notes !== row.notes && { notes }),
    ...(tags.length > row.tags.length && { tags }),
    ...(to_account_id !== null &&
      to_account_id !== row.account_id &&
      !row.is_split &&
      !row.is_refund && { to_account_id }),
  }
}

/** The fields of a transaction that applying a rule needs, without texts: ten thousand are in memory. */
function toApply(
  { id, version, kind, date, currency_id, amount, account_id, contact_id }: PastRow,
  { to_account_id, ...fields }: Changes,
) {
  return {
    row: { id, version, kind, date, currency_id, amount, account_id, contact_id },
    to_account_id,
    fields,
  }
}

/** Counts the past transactions that a rule would change, and lists the first ones. Nothing is written. */
export async function previewRule(
  db: Database,
  book: BookRow,
  rule: RuleToApply,
  days: Past,
  means?: Means,
): Promise<RuleEffects> {
  const { effects: shown, ...counts } = await effectsOn(db, book, rule, days, {
    most: MAX_SHOWN,
    keep: (row, set) => ({ row, set }),
    ...(means && { means }),
  })
  const { category_id, contact_id, to_account_id } = rule.actions
  const ids = [category_id, contact_id, to_account_id, ...shown.map(({ row }) => row.category_id)]
  const named = await rows<{ id: string; name: string }>(
    db,
    sql`select id, name from categories where book_id = ${book.id} and id = any (${ids}::uuid[])
        union all select id, name from contacts where book_id = ${book.id} and id = any (${ids}::uuid[])
        union all select id, name from accounts where book_id = ${book.id} and id = any (${ids}::uuid[])`,
  )
  const names = new Map(named.map(({ id, name }) => [id, name]))
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null))
  return {
    book_version: book.version,
    matching: counts.matching,
    changing: counts.changing,
    closed: counts.closed,
    is_complete: counts.isComplete,
    data: shown.map(({ row, set }) => {
      const before = {
        kind: row.kind as string,
        category_id: row.category_id,
        contact_id: row.contact_id,
        tags: row.tags,
        notes: row.notes,
        to_account_id: null as string | null,
      }
      const isTransfer = set.to_account_id !== undefined
      const after = { ...before, ...set, ...(isTransfer && { kind: 'transfer', category_id: null }) }
      const shownAs = (values: typeof before) => ({
        ...values,
        category_name: nameOf(values.category_id),
        contact_name: values.contact_id === row.contact_id ? row.contact_name : nameOf(values.contact_id),
        to_account_name: nameOf(values.to_account_id),
      })
      return {
        transaction_id: row.id,
        date: row.date,
        amount: amountToApi(row.amount, row.currency_id),
        currency_id: row.currency_id,
        text: row.imported ? textOfRow(row.imported) : row.search.split('\n').filter(Boolean).join(' '),
        before: shownAs(before),
        after: shownAs(after as typeof before), // every field that is set has a value
      }
    }),
  }
}

/**
 * Applies the rule to the transactions, as one change. A transaction that cannot change, because it is reconciled or shared, or was changed
 * meanwhile, is skipped. With the version of the preview, only previewed changes are made: a book at the same version has the same effects.
 */
export async function applyRule(
  db: Database,
  book: BookRow,
  rule: RuleToApply,
  { book_version: previewed, ...days }: RuleApplication,
): Promise<Verb<AppliedRule>> {
  const { effects, changing } = await effectsOn(db, book, rule, days, { most: MAX_CHANGED, keep: toApply })
  if (changing > MAX_CHANGED) refuse('rule_too_wide', { changing, most: MAX_CHANGED })
  return {
    isServedAlone: true,
    looksAt: together(
      effects.map(
        (one): References => ({ ...looksAt(one.fields, one.row.id), account: [one.to_account_id] }),
      ),
    ),
    async decide(now, known) {
      const version = now.version - 1 // before this change
      if (previewed !== undefined && previewed !== version) refuse('preview_stale', { previewed, version })
      allowFor(effects.length)
      let left = 0
      const decided = await decideEach(effects, ({ row, to_account_id, fields }): readonly RecordChange[] => {
        const before = known.find('transaction', row.id)
        if (before?.version !== row.version) {
          left++
          return []
        }
        try {
          if (to_account_id === undefined)
            return changeOne(now, known, before, fields, () => undefined).changes
          const [from, to] =
            row.kind === 'expense' ? [row.account_id, to_account_id] : [to_account_id, row.account_id]
          const { amount, currency_id, date } = row
          const transfer = record('transfer', {
            from_account_id: from,
            to_account_id: to,
            amount: amountToApi(amount, currency_id),
            currency_id,
            date,
            notes: fields.notes ?? before.notes,
            tags: fields.tags ?? before.tags,
            contact_id: fields.contact_id ?? row.contact_id,
            memo: before.entries[0]?.memo || null,
          })
          return [...trashOne(now, known, before).changes, ...transfer.decide(now, known).changes]
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          left++
          return []
        }
      })
      const changes = decided.flat()
      const changed = decided.filter((some) => some.length > 0).length
      return {
        answer: { version: changes.length > 0 ? now.version : version, changed, left },
        changes,
      }
    },
  }
}
