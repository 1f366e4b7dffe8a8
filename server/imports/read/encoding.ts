import { isUtf8 } from 'node:buffer'
import { later } from '../../../words/t.ts'
import { INSTEAD } from './refused-kinds.ts'
import { Unreadable } from './row.ts'

/** A file's text, and the encoding in which its bytes were read. */
type Decoded = { readonly text: string; readonly encoding: string }

/**
 * The bytes of a file as text. A byte order mark decides, then the encoding that the person chose; then valid UTF-8 wins, because no other
 * text is valid UTF-8 by chance; then pairs of bytes that are common letters of Japanese, Chinese or Korean; otherwise the encoding whose
 * letters make words is used. Control characters other than tabs and line
 * breaks are removed: no row needs them, and a database refuses some.
 */
export function decode(bytes: Uint8Array, given?: string, remembered?: string): Decoded {
  const marked = byMark(bytes)
  const encoding = marked ?? given ?? byZeros(bytes) ?? (isMostlyUtf8(bytes) ? 'utf-8' : byPairs(bytes))
  if (encoding) return { text: textOf(bytes, encoding), encoding }
  const guessed = remembered && isOneByte(remembered) ? remembered : guessEncoding(bytes)
  return { text: textOf(bytes, guessed), encoding: guessed }
}

function textOf(bytes: Uint8Array, encoding: string): string {
  const decoder = decoderOf(encoding)
  if (!decoder)
    throw new Unreadable(
      later('There is no encoding with the name "{encoding}".', { encoding: encoding.slice(0, 40) }),
    )
  const text = decoder.decode(bytes)
  if (!CONTROLS.test(text)) return text
  if (isNoText(text))
    throw new Unreadable(
      later(
        'The file is not text: it is full of control characters, as programs and encrypted files are. {instead}',
        { instead: INSTEAD },
      ),
    )
  return text.replace(EVERY_CONTROL, '')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufeff]/
const EVERY_CONTROL = new RegExp(CONTROLS.source, 'g')

/** The number of characters that decide whether a file is text. */
const START = 65_536
/** Texts of banks have few control characters, or many of the same few: zeros for blanks, marks around a message, separators. */
const MAX_KINDS = 8
const MAX_SHARE = 0.02

/** Whether the file is not text: many control characters, of many kinds. */
function isNoText(text: string): boolean {
  const start = text.slice(0, START)
  const kinds = new Set<string>()
  let count = 0
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are counted
  for (const [character] of start.matchAll(/[\u0000-\u0008\u000e-\u0019\u001b-\u001f\u007f]/g)) {
    kinds.add(character)
    count++
  }
  return kinds.size > MAX_KINDS && count > start.length * MAX_SHARE
}

/** The decoder of an encoding by any of its names, if there is such an encoding. */
function decoderOf(encoding: string): TextDecoder | undefined {
  try {
    return new TextDecoder(encoding)
  } catch {
    return undefined
  }
}

const isOneByte = (encoding: string) => encodings.some(([name]) => name === encoding)

function byMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}

/** UTF-16 without a byte order mark: every other byte of plain words is zero. */
function byZeros(bytes: Uint8Array): string | undefined {
  const start = bytes.subarray(0, 4_096)
  const zeros = [0, 0]
  start.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  const most = start.length / 2
  if (odd > most * 0.4 && even < odd / 4) return 'utf-16le'
  if (even > most * 0.4 && odd < even / 4) return 'utf-16be'
  return undefined
}

/** Banks cut texts after a number of bytes, sometimes within a character: a few broken characters among many do not mean another encoding. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  if (isUtf8(bytes)) return true
  let broken = 0
  let whole = 0
  for (let at = firstHigh(bytes), end = Math.min(bytes.length, at + 1_000_000); at < end; ) {
    const byte = bytes[at] ?? 0
    const follow =
      byte < 0x80 ? 0 : byte >= 0xf0 && byte < 0xf5 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc2 ? 1 : -1
    let at2 = at + 1
    while (at2 <= at + follow && ((bytes[at2] ?? 0) & 0xc0) === 0x80) at2++
    if (byte >= 0x80) at2 === at + 1 + follow && follow > 0 ? whole++ : broken++
    at = at2
  }
  return whole > 0 && broken * 20 <= whole
}

function firstHigh(bytes: Uint8Array): number {
  const at = bytes.findIndex((byte) => byte >= 0x80)
  return at < 0 ? bytes.length : at
}

/** Encodings of pairs of bytes: the first bytes of the signs and the common letters of a language, and the least second byte. */
const pairs: readonly {
  readonly encoding: string
  readonly isFirst: (byte: number) => boolean
  readonly isCommon: (first: number) => boolean
  readonly second: number
}[] = [
  {
    encoding: 'shift_jis',
    isFirst: (byte) => (byte > 0x80 && byte < 0xa0) || byte >= 0xe0,
    isCommon: (first) => first < 0x84 || (first >= 0x88 && first < 0x98),
    second: 0x40,
  },
  // Korean is a part of the letters of Chinese, so that it comes first.
  {
    encoding: 'euc-kr',
    isFirst: () => true,
    isCommon: (first) => first > 0xa0 && first < 0xc9,
    second: 0xa1,
  },
  {
    encoding: 'gb18030',
    isFirst: () => true,
    isCommon: (first) => first > 0xa0 && first < 0xd8,
    second: 0xa1,
  },
]

