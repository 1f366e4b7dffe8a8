import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createAccount,
  deleteAccount,
  listAccounts,
  restoreAccount,
  updateAccount,
} from '../../contract/accounts.ts'
import { undoChange } from '../../contract/changes.ts'
import { bank } from '../../test/books.ts'
import { makeWorld, refused } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

test('no undo leaves the book without a default account that money can be on', async () => {
  const ana = await world.person()
  const { id } = await bank(ana, 'One', 'USD')
  const params = { id }
  await ana.call(updateAccount, { params, body: { is_active: false } })
  const active = await ana.call(updateAccount, { params, body: { is_active: true } })
  await ana.call(deleteAccount, { params })
  const restored = await ana.call(restoreAccount, { params })
  const made = await ana.call(updateAccount, { params, body: { is_default: true } })
  for (const { version } of [active, restored]) {
    const problem = await refused(ana.call(undoChange, { params: { version: String(version) } }))
    assert.equal(problem.code, 'undo_blocked')
    assert(problem.blockers?.some((one) => one.version === made.version && one.id === id))
  }
  const { data } = await ana.call(listAccounts)
  assert.deepEqual(
    data.filter(({ is_default }) => is_default).map((one) => [one.id, one.is_active]),
    [[id, true]],
  )
})

for (const was of [{ is_active: false }, { is_claim: true }, { type: 'liability' as const }])
  test(`no undo makes the default account one with ${JSON.stringify(was)}`, async () => {
    const ana = await world.person()
    const usable = { is_active: true, is_claim: false, type: 'asset' as const }
    const { id } = await ana.call(createAccount, { body: { name: 'One', ...usable, ...was } })
    const changed = await ana.call(updateAccount, { params: { id }, body: usable })
    const made = await ana.call(updateAccount, { params: { id }, body: { is_default: true } })
    const problem = await refused(ana.call(undoChange, { params: { version: String(changed.version) } }))
    assert.deepEqual(
      [problem.code, problem.blockers],
      ['undo_blocked', [{ version: made.version, resource: 'account', id }]],
    )
    await ana.call(undoChange, { params: { version: String(made.version) } })
    await ana.call(undoChange, { params: { version: String(changed.version) } })
    assert.deepEqual(await verify(world.db), [])
  })
