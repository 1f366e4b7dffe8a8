import { folded } from '../../../contract/fold.ts'
import type { AppliedRule, Past, RuleEffects, RuleSet, When } from '../../../contract/import-rules.ts'
import { Refusal, refuse } from '../../../contract/refusals.ts'
import { type Db, rows } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { amountToApi } from '../../ledger/amounts.ts'
import { decideEach, type References, together } from '../../ledger/known.ts'
import type { BookRow } from '../../ledger/records.ts'
import type { RecordChange, Verb } from '../../ledger/verb.ts'
import { startSlice } from '../../slices.ts'
import { changeOne, looksAt, record, removeOne } from '../../transactions/transactions.ts'
import { textOfRow } from '../to-api.ts'
import { isMet, textsOf } from './effect.ts'
import { type PastRow, readPast } from './rules.sql.ts'

/** How many transactions are looked through at once, and how many a rule changes at once. */
const MOST_LOOKED = 100_000
const MOST_CHANGED = 10_000
const MOST_SHOWN = 200

type Rule = { readonly conditions: When; readonly actions: RuleSet }
/** A transaction, and the fields that a rule gives it. Only what differs is there. */
type Effect = { readonly row: PastRow; readonly set: Changes }
type Changes = {
  category_id?: string
  contact_id?: string
  notes?: string
  tags?: string[]
  to_account_id?: string
}

/** What a rule makes of the expenses and incomes of some days. */
async function effectsOn(db: Db, book: BookRow, { conditions, actions }: Rule, days: Past) {
  const [category] = await rows<{ kind: string }>(
    db,
    sql`select kind from categories where book_id = ${book.id} and id = ${actions.category_id}`,
  )
  const found = await readPast(db, book.id, days, MOST_LOOKED + 1)
  const effects: Effect[] = []
  let matching = 0
  let closed = 0
  const slice = startSlice()
  for (const row of found.slice(0, MOST_LOOKED)) {
    const isOut = (row.kind === 'expense') !== row.is_refund
    const subject = {
      texts: [
        ...(row.imported ? textsOf(row.imported) : []),
        ...row.search.split('\n'),
        folded(row.contact_name ?? ''),
      ],
      ...{
        amount: isOut ? -row.amount : row.amount,
        currency_id: row.currency_id,
        account_id: row.account_id,
      },
    }
    if (isMet(conditions, subject)) {
      matching++
      const set = changesOf(row, actions, category?.kind)
      const isClosed = book.closed_through !== null && row.date <= book.closed_through
      if (Object.keys(set).length > 0 && isClosed) closed++
      else if (Object.keys(set).length > 0) effects.push({ row, set })
    }
    if (slice.isOver()) await slice.next()
  }
  return { effects, matching, closed, isComplete: found.length <= MOST_LOOKED }
}

/** The fields of a transaction that the actions change. A category of the other kind, and one for a split, does not fit. */
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

/** What a rule would change in the past. Nothing is written. */
export async function previewRule(db: Db, book: BookRow, rule: Rule, days: Past): Promise<RuleEffects> {
  const { effects, matching, closed, isComplete } = await effectsOn(db, book, rule, days)
  const shown = effects.slice(0, MOST_SHOWN)
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
    matching,
    changing: effects.length,
    closed,
    is_complete: isComplete,
    data: shown.map(({ row, set }) => {
      const before = {
        ...{ kind: row.kind as string, category_id: row.category_id, contact_id: row.contact_id },
        ...{ tags: row.tags, notes: row.notes, to_account_id: null as string | null },
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
 * Gives the transactions what the rule gives them, as one change. One that cannot have it, since it is reconciled, shared or was changed
 * meanwhile, stays as it is.
 */
export async function applyRule(db: Db, book: BookRow, rule: Rule, days: Past): Promise<Verb<AppliedRule>> {
  const { effects } = await effectsOn(db, book, rule, days)
  if (effects.length > MOST_CHANGED) refuse('rule_too_wide', { changing: effects.length, most: MOST_CHANGED })
  const sets = effects.map(({ row, set: { to_account_id, ...fields } }) => ({ row, to_account_id, fields }))
  return {
    isServedAlone: true,
    looksAt: together(
      sets.map((one): References => ({ ...looksAt(one.fields, one.row.id), account: [one.to_account_id] })),
    ),
    async decide(now, known) {
      let left = 0
      const decided = await decideEach(sets, ({ row, to_account_id, fields }): readonly RecordChange[] => {
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
            ...{
              from_account_id: from,
              to_account_id: to,
              amount: amountToApi(amount, currency_id),
              currency_id,
              date,
            },
            ...{ notes: fields.notes ?? row.notes, tags: fields.tags ?? row.tags },
            contact_id: fields.contact_id ?? row.contact_id,
            memo: before.entries[0]?.memo || null,
          })
          return [...removeOne(now, known, before).changes, ...transfer.decide(now, known).changes]
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          left++
          return []
        }
      })
      const changes = decided.flat()
      const changed = decided.filter((some) => some.length > 0).length
      return {
        answer: { version: changes.length > 0 ? now.version : now.version - 1, changed, left },
        changes,
      }
    },
  }
}
