import { gunzipSync } from 'node:zlib'
import { Later, later } from '../../../words/t.ts'
import { filesIn, isZip, type Zipped } from '../../process/zip.ts'
import { plainText, quotedValue, shortValue } from './file-values.ts'
import { refusedKinds } from './refused-kinds.ts'
import { Unreadable } from './row.ts'
import { csvOfMarkup, csvOfWorkbook } from './spreadsheet.ts'

const MAX_UNPACKED_BYTES = 50_000_000
const MAX_UNPACKED = `${MAX_UNPACKED_BYTES / 1_000_000} MB`
/** The most files of a zip that are read together: more than one for each day of a year. */
const MAX_PARTS = 500

/** One of several files in a zip. */
export type Part = { readonly name: string; readonly bytes: () => Buffer }

/** The files of a zip of several statements, in the order of their names; undefined for any other file. */
export function partsIn(bytes: Buffer): readonly Part[] | undefined {
  const all = isZip(bytes) ? filesIn(bytes) : []
  if (all instanceof Later || isOnePackage(all)) return undefined
  const files = statementsIn(all)
  if (files.length < 2 || files.length > MAX_PARTS) return undefined
  const byName = new Intl.Collator('en', { numeric: true })
  const sorted = files.toSorted((a, b) => byName.compare(a.name, b.name) || (a.name < b.name ? -1 : 1))
  const twice = sorted.find(({ name }, at) => name === sorted[at + 1]?.name)
  if (twice)
    throw new Unreadable(
      later('The zip holds two files with the name "{file}".', { file: shortValue(twice.name) }),
    )
  let left = MAX_UNPACKED_BYTES // of all files together
  return sorted.map((file) => ({
    name: plainText(file.name, 255),
    bytes() {
      const content = contentOf(file, left)
      left -= content.length
      return plainly(content, 'zip')
    },
  }))
}

/** The bytes of the file to read: unpacked from a gzip or a zip, or unchanged. */
export function unpack(bytes: Buffer): Buffer {
  if (isGzip(bytes)) return plainly(gunzipped(bytes), 'gzip')
  if (bytes.toString('latin1', 0, 4) === 'PK\x05\x06')
    throw new Unreadable(later('The zip has no file in it.'))
  if (!isZip(bytes)) return bytes
  const files = filesIn(bytes)
  if (files instanceof Later)
    throw new Unreadable(later('The zip cannot be read: {reason}.', { reason: files }))
  return plainly(unzipped(files), 'zip')
}

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

function gunzipped(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES })
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw new Unreadable(
      isTooLarge
        ? later('Unpacked, the gzip file is larger than {size}.', { size: MAX_UNPACKED })
        : later('The gzip file is damaged or incomplete.'),
    )
  }
}

/** Whether the files of a zip are one document or book of a program. */
const isOnePackage = (all: readonly Zipped[]): boolean =>
  all.some(({ name }) => /^\[Content_Types\]\.xml$|^Index\/|^mimetype$|(?:^|\/)db\.sqlite$/.test(name))

const PLAN = /(?:plan|budget)\.[ct]sv$/i
const isShown = (name: string) => !/(?:^|\/)(?:__MACOSX\/|\.[^/]*$)/.test(name)

/** The files of a zip without those that a system hides. YNAB packs its register with its plan, which has no transactions. */
function statementsIn(all: readonly Zipped[]): readonly Zipped[] {
  const files = all.filter(({ name }) => isShown(name))
  const registers = files.filter(({ name }) => /register\.[ct]sv$/i.test(name))
  const hasPlan = files.some(({ name }) => PLAN.test(name))
  return registers.length === 1 && hasPlan ? registers : files
}

/** The plan that YNAB packs with its register. */
export function planBeside(bytes: Buffer): Buffer | undefined {
  const all = isZip(bytes) ? filesIn(bytes) : []
  if (all instanceof Later) return undefined
  const plan = all.find(({ name }) => isShown(name) && PLAN.test(name))
  return plan && plainly(contentOf(plan, MAX_UNPACKED_BYTES), 'zip')
}

const firstNames = (files: readonly Zipped[]): string =>
  files
    .slice(0, 3)
    .map(({ name }) => quotedValue(name))
    .join(', ')

