import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Measures the colours of the stylesheet: contrast as WCAG computes it, difference as CIEDE2000 does. */
const css = readFileSync(new URL('../styles.css', import.meta.url), 'utf8')

type Rgb = readonly [number, number, number]
type Theme = 'light' | 'dark'
const themes: readonly Theme[] = ['light', 'dark']

const rgb = (hex: string): Rgb => {
  const full = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1)
  const channel = (at: number) => Number.parseInt(full.slice(at, at + 2), 16) / 255
  return [channel(0), channel(2), channel(4)]
}

const tokens: Record<Theme, Map<string, Rgb>> = { light: new Map(), dark: new Map() }
for (const [, name = '', light = '', dark = ''] of css.matchAll(
  /^\s*--([\w-]+): light-dark\((#\w+), (#\w+)\);/gm,
)) {
  tokens.light.set(name, rgb(light))
  tokens.dark.set(name, rgb(dark))
}

const colour = (theme: Theme, name: string): Rgb => {
  const found = name === 'white' ? rgb('#fff') : tokens[theme].get(name)
  assert.ok(found, `web/styles.css has no --${name}`)
  return found
}

const linear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

const luminance = (color: Rgb): number => {
  const [red, green, blue] = color.map(linear) as [number, number, number] // as many as there were
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((first, second) => second - first) as [
    number,
    number,
  ] // both of them
  return (light + 0.05) / (dark + 0.05)
}

/** Every surface that text, fields and charts can be on. */
const surfaces = ['canvas', 'surface', 'raised']

/** Each token with its backgrounds, and the least contrast to them. */
const pairs: readonly { tokens: readonly string[]; on: readonly string[]; least: number }[] = [
  { tokens: ['text', 'text-2', 'text-3'], on: [...surfaces, 'sunken', 'tile'], least: 4.5 },
  { tokens: ['accent', 'in', 'warn', 'bad'], on: [...surfaces, 'sunken', 'tile'], least: 4.5 },
  { tokens: ['text', 'text-2', 'accent'], on: ['accent-soft'], least: 4.5 },
  { tokens: ['text', 'text-2', 'in'], on: ['in-soft'], least: 4.5 },
  { tokens: ['text', 'text-2', 'warn'], on: ['warn-soft'], least: 4.5 },
  { tokens: ['text', 'text-2', 'bad'], on: ['bad-soft'], least: 4.5 },
  { tokens: ['white'], on: ['fill'], least: 4.5 },
  { tokens: ['canvas'], on: ['text'], least: 4.5 },
  { tokens: ['line-2'], on: surfaces, least: 3 },
  { tokens: ['fill', 'accent'], on: surfaces, least: 3 },
  {
    tokens: ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-rest'],
    on: ['surface', 'raised'],
    least: 3,
  },
]

for (const theme of themes) {
  test(`${theme}: every colour can be told apart from every surface it is used on`, () => {
    const weak: string[] = []
    for (const { tokens: names, on, least } of pairs) {
      for (const name of names) {
        for (const surface of on) {
          const measured = contrast(colour(theme, name), colour(theme, surface))
          if (measured < least) weak.push(`${name} on ${surface}: ${measured.toFixed(2)}, needs ${least}`)
        }
      }
    }
    assert.deepEqual(weak, [])
  })
}

test('the contrast is the one that WCAG computes', () => {
  assert.equal(contrast(rgb('#000'), rgb('#fff')).toFixed(2), '21.00')
  assert.equal(contrast(rgb('#777'), rgb('#fff')).toFixed(2), '4.48')
})

/** How people without one kind of cone see a colour, by Machado, Oliveira and Fernandes (2009), in linear light. */
const seen: Record<string, readonly [Rgb, Rgb, Rgb]> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

const by = (matrix: readonly [Rgb, Rgb, Rgb], [a, b, c]: Rgb): Rgb => {
  const row = ([x, y, z]: Rgb) => x * a + y * b + z * c
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])]
}

const toXyz: readonly [Rgb, Rgb, Rgb] = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
]

/** CIE Lab of a colour in linear light. */
function lab(color: Rgb): Rgb {
  const bounded = color.map((channel) => Math.min(Math.max(channel, 0), 1)) as unknown as Rgb // as many as there were
  const [x, y, z] = by(toXyz, bounded)
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 / 116) * t + 16 / 116)
  const [fx, fy, fz] = [f(x / 0.95047), f(y), f(z / 1.08883)]
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)]
}

const rad = (degrees: number) => (degrees * Math.PI) / 180

/** CIEDE2000, after Sharma, Wu and Dalal (2005). */
function difference([l1, a1, b1]: Rgb, [l2, a2, b2]: Rgb): number {
  const seven = (c: number) => Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7))
  const g = 0.5 * (1 - seven((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2))
  const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)]
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)]
  const angle = (b: number, a: number) =>
    a === 0 && b === 0 ? 0 : ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360
  const [h1, h2] = [angle(b1, p1), angle(b2, p2)]
  const turn = c1 * c2 === 0 ? 0 : h2 - h1 > 180 ? h2 - h1 - 360 : h2 - h1 < -180 ? h2 - h1 + 360 : h2 - h1
  const dh = 2 * Math.sqrt(c1 * c2) * Math.sin(rad(turn / 2))
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2]
  const sum = h1 + h2
  const h =
    c1 * c2 === 0 ? sum : Math.abs(h1 - h2) <= 180 ? sum / 2 : sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2
  const t =
    1 -
    0.17 * Math.cos(rad(h - 30)) +
    0.24 * Math.cos(rad(2 * h)) +
    0.32 * Math.cos(rad(3 * h + 6)) -
    0.2 * Math.cos(rad(4 * h - 63))
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2)
  const [sc, sh] = [1 + 0.045 * c, 1 + 0.015 * c * t]
  const rt = -2 * seven(c) * Math.sin(rad(60 * Math.exp(-(((h - 275) / 25) ** 2))))
  const [dl, dc, dhs] = [(l2 - l1) / sl, (c2 - c1) / sc, dh / sh]
  return Math.sqrt(dl ** 2 + dc ** 2 + dhs ** 2 + rt * dc * dhs)
}

test('the difference of colours is the one that CIEDE2000 computes', () => {
  // Pairs 1, 7 and 25 of the published test data.
  const cases: [Rgb, Rgb, string][] = [
    [[50, 2.6772, -79.7751], [50, 0, -82.7485], '2.0425'],
    [[50, 0, 0], [50, -1, 2], '2.3669'],
    [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], '1.2644'],
  ]
  for (const [a, b, expected] of cases) assert.equal(difference(a, b).toFixed(4), expected)
})

const charts = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5']

for (const [theme, least] of [
  ['light', 17],
  ['dark', 14],
] as const) {
  test(`${theme}: the chart colours stay apart for those who do not see all colours`, () => {
    const close: string[] = []
    for (const [kind, matrix] of Object.entries(seen)) {
      for (const [at, first] of charts.entries()) {
        for (const second of charts.slice(at + 1)) {
          const view = (name: string) => lab(by(matrix, colour(theme, name).map(linear) as unknown as Rgb)) // as many as there were
          const apart = difference(view(first), view(second))
          if (apart < least) close.push(`${kind}: ${first} and ${second} are ${apart.toFixed(1)} apart`)
        }
      }
    }
    assert.deepEqual(close, [])
  })
}
