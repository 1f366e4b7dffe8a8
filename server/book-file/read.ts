import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gunzip, gunzipSync } from 'node:zlib'
import { addressOf } from '../ledger/kind.ts'
import { startSlice } from '../process/slices.ts'
import { fault, fromJson } from '../records/columns.ts'
import { kinds } from '../records/kinds.ts'
import {
  BOOK_FILE_FORMAT,
  type FileBook,
  FileFault,
  type FileKind,
  type FileSettings,
  fileKinds,
  MAX_LINE,
  MAX_TEXT,
  onLine,
} from './format.ts'

const HEAD = Buffer.from('{"florin":')

/** Whether a file is packed by gzip. */
export const isPacked = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** Whether the beginning of a file says that it is the file of a book. */
export function isBookFile(bytes: Uint8Array): boolean {
  const start = isPacked(bytes) ? startOf(bytes) : bytes
  return HEAD.equals(start.subarray(0, HEAD.length))
}

/** The beginning of the unpacked file; nothing if it cannot be unpacked. */
function startOf(bytes: Uint8Array): Uint8Array {
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_LINE }
    return gunzipSync(bytes.subarray(0, 512), options)
  } catch {
    return new Uint8Array()
  }
}

/** The bytes of a file that may be packed by gzip, up to the most that a book may have. */
async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  if (!isPacked(bytes)) return bytes
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MAX_TEXT })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new FileFault(1, tooLarge)
    throw new FileFault(
      1,
      `the file cannot be unpacked: ${code === 'Z_BUF_ERROR' ? MISSING : 'it is damaged'}`,
    )
  }
}
const MISSING = 'a part of it is missing. Download it again'
const tooLarge = `the file has more than ${MAX_TEXT / 1024 / 1024} MiB, which is more than one change of a book can hold`

/** A list for each kind of record. */
export const noRecords = () =>
  Object.fromEntries(fileKinds.map((kind) => [kind, []])) as unknown as FileBook['records'] // one list of each

/**
 * Reads the file of a book line by line. Every field of every record is checked here; `checkBook` checks the records against each other.
 * Nothing in a file is trusted.
 */
export async function readBookFile(sent: Uint8Array): Promise<FileBook> {
  const whole = await unpacked(sent)
  const bytes = Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength) // the same bytes: a copy of 64 MiB holds others up
  if (bytes.length > MAX_TEXT) throw new FileFault(1, tooLarge)
  if (!isBookFile(bytes))
    throw new FileFault(1, 'this is not the file of a book: it does not begin with {"florin":')
  const sum = createHash('sha256')
  const slice = startSlice()
  const records = noRecords()
  let settings: FileSettings | undefined
  let isOver = false
  let reached = 0
  for (const { line, start, end } of linesOf(bytes)) {
    const text = bytes.subarray(start, end)
    const isCut = end === bytes.length // Florin ends every line with a line break
    reached = line
    if (isOver) {
      onLine(line, () => checkEnd(text.toString(), isCut, records, sum.digest('hex')))
      if (end + 1 < bytes.length) throw new FileFault(line + 1, 'the file goes on after its end')
      return { settings: settings as FileSettings, records } // set by the first line
    }
    sum.update(bytes.subarray(start, end + 1))
    if (!settings) settings = onLine(line, () => readHead(text.toString(), isCut))
    else if (text.equals(LAST)) isOver = true
    else onLine(line, () => readRecord(text, isCut, line, records, settings?.base_currency_id ?? ''))
    if (slice.isOver()) await slice.next()
  }
  throw new FileFault(reached + 1, `the file ends before this line: ${MISSING}`)
}

const LAST = Buffer.from('],')
const COMMA = 0x2c

function* linesOf(bytes: Buffer): Generator<{ line: number; start: number; end: number }> {
  let start = 0
  for (let line = 1; start < bytes.length; line++) {
    const found = bytes.indexOf(0x0a, start)
    const end = found === -1 ? bytes.length : found
    if (end - start > MAX_LINE)
      throw new FileFault(
        line,
        'it is longer than any record: the file is not as Florin wrote it, one record in each line',
      )
    yield { line, start, end }
    start = end + 1
  }
}

/** Parses a line. If the last line is not JSON, the file was cut in the middle of it. */
function parsed(text: string, isCut: boolean): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json === 'object' && json !== null) return json as Record<string, unknown> // its fields are read one by one
  } catch {}
  return fault(
    isCut
      ? `the file ends in the middle of this line: ${MISSING}`
      : 'it is not JSON as Florin writes it: the file is damaged, or was changed',
  )
}

function readHead(text: string, isCut: boolean): FileSettings {
  const { florin, book } = parsed(`${text}]}`, isCut)
  if (typeof florin === 'number' && florin > BOOK_FILE_FORMAT)
    fault(
      `it says that a newer Florin wrote it, in format ${florin}; this one knows formats up to ${BOOK_FILE_FORMAT}`,
    )
  if (florin !== BOOK_FILE_FORMAT) fault('it does not say the format')
  return fromJson(kinds.book.fields, book, '') as FileSettings // the shape of settings
}

/** A record: an object with one field, whose name is the kind. */
function readRecord(
  text: Buffer,
  isCut: boolean,
  line: number,
  records: FileBook['records'],
  base: string,
): void {
  const json = parsed(text.toString('utf8', 0, text.at(-1) === COMMA ? text.length - 1 : text.length), isCut)
  const [kind, ...others] = Object.keys(json)
  if (kind === undefined || others.length > 0 || !fileKinds.some((one) => one === kind))
    fault('it is not a record of a kind that Florin knows')
  const known = kind as FileKind // one of them
  const { fields, columns, address } = kinds[known]
  const row: Record<string, unknown> = fromJson(fields, json[known], base)
  if (address) row.id = addressOf(kinds[known], row)
  // Versions and places are those of the change that restores it.
  for (const column of Object.keys(columns)) row[column] ??= fields[column]?.read ? null : 0
  records[known].push({ line, row } as never) // the columns of this kind
}

function checkEnd(text: string, isCut: boolean, records: FileBook['records'], sha256: string): void {
  const { end } = parsed(`{${text}`, isCut)
  const { counts, sha256: stated } = Object(end)
  if (stated !== sha256)
    fault('the checksum here is not that of the lines above: the file is damaged, or was changed')
  for (const kind of fileKinds)
    if ((Object(counts)[kind] ?? 0) !== records[kind].length)
      fault(
        `it counts ${Object(counts)[kind] ?? 0} records of kind ${kind}, and there are ${records[kind].length}`,
      )
}
