import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '../../contract/problem.ts'
import { dayInSentence } from '../ui/dates.ts'
import { lockOf, refusalWords } from './transaction-refusals.ts'

const problem = (code: string, params: object, detail = ''): Problem =>
  ({ code, params, detail, message: detail, status: 422, title: '', type: '', request_id: '' }) as Problem

const today = '2026-11-15'
const day = (date: string) => dayInSentence(date, today)

test('a closed month and a reconciled statement say which', () => {
  const closed = problem('locked', { date: '2026-10-28', closed_through: '2026-10-31' })
  assert.ok(refusalWords(closed, today).startsWith(`Your books are closed through ${day('2026-10-31')},`))
  assert.deepEqual(lockOf(closed), { through: '2026-10-31', date: '2026-10-28' })
  const reconciled = problem('locked', {
    date: '2026-10-28',
    reconciliation_id: 'r',
    account_name: 'Giro',
    statement_date: '2026-10-31',
  })
  assert.match(refusalWords(reconciled, today), /^It is on the statement of Giro of .*reconciled\.$/)
  assert.equal(lockOf(problem('invalid', {})), undefined)
})

test('a missing rate is said in the names of the currencies', () => {
  const missing = problem('fx_rate_missing', { from: 'JPY', to: 'EUR', date: '2026-04-13', nearest: null })
  assert.equal(
    refusalWords(missing, today),
    `Florin has no rate from Japanese yen to euro for ${day('2026-04-13')}. It never guesses one.`,
  )
})

test('other refusals lose the name of the field, which stands beside them', () => {
  assert.equal(
    refusalWords(problem('splits_mismatch', {}, 'splits: they add up to 3.'), today),
    'they add up to 3.',
  )
  assert.match(refusalWords(problem('category_inactive', { name: 'Old' }), today), /^Old is not in use/)
  assert.match(refusalWords(problem('bulk_kind', { kind: 'payment' }), today), /^A debt/)
})
