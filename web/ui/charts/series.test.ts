import assert from 'node:assert/strict'
import { test } from 'node:test'
import { axisLabels, type Frame, geometryOf, linePath, solidAndDotted, spokenPoint } from './series.ts'

const frame: Frame = {
  currency: 'EUR',
  points: [
    { key: '2026-09', label: 'September 2026', short: 'Sep' },
    { key: '2026-10', label: 'October 2026', short: 'Oct', missing: 'no rate from yen to euro' },
    { key: '2026-11', label: 'November 2026', short: 'Nov' },
  ],
  series: [{ name: 'Net worth', values: [31_180, null, 33_837.19], mark: 'line', colour: 'text-chart-1' }],
  withZero: false,
  places: 'points',
  bare: false,
}

test('a chart is drawn in real pixels, and its axis has room for its labels', () => {
  const { left, right, top, bottom, ticks, x, y } = geometryOf(frame, 600, 200, 'en-GB')
  assert.deepEqual(
    ticks.map(({ text }) => text),
    ['€31k', '€32k', '€33k', '€34k'],
  )
  assert.ok(left > 30 && right <= 600 && top >= 0 && bottom < 200)
  assert.equal(x(0), left)
  assert.equal(x(2), right)
  assert.ok(y(31_180) > y(33_837.19))
})

test('money jumps: steps go along and then up, and a missing value breaks the line', () => {
  const place = { x: (index: number) => index * 10, y: (value: number) => -value }
  assert.equal(linePath([1, 3, 2], place, 'steps'), 'M0,-1L10,-1L10,-3L20,-3L20,-2')
  assert.equal(linePath([1, null, 2, 2], place, 'straight').match(/M/g)?.length, 2)
  assert.equal(linePath([null, 1, null, 2, 2.04], place), 'M10,-1ZM30,-2L40,-2', 'a value alone is a dot')
  assert.equal(linePath([null, undefined], place), '')
  assert.equal(linePath([1, 3, 2], place), 'M0,-1L10,-3L20,-2', 'no curve above the highest value')
})

test('the crosshair is read aloud, with the reason where a value is missing', () => {
  assert.equal(spokenPoint(frame, 2, false), 'November 2026, 33837 euro 19')
  assert.equal(spokenPoint(frame, 1, false), 'October 2026, no rate from yen to euro')
  assert.equal(spokenPoint(frame, 2, true), 'November 2026, hidden')
})

test('a label that would take the place of its neighbour is said in fewer letters', () => {
  const months = ['Jun', 'Jul', 'Aug', 'Sep', 'Oct'].map((short) => ({ key: short, label: short, short }))
  const points = [...months, { key: 'Nov', label: 'November', short: 'Nov so far', narrow: 'Nov' }]
  const shown = (step: number) => axisLabels(points, step, 5).map(({ text }) => text)
  assert.deepEqual(shown(170), ['Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov so far'])
  assert.deepEqual(shown(48), ['Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov'])
  const alone = axisLabels([{ key: 'Nov', label: 'November', short: 'Nov so far', narrow: 'Nov' }], 48, 0)
  assert.deepEqual(alone, [{ index: 0, text: 'Nov so far', width: 64 }])
})

test('labels that are moved into the chart at its edges do not touch their neighbours', () => {
  // Three months of days on 940 pixels; the last days say their year, and the last label is moved to the left.
  const days = Array.from({ length: 93 }, (_, index) => ({
    key: `${index}`,
    label: `${index}`,
    short: index > 44 ? `${(index % 28) + 1} Feb 2027` : `${(index % 28) + 1} Dec`,
  }))
  const step = 940 / 92
  const placeOf = (index: number, size: number) =>
    Math.max(Math.min(index * step, 940 - size / 2), 30 + size / 2)
  const labels = axisLabels(days, step, 92, placeOf)
  assert.equal(labels.at(-1)?.index, 92)
  assert.ok(labels.length > 4)
  for (const [at, { index, width }] of labels.entries()) {
    const before = labels[at - 1]
    if (!before) continue
    const gap = placeOf(index, width) - width / 2 - placeOf(before.index, before.width) - before.width / 2
    assert.ok(gap > 0, `${labels.map(({ text }) => text).join(', ')}: ${gap}`)
  }
})

test('a line is dotted to and from values as recorded, and solid elsewhere', () => {
  const points = [false, false, true, false, false].map((isRecorded) => ({ isRecorded }))
  const { solid, dotted } = solidAndDotted([1, 2, 3, 4, 5], points)
  assert.deepEqual(solid, [1, 2, undefined, 4, 5])
  assert.deepEqual(dotted, [undefined, 2, 3, 4, undefined])
  assert.deepEqual(solidAndDotted([1, 2], [{}, {}]), { solid: [1, 2], dotted: [undefined, undefined] })
})
