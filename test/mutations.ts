import type { Random } from '../demo/random.ts'

/** Changes bytes in realistic ways: by accident, by a program, or on purpose. */
type Mutation = (bytes: Buffer, random: Random, other: Buffer) => Buffer

const at = (bytes: Buffer, random: Random): number => random.below(bytes.length + 1)
const spliced = (bytes: Buffer, from: number, to: number, more: Buffer | string): Buffer =>
  Buffer.concat([bytes.subarray(0, from), Buffer.from(more), bytes.subarray(to)])
const linesOf = (bytes: Buffer): string[] => bytes.toString('latin1').split('\n')
const fromLines = (lines: readonly string[]): Buffer => Buffer.from(lines.join('\n'), 'latin1')
/** A piece of the bytes: mostly short, sometimes long. */
const range = (bytes: Buffer, random: Random): [number, number] => {
  const from = at(bytes, random)
  return [from, Math.min(from + random.below(random.chance(0.8) ? 40 : 2_000), bytes.length)]
}

const pieces = [
  '<',
  '>',
  '&',
  '&lt;',
  '&#0;',
  '&#xD800;',
  '&#1114112;',
  '<![CDATA[',
  ']]>',
  '<!--',
  '<!DOCTYPE x [',
  '<!ENTITY a "b">',
  '</a>',
  '<a>',
  '"',
  "'",
  ';',
  ',',
  '\t',
  '|',
  '\0',
  '\ufeff',
  '\r',
  '\n',
  '\r\n',
  '\u2028',
  '\u00a0',
  '😀',
  '\ud800',
  '^',
  '!Type:Bank',
  '!Account',
  '$',
  '[',
  ']',
  ':61:',
  ':86:',
  '?20',
  '/NAME/',
  '-}',
  '{4:',
  '@@',
  '@',
  ' = ',
  '  ',
  '(',
  ')',
  '; a: b',
  '-',
  '+',
  '--',
  '0',
  '.',
  '9'.repeat(40),
  '-0.00',
  '1e308',
  'NaN',
  '1.234.567,89',
  '00000',
  '٣',
  '２０２６',
  '9999-99-99',
  '20269999',
  "12/31'99",
  '__proto__',
  'constructor',
  'toString',
  '=cmd()',
  "'=1+1",
]

const mutations: Record<string, Mutation> = {
  flip: (bytes, random) => {
    const copy = Buffer.from(bytes)
    for (let count = 1 + random.below(5); count > 0 && copy.length > 0; count--) {
      const place = random.below(copy.length)
      copy[place] = (copy[place] ?? 0) ^ (1 << random.below(8))
    }
    return copy
  },
  remove: (bytes, random) => spliced(bytes, ...range(bytes, random), ''),
  repeat: (bytes, random) => {
    const [from, to] = range(bytes, random)
    return spliced(bytes, to, to, bytes.subarray(from, to))
  },
  insert: (bytes, random) => {
    const place = at(bytes, random)
    return spliced(bytes, place, place, random.pick(pieces))
  },
  replace: (bytes, random) => spliced(bytes, ...range(bytes, random), random.pick(pieces)),
  splice: (bytes, random, other) =>
    spliced(bytes, ...range(bytes, random), other.subarray(...range(other, random))),
  truncate: (bytes, random) => bytes.subarray(0, at(bytes, random)),
  behead: (bytes, random) => bytes.subarray(at(bytes, random)),
  removeLine: (bytes, random) => fromLines(linesOf(bytes).toSpliced(random.below(20), 1 + random.below(3))),
  swapLines: (bytes, random) => {
    const lines = linesOf(bytes)
    const [a, b] = [random.below(lines.length), random.below(lines.length)]
    return fromLines(lines.with(a, lines[b] ?? '').with(b, lines[a] ?? ''))
  },
  repeatLine: (bytes, random) => {
    const lines = linesOf(bytes)
    const place = random.below(lines.length)
    return fromLines(
      lines.toSpliced(place, 0, ...Array<string>(random.chance(0.2) ? 1_000 : 2).fill(lines[place] ?? '')),
    )
  },
  joinLines: (bytes) => fromLines([linesOf(bytes).join('')]),
  number: (bytes, random) => {
    const text = bytes.toString('latin1')
    const found = [...text.matchAll(/\d+/g)]
    if (found.length === 0) return bytes
    const { 0: digits, index } = random.pick(found)
    const number = random.pick([
      '',
      '0',
      '-1',
      '9'.repeat(30),
      '1,5',
      '1.5',
      '0x1f',
      `${digits}${digits}`,
      '31',
      '13',
      '99',
    ])
    return Buffer.from(text.slice(0, index) + number + text.slice(index + digits.length), 'latin1')
  },
  utf16: (bytes, random) =>
    Buffer.from(`${random.chance(0.5) ? '\ufeff' : ''}${bytes.toString('utf8')}`, 'utf16le'),
  utf16Swapped: (bytes) => Buffer.from(`\ufeff${bytes.toString('utf8')}`, 'utf16le').swap16(),
  latin1: (bytes) => Buffer.from(bytes.toString('utf8'), 'latin1'),
  twiceUtf8: (bytes) => Buffer.from(bytes.toString('latin1'), 'utf8'),
  nest: (bytes, random) => {
    const open = random.pick([
      '<a>',
      '<Ntry>',
      '(',
      '[',
      '"',
      '{',
      '<STMTTRN>',
      'apply account a\n',
      '!Account\n',
    ])
    const place = at(bytes, random)
    return spliced(bytes, place, place, open.repeat(1_000))
  },
  manyTimes: (bytes, random) => {
    const [from, to] = range(bytes, random)
    return spliced(
      bytes,
      to,
      to,
      Buffer.concat(Array<Buffer>(1_000).fill(bytes.subarray(from, Math.min(to, from + 200)))),
    )
  },
  blanks: (bytes, random) => {
    const place = at(bytes, random)
    return spliced(
      bytes,
      place,
      place,
      random.pick([' ', '\t', '\n', '\0', '.', '9', 'a', ':', '/', '-']).repeat(50_000),
    )
  },
}

/** Bytes with one to four changes, and their names. */
export function mutated(bytes: Buffer, random: Random, other: Buffer): { bytes: Buffer; how: string[] } {
  const how: string[] = []
  let changed = bytes
  for (let count = 1 + random.below(4); count > 0; count--) {
    const name = random.pick(Object.keys(mutations))
    changed = mutations[name]?.(changed, random, other) ?? changed
    how.push(name)
  }
  // Changes of changes may grow a file beyond the accepted size.
  return { bytes: changed.subarray(0, 2 * 1024 * 1024), how }
}
