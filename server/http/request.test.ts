import assert from 'node:assert/strict'
import { test } from 'node:test'
import { login } from '../../contract/auth.ts'
import { createTransactions } from '../../contract/batches.ts'
import { createExpense, getExpense } from '../../contract/budgeting.ts'
import { undoChange } from '../../contract/changes.ts'
import { commitImport, createImport } from '../../contract/imports.ts'
import type { Route } from '../../contract/route.ts'
import { isPlainChange, type OfConnection } from './request.ts'

type IsPlain<R extends Route> = OfConnection<R, object> extends undefined ? true : false

test('a function gets nothing of the connection exactly where its request may be handed on', () => {
  // The compiler holds the second argument against the type, the test against the function.
  const agrees = <R extends Route>(route: R, isPlain: IsPlain<R>) =>
    assert.equal(isPlainChange(route), isPlain, route.path)
  agrees(createExpense, true)
  agrees(undoChange, true)
  agrees(getExpense, false)
  agrees(login, false)
  agrees(createTransactions, false)
  agrees(commitImport, false)
  agrees(createImport, false)
})
