import { todayIn } from '../../contract/day.ts'
import * as contract from '../../contract/obligations.ts'
import { refuse } from '../../contract/refusals.ts'
import { sql } from '../database/sql.ts'
import { knownIds, valuesOf } from '../ids.ts'
import { byCreation, page } from '../lists.ts'
import { serve } from '../serve.ts'
import { type DebtRow, findObligation, obligationsOf, shownRow } from './obligations.sql.ts'
import { addObligation, changeObligation, restoreObligationOf, trashObligation } from './obligations.ts'
import { listPaymentsOf, readPayment } from './payments.sql.ts'
import { changePayment, pay, takeBack } from './payments.ts'
import { readStatement } from './statement.sql.ts'
import { undoWriteOffOf, writeOffDebt } from './write-offs.ts'

export const obligations = [
  serve(contract.listObligations, ({ db, book, query }) => {
    const { status, direction, contact_id, account_id, currency_id, due_from, due_to, overdue, q } = query
    const isLate = sql`(outstanding_amount > 0 and due_date < ${todayIn(book.time_zone)}::date) is true`
    return page<DebtRow, contract.Obligation>(db, query, {
      from: sql`${obligationsOf(book.id, q)} o`,
      where: [
        query.deleted ? sql`deleted_at is not null` : sql`deleted_at is null`,
        ...(status ? [status === 'settled' ? sql`outstanding_amount = 0` : sql`outstanding_amount > 0`] : []),
        ...(direction ? [sql`direction = ${direction}`] : []),
        ...(contact_id === undefined ? [] : [sql`contact_id = any (${knownIds(contact_id)}::uuid[])`]),
        ...(account_id === undefined ? [] : [sql`account_id = any (${knownIds(account_id)}::uuid[])`]),
        ...(currency_id === undefined
          ? []
          : [sql`currency_id = any (${valuesOf(currency_id.toUpperCase())}::text[])`]),
        ...(due_from ? [sql`due_date >= ${due_from}`] : []),
        ...(due_to ? [sql`due_date <= ${due_to}`] : []),
        ...(overdue === undefined ? [] : [overdue ? isLate : sql`not ${isLate}`]),
      ],
      order: 'due_date',
      orders: {
        // What has no due date comes last, and is not lost on the second page.
        due_date: { key: sql`coalesce(due_date, 'infinity')`, type: 'date' },
        name: { key: sql`name collate "und-x-icu"`, type: 'text' },
        created_at: { key: sql`created_at`, type: 'timestamptz' },
      },
      ties: byCreation,
      record: (found) => shownRow(book, found),
    })
  }),

  serve(contract.createObligation, ({ write, body }) => write((tx, book) => addObligation(tx, book, body))),

  serve(
    contract.getObligation,
    async ({ db, book, params }) => (await findObligation(db, book, params.id)) ?? refuse('not_found'),
  ),

  serve(contract.updateObligation, ({ write, params, body, guard }) =>
    write((tx, book) => changeObligation(tx, book, params.id, body, guard)),
  ),

  serve(contract.deleteObligation, ({ write, params, guard }) =>
    write((tx, book) => trashObligation(tx, book, params.id, guard)),
  ),

  serve(contract.restoreObligation, ({ write, params }) =>
    write((tx, book) => restoreObligationOf(tx, book, params.id)),
  ),

  serve(contract.listPayments, ({ db, book, params, query }) => listPaymentsOf(db, book, params.id, query)),

  serve(contract.createPayment, ({ write, params, body }) =>
    write((tx, book) => pay(tx, book, params.id, body)),
  ),

  serve(contract.getPayment, ({ db, book, params }) => readPayment(db, book, params.id, params.payment_id)),

  serve(contract.updatePayment, ({ write, params, body, guard }) =>
    write((tx, book) => changePayment(tx, book, params.id, params.payment_id, body, guard)),
  ),

  serve(contract.deletePayment, ({ write, params, guard }) =>
    write((tx, book) => takeBack(tx, book, params.id, params.payment_id, guard)),
  ),

  serve(contract.writeOff, ({ write, params, body }) =>
    write((tx, book) => writeOffDebt(tx, book, params.id, body)),
  ),

  serve(contract.undoWriteOff, ({ write, params, guard }) =>
    write((tx, book) => undoWriteOffOf(tx, book, params.id, guard)),
  ),

  serve(contract.getStatement, ({ db, book, params }) => readStatement(db, book, params.id)),
]
