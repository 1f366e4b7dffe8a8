import { todayIn } from '../../contract/day.ts'
import * as contract from '../../contract/obligations.ts'
import * as settling from '../../contract/settlements.ts'
import { sql } from '../database/sql.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { pageAt, versionAt } from '../lists/known-at.ts'
import { byCreation, page } from '../lists/lists.ts'
import { commaSeparated, knownIds } from '../process/ids.ts'
import { remove, restore } from '../records/life-cycle.ts'
import { serve } from '../serve.ts'
import { type DebtRow, debtRowToApi, obligationsOf, requireObligationRow } from './obligations.sql.ts'
import { addObligation, changeObligation, obligationLife } from './obligations.ts'
import { listAllPayments, listPaymentsOf, readPayment } from './payments.sql.ts'
import { changePayment, pay, takeBackPayment } from './payments.ts'
import { payContact, setOff } from './settlements.ts'
import { readStatement } from './statement.sql.ts'
import { takeBackWriteOff, writeOff } from './write-offs.ts'

export const obligations = [
  serve(contract.listObligations, ({ db, book, query }) => {
    const { status, direction, contact_id, account_id, currency_id, due_from, due_to, overdue, q } = query
    const isLate = sql`(outstanding_amount > 0 and due_date < ${todayIn(book.time_zone)}::date) is true`
    return pageAt(db, book, query, (version, query) =>
      page<DebtRow, contract.Obligation>(db, query, {
        from: sql`${obligationsOf(book, version, q)} o`,
        where: [
          query.deleted ? sql`deleted_at is not null` : sql`deleted_at is null`,
          ...(status
            ? [status === 'settled' ? sql`outstanding_amount = 0` : sql`outstanding_amount > 0`]
            : []),
          ...(direction ? [sql`direction = ${direction}`] : []),
          ...(contact_id === undefined ? [] : [sql`contact_id = any (${knownIds(contact_id)}::uuid[])`]),
          ...(account_id === undefined ? [] : [sql`account_id = any (${knownIds(account_id)}::uuid[])`]),
          ...(currency_id === undefined
            ? []
            : [sql`currency_id = any (${commaSeparated(currency_id.toUpperCase())}::text[])`]),
          ...(due_from ? [sql`due_date >= ${due_from}`] : []),
          ...(due_to ? [sql`due_date <= ${due_to}`] : []),
          ...(overdue === undefined ? [] : [overdue ? isLate : sql`not ${isLate}`]),
        ],
        order: 'due_date',
        orders: {
          // Obligations without a due date come last, also across pages.
          due_date: { key: sql`coalesce(due_date, 'infinity')`, type: 'date' },
          name: { key: sql`name collate "und-x-icu"`, type: 'text' },
          created_at: { key: sql`created_at`, type: 'timestamptz' },
        },
        ties: byCreation,
        sum: () => ({
          of: sql`outstanding_base`,
          toApi: (minor) => amountToApi(minor, book.base_currency_id),
        }),
        record: (found) => debtRowToApi(book, found),
      }),
    )
  }),

  serve(contract.createObligation, ({ write, body }) => write(addObligation(body))),

  serve(contract.getObligation, async ({ db, book, params, query }) => {
    const version = await versionAt(db, book, query.known_at)
    return debtRowToApi(book, await requireObligationRow(db, book, params.id, version))
  }),

  serve(contract.updateObligation, ({ write, params, body, guard }) =>
    write(changeObligation(params.id, body, guard)),
  ),

  serve(contract.deleteObligation, ({ write, params, query, guard }) =>
    write(remove(obligationLife(params.id), query, guard)),
  ),

  serve(contract.restoreObligation, ({ write, params }) => write(restore(obligationLife(params.id)))),

  serve(contract.listPayments, ({ db, book, params, query }) => listPaymentsOf(db, book, params.id, query)),

  serve(settling.listAllPayments, ({ db, book, query }) => listAllPayments(db, book, query)),

  serve(contract.createPayment, ({ write, params, body }) => write(pay(params.id, body))),

  serve(contract.getPayment, ({ db, book, params }) => readPayment(db, book, params.id, params.payment_id)),

  serve(contract.updatePayment, ({ write, params, body, guard }) =>
    write(changePayment(params.id, params.payment_id, body, guard)),
  ),

  serve(contract.deletePayment, ({ write, params, guard }) =>
    write(takeBackPayment(params.id, params.payment_id, guard)),
  ),

  serve(contract.writeOff, ({ write, params, body }) => write(writeOff(params.id, body))),

  serve(contract.undoWriteOff, ({ write, params, guard }) => write(takeBackWriteOff(params.id, guard))),

  serve(settling.payContact, ({ write, params, body }) => write(payContact(params.id, body))),

  serve(settling.setOff, ({ write, params, body }) => write(setOff(params.id, body))),

  serve(contract.getStatement, async ({ db, book, params, query }) =>
    readStatement(db, book, params.id, await versionAt(db, book, query.known_at)),
  ),
]