/** The database of a budget of Actual, and what the program writes about it, from a zip of the two; undefined for any other file. */
export function databaseIn(bytes: Buffer): { database: Buffer; metadata: Buffer | undefined } | undefined {
  const all = isZip(bytes) ? filesIn(bytes) : []
  const databases = all instanceof Later ? [] : all.filter(({ name }) => DATABASE.test(name))
  const [first] = databases
  if (all instanceof Later || !first) return undefined
  const one = databases.find(({ name }) => name === 'db.sqlite') ?? first
  if (one.name !== 'db.sqlite' && databases.length > 1)
    throw new Unreadable(
      later(
        'The zip holds {count} budgets, {names}. Export the one to import in Actual ("Settings", "Export data").',
        { count: databases.length, names: firstNames(databases) },
      ),
    )
  const beside = all.find(({ name }) => name === one.name.replace(DATABASE, '$1metadata.json'))
  return {
    database: contentOf(one, MAX_UNPACKED_BYTES),
    metadata: beside && contentOf(beside, 1_000_000),
  }
}

const DATABASE = /(^|\/)db\.sqlite$/

function unzipped(all: readonly Zipped[]): Buffer {
  const has = (pattern: RegExp) => all.some(({ name }) => pattern.test(name))
  if (has(/^\[Content_Types\]\.xml$/)) return Buffer.from(csvOfWorkbook(all))
  if (has(/^Index\//)) throw new Unreadable(refusedKinds.spreadsheet)
  if (has(/^content\.xml$/) && has(/^mimetype$/)) throw new Unreadable(refusedKinds.spreadsheet)
  const files = statementsIn(all)
  const [file] = files
  if (!file) throw new Unreadable(later('The zip has no file in it.'))
  if (files.length > 1)
    throw new Unreadable(
      later('The zip holds {count} files ({names}), and Florin reads at most {most} together. {unpack}', {
        count: files.length,
        names: `${firstNames(files)}${files.length > 3 ? ' …' : ''}`,
        most: MAX_PARTS,
        unpack: UNPACK,
      }),
    )
  return contentOf(file, MAX_UNPACKED_BYTES)
}

/** The way out for a zip whose files cannot be read together. */
export const UNPACK = later('Unpack the zip, and import its files one by one.')

function contentOf(file: Zipped, mostBytes: number): Buffer {
  const name = shortValue(file.name)
  if (file.isEncrypted)
    throw new Unreadable(
      later('The zip is encrypted. Unpack "{file}" from it, and import that.', { file: name }),
    )
  const content = file.read(mostBytes)
  if (!(content instanceof Later)) return content
  throw new Unreadable(
    !('most' in content.values)
      ? later('"{file}" in the zip cannot be read: {reason}.', { file: name, reason: content })
      : mostBytes < MAX_UNPACKED_BYTES
        ? later(
            'Unpacked, "{file}", with the files before it, is larger than {size}, or the zip is damaged.',
            { file: name, size: MAX_UNPACKED },
          )
        : later('Unpacked, "{file}" is larger than {size}, or the zip is damaged.', {
            file: name,
            size: MAX_UNPACKED,
          }),
  )
}

function plainly(content: Buffer, kind: 'gzip' | 'zip'): Buffer {
  const isTar = content.toString('latin1', 257, 262) === 'ustar'
  if (isTar || isGzip(content) || isZip(content))
    throw new Unreadable(
      later('The {kind} file contains another archive. Unpack it, and import the files in it one by one.', {
        kind,
      }),
    )
  return content
}

/** A web page, or a workbook as Excel 2003 wrote it: many banks call either .xls. */
const PAGE =
  /^\ufeff?\s{0,500}(?:<!--[\s\S]{0,400}?-->\s{0,100})?<(?:!doctype html|html|head|body|table)\b|^\ufeff?\s{0,500}<\?xml[^>]{0,200}>[\s\S]{0,1000}?(?:progid="Excel\.Sheet"|<(?:\w{1,20}:)?Workbook\s[^>]{0,500}urn:schemas-microsoft-com:office:spreadsheet)/i

/** The table of a web page as CSV text; other texts as they are. */
export function tableOrText(text: string): string {
  if (!PAGE.test(text.slice(0, 2_048))) return text
  const table = csvOfMarkup(text)
  if (table === undefined) throw new Unreadable(refusedKinds.html)
  return table
}
