import { currencyCode } from '../../contract/iso4217.ts'
import type { Payment } from '../../contract/obligations.ts'
import { refuse } from '../../contract/refusals.ts'
import type { ListedPayment, PaymentQuery } from '../../contract/settlements.ts'
import { type Db, isForFile, rows } from '../database/database.ts'
import { allOf, nothing, type Sql, sql } from '../database/sql.ts'
import { amountToApi } from '../ledger/amounts.ts'
import type { BookRow } from '../ledger/book.ts'
import { countsAt } from '../ledger/known-at.sql.ts'
import { gather, type JoinedRow, storedColumns, transactionOf, withEntries } from '../ledger/read.sql.ts'
import { beyond, isOneOf, limitTo, type Page, page, type SortKey, type Window } from '../lists/lists.ts'
import { commaSeparated, idOrNone, knownIds } from '../process/ids.ts'
import type { Debt } from '../records/obligation.ts'
import { debtOf, requireObligationRow } from './obligations.sql.ts'
import { paymentToApi } from './to-api.ts'

type PaymentRow = JoinedRow & { outstanding: string }

/** The effect of an entry on the outstanding amount of a debt with this claim account; `sign` is 1 for a receivable, and -1 for a payable. */
const effectOn = (claimAccountId: Sql, sign: Sql): Sql =>
  sql`${sign} * case ${claimAccountId} when debit_account_id then amount when credit_account_id then -amount else 0 end`

/** The live entries of a debt. */
const entriesOf = (book: BookRow, { id }: Debt): Sql =>
  sql`entries e where e.book_id = ${book.id} and e.obligation_id = ${id} and ${countsAt(undefined, sql`e.`)}`

/**
 * Transactions `t` of a debt, each `posted` with the amount outstanding after it: added up once, in the order of the book, for all
 * of its payments together.
 */
const paymentsOf = (book: BookRow, debt: Debt): Sql => sql`transactions t join (
      select transaction_id, sum(sum(${effectOn(
        sql`${debt.claim_account_id}::uuid`,
        debt.direction === 'receivable' ? sql`1` : sql`-1`,
      )})) over (order by created_version, created_position) as outstanding
      from ${entriesOf(book, debt)}
      group by transaction_id, created_version, created_position) posted on posted.transaction_id = t.id`

const livePayments = (book: BookRow, debt: Debt): Sql =>
  sql`t.book_id = ${book.id} and t.obligation_id = ${debt.id} and t.kind = 'payment' and t.deleted_at is null`

const payment: Sql = sql`t.*, posted.outstanding`

/** The columns of payments, `t`, and their entries. */
const besideThem = (book: BookRow) => ({
  columns: sql`${storedColumns}, t.outstanding::text`,
  from: withEntries(book.id),
  order: sql`e.ordinal`,
  gather: gather<PaymentRow>,
})

const rowToApi = (book: BookRow, debt: Debt, row: PaymentRow): Payment =>
  paymentToApi(book, debt, transactionOf(row), BigInt(row.outstanding))

export async function readPayment(db: Db, book: BookRow, id: string, paymentId: string): Promise<Payment> {
  const debt = debtOf(await requireObligationRow(db, book, id))
  const { columns, from, order } = besideThem(book)
  const found = await rows<PaymentRow>(
    db,
    sql`select ${columns} from (
          select ${payment} from ${paymentsOf(book, debt)} where ${livePayments(book, debt)} and t.id = ${idOrNone(paymentId)}) t
        ${from} order by ${order}`,
  )
  const [one] = gather(found)
  return one ? rowToApi(book, debt, one) : refuse('not_found')
}

/** The live payments of an obligation, each with the amount outstanding once it and all recorded before it are counted. */
export async function listPaymentsOf(
  db: Db,
  book: BookRow,
  id: string,
  query: Parameters<typeof page>[1],
): Promise<Page<Payment>> {
  const debt = debtOf(await requireObligationRow(db, book, id))
  return page<PaymentRow, Payment>(db, query, {
    columns: payment,
    beside: besideThem(book),
    from: paymentsOf(book, debt),
    where: [livePayments(book, debt)],
    order: '-date',
    orders: { date: { key: sql`t.date`, type: 'date' } },
    ties: [
      { key: sql`t.created_version`, type: 'bigint' },
      { key: sql`t.created_position`, type: 'integer' },
    ],
    record: (found) => rowToApi(book, debt, found),
  })
}

/** A payment of any debt, with the fields of the debt and the name of the contact that are shown beside it. */
type ListedPaymentRow = PaymentRow &
  Pick<Debt, 'claim_account_id' | 'direction'> & {
    debt_currency_id: string
    debt_name: string
    contact_name: string
  }

const paymentKeys: [SortKey, SortKey, SortKey] = [
  { key: sql`t.date`, type: 'date' },
  { key: sql`t.created_version`, type: 'bigint' },
  { key: sql`t.created_position`, type: 'integer' },
]

