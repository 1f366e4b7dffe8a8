import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gunzip, gunzipSync } from 'node:zlib'
import { addressOf, hasAddress } from '../ledger/records.ts'
import { startSlice } from '../slices.ts'
import { fault, fromJson } from './fields.ts'
import { type FileBook, FileFault, FORMAT, MOST_LINE, MOST_TEXT, onLine, type Settings } from './format.ts'
import { type FileKind, fileKinds, settingsShape, shapes } from './shapes.ts'

const HEAD = Buffer.from('{"florin":')

/** Whether a file is packed by gzip. */
export const isPacked = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** Whether the beginning of a file says that it is the file of a book. */
export function isBookFile(bytes: Uint8Array): boolean {
  const start = isPacked(bytes) ? startOf(bytes) : bytes
  return HEAD.equals(start.subarray(0, HEAD.length))
}

/** The beginning of what is packed; nothing if that cannot be unpacked. */
function startOf(bytes: Uint8Array): Uint8Array {
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MOST_LINE }
    return gunzipSync(bytes.subarray(0, 512), options)
  } catch {
    return new Uint8Array()
  }
}

/** The bytes of a file that may be packed by gzip, up to the most that a book may have. */
async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  if (!isPacked(bytes)) return bytes
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MOST_TEXT })
  } catch (error) {
    const isLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw new FileFault(1, isLarge ? tooLarge : 'it cannot be unpacked: the file is damaged')
  }
}
const tooLarge = `it has more than ${MOST_TEXT / 1024 / 1024} MiB, which is more than one change of a book can hold`

/**
 * Reads the file of a book line by line. Every field of every record is checked here; `checkBook` checks what the records say about
 * each other. Nothing in a file is believed.
 */
export async function readBookFile(sent: Uint8Array): Promise<FileBook> {
  const whole = await unpacked(sent)
  const bytes = Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength) // the same bytes: a copy of 64 MiB holds others up
  if (bytes.length > MOST_TEXT) throw new FileFault(1, tooLarge)
  if (!isBookFile(bytes))
    throw new FileFault(1, 'it is not the file of a book: it does not begin with {"florin":')
  const sum = createHash('sha256')
  const slice = startSlice()
  const records = Object.fromEntries(fileKinds.map((kind) => [kind, []])) as unknown as FileBook['records'] // one list of each
  let settings: Settings | undefined
  let isOver = false
  for (const { line, start, end } of linesOf(bytes)) {
    const text = bytes.subarray(start, end)
    if (isOver) {
      onLine(line, () => checkEnd(text.toString(), records, sum.digest('hex')))
      if (end + 1 < bytes.length) throw new FileFault(line + 1, 'it goes on after its end')
      return { settings: settings as Settings, records } // set by the first line
    }
    sum.update(bytes.subarray(start, end + 1))
    if (!settings) settings = onLine(line, () => readHead(text.toString()))
    else if (text.equals(LAST)) isOver = true
    else onLine(line, () => readRecord(text, line, records, settings?.base_currency_id ?? ''))
    if (slice.isOver()) await slice.next()
  }
  const { length } = Object.values(records).flat()
  throw new FileFault(length + 2, 'it ends too early: a part of the file is missing')
}

const LAST = Buffer.from('],')
const COMMA = 0x2c

function* linesOf(bytes: Buffer): Generator<{ line: number; start: number; end: number }> {
  let start = 0
  for (let line = 1; start < bytes.length; line++) {
    const found = bytes.indexOf(0x0a, start)
    const end = found === -1 ? bytes.length : found
    if (end - start > MOST_LINE)
      throw new FileFault(
        line,
        'it is longer than any record: the file is not as Florin wrote it, one record in each line',
      )
    yield { line, start, end }
    start = end + 1
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json === 'object' && json !== null) return json as Record<string, unknown> // its fields are read one by one
  } catch {}
  return fault('is not the JSON that Florin wrote')
}

function readHead(text: string): Settings {
  const { florin, book } = parsed(`${text}]}`)
  if (typeof florin === 'number' && florin > FORMAT)
    fault(`says that a newer Florin wrote it, in format ${florin}; this one knows formats up to ${FORMAT}`)
  if (florin !== FORMAT) fault('does not say the format')
  return fromJson(settingsShape, book, '') as Settings // the shape of settings
}

/** A record: an object with one field, whose name is the kind. */
function readRecord(text: Buffer, line: number, records: FileBook['records'], base: string): void {
  const json = parsed(text.toString('utf8', 0, text.at(-1) === COMMA ? text.length - 1 : text.length))
  const [kind, ...others] = Object.keys(json)
  if (kind === undefined || others.length > 0 || !Object.hasOwn(shapes, kind))
    fault('is not a record of a kind that Florin knows')
  const known = kind as FileKind // a key of the shapes
  const row: Record<string, unknown> = fromJson(shapes[known], json[known], base)
  if (hasAddress(known)) row.id = addressOf(known, row)
  // Versions and places are those of the change that restores it.
  const placed = {
    ...row,
    version: 0,
    created_version: 0,
    ...(known === 'transaction' && { created_position: 0 }),
  }
  records[known].push({ line, row: placed } as never) // the columns of this kind
}

function checkEnd(text: string, records: FileBook['records'], sha256: string): void {
  const { end } = parsed(`{${text}`)
  const { counts, sha256: stated } = Object(end)
  if (stated !== sha256) fault('has another checksum than the file: it is damaged, or was changed')
  for (const kind of fileKinds)
    if ((Object(counts)[kind] ?? 0) !== records[kind].length)
      fault(
        `counts ${Object(counts)[kind] ?? 0} records of kind ${kind}, and there are ${records[kind].length}`,
      )
}
