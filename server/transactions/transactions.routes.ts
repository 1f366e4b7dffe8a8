import * as batches from '../../contract/batches.ts'
import * as contract from '../../contract/budgeting.ts'
import * as suggesting from '../../contract/suggestions.ts'
import { pageAt } from '../lists/known-at.ts'
import { remove, restore } from '../records/life-cycle.ts'
import { serve } from '../serve.ts'
import { changeMany, recordMany } from './batches.ts'
import { findMeant, findSuggestions, findTags } from './suggestions.sql.ts'
import { listTransactions, readTransaction } from './transactions.sql.ts'
import { change, record, transactionLife } from './transactions.ts'

export const transactions = [
  serve(contract.listTransactions, ({ db, book, query }) =>
    pageAt(db, book, query, (version, asked) => listTransactions(db, book, undefined, asked, version)),
  ),
  serve(contract.getTransaction, ({ db, book, params }) => readTransaction(db, book, undefined, params.id)),

  serve(batches.createTransactions, ({ write, body }) => write(recordMany(body.transactions))),
  serve(batches.bulkTransactions, ({ write, body }) => write(changeMany(body))),

  serve(suggesting.listSuggestions, async ({ db, book, query, ignored }) => {
    const { q, limit = 10 } = query
    const data = await findSuggestions(db, book, q, limit)
    return { data, meta: { limit, means: await findMeant(db, book, q), ignored } }
  }),
  serve(suggesting.listTags, async ({ db, book, query, ignored }) => {
    const { q, limit = 200 } = query
    return { data: await findTags(db, book, q, limit), meta: { limit, ignored } }
  }),

  serve(contract.listExpenses, ({ db, book, query }) =>
    pageAt(db, book, query, (version, asked) => listTransactions(db, book, 'expense', asked, version)),
  ),
  serve(contract.createExpense, ({ write, body }) => write(record('expense', body))),
  serve(contract.getExpense, ({ db, book, params }) => readTransaction(db, book, 'expense', params.id)),
  serve(contract.updateExpense, ({ write, params, body, guard }) =>
    write(change('expense', params.id, body, guard)),
  ),
  serve(contract.deleteExpense, ({ write, params, query, guard }) =>
    write(remove(transactionLife('expense', params.id), query, guard)),
  ),
  serve(contract.restoreExpense, ({ write, params }) =>
    write(restore(transactionLife('expense', params.id))),
  ),

  serve(contract.listIncomes, ({ db, book, query }) =>
    pageAt(db, book, query, (version, asked) => listTransactions(db, book, 'income', asked, version)),
  ),
  serve(contract.createIncome, ({ write, body }) => write(record('income', body))),
  serve(contract.getIncome, ({ db, book, params }) => readTransaction(db, book, 'income', params.id)),
  serve(contract.updateIncome, ({ write, params, body, guard }) =>
    write(change('income', params.id, body, guard)),
  ),
  serve(contract.deleteIncome, ({ write, params, query, guard }) =>
    write(remove(transactionLife('income', params.id), query, guard)),
  ),
  serve(contract.restoreIncome, ({ write, params }) => write(restore(transactionLife('income', params.id)))),

  serve(contract.listTransfers, ({ db, book, query }) =>
    pageAt(db, book, query, (version, asked) => listTransactions(db, book, 'transfer', asked, version)),
  ),
  serve(contract.createTransfer, ({ write, body }) => write(record('transfer', body))),
  serve(contract.getTransfer, ({ db, book, params }) => readTransaction(db, book, 'transfer', params.id)),
  serve(contract.updateTransfer, ({ write, params, body, guard }) =>
    write(change('transfer', params.id, body, guard)),
  ),
  serve(contract.deleteTransfer, ({ write, params, query, guard }) =>
    write(remove(transactionLife('transfer', params.id), query, guard)),
  ),
  serve(contract.restoreTransfer, ({ write, params }) =>
    write(restore(transactionLife('transfer', params.id))),
  ),
]
