import assert from 'node:assert/strict'
import { test } from 'node:test'
import { examplesOfRefusals } from '../../contract/examples/refusals.ts'
import { Refusal } from '../../contract/refusals.ts'
import { Later, later } from '../../words/t.ts'
import { reasonOf } from '../imports/said-again.ts'
import { arrived, carried } from './carried.ts'

const journey = (value: unknown): unknown => arrived(JSON.parse(JSON.stringify(carried(value))))

test('a text that is said later is still one in another process, inside of others too', () => {
  const inner = later('it starts with {first}, not with Date', { first: '"Day"' })
  const detail = {
    reason: later('line {line}: {reason}', { line: 1, reason: inner }),
    rows: [{ n: 1, of: null }],
    none: null,
  }
  const made = journey(detail)
  assert.deepEqual(made, detail)
  assert((made as typeof detail).reason instanceof Later)
})

test('the params of every refusal arrive as they were sent', () => {
  for (const { code, params } of Object.values(examplesOfRefusals))
    assert.deepEqual(JSON.parse(JSON.stringify(journey(params))), JSON.parse(JSON.stringify(params)), code)
})

test('a reason that is the sentence of another refusal does not get lost on its way', () => {
  const refusal = new Refusal('file_empty', {})
  assert.deepEqual(journey({ reason: reasonOf(refusal) }), { reason: refusal.message })
})
