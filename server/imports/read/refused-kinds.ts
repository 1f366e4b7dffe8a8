import { type Later, later } from '../../../words/t.ts'
import { Unreadable } from './row.ts'

export const INSTEAD = later('Export the transactions as CSV, OFX, QIF, CAMT or MT940 instead.')

/** The sentences about files of known but unsupported kinds, each with the way to import them. */
export const refusedKinds = {
  pdf: later('This is a PDF, made for printing. {instead}', { instead: INSTEAD }),
  spreadsheet: later(
    'This is a spreadsheet of a kind that Florin does not read. Save it as XLSX or as CSV (in Excel: "Save as", "CSV UTF-8"), and import that.',
  ),
  image: later('This is a picture. {instead}', { instead: INSTEAD }),
  html: later('This is a web page without a table. {instead}', { instead: INSTEAD }),
  sqlite: later('This is a database file. Export the transactions as CSV from the program that made it.'),
  archive: later(
    'This is an archive of a kind that Florin does not read. Unpack it, and import the file in it.',
  ),
  rtf: later('This is a text document. {instead}', { instead: INSTEAD }),
} as const

/** Files of other programs as a whole: how they are called, how their XML begins, and the way to import them. */
const programs: readonly { readonly name: RegExp; readonly xml?: RegExp; readonly sentence: Later }[] = [
  {
    name: /\.(?:gnucash|gnc|xac)$/i,
    sentence: later(
      'This is a book of GnuCash that is not XML. In GnuCash, choose "File", "Save As" and the data format XML, and import that file.',
    ),
  },
  {
    name: /\.xhb$/i,
    xml: /<homebank\b/i,
    sentence: later(
      'This is a whole file of HomeBank. Export the accounts from HomeBank as QIF or CSV, and import that.',
    ),
  },
  {
    name: /\.kmy$/i,
    xml: /<KMYMONEY-FILE\b/,
    sentence: later(
      'This is a whole file of KMyMoney. Export each account from KMyMoney as QIF or CSV, and import that.',
    ),
  },
  {
    name: /\.(?:mny|mbf)$/i,
    sentence: later(
      'This is a whole file of Microsoft Money. Export each account from Money as QIF ("File", "Export"), and import that.',
    ),
  },
  {
    name: /\.(?:qdf|qdb|quicken(?:\d{4})?)$/i,
    sentence: later(
      'This is a whole file of Quicken. Export the accounts from Quicken as QIF or CSV, and import that.',
    ),
  },
  {
    name: /\.skg$/i,
    sentence: later(
      'This is a whole file of Skrooge. Export the operations from Skrooge as QIF or CSV, and import that.',
    ),
  },
  {
    name: /\.(?:mmb|emb)$/i,
    sentence: later(
      'This is a whole file of MoneyManagerEx. Export the transactions from MoneyManagerEx as QIF or CSV, and import that.',
    ),
  },
  {
    name: /\.(?:bank\d|ibank|banktivity)$/i,
    sentence: later(
      'This is a whole document of Banktivity. Export the accounts from Banktivity as QIF or CSV, and import that.',
    ),
  },
]

/** The sentence for the XML of a known program; undefined for other texts. */
export const programOfMarkup = (start: string): Later | undefined =>
  programs.find(({ xml }) => xml?.test(start.slice(0, 4_096)))?.sentence

/** The formats that names of files claim. */
const claims: readonly (readonly [name: RegExp, format: string])[] = [
  [/\.(ofx|qfx|qbo)$/i, 'OFX'],
  [/\.(qif)$/i, 'QIF'],
  [/\.(xml|camt)$/i, 'XML'],
  [/\.(csv|tsv)$/i, 'CSV'],
  [/\.(sta|mt940|940)$/i, 'MT940'],
  [/\.(json)$/i, 'JSON'],
]

/**
 * Reads something of a file. If it cannot be read, the sentence is about what the name says: a file of a program, or another format than the
 * content has. `format` is the one that the content has.
 */
export function asNamed<T>(filename: string, read: () => T, format?: string): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const name = filename.replace(/\.(?:gz|zip)$/i, '')
    const program = programs.find((one) => one.name.test(name))
    if (program) throw new Unreadable(program.sentence)
    const [pattern, claimed] = claims.find(([one]) => one.test(name)) ?? []
    if (!pattern || !claimed || claimed === format || error.message.startsWith(`The file is ${claimed}`))
      throw error
    const ending = pattern.exec(name)?.[1]?.toLowerCase()
    throw new Unreadable(
      later('The file is named .{ending}, but it is not {format}. {reason}', {
        ending: ending ?? '',
        format: claimed,
        reason: error.sentence,
      }),
    )
  }
}

/** First bytes that identify such files. */
const signatures: readonly (readonly [start: string, kind: keyof typeof refusedKinds])[] = [
  ['%PDF', 'pdf'],
  ['\xd0\xcf\x11\xe0', 'spreadsheet'],
  ['\x89PNG', 'image'],
  ['\xff\xd8\xff', 'image'],
  ['GIF8', 'image'],
  ['BM', 'image'],
  ['II*\0', 'image'],
  ['MM\0*', 'image'],
  ['RIFF', 'image'],
  ['SQLite format 3', 'sqlite'],
  ['7z\xbc\xaf\x27\x1c', 'archive'],
  ['Rar!', 'archive'],
  ['\xfd7zXZ', 'archive'],
  ['BZh', 'archive'],
  ['\x28\xb5\x2f\xfd', 'archive'],
  ['{\\rtf', 'rtf'],
]

/** First bytes of files of programs, with the ending of their names. */
const binaries: readonly (readonly [start: string, name: string])[] = [
  ['\0\x01\0\0MSISAM', '.mny'],
  ['\xac\x9e\xbd\x8f', '.qdf'],
]

/** Refuses a file of a known unsupported kind. */
export function refuseKind(bytes: Buffer): void {
  const start = bytes.toString('latin1', 0, 1_024)
  const binary = binaries.find(([signature]) => start.startsWith(signature))
  const program = programs.find(({ name }) => binary && name.test(binary[1]))
  if (program) throw new Unreadable(program.sentence)
  const found = signatures.find(([signature]) => start.startsWith(signature))
  // The two letters that start such a picture could also start a text.
  if (found && (found[0] !== 'BM' || start.includes('\0'))) throw new Unreadable(refusedKinds[found[1]])
  if (/^.{4}ftyp(?:hei|mif|avif)/s.test(start)) throw new Unreadable(refusedKinds.image)
}
