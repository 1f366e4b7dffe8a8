import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteTransfer, listTransfers, updateTransfer } from '../../contract/budgeting.ts'
import { balanceOf, twoBooks } from '../../test/between.ts'
import { fileOf, restoreInto } from '../../test/round-trip.ts'
import { makeWorld } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

test('a half comes over with the file of its book, and is a transfer of its own there', async () => {
  const { ana, there, joint, giro, move } = await twoBooks(world)
  await move({ notes: 'rent' })
  const other = await world.person({ name: 'Somebody else' })
  assert.equal((await restoreInto(other, Buffer.from(await fileOf(ana)))).status, 200)
  const [half] = (await other.call(listTransfers)).data
  const params = { id: half?.id ?? '' }
  await other.call(updateTransfer, { params, body: { amount: 40 } })
  assert.equal(await balanceOf(other, giro.id), -40)
  await other.call(deleteTransfer, { params })
  assert.equal(await balanceOf(there, joint.id), 100)
  assert.deepEqual(await verify(world.db), [])
})
