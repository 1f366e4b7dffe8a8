import type { ImportFormat } from '../../../contract/import-mapping.ts'
import { later } from '../../../words/t.ts'
import { decode } from './encoding.ts'
import { programOf } from './programs.ts'
import { asNamed, programOfMarkup, refuseKind } from './refused-kinds.ts'
import { type FileToRead, Unreadable } from './row.ts'
import { tableOrText, unpack } from './unpack.ts'

/** The input of a reader. */
export type Recognised = { readonly format: ImportFormat; readonly text: string; readonly encoding: string }

/** Unpacks a file, makes text of it, and recognises its format by its content, unless the person has named it. */
export function recognise(bytes: Uint8Array, reading: FileToRead): Recognised {
  const content = unpack(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const named = <T>(read: () => T): T => asNamed(reading.filename, read)
  named(() => refuseKind(content))
  const remembered = reading.remembered?.encoding ?? undefined
  const { text: written, encoding } = named(() => decode(content, reading.given?.encoding, remembered))
  const text = named(() => tableOrText(written))
  if (!/\S/.test(text)) throw new Unreadable(later('The file has no text in it.'))
  const start = text.slice(0, START)
  const program = isMarkup(start) ? programOfMarkup(start) : undefined
  if (program) throw new Unreadable(program)
  if (isMarkup(start) && /<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new Unreadable(
      later('The file is XML with a document type or entities of its own, which Florin does not read.'),
    )
  return { format: reading.format ?? named(() => formatOf(start, reading.filename)), text, encoding }
}

/** The number of characters examined to recognise the format of a text. */
const START = 65_536

const isMarkup = (start: string) => /^\s{0,1000}</.test(start)

/** Its first heading, below comments of the program that wrote it. */
const QIF = /^(?:\s*(?:[#;%]|\/\/|--)[^\n]{0,500}\n){0,50}\s*!(?:type|account|option|clear)\b/i

/** Recognises the format of a text by its first characters. */
function formatOf(start: string, filename: string): ImportFormat {
  if (/^\s*OFXHEADER\s*:/i.test(start) || /<\?OFX\s|<OFX>/i.test(start.slice(0, 4_096))) return 'ofx'
  if (isMarkup(start)) {
    if (/<gnc-v2\b/.test(start)) return 'gnucash'
    if (/camt\.05[234]|<(?:\w{1,20}:)?BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)\b/.test(start)) return 'camt'
    throw new Unreadable(
      later(
        'The file is XML of a kind that Florin does not read. It reads CAMT.052, CAMT.053, CAMT.054, OFX and books of GnuCash.',
      ),
    )
  }
  if (/^\s*[[{]\s*["[{\]}]/.test(start)) {
    if (/^\s*\{\s*"(?:florin|format"\s*:\s*"florin)/.test(start)) return 'florin'
    throw new Unreadable(
      later(
        'The file is JSON of a kind that Florin does not read. It reads the JSON export of a whole book of Florin.',
      ),
    )
  }
  if (QIF.test(start)) return 'qif'
  if (isMt940(start)) return 'mt940'
  if (BEANCOUNT.test(start)) return 'beancount'
  if (isJournal(start)) return 'hledger'
  return programOf(start) ?? journalNamed(filename) ?? 'csv'
}

/** A journal that nothing but its name shows to be one, such as one with days without a year. */
const journalNamed = (filename: string): ImportFormat | undefined =>
  /\.(?:journal|hledger|ledger|ldg)$/i.test(filename)
    ? 'hledger'
    : /\.bean(?:count)?$/i.test(filename)
      ? 'beancount'
      : undefined

/** Fields between colons, with or without the blocks of SWIFT around them. */
const isMt940 = (start: string): boolean =>
  /^(?:\{1:[^\n]{0,400}?\{4:\s*)?:20:/m.test(start.slice(0, 4_096)) &&
  /^:(?:25P?|28C?|60[FM]|61|NS):/m.test(start)

/** A day at the start of a line, and below it an indented posting, with its amount after two blanks or a tab. */
const isJournal = (start: string): boolean =>
  /^[=~]?\d{4}[-/.]\d{1,2}[-/.]\d{1,2}[^\n]{0,500}\r?\n(?:[ \t]+;[^\n]{0,500}\r?\n){0,20}(?: {1,40}|\t)[^\s,;|"][^\n,;|]{0,200}/m.test(
    start,
  ) || isDeclared(start)

/** It begins with a directive, and has nothing but directives, days and comments. A table may have such a word in its headings. */
const isDeclared = (start: string): boolean => {
  const lines = start.slice(0, 4_096).split(/\r?\n/)
  const said = (start.length > 4_096 ? lines.slice(0, -1) : lines).filter(
    (line) => line !== '' && !/^[\s;#*]/.test(line),
  )
  return DIRECTIVE.test(said[0] ?? '') && said.every((line) => DIRECTIVE.test(line) || /^[\d~=]/.test(line))
}
const DIRECTIVE =
  /^(?:(?:account|commodity|payee|tag|alias|apply|include) \S|decimal-mark [.,]|P \d{4}[-/.]|D \S|Y ?\d{4}|(?:end|comment)\b)(?!.*\S[;\t|,][^\s\d])/

/** A directive with a day, an account or a text in quotation marks, or an option: journals of hledger have none of these. */
const BEANCOUNT =
  /^(?:\d{4}[-/]\d{1,2}[-/]\d{1,2}[ \t]{1,9}(?:(?:open|close|pad|balance|note|document)[ \t]{1,9}[^\s:]{1,99}:\S|commodity[ \t]{1,9}[A-Z]|price[ \t]{1,9}[A-Z/]\S{0,99}[ \t]{1,99}[-+(\d]|(?:(?:event|query|custom|txn)|[*!&#?%A-Z])[ \t]{1,9}")|(?:option|plugin)[ \t]{1,9}")/m
