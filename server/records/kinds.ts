import { giveKinds } from '../ledger/kind.ts'
import { pastFinds } from '../ledger/past.sql.ts'
import type { Rows } from '../ledger/rows.ts'
import { account } from './account.ts'
import { book } from './book.ts'
import { budget } from './budget.ts'
import { category } from './category.ts'
import { contact } from './contact.ts'
import { exchangeRate } from './exchange-rate.ts'
import { withFollowing } from './following.ts'
import { goal } from './goal.ts'
import { goalMove } from './goal-move.ts'
import { importRule } from './import-rule.ts'
import type { RecordKind } from './kind.ts'
import { obligation } from './obligation.ts'
import { plan } from './plan.ts'
import { planOccurrence } from './plan-occurrence.ts'
import { reconciliation } from './reconciliation.ts'
import { transaction } from './transaction.ts'
import { value } from './value.ts'

/**
 * Every kind of record, each after those that it refers to: in this order they are written, loaded and listed in the file of a book, so that
 * a reader that goes line by line meets accounts before the records that refer to them.
 */
const all = [
  account,
  category,
  contact,
  exchangeRate,
  value,
  budget,
  obligation,
  goal,
  plan,
  goalMove,
  planOccurrence,
  transaction,
  reconciliation,
  importRule,
  book,
]

export const kinds = Object.fromEntries(all.map((kind) => [kind.name, kind])) as unknown as {
  readonly [K in keyof Rows]: RecordKind<K>
} // one of each

/** The privileges of the service on the tables of records. Only a record without an id of its own is deleted by the service itself. */
export const recordPrivileges = Object.fromEntries(
  all.map(({ table, address }) => [
    table,
    address ? 'select, insert, update, delete' : 'select, insert, update',
  ]),
)

giveKinds(all as never, pastFinds, withFollowing) // each kind is described for its own rows
