import { todayIn } from '../../contract/day.ts'
import { currencyFacts } from '../../contract/iso4217.ts'
import { decimalFrom, decimalNumber } from '../../contract/money.ts'
import type { Obligation } from '../../contract/obligations.ts'
import { type Sql, sql } from '../database/sql.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { createdIn } from '../ledger/authors.ts'
import type { BookRow } from '../ledger/book.ts'
import type { SlimEntry, SlimTransaction } from '../ledger/journal.ts'
import { type Holder, hold, type List } from '../ledger/known.ts'
import { entriesOf } from '../ledger/postings.sql.ts'
import { fromList, listOf, only, part, valuesOf, without } from '../ledger/stored.ts'
import { booksIn, type TableWrite, valuesAs } from '../ledger/table-write.sql.ts'
import type { Changed } from '../ledger/verb.ts'
import { mapInSlices } from '../process/slices.ts'
import { type AccountRow, account } from './account.ts'
import { category } from './category.ts'
import {
  amountIn,
  currency,
  day,
  fx,
  id,
  name,
  oneOf,
  orNull,
  type RowOf,
  signedBase,
  text,
  time,
} from './columns.ts'
import { type ContactRow, contact } from './contact.ts'
import { dated, kind, type RecordKind, refersTo, storedOf } from './kind.ts'
import {
  entriesIn,
  inOrderOfBook,
  slimEntryColumns,
  slimTransactionColumns,
  withoutRepeats,
} from './transaction.ts'

/** The notes of an obligation are bounded by the size of a request alone. */
const MAX_NOTES = 262_144

/** An obligation: amounts in minor units; `outstanding_base` is the book value of the outstanding amount. */
const columns = {
  id,
  name: name(150),
  reference: orNull(text(100)),
  notes: orNull(text(MAX_NOTES)),
  opened_date: day,
  due_date: orNull(day),
  direction: oneOf('payable', 'receivable'),
  original_amount: amountIn(),
  outstanding_amount: amountIn(),
  outstanding_base: signedBase,
  currency_id: currency,
  contact_id: id,
  account_id: id,
  claim_account_id: id,
  counter_account_id: id,
  ...fx,
  expense_id: orNull(id),
  plan_id: orNull(id),
  settled_at: orNull(time),
  ...dated,
}
export type Debt = RowOf<typeof columns>

/** An obligation as a list has it: without its notes. */
export type SlimDebt = Omit<Debt, 'notes'>
const slimColumns = without(storedOf(columns), 'notes')

declare module '../ledger/rows.ts' {
  interface Rows {
    obligation: Debt
  }
}
declare module '../ledger/known.ts' {
  interface Found {
    obligation: Debt
    /** The open obligations of a contact, without those in the trash. By the contact's id. */
    owed: SlimDebt[]
    /** The obligations that an expense opened for the shares of others, in the trash or not. Loads `is_touched` of each too. */
    shares: SlimDebt[]
    /** All transactions that an obligation has entries in, in the trash or not, in the order of the book. Loads their categories too. */
    postings: SlimTransaction[]
    /** The amount that was outstanding after a payment: that of all live transactions of its obligation up to it. By the payment's id. */
    outstanding_after: bigint
    /** Whether anything was paid, written off or corrected on an obligation, by its id. */
    is_touched: boolean
  }
}

/** An obligation as the API shows it, with the names of its contact and its account. */
export function obligationToApi(
  book: BookRow,
  debt: Debt,
  contact: Pick<ContactRow, 'name'>,
  account: Pick<AccountRow, 'name' | 'code'>,
): Obligation {
  const { id, currency_id, contact_id, account_id, due_date, outstanding_amount } = debt
  return createdIn(debt.created_version, {
    id,
    name: debt.name,
    reference: debt.reference,
    notes: debt.notes,
    opened_date: debt.opened_date,
    due_date,
    original_amount: amountToApi(debt.original_amount, currency_id),
    outstanding_amount: amountToApi(outstanding_amount, currency_id),
    status: outstanding_amount === 0n ? 'settled' : 'open',
    settled_at: debt.settled_at,
    contact: { id: contact_id, name: contact.name },
    account: { id: account_id, name: account.name, code: account.code },
    currency: { id: currency_id, name: currencyFacts(currency_id)?.name ?? null, code: currency_id },
    contact_id,
    account_id,
    currency_id,
    counter_account_id: debt.counter_account_id,
    direction: debt.direction,
    is_overdue: outstanding_amount > 0n && due_date !== null && due_date < todayIn(book.time_zone),
    fx_rate: decimalNumber(decimalFrom(debt.fx_rate)),
    fx_source: debt.fx_source,
    fx_date: debt.fx_date,
    outstanding_base: amountToApi(debt.outstanding_base, book.base_currency_id),
    expense_id: debt.expense_id,
    plan_id: debt.plan_id,
    version: debt.version,
    created_at: debt.created_at,
    updated_at: debt.updated_at,
    deleted_at: debt.deleted_at,
  })
}

