import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPlanned } from './cell.ts'

const style = { decimals: 2, separator: '.' } as const

test('a budget is a number or a sum; nothing takes the budget away', () => {
  assert.deepEqual(readPlanned('90+10', style), { minor: 10_000n })
  assert.deepEqual(readPlanned('12,50', style), { minor: 1_250n })
  assert.deepEqual(readPlanned('0', style), { minor: 0n })
  assert.deepEqual(readPlanned('  ', style), { minor: null })
})

test('text that is not a budget says why', () => {
  assert.deepEqual(readPlanned('90+', style), { fault: 'The sum is not finished.' })
  assert.deepEqual(readPlanned('lots', style), { fault: 'This is not an amount.' })
  assert.deepEqual(readPlanned('10-20', style), { fault: 'A budget is not below 0.' })
})
