import type { Change } from '../../contract/changes.ts'
import { accountFieldsToApi } from '../accounts/figures.ts'
import { budgetToApi } from '../budgets/budgets.ts'
import { categoryToApi } from '../categories/categories.ts'
import { contactToApi } from '../contacts/contacts.ts'
import { rateToApi } from '../currencies/exchange-rates.ts'
import { ruleToApi } from '../imports/rules/rules.ts'
import type { Transaction } from '../ledger/journal.ts'
import { type Known, type References, together } from '../ledger/known.ts'
import {
  type AnyRow,
  type BookRow,
  type BudgetRow,
  type CategoryRow,
  type Debt,
  type Kind,
  monthStartOf,
  type OccurrenceRow,
  type ReconciliationRow,
  type Rows,
} from '../ledger/records.ts'
import { obligationToApi } from '../obligations/to-api.ts'
import { occurrenceRecordToApi, planToApi } from '../plans/to-api.ts'
import { reconciliationFieldsToApi } from '../reconciliations/to-api.ts'
import { namesIn, transactionToApi } from '../transactions/to-api.ts'

/** A record as the API shows it. */
type Shown = NonNullable<Change['after']>

/** How each kind of record is shown in the history, with the names that it refers to as they are today; without balances. */
const shownAs: { [K in Kind]: (row: Rows[K], book: BookRow, known: Known) => object } = {
  account: accountFieldsToApi,
  category: (category, _, known) =>
    categoryToApi(category, known.find('account', category.account_id) ?? { code: '', type: category.kind }),
  contact: contactToApi,
  exchange_rate: rateToApi,
  budget: (budget, book, known) =>
    budgetToApi(book, budget, known.find('category', budget.category_id) ?? { name: '' }),
  obligation: (debt, book, known) =>
    obligationToApi(
      book,
      debt,
      known.find('contact', debt.contact_id) ?? { name: '' },
      known.find('account', debt.account_id) ?? { name: '', code: '' },
    ),
  plan: planToApi,
  plan_occurrence: occurrenceRecordToApi,
  import_rule: ruleToApi,
  reconciliation: (reconciliation, _, known) =>
    reconciliationFieldsToApi(
      reconciliation,
      known.find('account', reconciliation.account_id) ?? { name: '' },
    ),
  transaction: (transaction, book, known) => {
    const names = namesIn(known, transaction, [])
    for (const { obligation_id } of transaction.kind === 'expense' ? transaction.entries : []) {
      const debt = obligation_id === null ? undefined : known.find('obligation', obligation_id)
      const contact = debt && known.find('contact', debt.contact_id)
      if (contact) names.shares.set(debt.id, { contact_id: contact.id, contact_name: contact.name })
    }
    return transactionToApi(book, transaction, names)
  },
  book: ({ id, name, base_currency_id, time_zone, closed_through, month_starts_on, version }) => ({
    ...{ id, name, base_currency_id, time_zone, closed_through, version },
    month_starts_on: monthStartOf({ month_starts_on }),
  }),
}

export const recordToApi = (kind: Kind, row: AnyRow | null, book: BookRow, known: Known): Shown | null =>
  row && (shownAs[kind](row as never, book, known) as Shown) // a row of this kind

/** The records whose names appear in these records. */
export const namesOf = (records: readonly { kind: Kind; row: AnyRow | null }[]): References =>
  together(records.map(({ kind, row }) => (row ? linksOf(kind, row) : {})))

/** The records that a record refers to. */
export function linksOf(kind: Kind, row: AnyRow): References {
  if (kind === 'category') return { account: [(row as CategoryRow).account_id] } // a row of its kind, here and below
  if (kind === 'budget') return { category: [(row as BudgetRow).category_id] }
  if (kind === 'obligation') {
    const { contact_id, account_id, claim_account_id, counter_account_id } = row as Debt
    return { contact: [contact_id], account: [account_id, claim_account_id, counter_account_id] }
  }
  if (kind === 'plan_occurrence') return { plan: [(row as OccurrenceRow).plan_id] }
  if (kind === 'reconciliation') return { account: [(row as ReconciliationRow).account_id] }
  if (kind !== 'transaction') return {} // a plan whose category is in the trash waits: it holds nothing up
  const { contact_id, account_id, to_account_id, category_id, obligation_id, entries } = row as Transaction
  return {
    ticks: [row.id],
    contact: [contact_id],
    account: [
      ...[account_id, to_account_id],
      ...entries.flatMap(({ debit_account_id, credit_account_id }) => [debit_account_id, credit_account_id]),
    ],
    category: [category_id, ...entries.map((entry) => entry.category_id)],
    obligation: [obligation_id, ...entries.map((entry) => entry.obligation_id)],
  }
}
