import { later } from '../../../words/t.ts'
import { Unreadable } from './row.ts'

/**
 * A piece of a text with tags, in its order: an opening tag, a closing tag, or the words between them. Names are without their namespace.
 * This is our own reader because it has to count lines, read one entry at a time, and read the SGML of old files, in which values have no
 * closing tags. It knows only the predefined entities, so no entity can be expanded.
 */
type MarkupToken =
  | {
      readonly is: 'open'
      readonly name: string
      readonly line: number
      readonly tag: string
      readonly isEmpty: boolean
    }
  | { readonly is: 'close'; readonly name: string; readonly line: number }
  | { readonly is: 'words'; readonly words: string; readonly line: number }

/** The most characters of a tag with its attributes. */
const MAX_TAG = 5_000

export function* piecesOf(text: string): Generator<MarkupToken> {
  let line = 1
  let nextBreak = text.indexOf('\n')
  // Counts the lines up to a position. Positions only move forward, and the next line break is cached, so the text is read once.
  const lineAt = (place: number): number => {
    for (; nextBreak >= 0 && nextBreak < place; nextBreak = text.indexOf('\n', nextBreak + 1)) line++
    return line
  }
  let words = ''
  let at = text.startsWith('\ufeff') ? 1 : 0
  while (at < text.length) {
    const open = text.indexOf('<', at)
    const next = open < 0 ? text.length : open
    if (next > at) words = gathered(words, text.slice(at, next))
    if (open < 0) break
    const place = lineAt(open)
    if (!/[A-Za-z/!?_]/.test(text[open + 1] ?? '')) {
      // A "<" that starts no tag is a word, as in "A < B".
      words = gathered(words, '<')
      at = open + 1
      continue
    }
    const section = sectionAt(text, open)
    if (section !== undefined) {
      const end = text.indexOf(section.end, open + section.start.length)
      if (end < 0)
        throw new Unreadable(
          later('Line {line}: "{start}" begins here, and "{end}" is missing.', {
            line: place,
            start: section.start,
            end: section.end,
          }),
        )
      if (section.isWords)
        words = gathered(words, text.slice(open + section.start.length, end).replaceAll('&', '&amp;'))
      at = end + section.end.length
      continue
    }
    const close = text.indexOf('>', open) // looked for once in vain at most: the file is refused then
    const end = close - open
    if (close < 0 || end >= MAX_TAG) {
      const start = text
        .slice(open, open + 20)
        .replace(/\s+/g, ' ')
        .toWellFormed()
      throw new Unreadable(
        open + MAX_TAG < text.length
          ? later('Line {line}: the tag "{start}" does not end within {most, number} characters.', {
              line: place,
              start,
              most: MAX_TAG,
            })
          : later(
              'The file ends at line {line}, in the middle of the tag "{start}": a part of it is missing. Download it again.',
              { line: lineAt(text.length), start },
            ),
      )
    }
    const tag = text.slice(open + 1, open + end)
    if (tag.startsWith('!'))
      throw new Unreadable(
        later(
          'Line {line}: "{start}" declares a document type or entities, which no statement needs: such files are refused.',
          { line: place, start: `<${tag.slice(0, 20).trim().toWellFormed()}` },
        ),
      )
    if (words !== '') {
      yield { is: 'words', words, line: place }
      words = ''
    }
    yield pieceOf(tag, place)
    at = open + end + 1
  }
  if (words !== '') yield { is: 'words', words, line: lineAt(text.length) }
}

/** The most characters kept of the words between two tags. */
const MAX_WORDS = 10_000

const gathered = (words: string, more: string): string =>
  words.length > MAX_WORDS ? words : words + (more.length > MAX_WORDS ? more.slice(0, MAX_WORDS) : more)

const sections = [
  { start: '<!--', end: '-->', isWords: false },
  { start: '<![CDATA[', end: ']]>', isWords: true },
  { start: '<?', end: '>', isWords: false },
]
const sectionAt = (text: string, at: number) => sections.find(({ start }) => text.startsWith(start, at))

function pieceOf(tag: string, line: number): MarkupToken {
  const isClose = tag.startsWith('/')
  const isEmpty = !isClose && tag.endsWith('/')
  const [full = ''] = (isClose ? tag.slice(1) : tag).trimStart().split(/[\s/]/, 1)
  const name = full.slice(full.indexOf(':') + 1)
  return isClose ? { is: 'close', name, line } : { is: 'open', name, line, tag, isEmpty }
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** Words with the five entities of XML, the no-break space, and numbers of characters; any other "&" is kept unchanged. */
export const decoded = (words: string): string =>
  words.includes('&')
    ? words.replace(
        /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#[xX]([\da-fA-F]{1,6}));/g,
        (all, name, number, hex) => {
          if (name !== undefined) return named[name] ?? all
          const code = number === undefined ? Number.parseInt(hex, 16) : Number(number)
          return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
            ? String.fromCodePoint(code)
            : ' '
        },
      )
    : words
