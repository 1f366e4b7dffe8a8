import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, getAccount, updateAccount } from '../../contract/accounts.ts'
import { updateBook } from '../../contract/books.ts'
import { undoChange } from '../../contract/changes.ts'
import { day } from '../../test/said-balance.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()
const said = (amount: number) => ({ balance_as_of: { date: day(-7), amount } })
const undo = (person: Person, version: number) =>
  person.call(undoChange, { params: { version: String(version) } })

async function opened(body: object) {
  const ana = await world.person()
  const { id, version } = await ana.call(createAccount, { body: { name: 'Z', type: 'asset', ...body } })
  const change = async (changed: object) =>
    (await ana.call(updateAccount, { params: { id }, body: changed })).version
  const shown = () => ana.call(getAccount, { params: { id } })
  return { ana, id, version, change, shown }
}

for (const [name, body, changes, taken] of [
  [
    'currency',
    { currency_id: 'KWD', ...said(0), fx_rate: 2.5 },
    [{ balance_as_of: null }, { currency_id: 'USD' }],
    0,
  ],
  [
    'binding',
    { currency_id: 'KWD', ...said(7.5), fx_rate: 2.5 },
    [{ balance_as_of: null }, { currency_id: null }],
    0,
  ],
  ['type', said(0), [{ balance_as_of: null }, { type: 'equity' }], 0],
  ['currency before', { currency_id: 'USD' }, [{ currency_id: 'JPY' }, { ...said(0), fx_rate: 0.006 }], 0],
  ['type before', { type: 'equity' }, [{ type: 'asset' }, said(0)], 0],
] as const)
  test(`no undo brings a balance back onto an account with another ${name}`, async () => {
    const { ana, id, change, shown } = await opened(body)
    const versions: number[] = []
    for (const one of changes) versions.push(await change(one))
    const before = await shown()
    const problem = await refused(undo(ana, versions[taken] ?? 0))
    assert.deepEqual(
      [problem.status, problem.code, problem.blockers],
      [409, 'undo_blocked', [{ version: versions[1], resource: 'account', id }]],
    )
    assert.deepEqual(await shown(), before)
    for (const version of versions.toReversed()) await undo(ana, version)
    assert.deepEqual(await verify(world.db), [])
  })

test('no undo brings a balance back into a book with another base currency', async () => {
  const { ana, change, shown } = await opened({ currency_id: 'USD', ...said(0) })
  const ended = await change({ balance_as_of: null })
  await ana.call(updateBook, { body: { base_currency_id: 'JPY' } })
  const problem = await refused(undo(ana, ended))
  assert.deepEqual([problem.status, problem.code], [422, 'balance_not_possible'])
  assert.match(
    problem.message,
    /0\.00 USD was said when the book had another base currency, and it is JPY now/,
  )
  assert.equal((await shown()).balance_as_of, null)
  await ana.call(updateBook, { body: { base_currency_id: 'USD' } })
  await undo(ana, ended)
  assert.equal((await shown()).balance_as_of?.amount, 0)
})

test('no undo brings a balance back over an opening that was entered since', async () => {
  for (const amount of [443, 0]) {
    const { ana, change, shown } = await opened({ ...said(amount) })
    const ended = await change({ balance_as_of: null })
    const entered = await change({ opening_balance: 405 })
    const problem = await refused(undo(ana, ended))
    assert.equal(problem.code, 'undo_blocked')
    assert.deepEqual(
      problem.blockers?.map(({ version, resource }) => [version, resource]),
      [[entered, 'opening']],
    )
    assert.deepEqual([(await shown()).opening_balance, (await shown()).balance_as_of], [405, null])
    await undo(ana, entered)
    await undo(ana, ended)
    assert.deepEqual((await shown()).balance_as_of?.amount, amount)
    assert.deepEqual((await shown()).opening_balance ?? 0, amount)
  }
  assert.deepEqual(await verify(world.db), [])
})
