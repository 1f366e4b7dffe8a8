import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportFormat } from '../contract/import-mapping.ts'
import { readers } from '../server/imports/read/readers.ts'
import { type BadRow, type FileRow, type FileToRead, isBad } from '../server/imports/read/row.ts'

/** Files as banks and other programs write them, with invented people and accounts. */
const folder = join(import.meta.dirname, 'samples')

export const sampleNames = readdirSync(folder).sort()
export const sampleBytes = (name: string): Buffer => readFileSync(join(folder, name))
export const sample = (name: string): string => readFileSync(join(folder, name), 'utf8')

/** A reader's rows and mapping of a text. */
export function readText(format: ImportFormat, text: string, reading: Partial<FileToRead> = {}) {
  const { mapping, rows, besides } = readers[format](text, { filename: 'file', ...reading })
  const all = [...rows]
  return {
    mapping,
    all,
    rows: all.filter((row): row is FileRow => !isBad(row)),
    bad: all.filter((row): row is BadRow => isBad(row)),
    /** The sentences of the reader about the file, besides its rows. */
    left_out: besides?.().left_out?.map(({ name, why }) => `${name}: ${why}`) ?? [],
  }
}

/** A row on one line: its day, amount, currency and text, for tests that look at many. */
export const short = (row: FileRow): string => [row.date, row.amount, row.currency ?? '-', row.text].join(' ')