/**
 * Live payments of all debts, each with its debt, which is looked up by its key; a page's worth of them, where a window is given. Those that
 * are only counted need no debt, unless the filter does.
 */
function hitsOf(book: BookRow, query: PaymentQuery, isCounted: boolean, window?: Window): Sql {
  const { contact_id, obligation_id, direction, currency_id, date_from, date_to } = query
  const order = window?.isDescending ? sql`desc` : sql`asc`
  const when = (value: string | undefined, condition: (value: string) => Sql) =>
    value === undefined ? [] : [condition(value)]
  const conditions = [
    sql`t.book_id = ${book.id} and t.kind = 'payment' and t.deleted_at is null`,
    ...when(contact_id, (ids) => isOneOf(sql`t.contact_id`, knownIds(ids), sql`uuid`)),
    ...when(obligation_id, (ids) => isOneOf(sql`t.obligation_id`, knownIds(ids), sql`uuid`)),
    ...when(direction, (direction) => sql`o.direction = ${direction}`),
    ...when(currency_id, (ids) =>
      isOneOf(sql`t.currency_id`, commaSeparated(ids).map(currencyCode), sql`text`),
    ),
    ...when(date_from, (day) => sql`t.date >= ${day}`),
    ...when(date_to, (day) => sql`t.date <= ${day}`),
    ...(window?.position ? [beyond(paymentKeys, window.position, window.isDescending)] : []),
  ]
  const ofDebt =
    isCounted && direction === undefined
      ? { columns: nothing, joined: nothing }
      : {
          columns: sql`, o.name as debt_name, o.currency_id as debt_currency_id, o.direction, o.claim_account_id`,
          joined: sql`cross join lateral (select name, currency_id, direction, claim_account_id from obligations
                                          where book_id = ${book.id} and id = t.obligation_id offset 0) o`,
        }
  return sql`
    (select t.*${ofDebt.columns} from transactions t ${ofDebt.joined} where ${allOf(conditions)}
     ${window ? sql`order by t.date ${order}, t.created_version ${order}, t.created_position ${order} ${limitTo(window.rows)}` : nothing})`
}

/**
 * Payments, each with the amount outstanding after it. The entries of a debt are added up from one of its payments to the next, so that
 * each is read once, however many payments of the debt there are.
 */
const withOutstanding = (book: BookRow, hits: Sql): Sql => sql`
  (select t.*, sum(added.amount) over (partition by t.obligation_id order by t.created_version, t.created_position) as outstanding
   from (select t.*, lag(t.created_version, 1, 0) over of_debt as after_version, lag(t.created_position, 1, 0) over of_debt as after_position
         from ${hits} t window of_debt as (partition by t.obligation_id order by t.created_version, t.created_position)) t
   cross join lateral (
     select sum(${effectOn(sql`t.claim_account_id`, sql`case t.direction when 'receivable' then 1 else -1 end`)}) as amount
     from entries e
     where e.book_id = ${book.id} and e.obligation_id = t.obligation_id and ${countsAt(undefined, sql`e.`)}
       and (e.created_version, e.created_position) > (t.after_version, t.after_position)
       and (e.created_version, e.created_position) <= (t.created_version, t.created_position)) added)`

/** The live payments of all debts, in one statement. */
export function listAllPayments(db: Db, book: BookRow, query: PaymentQuery): Promise<Page<ListedPayment>> {
  const { columns, ...beside } = besideThem(book)
  const [date, ...ties] = paymentKeys
  return page<ListedPaymentRow, ListedPayment>(db, query, {
    columns: sql`t.*`,
    beside: {
      ...beside,
      columns: sql`${columns}, t.claim_account_id, t.direction, t.debt_currency_id, t.debt_name,
        (select name from contacts c where c.book_id = ${book.id} and c.id = t.contact_id) as contact_name`,
      gather: gather<ListedPaymentRow>,
    },
    from: (window) => {
      const isCounted = !window && !isForFile(db)
      const hits = hitsOf(book, query, isCounted, window)
      return sql`${isCounted ? hits : withOutstanding(book, hits)} t`
    },
    where: [],
    order: '-date',
    orders: { date },
    ties,
    sum: () => ({ of: sql`t.base_amount`, toApi: (minor) => amountToApi(minor, book.base_currency_id) }),
    record: (found) => listedToApi(book, found),
  })
}

function listedToApi(book: BookRow, found: ListedPaymentRow): ListedPayment {
  const { claim_account_id, direction, debt_currency_id: currency_id, debt_name, contact_name } = found
  const payment = transactionOf(found)
  const id = payment.obligation_id ?? ''
  return {
    ...paymentToApi(
      book,
      { id, claim_account_id, direction, currency_id },
      payment,
      BigInt(found.outstanding),
    ),
    obligation: { id, name: debt_name, direction, currency_id },
    contact: { id: payment.contact_id ?? '', name: contact_name },
  }
}
