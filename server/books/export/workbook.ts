import assert from 'node:assert/strict'
import { WORKBOOK_TYPE } from '../../../contract/books.ts'
import type { Transaction } from '../../../contract/budgeting.ts'
import { todayIn } from '../../../contract/day.ts'
import type { Goal } from '../../../contract/goals.ts'
import { type Decimal, decimalFrom, decimalOf, decimalText } from '../../../contract/money.ts'
import { type Month, NEVER } from '../../../contract/month.ts'
import type { SheetCell } from '../../../contract/sheet.ts'
import { movedAmount, myShare, sheet } from '../../../contract/transaction-columns.ts'
import type { ReadAccount } from '../../accounts/accounts.sql.ts'
import { type Database, forFile } from '../../database/database.ts'
import { allGoals } from '../../goals/read.ts'
import type { File } from '../../http/file.ts'
import { decimalsOf } from '../../ledger/amounts.ts'
import type { BookRow } from '../../ledger/book.ts'
import { amountOfDraft } from '../../plans/drafts.ts'
import { normalSide } from '../../records/account.ts'
import { listTransactions } from '../../transactions/transactions.sql.ts'
import type { JournalAccount } from './accounts.ts'
import {
  type ContactLine,
  exportedAccounts,
  exportedContacts,
  exportedObligations,
  headingOf,
  type ObligationLine,
  type RateLine,
  ratesOf,
  type TransactionLine,
  transactionsOf,
} from './journal.sql.ts'
import {
  accountsWithBalances,
  type BudgetLine,
  budgetsOf,
  type CategoryLine,
  categoriesOf,
  type MoveLine,
  movesOf,
  type PlanLine,
  recurringOf,
  type ValueLine,
  valuesOf,
} from './workbook.sql.ts'
import { type Figure, type WorkbookSheet, workbookPieces } from './xlsx.ts'

/** The whole book as a workbook for a spreadsheet: a sheet for each kind of record, with names where the API has ids. */
export function workbookFile(book: BookRow): File {
  const today = todayIn(book.time_zone)
  return {
    type: WORKBOOK_TYPE,
    name: `florin-book-${today}.xlsx`,
    isPacked: true,
    async *pieces(moment) {
      const { base } = await headingOf(moment, book.id) // the book of the request may be older than the snapshot
      yield* workbookPieces(await sheetsOf(moment, { ...book, base_currency_id: base }, today))
    },
  }
}

/** Columns of records of one type; the compiler then knows what each cell is made of. */
const columnsOf = <Line>(of: Record<string, (line: Line) => SheetCell | Figure>) =>
  Object.entries(of).map(([name, made]) => ({ name, of: made }))

/** Minor units as a number with all decimals of its currency. */
const money = (minor: bigint, currency: string): Figure => ({
  number: decimalText({ digits: minor, scale: decimalsOf(currency) }),
  decimals: decimalsOf(currency),
})
const day = (date: string | null): SheetCell => date && { day: date }
const yes = (is: boolean): string => (is ? 'yes' : 'no')

async function sheetsOf(db: Database, book: BookRow, today: string): Promise<WorkbookSheet[]> {
  const { id, base_currency_id: base } = book
  const names = namesOf(await exportedAccounts(db, id))
  const { batches } = await listTransactions(forFile(db), book, undefined, { sort: 'date' })
  assert(batches, 'the list of a file comes in batches')
  return [
    {
      name: 'Transactions',
      columns: [...sheet, myShare, ...moreOfTransactions(base)],
      records: batches,
    },
    {
      name: 'Entries',
      columns: entryColumns(base, names),
      records: flattened(transactionsOf(db, id), (one) => one.entries.map((entry) => ({ one, entry }))),
    },
    {
      name: 'Accounts',
      columns: accountColumns(base),
      records: flattened(accountsWithBalances(db, book, today), balancesOf(base)),
    },
    {
      name: 'Categories',
      columns: columnsOf<CategoryLine>({
        Name: ({ name }) => name,
        Kind: ({ kind }) => kind,
        'In use': ({ is_active }) => yes(is_active),
        Group: ({ group_name }) => group_name,
      }),
      records: categoriesOf(db, id),
    },
    { name: 'Budgets', columns: budgetColumns(base), records: flattened(budgetsOf(db, id), partsOf) },
    { name: 'Recurring', columns: recurringColumns(book), records: recurringOf(db, id) },
    { name: 'People', columns: contactColumns, records: exportedContacts(db, id) },
    { name: 'Debts', columns: debtColumns, records: exportedObligations(db, id) },
    { name: 'Goals', columns: goalColumns(names), records: allGoals(db, book) },
    { name: 'Goal moves', columns: moveColumns, records: movesOf(db, id) },
    { name: 'Values', columns: valueColumns(names), records: valuesOf(db, id) },
    { name: 'Exchange rates', columns: rateColumns, records: ratesOf(db, id, base) },
  ]
}