/** The contacts of obligations. */
const contactsOf = (books: Sql, condition: Sql): Sql =>
  contact.rows(
    books,
    sql`p.id in (select o.contact_id from obligations o where o.book_id = any (${books}) and ${condition})`,
  )

/** The accounts of obligations. */
const accountsOf = (books: Sql, condition: Sql): Sql =>
  account.rows(
    books,
    sql`a.id in (select unnest(array[o.account_id, o.claim_account_id, o.counter_account_id])
                     from obligations o where o.book_id = any (${books}) and ${condition})`,
  )

/** The obligations of a list. */
const slimDebts = (name: string, books: Sql, condition: Sql): Sql =>
  part(
    name,
    sql`o.book_id`,
    listOf(slimColumns, 'o'),
    sql`obligations o where o.book_id = any (${books}) and ${condition}`,
  )

const slimTransactions = listOf(slimTransactionColumns, 't')

/** The transactions that obligations have entries in, each with its entries. */
function postingParts(books: Sql, ids: Sql): Sql[] {
  const ofDebts = sql`t.obligation_id = any (${ids})`
  const debts = sql`obligations o where o.book_id = any (${books}) and o.id = any (${ids})`
  const ofShares = sql`t.id in (select o.expense_id from ${debts})`
  const entries = (condition: Sql) =>
    part(
      'posting_entry',
      sql`e.book_id`,
      sql`e.transaction_id, e.ordinal, ${listOf(slimEntryColumns, 'e')}`,
      entriesOf(books, condition),
    )
  return [
    part(
      'posting',
      sql`t.book_id`,
      sql`t.obligation_id, ${slimTransactions}`,
      sql`transactions t where t.book_id = any (${books}) and ${ofDebts}`,
    ),
    part(
      'posting',
      sql`t.book_id`,
      sql`s.id, ${slimTransactions}`,
      sql`(select o.book_id, o.id, o.expense_id from ${debts}) s join transactions t on t.book_id = s.book_id and t.id = s.expense_id
          where t.book_id = any (${books})`,
    ),
    entries(ofDebts),
    entries(ofShares),
  ]
}

/** Obligations that have live transactions of their own. */
const touched = (books: Sql, condition: Sql): Sql =>
  part(
    'is_touched',
    sql`t.book_id`,
    sql`t.obligation_id`,
    sql`(select distinct book_id, obligation_id from transactions
         where book_id = any (${books}) and ${condition} and deleted_at is null) t`,
  )

/** The amounts that were outstanding after payments. */
const outstandingAfter = (books: Sql, ids: Sql): Sql =>
  part(
    'outstanding_after',
    sql`s.book_id`,
    sql`s.id, s.amount::text`,
    sql`(select p.book_id, p.id,
                  sum(case when (e.debit_account_id = o.claim_account_id) = (o.direction = 'receivable') then e.amount else -e.amount end) as amount
           from transactions p
           join obligations o on o.book_id = p.book_id and o.id = p.obligation_id
           join entries e on e.book_id = p.book_id and e.obligation_id = p.obligation_id and e.until_version is null
                and (e.created_version, e.created_position) <= (p.created_version, p.created_position)
                and o.claim_account_id in (e.debit_account_id, e.credit_account_id)
           where p.book_id = any (${books}) and o.book_id = any (${books}) and e.book_id = any (${books}) and p.id = any (${ids})
           group by p.book_id, p.id) s`,
  )

const debtsIn = (lists: readonly List[]) => lists.map((list) => fromList(slimColumns, list) as SlimDebt)

/** The transactions of obligations, in the order of the book. */
const holdPostings: Holder = async (holdings, lists, { of }) => {
  const entries = await entriesIn(of('posting_entry'), slimEntryColumns)
  const all = await mapInSlices(lists, ([debtId, ...list]) => {
    const row = fromList(slimTransactionColumns, list) as Omit<SlimTransaction, 'entries'>
    return {
      debtId: debtId as string,
      row: withoutRepeats({ ...row, entries: entries(row.id) as SlimEntry[] }),
    }
  })
  for (const [id, some] of Map.groupBy(all, ({ debtId }) => debtId))
    hold(holdings, 'postings', id, some.map(({ row }) => row).sort(inOrderOfBook))
}

const paidTypes = {
  book_id: 'uuid',
  id: 'uuid',
  outstanding_amount: 'bigint',
  outstanding_base: 'bigint',
  settled_at: 'timestamptz',
  version: 'bigint',
  updated_at: 'timestamptz',
}
const paidColumns = only(storedOf(columns), ...Object.keys(paidTypes))

