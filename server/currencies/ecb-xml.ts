import { type Day, isDay } from '../../contract/day.ts'
import { later } from '../../words/t.ts'
import { BadFile, type Cell, quotedCell } from './ecb-cell.ts'

// A start or end tag with plain attributes; text. Neither lets an entity in, and nothing else of XML is read at all. Each is bounded: whatever is
// longer does not belong there, and is found out at once.
const TAG =
  /<(\/?)([\w:]{1,99})((?:\s{1,99}[\w:]{1,99}\s{0,99}=\s{0,99}(?:"[^"<&]{0,999}"|'[^'<&]{0,999}')){0,9})\s{0,99}(\/?)>/y
const TEXT = /[^<&]{0,9999}/y
const ATTRIBUTE = /([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const DECLARATION = /^\s{0,99}<\?xml [^<>]{0,999}\?>/

// Every path of elements in the ECB's files.
const ENVELOPE = '/gesmes:Envelope'
const DAY = `${ENVELOPE}/Cube/Cube`
const RATE = `${DAY}/Cube`
const words = [`${ENVELOPE}/gesmes:subject`, `${ENVELOPE}/gesmes:Sender/gesmes:name`]
const places = [ENVELOPE, `${ENVELOPE}/gesmes:Sender`, `${ENVELOPE}/Cube`, DAY, RATE, ...words]

/**
 * `eurofxref-daily.xml`, `-hist-90d.xml` and `-hist.xml`: an envelope, in it a Cube, in it a Cube a day, in it a Cube a
 * rate. A reader for exactly this, because a whole XML parser would bring what attackers know it for.
 */
export function* readXml(text: string): Generator<Cell | undefined> {
  let position = DECLARATION.exec(text)?.[0].length ?? 0
  let line = 1 + linesIn(text.slice(0, position))
  let place = ''
  let isDone = false
  let date: Day = ''

  while (position < text.length) {
    yield undefined // a pause, also where no element has a rate
    TEXT.lastIndex = position
    const between = TEXT.exec(text)?.[0] ?? ''
    const start = between.search(/\S/)
    if (start >= 0 && !words.includes(place))
      throw unexpected(line + linesIn(between.slice(0, start)), between.trim())
    line += linesIn(between)
    position += between.length
    if (position === text.length) break

    TAG.lastIndex = position
    const [tag, isEnd, name = '', attributes = '', isEmpty] = TAG.exec(text) ?? []
    if (tag === undefined || isDone) throw unexpected(line, text.slice(position, position + 100))
    if (isEnd) {
      if (!place.endsWith(`/${name}`)) throw unexpected(line, tag)
    } else {
      place += `/${name}`
      if (!places.includes(place)) throw unexpected(line, tag)
      const { time = '', currency = '', rate = '' } = attributesOf(attributes)
      if (place === DAY) date = isDay(time) ? time : notADay(line, time)
      if (place === RATE) yield { line, date, currency_id: currency, per_euro: rate }
    }
    if (isEnd || isEmpty) place = place.slice(0, -name.length - 1)
    isDone = place === ''
    line += linesIn(tag)
    position += tag.length
  }
  if (!isDone) throw new BadFile(line, later('the file ends here, in the middle'))
}

const unexpected = (line: number, found: string) =>
  new BadFile(line, later('{found} does not belong here', { found: quotedCell(found) }))

function notADay(line: number, time: string): never {
  throw new BadFile(line, later('{cell} is not a day', { cell: quotedCell(time) }))
}

const attributesOf = (text: string): Record<string, string | undefined> =>
  Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name, double, single]) => [name, double ?? single]),
  )

function linesIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}
