import assert from 'node:assert/strict'
import * as contract from '../../contract/budgets.ts'
import { snapshot } from '../database/database.ts'
import { serve } from '../serve.ts'
import { copyToMonth, readBudget, removeBudget, requireMonth, setBudget, setBudgets } from './budgets.ts'
import { readCopied, readSheet } from './sheet.ts'

export const budgets = [
  serve(contract.getBudgets, ({ db, book, query }) =>
    snapshot(db, (reading) => readSheet(reading, book, query)),
  ),

  serve(contract.getBudget, ({ db, book, params }) => readBudget(db, book, params)),

  serve(contract.putBudget, ({ write, params, body, guard }) => write(setBudget(params, body, guard))),

  serve(contract.deleteBudget, ({ write, params, guard }) => write(removeBudget(params, guard))),

  serve(contract.putBudgets, ({ write, params, body }) => write(setBudgets(params.month, body))),

  serve(contract.copyBudgets, async ({ db, book, write, params, body: { from, kind = 'expense' } }) => {
    const month = requireMonth(params.month)
    const source = contract.readSource(from)
    assert(source, 'the schema lets no other text through')
    return write(copyToMonth({ month, kind, source, copied: await readCopied(db, book, kind, source) }))
  }),
]
