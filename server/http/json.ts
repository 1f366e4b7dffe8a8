import { refuse, refuseField } from '../../contract/refusals.ts'
import { later } from '../../words/t.ts'
import { startSlice } from '../process/slices.ts'

/**
 * The parser's message has the position, but also a piece of the body: the refusal has only the position, from `offset` on if the
 * text is a part of the body, and none if that is unknown.
 */
export function parse(text: string, offset: number | null = 0): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const { message } = error as Error
    const [, position] = /at position (\d+)/.exec(message) ?? []
    if (Number(position) === text.length || message.startsWith('Unexpected end'))
      return refuse('not_json', { reason: later('it ends too early') })
    return position === undefined || offset === null
      ? refuse('not_json', { reason: later('there is a syntax error') })
      : refuseSyntax(Number(position) + offset)
  }
}

/** About this many characters of a list are parsed at a time. */
const PIECE = 32_768
/** A limit above that of any list, so that no list grows to millions before its schema refuses it. */
const MAX_ENTRIES = 20_000

const [QUOTE, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d]

/** A part of a body, from one position to another: items of a list directly inside it, or the text around such lists. */
type JsonSlice = { isList: boolean; start: number; end: number }

/**
 * Reads a long body as JSON.parse would, in time slices: for 10 MiB of small values, JSON.parse takes up to a second, and cannot be
 * interrupted. An item of a list, and all that is around the lists, may have about `most` characters.
 */
export async function parseInSlices(text: string, most = Number.POSITIVE_INFINITY): Promise<unknown> {
  const slice = startSlice()
  const lists: unknown[][] = []
  let frame = '' // with the number of each list in its place
  let piecesOfList = 0
  for (const { isList, start, end } of partsOf(text, most)) {
    const part = text.slice(start, end)
    if (isList) {
      if (piecesOfList++ === 0) lists.push([])
      const isOnly = piecesOfList === 1 && text.charCodeAt(end) !== COMMA
      if (part.trim() === '' && !isOnly) refuseSyntax(end)
      const list = lists.at(-1)
      list?.push(...(parse(`[${part}]`, start - 1) as unknown[])) // the text has brackets around the items
      if (list && list.length > MAX_ENTRIES) refuseField('body', 'list_too_long', { most: MAX_ENTRIES })
    } else {
      frame += (piecesOfList > 0 ? String(lists.length - 1) : '') + part
      piecesOfList = 0
      if (frame.length > most) refuseField('body', 'too_much_around', { most })
    }
    if (slice.isOver()) await slice.next()
  }
  const body = parse(frame, null)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body // the schema refuses it
  for (const [name, value] of Object.entries(body))
    if (Array.isArray(value)) Object.assign(body, { [name]: lists[value[0]] ?? [] })
  return body
}

/** The parts of a body in order. It never reads further than the next part may reach. */
function* partsOf(text: string, most: number): Generator<JsonSlice> {
  let depth = 0
  let start = 0
  let isList = false
  for (let at = 0; at < text.length; at++) {
    if (at - start > most + PIECE) refuseField('body', 'entry_too_long', { most })
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfText(text, at)
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth++
      if (depth !== 2 || code !== OPEN_LIST) continue
      yield { isList, start, end: at + 1 }
      start = at + 1
      isList = true
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      depth--
      if (depth !== 1 || !isList) continue
      yield { isList, start, end: at }
      start = at
      isList = false
    } else if (code === COMMA && isList && depth === 2 && at - start >= PIECE) {
      yield { isList, start, end: at }
      start = at + 1
    }
  }
  if (depth > 0) refuse('not_json', { reason: later('it ends too early') })
  yield { isList, start, end: text.length }
}

/** The position of the quotation mark that ends a text. */
function endOfText(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at
  }
  return refuse('not_json', { reason: later('it ends too early') })
}

const refuseSyntax = (at: number) =>
  refuse('not_json', { reason: later('there is a syntax error at position {at}', { at }) })
