import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomFrom } from '../demo/random.ts'
import { defused, readBack } from './formula-cells.ts'

test('a cell that a spreadsheet would run begins with an apostrophe', () => {
  const cells = ['=1+1', '+36 1 234', '-12', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠x']
  for (const cell of [...cells, '  =1', '\u00a0=1', '\u200b=1', '\ufeff=1', '\u0000=1', '\t', '\r', '\n'])
    assert.equal(defused(cell), `'${cell}`)
})

test('any other cell stays as it is', () => {
  for (const cell of ['', ' ', 'lunch', '12', 'a=b', "'quoted'", "'", '#tag', '{"a":1}', '1-2', '−5', "it's"])
    assert.equal(defused(cell), cell)
})

test('a cell that had apostrophes before is told from one that was defused', () => {
  assert.equal(defused("'=1"), "''=1")
  assert.equal(readBack("'=1"), '=1')
  assert.equal(readBack("'tis"), "'tis")
})

test('every text is read back as it was, and no defused text is one that runs', () => {
  const random = randomFrom(56)
  const letters = [..."'='+-@\t\r\n ,;\"a1é＝＋－＠😀\u200b\u00a0"]
  for (let times = 0; times < 20_000; times++) {
    const text = Array.from({ length: random.below(6) }, () => random.pick(letters)).join('')
    assert.equal(readBack(defused(text)), text, JSON.stringify(text))
    assert.doesNotMatch(defused(text), /^[\s\u200b]*[=+\-@＝＋－＠]|^[\t\r\n]/)
  }
})
