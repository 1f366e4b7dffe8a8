import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../test/until.ts'
import { makeFairQueue } from '../process/fair-queue.ts'
import { makeNodes } from './nodes.ts'
import { lanesOf, sizesOf, spreadOver } from './sizes.ts'

const [A, B] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
const halves = (first: string, second: string) => [
  { first: -(2 ** 31), node: first },
  { first: 0, node: second },
]

/** Two nodes, `a:1` and `b:2`, of which a test says where books are and which ones answer. */
function twoNodes() {
  const said: string[] = []
  const state = { shards: halves('a:1', 'b:2'), down: new Set<string>(), looks: 0, said }
  const nodes = makeNodes(
    state.shards,
    {
      placed: async () => state.shards,
      async isAnswering(node) {
        state.looks++
        return !state.down.has(node)
      },
      close: async () => undefined,
    },
    (text) => said.push(text),
  )
  return { nodes, state }
}

test('a node is left alone once a look finds that it does not answer, and looks find out when it is back', async () => {
  const { nodes, state } = twoNodes()
  const [mine, other] = [nodes.of(A), nodes.of(B)]
  assert.deepEqual([mine, other].sort(), ['a:1', 'b:2'], 'the two ids are on different nodes')
  nodes.begin(mine)(true)
  await until(() => state.looks === 1, 1_000)
  nodes.check(mine) // a statement failed, and the node answers
  nodes.begin(mine)(true)
  await sleep(20)
  assert.equal(state.looks, 1, 'however much fails, it is not asked again at once')

  state.down.add(other)
  const end = nodes.begin(other)
  await until(() => nodes.silent().length > 0, 3_000)
  end(true)
  assert.deepEqual(nodes.silent(), [other], 'work that takes long is enough')
  assert.throws(() => nodes.check(other), { code: 'unavailable' })
  nodes.check(mine)

  state.down.clear()
  await until(() => nodes.silent().length === 0, 5_000)
  nodes.check(other)
  assert.equal(state.said.length, 2)
  assert.match(state.said[0] ?? '', /^The node \S+ does not answer: /)
  assert.match(state.said[1] ?? '', /^The node \S+ answers again\.$/)
  await nodes.close()
})

test('a look finds shards where they have moved to', async () => {
  const { nodes, state } = twoNodes()
  const before = nodes.of(A)
  state.shards = halves('b:2', 'a:1')
  await nodes.look()
  assert.notEqual(nodes.of(A), before)
  await nodes.close()
})

test('one node can hold half of the slots, and whoever waits for it holds up nobody else', async () => {
  const queue = makeFairQueue({ slots: 4, perKey: 4, perNode: 2 })
  const held = await Promise.all([queue.take('ana', { node: 'a' }), queue.take('bela', { node: 'a' })])
  const waiting = queue.take('cili', { node: 'a' })
  const behind = queue.take('cili', { node: 'a' })
  const other = await queue.take('cili', { node: 'b' })
  assert.equal(queue.waiting(), 2)
  const last = await queue.take('dora', { node: 'b' })
  const next = queue.take('cili', { node: 'b' })
  other()
  const begun = await Promise.race([next.then(() => 'begun'), sleep(100, 'waits')])
  assert.equal(begun, 'begun', 'it passes those of the same person that wait for another node')
  held[0]()
  ;(await waiting)()
  ;(await behind)()
  for (const leave of [...held, last, await next]) leave()
})

test('on a cluster every node has its own lanes of the writer, with a session for each', () => {
  for (const [nodes, processes] of [
    [1, 1],
    [2, 1],
    [2, 4],
    [8, 1],
  ] as const) {
    const { writers, lookUps } = spreadOver(nodes, sizesOf(processes))
    const { group, alone } = lanesOf({ writers: { options: { max: writers } } }, nodes)
    assert(group >= 1 && alone >= 1)
    assert.equal((group + alone) * nodes, writers)
    assert(lookUps >= 2)
  }
})
