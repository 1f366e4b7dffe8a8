import type { Change } from '../../contract/changes.ts'
import { decimalFrom, decimalNumber } from '../../contract/money.ts'
import { contactToApi } from '../contacts/contacts.ts'
import type { BookRow } from '../ledger/book.ts'
import type { Transaction } from '../ledger/journal.ts'
import { type Known, type References, together } from '../ledger/known.ts'
import type { AnyRow } from '../ledger/past.ts'
import type { AccountRow, BookSettings, CategoryRow, Debt, Kind, RateRow, Rows } from '../ledger/records.ts'
import { shownObligation } from '../obligations/shown.ts'
import { namesIn, transactionToApi } from '../transactions/to-api.ts'

/** A record as the API shows it. */
type Shown = NonNullable<Change['after']>

/** How each kind of record is shown in the history, with the names that it refers to as they are today; without balances. */
const shownAs: { [K in Kind]: (row: Rows[K], book: BookRow, known: Known) => object } = {
  account: ({ role, created_version: _, ...account }: AccountRow) => ({
    ...account,
    is_system: role !== null,
  }),
  category: ({ account_id, created_version: _, ...category }: CategoryRow, _book, known) => {
    const account = known.find('account', account_id)
    return {
      ...category,
      account: account
        ? {
            id: account.id,
            name: account.name,
            code: account.code,
            type: account.type,
            is_active: account.is_active,
          }
        : null,
    }
  },
  contact: contactToApi,
  exchange_rate: ({ id, from_id, to_id, date, rate, version }: RateRow) => ({
    ...{ id, from: from_id, to: to_id, date, rate: decimalNumber(decimalFrom(rate)), source: 'own' },
    ...{ rate_date: date, version },
  }),
  obligation: (debt: Debt, book, known) => {
    const account = known.find('account', debt.account_id)
    return shownObligation(book, debt, {
      contact_name: known.find('contact', debt.contact_id)?.name ?? '',
      account_name: account?.name ?? '',
      account_code: account?.code ?? '',
    })
  },
  transaction: (transaction: Transaction, book, known) => {
    const names = namesIn(known, transaction, [])
    for (const { obligation_id } of transaction.kind === 'expense' ? transaction.entries : []) {
      const debt = obligation_id === null ? undefined : known.find('obligation', obligation_id)
      const contact = debt && known.find('contact', debt.contact_id)
      if (contact) names.shares[debt.id] = { contact_id: contact.id, contact_name: contact.name }
    }
    return transactionToApi(book, transaction, names)
  },
  book: ({ id, name, base_currency_id, time_zone, closed_through, version }: BookSettings) => ({
    ...{ id, name, base_currency_id, time_zone, closed_through, version },
  }),
}

export const recordToApi = (kind: Kind, row: AnyRow | null, book: BookRow, known: Known): Shown | null =>
  row && (shownAs[kind](row as never, book, known) as Shown) // a row of the kind that stands beside it

/** What is named in records beside their ids. */
export const namesOf = (records: readonly { kind: Kind; row: AnyRow | null }[]): References =>
  together(records.map(({ kind, row }) => (row ? linksOf(kind, row) : {})))

/** The records that a record refers to. */
export function linksOf(kind: Kind, row: AnyRow): References {
  if (kind === 'category') return { account: [(row as CategoryRow).account_id] } // a row of its kind, here and below
  if (kind === 'obligation') {
    const { contact_id, account_id, claim_account_id, counter_account_id } = row as Debt
    return { contact: [contact_id], account: [account_id, claim_account_id, counter_account_id] }
  }
  if (kind !== 'transaction') return {}
  const { contact_id, account_id, to_account_id, category_id, obligation_id, entries } = row as Transaction
  return {
    contact: [contact_id],
    account: [
      ...[account_id, to_account_id],
      ...entries.flatMap(({ debit_account_id, credit_account_id }) => [debit_account_id, credit_account_id]),
    ],
    category: [category_id, ...entries.map((entry) => entry.category_id)],
    obligation: [obligation_id, ...entries.map((entry) => entry.obligation_id)],
  }
}