/** Whether a change moves an obligation's outstanding amount and nothing else, as payments and write-offs do. */
const isPaid = (before: Debt | null, after: Debt | null): boolean =>
  before !== null &&
  after !== null &&
  Object.keys(columns).every(
    (name) => name in paidTypes || before[name as keyof Debt] === after[name as keyof Debt], // a column is a field
  )

/** Obligations that were paid. The notes stay where they are: folding those of 800 debts for the search took longer than a statement may. */
const paidDebts = (saved: readonly Changed[]): TableWrite => ({
  rows: saved.flatMap(({ book, changes }) =>
    changes.flatMap(({ kind, before, after }) =>
      kind === 'obligation' && after && isPaid(before, after)
        ? [[book.id, ...valuesOf(paidColumns, after)]]
        : [],
    ),
  ),
  isLong: true,
  write: (rows) => sql`
    update obligations set outstanding_amount = v.outstanding_amount, outstanding_base = v.outstanding_base, settled_at = v.settled_at,
      version = v.version, updated_at = v.updated_at
    from ${valuesAs(paidTypes, rows)}
    where obligations.book_id = any (${booksIn(rows)}) and obligations.book_id = v.book_id and obligations.id = v.id`,
})

export const obligation: RecordKind<'obligation'> = kind('obligation', {
  table: 'obligations',
  alias: 'o',
  columns,
  entered: [
    'name',
    'reference',
    'notes',
    'opened_date',
    'due_date',
    'original_amount',
    'currency_id',
    'contact_id',
    ['account_id', 'claim_account_id', 'direction'],
    'counter_account_id',
    ['fx_rate', 'fx_source', 'fx_date'],
    'expense_id',
  ],
  refers: {
    contact_id: refersTo('contact'),
    account_id: refersTo('account'),
    claim_account_id: refersTo('account'),
    counter_account_id: refersTo('account'),
  },
  finds: {
    obligation: {
      load(books, { ids }) {
        const condition = sql`o.id = any (${ids})`
        return [obligation.rows(books, condition), contactsOf(books, condition), accountsOf(books, condition)]
      },
      keys: ({ id }) => [id],
    },
    owed: {
      none: [],
      survives: ['transaction', 'contact'],
      load: (books, { ids }) => [
        slimDebts(
          'owed',
          books,
          sql`o.contact_id = any (${ids}) and o.outstanding_amount > 0 and o.deleted_at is null`,
        ),
      ],
    },
    shares: {
      none: [],
      survives: ['transaction', 'contact'],
      // The live ones change with their expense, which has few of them, so they are loaded as whole records too.
      load(books, { ids }) {
        const condition = sql`o.expense_id = any (${ids})`
        return [
          slimDebts('shares', books, condition),
          obligation.rows(books, sql`${condition} and o.deleted_at is null`),
          contactsOf(books, condition),
          accountsOf(books, condition),
          touched(
            books,
            sql`obligation_id in (select o.id from obligations o where o.book_id = any (${books}) and ${condition})`,
          ),
        ]
      },
    },
    postings: {
      none: [],
      load: (books, { ids }) => [
        ...postingParts(books, ids),
        category.rows(
          books,
          sql`g.id in (select t.category_id from transactions t where t.book_id = any (${books}) and t.obligation_id = any (${ids}))`,
        ),
      ],
    },
    outstanding_after: { load: (books, { ids }) => [outstandingAfter(books, ids)] },
    is_touched: {
      load: (books, { ids }) => [touched(books, sql`obligation_id = any (${ids})`)],
    },
  },
  survives: ['transaction', 'obligation', 'contact'],
  course: 'held',
  holders: {
    owed(holdings, lists) {
      for (const [id, some] of Map.groupBy(debtsIn(lists), ({ contact_id }) => contact_id))
        hold(holdings, 'owed', id, some)
    },
    shares(holdings, lists) {
      const debts = debtsIn(lists)
      for (const [id, some] of Map.groupBy(debts, ({ expense_id }) => expense_id ?? ''))
        hold(holdings, 'shares', id, some)
      // The part `is_touched`, which is held after this one, has rows only for those that were touched.
      for (const { id } of debts) hold(holdings, 'is_touched', id, null)
    },
    posting: holdPostings,
    outstanding_after(holdings, lists) {
      for (const [id, amount] of lists)
        hold(holdings, 'outstanding_after', String(id), BigInt(String(amount)))
    },
    is_touched(holdings, lists) {
      for (const [id] of lists) hold(holdings, 'is_touched', String(id), true)
    },
  },
  isWrittenApart: isPaid,
  writes: (saved) => [paidDebts(saved)],
  show: (row, book, known) =>
    obligationToApi(
      book,
      row,
      known.find('contact', row.contact_id) ?? { name: '' },
      known.find('account', row.account_id) ?? { name: '', code: '' },
    ),
})