/** An encoding in which every byte beyond ASCII is half of a pair, and nearly all of the pairs are common letters. */
function byPairs(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(firstHigh(bytes), firstHigh(bytes) + SAMPLE_BYTES)
  return pairs.find(({ isFirst, isCommon, second }) => {
    let [all, common, high] = [0, 0, 0]
    for (let at = 0; at < sample.length - 1; at++) {
      const byte = sample[at] ?? 0
      if (byte === 0x80 || byte > 0xfc) return false
      if (byte < 0x80 || !isFirst(byte)) continue // a letter of one byte
      all++
      const next = sample[++at] ?? 0
      if (next < second || next === 0x7f) return false
      if (isCommon(byte)) common++
      if (next >= 0x80) high++
    }
    // Of a text in Latin letters, an accented letter and the plain one behind it may be a pair.
    return all >= MIN_PAIRS && common >= all * 0.9 && high >= all * 0.3
  })?.encoding
}
const MIN_PAIRS = 6

const both = (lower: string) => lower + lower.toUpperCase()

const western = [
  `${both('äöü')}ß`,
  both('éèêëàâçîïôùûüœæ'),
  `${both('áéíóúñü')}¿¡ºª`,
  both('àèéìòù'),
  `${both('áâãàçéêíóôõú')}ºª`,
  both('åäöøæé'),
]
const central = [
  both('ąćęłńóśźż'),
  both('áéíóöőúüű'),
  both('áčďéěíňóřšťúůýž'),
  both('áäčďéíľĺňóôŕšťúýž'),
  both('ăâîşţ'),
  both('čćđšž'),
]
const turkish = ['çğıöşüÇĞİÖŞÜâ']
const cyrillic = [both('абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґјљњћџђ')]
const greek = [`${both('αβγδεζηθικλμνξοπρστυφχψωάέήίόύώ')}ς`]
const baltic = [both('ąčęėįšųūž'), both('āčēģīķļņšūž'), both('äöõüšž')]

/** Encodings of one byte, the commonest first, with the letters of each language that is written in it. */
const encodings: readonly (readonly [encoding: string, languages: readonly string[]])[] = [
  ['windows-1252', western],
  ['windows-1250', central],
  ['windows-1251', cyrillic],
  ['windows-1254', turkish],
  ['windows-1253', greek],
  ['windows-1257', baltic],
  ['iso-8859-2', central],
  ['iso-8859-15', western],
  ['iso-8859-5', cyrillic],
  ['macintosh', western],
  ['koi8-r', cyrillic],
  ['ibm866', cyrillic],
  ['x-mac-cyrillic', cyrillic],
]

/** Signs that occur next to letters in texts of banks. */
const SIGNS = '€£§°²³µ«»–—‘’‚“”„…·•¨´©®½¼ \u00a0'
const SAMPLE_BYTES = 65_536

/** The encoding in which the letters beyond ASCII make the most sense: one language's, in lower case within words. */
function guessEncoding(bytes: Uint8Array): string {
  const first = firstHigh(bytes)
  const sample = bytes.subarray(Math.max(first - 100, 0), first + SAMPLE_BYTES)
  let best = { encoding: 'windows-1252', score: Number.NEGATIVE_INFINITY }
  for (const [encoding, languages] of encodings) {
    const text = new TextDecoder(encoding).decode(sample)
    for (const letters of languages) {
      const score = senseOf(text, letters)
      if (score > best.score) best = { encoding, score }
    }
  }
  return best.encoding
}

function senseOf(text: string, letters: string): number {
  const known = new Set(letters)
  let score = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (character < '\u0080') continue
    if (SIGNS.includes(character)) score += 0.25
    else if (!known.has(character)) score -= /\p{L}/u.test(character) ? 1 : 2
    else if (isBesideNumber(text, at)) score -= 0.5
    else score += isMixed(text, at) ? -1 : isOddCase(text, at) ? -0.5 : 1
  }
  return score
}

/** A letter that stands alone before or after a number: in the right encoding it is the sign of a currency. */
const isBesideNumber = (text: string, at: number): boolean =>
  /\d[ \u00a0]?$/.test(text.slice(Math.max(at - 2, 0), at)) || /^\d/.test(text.slice(at + 1, at + 2))

/** A letter of another alphabet within a word of Latin ones. */
const isMixed = (text: string, at: number): boolean =>
  (text[at] ?? '') >= '\u0370' &&
  (text[at] ?? '') < '\u1e00' &&
  (/[a-z]/i.test(text[at - 1] ?? '') || /[a-z]/i.test(text[at + 1] ?? ''))

/** A capital after a small letter: two encodings of one alphabet often differ only in this. */
const isOddCase = (text: string, at: number): boolean =>
  /\p{Lu}/u.test(text[at] ?? '') && /\p{Ll}/u.test(text[at - 1] ?? '')