/** The names of accounts; those that several have are told apart by their codes. */
function namesOf(accounts: readonly JournalAccount[]): Map<string, string> {
  const sames = Map.groupBy(accounts, ({ name }) => name)
  return new Map(
    accounts.map(({ id, name, code }) => [id, sames.get(name)?.length === 1 ? name : `${name} (${code})`]),
  )
}

async function* flattened<Row, Line>(
  batches: AsyncGenerator<Row[]>,
  of: (row: Row) => Line[],
): AsyncGenerator<Line[]> {
  for await (const batch of batches) yield batch.flatMap(of)
}

/** Beside the eight columns of the CSV file for people. */
const moreOfTransactions = (base: string) =>
  columnsOf<Transaction>({
    Kind: ({ kind, is_refund }) => (is_refund ? 'refund' : kind),
    [`Worth in ${base}`]: (transaction) => {
      const { digits, scale } = exactly(transaction.base_amount)
      const isOut = (movedAmount(transaction) ?? 0) < 0
      return { number: decimalText({ digits: isOut ? -digits : digits, scale }), decimals: decimalsOf(base) }
    },
    Notes: ({ notes }) => notes,
    Id: ({ id }) => id,
  })

/** A sum may have more digits than a number carries: it is a piece of JSON then. */
const exactly = (amount: number): Decimal =>
  typeof amount === 'number' ? decimalOf(amount) : decimalFrom(JSON.stringify(amount))

type EntryLine = { one: TransactionLine; entry: TransactionLine['entries'][number] }

/** Each entry debits one account and credits another: the sums of both sides are equal, whichever rows are added up. */
const entryColumns = (base: string, names: ReadonlyMap<string, string>) =>
  columnsOf<EntryLine>({
    Day: ({ one }) => day(one.date),
    Debit: ({ entry: [debit] }) => names.get(debit) ?? null,
    Credit: ({ entry: [, credit] }) => names.get(credit) ?? null,
    Amount: ({ entry: [, , currency, amount] }) => money(BigInt(amount), currency),
    Currency: ({ entry: [, , currency] }) => currency,
    [`Worth in ${base}`]: ({ entry: [, , , , worth] }) => money(BigInt(worth), base),
    What: ({ entry }) => entry[6],
    Transaction: ({ one }) => one.id,
  })

type AccountLine = { account: ReadAccount; currency: string; amount: bigint; worth: bigint }

/** A line for each currency that an account has money in; one without any has a line of zero. */
const balancesOf =
  (base: string) =>
  (account: ReadAccount): AccountLine[] => {
    // As in the app: a debt is negative.
    const sign = account.type === 'liability' ? -normalSide(account) : normalSide(account)
    const held = account.balances
      .map(({ currency_id: currency, amount, base_amount }) => ({
        account,
        currency,
        amount: sign * BigInt(amount),
        worth: sign * BigInt(base_amount),
      }))
      .filter(({ amount, worth }) => amount !== 0n || worth !== 0n)
    return held.length > 0
      ? held
      : [{ account, currency: account.currency_id ?? base, amount: 0n, worth: 0n }]
  }

const accountColumns = (base: string) =>
  columnsOf<AccountLine>({
    Code: ({ account }) => account.code,
    Name: ({ account }) => account.name,
    Type: ({ account }) => account.type,
    Balance: ({ currency, amount }) => money(amount, currency),
    Currency: ({ currency }) => currency,
    [`Recorded in ${base}`]: ({ worth }) => money(worth, base),
    'In use': ({ account }) => yes(account.is_active),
  })

type BudgetPart = {
  category: string
  month: Month
  holds: string
  before: Month | null
  amount: bigint
  rollover: boolean | null
}

