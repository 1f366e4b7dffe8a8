import { type CategoryMerge, MAX_MERGED, type mergeCategories } from '../../contract/categories.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import type { ReplyOf } from '../../contract/route.ts'
import { type Entry, isClosed, isLive, type Transaction } from '../ledger/journal.ts'
import { type Known, type References, wholeOf } from '../ledger/known.ts'
import { type Book, changed, type Decision, type RecordChange, type Verb } from '../ledger/verb.ts'
import { idOrNone, newId } from '../process/ids.ts'
import { allowFor, mapInSlices } from '../process/slices.ts'
import type { BudgetRow } from '../records/budget.ts'
import { type CategoryRow, categoryToApi } from '../records/category.ts'
import { findCategory } from './categories.sql.ts'
import { accountOf, requireCategory, save } from './categories.ts'
import { countTransactions, findNaming, type NamingRecords } from './merge.sql.ts'
import { mergedBudgets } from './merge-budgets.ts'
import { mergeNames } from './merged-names.sql.ts'
import { checkChildless } from './tree.ts'

type Merged = ReplyOf<typeof mergeCategories>

const NOTHING: NamingRecords = {
  transactions: [],
  obligations: [],
  plans: [],
  occurrences: [],
  rules: [],
  budgets: [],
  intoBudgets: [],
}

/**
 * Merges a category into another one of its kind: every record that names it, or its account, names the other one from then on, and it goes to
 * the trash. Lines of money accounts keep their ids, so that reconciliations keep their ticks.
 */
export function merge(bookId: string, id: string, { into: intoId }: CategoryMerge): Verb<Merged> {
  let naming = NOTHING
  let count = 0
  return {
    looksAt: { category: [id, intoId], account_of: [id, intoId], children: [id] },
    isServedAlone: true,
    async prepare(tx): Promise<References> {
      const from = await findCategory(tx, bookId, idOrNone(id))
      const into = await findCategory(tx, bookId, idOrNone(intoId))
      if (!from || !into || into.id === from.id || into.kind !== from.kind) return {} // it is refused below: nothing has to be loaded for that
      naming = await findNaming(tx, bookId, from, idOrNone(intoId), MAX_MERGED)
      count = naming.transactions.length
      if (count > MAX_MERGED) {
        count = (await countTransactions(tx, bookId, from.account_id)).count // not all of them were read
        return {}
      }
      return {
        transaction: naming.transactions,
        obligation: naming.obligations,
        plan: naming.plans,
        occurrence: naming.occurrences,
        rule: naming.rules,
        budget: [...naming.budgets, ...naming.intoBudgets],
      }
    },
    async decide(book, known) {
      const from = requireCategory(known, id)
      const into = requireInto(known, from, intoId)
      checkChildless(known, from)
      if (count > MAX_MERGED) refuse('merge_too_large', { name: from.name, count, most: MAX_MERGED })
      allowFor(count)
      const transactions = wholeOf(known, 'transaction', asRows(naming.transactions))
      checkDays(book, from, transactions)
      const budgets = mergedBudgets(
        book,
        budgetsIn(known, naming.budgets),
        budgetsIn(known, naming.intoBudgets),
        into.id,
      )

      // Nothing below this line refuses.
      const changes = [
        ...(await moveTransactions(book, { from, into }, transactions)),
        ...budgets,
        ...moveOthers(book, known, { from, into }, naming),
        ...save(book, known, from, { deleted_at: book.at }).changes,
      ]
      return answered(book, known, { from, into }, naming, changes)
    },
  }
}

const asRows = (ids: readonly string[]) => ids.map((id) => ({ id }))

const budgetsIn = (known: Known, ids: readonly string[]): BudgetRow[] => wholeOf(known, 'budget', asRows(ids))

/** The category that takes over. Nothing new goes to one that was deactivated. */
function requireInto(known: Known, from: CategoryRow, id: string): CategoryRow {
  const into = known.find('category', id)
  if (!into || into.deleted_at !== null || into.kind !== from.kind)
    return refuse('category_not_found', { field: 'into', kind: from.kind })
  if (into.id === from.id) refuseField('into', 'into_itself', {})
  if (from.is_active && !into.is_active) refuse('category_inactive', { field: 'into', name: into.name })
  return into
}

