import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTurn } from './in-turn.ts'

test('waiting for the decisions includes one that is added meanwhile, and tells of a refusal', async () => {
  const turns = inTurn()
  const order: string[] = []
  const nothing = () => undefined
  const work = (name: string) => async () => void order.push(name)
  turns.add(work('a'), nothing, nothing)
  turns.add(async () => turns.add(work('c'), nothing, nothing), nothing, nothing)
  turns.add(work('b'), nothing, nothing)
  assert.equal(await turns.done(), true)
  assert.deepEqual(order, ['a', 'b', 'c'])
  turns.add(() => Promise.reject(new Error('no')), nothing, nothing)
  turns.add(work('d'), nothing, nothing)
  assert.equal(await turns.done(), false)
  assert.deepEqual(order, ['a', 'b', 'c', 'd'])
  assert.equal(await turns.done(), true)
})