/** The parts of a budget: the one for its month alone, and the one from its month on until the next one that was given. */
const partsOf = ({ category, month, ...line }: BudgetLine): BudgetPart[] =>
  [
    { holds: 'only this month', amount: line.amount, rollover: line.rollover, before: null },
    {
      holds: 'from this month on',
      amount: line.running_amount,
      rollover: line.running_rollover,
      before: line.running_until === NEVER ? null : line.running_until,
    },
  ].flatMap(({ amount, ...part }) => (amount === null ? [] : [{ category, month, amount, ...part }]))

const budgetColumns = (base: string) =>
  columnsOf<BudgetPart>({
    Category: ({ category }) => category,
    Month: ({ month }) => month,
    Amount: ({ amount }) => money(amount, base),
    Holds: ({ holds }) => holds,
    'Ends before': ({ before }) => before,
    'Carries over': ({ rollover }) => yes(rollover === true),
  })

const recurringColumns = (book: BookRow) =>
  columnsOf<PlanLine>({
    Name: ({ name }) => name,
    Kind: ({ kind }) => kind,
    Amount: (plan) => {
      const { amount, currency_id } = amountOfDraft(book, plan, () => plan.bound_currency_id)
      return { amount, currency: currency_id }
    },
    Currency: (plan) => amountOfDraft(book, plan, () => plan.bound_currency_id).currency_id,
    Every: ({ schedule: { every, unit } }) => (every === 1 ? unit : `${every} ${unit}s`),
    'Next day': ({ next_date }) => day(next_date),
    'Recorded by itself': ({ auto }) => yes(auto),
  })

const contactColumns = columnsOf<ContactLine>({
  Name: ({ name }) => name,
  Phone: ({ phone }) => phone,
  'E-mail': ({ email }) => email,
  Notes: ({ notes }) => notes,
  Id: ({ id }) => id,
})

const debtColumns = columnsOf<ObligationLine>({
  Who: ({ contact }) => contact,
  What: ({ name }) => name,
  Direction: ({ direction }) => (direction === 'receivable' ? 'they owe you' : 'you owe them'),
  Amount: ({ original_amount, currency_id }) => money(original_amount, currency_id),
  Open: ({ outstanding_amount, currency_id }) => money(outstanding_amount, currency_id),
  Currency: ({ currency_id }) => currency_id,
  Day: ({ opened_date }) => day(opened_date),
  Due: ({ due_date }) => day(due_date),
  Reference: ({ reference }) => reference,
  Notes: ({ notes }) => notes,
  Id: ({ id }) => id,
})

const goalColumns = (names: ReadonlyMap<string, string>) =>
  columnsOf<Goal>({
    Name: ({ name }) => name,
    Target: ({ target_amount: amount, currency_id: currency }) => ({ amount, currency }),
    Saved: ({ saved: amount, currency_id: currency }) => ({ amount, currency }),
    Left: ({ left: amount, currency_id: currency }) => ({ amount, currency }),
    Currency: ({ currency_id }) => currency_id,
    Until: ({ target_date }) => day(target_date),
    Accounts: ({ account_ids, envelope }) =>
      (envelope ? [envelope.account_id] : account_ids).map((id) => names.get(id) ?? '').join(', '),
    Envelope: ({ envelope }) => yes(envelope !== null),
    'In use': ({ is_active }) => yes(is_active),
    Notes: ({ notes }) => notes,
    Id: ({ id }) => id,
  })

const moveColumns = columnsOf<MoveLine>({
  Goal: ({ goal }) => goal,
  Day: ({ date }) => day(date),
  Amount: ({ amount, currency_id }) => money(amount, currency_id),
  Currency: ({ currency_id }) => currency_id,
  Notes: ({ notes }) => notes,
})

const valueColumns = (names: ReadonlyMap<string, string>) =>
  columnsOf<ValueLine>({
    Account: ({ account_id }) => names.get(account_id) ?? null,
    Day: ({ date }) => day(date),
    Value: ({ amount, currency_id }) => money(amount, currency_id),
    Currency: ({ currency_id }) => currency_id,
    Notes: ({ notes }) => notes,
  })

const rateColumns = columnsOf<RateLine>({
  Day: ({ date }) => day(date),
  From: ({ from_id }) => from_id,
  To: ({ to_id }) => to_id,
  Rate: ({ rate }) => ({ number: rate, decimals: null }),
})