/** Refuses if entries on closed days would move. */
function checkDays(book: Book, from: CategoryRow, transactions: readonly Transaction[]): void {
  const days = transactions.filter((one) => isLive(one) && isClosed(book, one.date)).map(({ date }) => date)
  if (days.length === 0) return
  refuse('locked', {
    date: days.sort().at(-1) ?? '',
    closed_through: String(book.closed_through),
    category_name: from.name,
    closed: days.length,
  })
}

type BothCategories = { readonly from: CategoryRow; readonly into: CategoryRow }

/** The id of a category or an account after the merge. */
const renamer =
  ({ from, into }: BothCategories) =>
  <Id extends string | null>(id: Id): Id | string =>
    id === from.account_id ? into.account_id : id === from.id ? into.id : id

async function moveTransactions(
  book: Book,
  pair: BothCategories,
  transactions: readonly Transaction[],
): Promise<RecordChange[]> {
  const renamed = renamer(pair)
  const entryOf = (entry: Entry): Entry => {
    const [debit_account_id, credit_account_id] = [
      renamed(entry.debit_account_id),
      renamed(entry.credit_account_id),
    ]
    return {
      ...entry,
      debit_account_id,
      credit_account_id,
      debit_line_id: debit_account_id === entry.debit_account_id ? entry.debit_line_id : newId(),
      credit_line_id: credit_account_id === entry.credit_account_id ? entry.credit_line_id : newId(),
      category_id: renamed(entry.category_id),
    }
  }
  return mapInSlices(transactions, (before) =>
    changed('transaction', before, {
      ...before,
      category_id: renamed(before.category_id),
      account_id: renamed(before.account_id),
      to_account_id: renamed(before.to_account_id),
      entries: before.entries.map(entryOf),
      version: book.version,
      updated_at: book.at,
    }),
  )
}

/** Obligations, plans with their changed occurrences, and import rules, trash included. */
function moveOthers(
  book: Book,
  known: Known,
  pair: BothCategories,
  { obligations, plans, occurrences, rules }: NamingRecords,
): RecordChange[] {
  const renamed = renamer(pair)
  const within = <T>(json: T): T => renamedIn(json, renamed)
  const marks = { version: book.version, updated_at: book.at }
  return [
    ...wholeOf(known, 'obligation', asRows(obligations)).map((debt) =>
      changed('obligation', debt, {
        ...debt,
        account_id: renamed(debt.account_id),
        claim_account_id: renamed(debt.claim_account_id),
        counter_account_id: renamed(debt.counter_account_id),
        ...marks,
      }),
    ),
    ...wholeOf(known, 'plan', asRows(plans)).map((plan) =>
      changed('plan', plan, { ...plan, draft: within(plan.draft), ...marks }),
    ),
    ...wholeOf(known, 'occurrence', asRows(occurrences)).map((one) =>
      changed('plan_occurrence', one, { ...one, draft: within(one.draft), ...marks }),
    ),
    ...wholeOf(known, 'rule', asRows(rules)).map((rule) =>
      changed('import_rule', rule, {
        ...rule,
        actions: within(rule.actions),
        ...marks,
      }),
    ),
  ]
}

/** JSON with other ids in it. They may have been sent in either case. */
function renamedIn<T>(json: T, renamed: (id: string) => string): T {
  const made =
    typeof json === 'string'
      ? renamed(json.toLowerCase()) === json.toLowerCase()
        ? json
        : renamed(json.toLowerCase())
      : Array.isArray(json)
        ? json.map((item) => renamedIn(item, renamed))
        : typeof json === 'object' && json !== null
          ? Object.fromEntries(Object.entries(json).map(([name, value]) => [name, renamedIn(value, renamed)]))
          : json
  return made as T // the same shape
}

function answered(
  book: Book,
  known: Known,
  { from, into }: BothCategories,
  { transactions, budgets, plans, rules }: NamingRecords,
  changes: readonly RecordChange[],
): Decision<Merged> {
  const moved = {
    transactions: transactions.length,
    budgets: budgets.length,
    plans: plans.length,
    rules: rules.length,
  }
  return {
    answer: { version: book.version, category: categoryToApi(into, accountOf(known, into)), moved },
    changes,
    beside: [mergeNames(book.id, from.id, into.id)],
  }
}
