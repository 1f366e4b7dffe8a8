import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  axisOf,
  bandPlaces,
  barsOf,
  drawnRuns,
  labelled,
  linear,
  missingRuns,
  nearest,
  pointPlaces,
  rangeOf,
  roomy,
  ticksOf,
} from './scale.ts'

test('ticks are the numbers one would write by hand', () => {
  assert.deepEqual(ticksOf(26_300, 33_837.19), [26_000, 28_000, 30_000, 32_000, 34_000])
  assert.deepEqual(ticksOf(0, 2_114.5), [0, 1_000, 2_000, 3_000])
  assert.deepEqual(ticksOf(-5_874.58, 39_711.77), [-20_000, 0, 20_000, 40_000])
  assert.deepEqual(ticksOf(0, 0.3), [0, 0.1, 0.2, 0.3])
  assert.deepEqual(ticksOf(0, 0), [0, 25, 50, 75, 100])
})

test('ticks are three to five, round, evenly spaced, and cover the range', () => {
  const value = fc.oneof(
    fc.double({ min: -1e13, max: 1e13, noNaN: true }),
    fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 100),
  )
  fc.assert(
    fc.property(value, value, (a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)]
      const ticks = ticksOf(low, high)
      assert.ok(ticks.length >= 3 && ticks.length <= 5, `${ticks}`)
      const [first = Number.NaN, second = Number.NaN] = ticks
      const last = ticks.at(-1) ?? Number.NaN
      const slack = (high - low) * 1e-9 + 1e-6
      assert.ok(first <= low + slack && last >= high - slack, `${ticks} do not cover ${low} to ${high}`)
      const step = second - first
      const mantissa = Number(step.toExponential(6).split('e')[0])
      assert.ok([1, 2, 2.5, 5].includes(mantissa), `${step} is not round`)
      for (const [index, tick] of ticks.entries()) {
        assert.ok(Math.abs(tick - (first + index * step)) <= step * 1e-6)
        assert.ok(tick.toString().length < 24)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a debt below zero is an asset: no bar of debts stands above zero', () => {
  assert.deepEqual(barsOf({ have: 100, owe: 40 }), { above: 100, below: -40 })
  assert.deepEqual(barsOf({ have: 100, owe: -15 }), { above: 115, below: 0 })
  assert.deepEqual(barsOf({ have: undefined, owe: null }), { above: undefined, below: null })
})

test('an axis covers a twentieth of its values, so that a change of a thousandth is no fall', () => {
  const [low, high] = roomy(8_090, 8_110)
  assert.equal(Math.round((high - low) * 10), 4_055)
  assert.deepEqual(axisOf(low, high).ticks, [7_800, 8_000, 8_200])
  assert.deepEqual(roomy(0, 500), [0, 500])
  assert.deepEqual(roomy(-300, 100), [-300, 100])
})

test('bars start at zero, lines need not', () => {
  assert.deepEqual(rangeOf([[5, null, 9, undefined]], false), [5, 9])
  assert.deepEqual(rangeOf([[5, 9], [7]], true), [0, 9])
  assert.deepEqual(rangeOf([[null]], false), [0, 0])
})

test('places run from edge to edge, bands lie side by side, and the nearest one is found', () => {
  const points = pointPlaces(3, 10, 110)
  assert.deepEqual([0, 1, 2].map(points), [10, 60, 110])
  const bands = bandPlaces(2, 0, 100)
  assert.deepEqual([0, 1].map(bands), [25, 75])
  assert.deepEqual(
    [0, 34, 36, 200].map((place) => nearest(place, 3, points)),
    [0, 0, 1, 2],
  )
  assert.equal(pointPlaces(1, 0, 50)(0), 25)
  assert.equal(linear([0, 10], [100, 0])(2.5), 75)
})

test('a missing value splits the line; one that is not there yet leaves no gap', () => {
  const values = [1, 2, null, null, 5, undefined, undefined]
  assert.deepEqual(drawnRuns(values), [
    { from: 0, to: 1 },
    { from: 4, to: 4 },
  ])
  assert.deepEqual(missingRuns(values), [{ from: 2, to: 3 }])
  assert.deepEqual(missingRuns([1, undefined]), [])
})

test('every value is in exactly one run, or in none if there is no value', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(1, null, undefined)), (values) => {
      const inRuns = (runs: { from: number; to: number }[]) =>
        values.map((_, index) => runs.filter(({ from, to }) => from <= index && index <= to).length)
      assert.deepEqual(
        inRuns(drawnRuns(values)),
        values.map((value) => (value === 1 ? 1 : 0)),
      )
      assert.deepEqual(
        inRuns(missingRuns(values)),
        values.map((value) => (value === null ? 1 : 0)),
      )
    }),
  )
})

test('a tick far beyond the values is left out, and the axis ends just after them', () => {
  assert.deepEqual(axisOf(-5_874.58, 39_711.77), { ticks: [0, 20_000, 40_000], domain: [-7_474.58, 40_000] })
  assert.deepEqual(axisOf(0, 2_114.5), { ticks: [0, 1_000, 2_000], domain: [0, 2_194.5] })
  assert.deepEqual(axisOf(0, 100), { ticks: [0, 25, 50, 75, 100], domain: [0, 100] })
  const value = fc.integer({ min: -1e9, max: 1e9 }).map((cents) => cents / 100)
  fc.assert(
    fc.property(value, value, (a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)]
      const { ticks, domain } = axisOf(low, high)
      assert.ok(ticks.length >= 3 && ticks.length <= 5)
      assert.ok(domain[0] <= low && domain[1] >= high, `${domain} does not cover ${low} to ${high}`)
      for (const tick of ticks) assert.ok(tick >= domain[0] && tick <= domain[1])
    }),
    { numRuns: 1_000 },
  )
})

test('labels never touch, and the latest month or today always has one', () => {
  const widths = (count: number, width: number) => Array.from({ length: count }, () => width)
  assert.deepEqual(labelled(widths(6, 20), 80, 5), [0, 1, 2, 3, 4, 5])
  assert.deepEqual(labelled(widths(12, 20), 25, 11), [1, 3, 5, 7, 9, 11])
  assert.deepEqual(labelled(widths(30, 13), 9, 13), [0, 7, 13, 21, 28])
  assert.deepEqual(labelled([...widths(5, 20), 64], 48, 5), [0, 1, 2, 3, 5])
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 6, max: 70 }), { minLength: 1, maxLength: 400 }),
      fc.double({ min: 1, max: 100, noNaN: true }),
      fc.nat(),
      (sizes, spacing, seed) => {
        const anchor = seed % sizes.length
        const indices = labelled(sizes, spacing, anchor)
        assert.ok(indices.includes(anchor))
        for (const [at, index] of indices.entries()) {
          const before = indices[at - 1]
          if (before === undefined) continue
          const room = ((sizes[before] ?? 0) + (sizes[index] ?? 0)) / 2
          assert.ok((index - before) * spacing >= room, `${indices}`)
        }
      },
    ),
  )
})
