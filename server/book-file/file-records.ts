import { currencyFacts } from '../../contract/iso4217.ts'
import type { Entry, Transaction } from '../ledger/journal.ts'
import type { AccountRow, Role } from '../records/account.ts'
import type { CategoryRow } from '../records/category.ts'
import { fault } from '../records/columns.ts'
import type { ContactRow } from '../records/contact.ts'
import type { GoalRow } from '../records/goal.ts'
import type { MoveRow } from '../records/goal-move.ts'
import type { Debt } from '../records/obligation.ts'
import type { PlanRow } from '../records/plan.ts'
import { eachOf, type FileBook, FileFault, type FileKind, fileKinds } from './format.ts'

/** A line of an entry: the amount that an account gets, or gives if it is negative. */
type FileLine = {
  account_id: string
  currency_id: string
  amount: bigint
  date: string
  isLive: boolean
}

/** The records of a file by their ids, for records that refer to them. */
export type KnownInFile = {
  readonly base: string
  readonly baseDecimals: number
  readonly accounts: ReadonlyMap<string, AccountRow>
  readonly categories: ReadonlyMap<string, CategoryRow>
  /** The ids of accounts that belong to categories. */
  readonly ofCategories: ReadonlySet<string>
  readonly contacts: ReadonlyMap<string, ContactRow>
  readonly debts: ReadonlyMap<string, Debt>
  readonly goals: ReadonlyMap<string, GoalRow>
  readonly moves: ReadonlyMap<string, MoveRow>
  readonly plans: ReadonlyMap<string, PlanRow>
  readonly transactions: ReadonlyMap<string, Transaction>
  readonly lines: ReadonlyMap<string, FileLine>
  readonly role: (role: Role) => AccountRow
}

/** The record that a field refers to. */
export const linked = <Row>(rows: ReadonlyMap<string, Row>, field: string, id: string | null): Row =>
  rows.get(id ?? '') ?? fault(`${field} refers to ${id ?? 'nothing'}, which is not in the file`)

/** Collects the records of a file. An id belongs to one record: the log knows records by their ids alone. */
export async function knownIn({ settings, records }: FileBook): Promise<KnownInFile> {
  const taken = new Set<string>()
  const byId = async (kind: Parameters<typeof eachOf>[0]): Promise<Map<string, unknown>> => {
    const rows = new Map<string, unknown>()
    await eachOf(kind, (row) => {
      if (taken.has(row.id)) fault(`it has the id ${row.id}, which another record has`)
      taken.add(row.id)
      rows.set(row.id, row)
    })
    return rows
  }
  const known = new Map<FileKind, Map<string, unknown>>()
  for (const kind of fileKinds) known.set(kind, await byId(records[kind]))
  const of = <Row>(kind: FileKind) => known.get(kind) as Map<string, Row> // the rows of the kind
  const lines = new Map<string, FileLine>()
  await eachOf(records.transaction, (one) => addLines(lines, one))
  const roles = new Map(records.account.map(({ row }) => [row.role, row]))
  const base = settings.base_currency_id
  return {
    base,
    baseDecimals: currencyFacts(base)?.decimals ?? 0,
    accounts: of<AccountRow>('account'),
    categories: of<CategoryRow>('category'),
    contacts: of<ContactRow>('contact'),
    debts: of<Debt>('obligation'),
    goals: of<GoalRow>('goal'),
    moves: of<MoveRow>('goal_move'),
    plans: of<PlanRow>('plan'),
    transactions: of<Transaction>('transaction'),
    lines,
    ofCategories: new Set(records.category.map(({ row }) => row.account_id)),
    role(role) {
      const account = roles.get(role)
      if (!account) throw new FileFault(1, `the file has no account with the role ${role}`)
      return account
    },
  }
}

function addLines(lines: Map<string, FileLine>, { entries, date, deleted_at }: Transaction): void {
  const add = (id: string, account_id: string, amount: bigint, { currency_id }: Entry) => {
    if (lines.has(id)) fault(`it has a line ${id}, which is there already`)
    lines.set(id, { account_id, currency_id, amount, date, isLive: deleted_at === null })
  }
  for (const entry of entries) {
    add(entry.debit_line_id, entry.debit_account_id, entry.amount, entry)
    add(entry.credit_line_id, entry.credit_account_id, -entry.amount, entry)
  }
}
