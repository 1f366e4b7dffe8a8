import assert from 'node:assert/strict'
import { test } from 'node:test'
import { percentText } from '../ui/percent.ts'
import { shareText, timesText } from './percent.ts'

test('a part is a percentage with one decimal, and less than nothing has the minus sign of amounts', () => {
  assert.equal(percentText(0.3514), '35.1%')
  assert.equal(percentText(-0.5), '−50.0%')
  assert.equal(percentText(-0.0001), '0.0%')
  assert.equal(percentText(0.12, 0), '12%')
})

test('a share is rounded by itself, and less than a percent is not said to be nothing', () => {
  assert.equal(shareText(0.0056), '<1%')
  assert.equal(shareText(0), '0%')
  assert.equal(shareText(0.116), '12%')
  assert.equal(shareText(0.125), '13%')
})

test('who spends more than comes in hears how many times as much', () => {
  assert.equal(timesText(-5.38), '6.4 times')
  assert.equal(timesText(-1), '2 times')
})
