import type { ImportRow } from '../contract/import-rows.ts'
import { createImport, getImport, type Import, listImportRows } from '../contract/imports.ts'
import { zipped } from '../server/process/zip.ts'
import { until } from './until.ts'
import type { Person } from './world.ts'

/** A CSV file with these rows: day, words, amount. */
export const csv = (...rows: string[]): string => `Date,Text,Amount\n${rows.join('\n')}\n`

/** A zip of files, by their names. */
export async function zipOf(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<Buffer<ArrayBuffer>> {
  async function* packing() {
    for (const [name, content] of Object.entries(files)) yield { name, pieces: [content] }
  }
  return Buffer.concat(await Array.fromAsync(zipped(packing())))
}

/** Sends a file, and waits until it was read. */
export async function sendFile(
  person: Person,
  query: { account_id?: string; filename?: string },
  body: string | Uint8Array<ArrayBuffer>,
): Promise<Import> {
  return untilRead(person, await person.call(createImport, { query, body }))
}

/** The import once it was read. */
export async function untilRead(person: Person, made: Import): Promise<Import> {
  let now = made
  await until(
    async () => {
      if (now.status === 'reading') now = await person.call(getImport, { params: { id: made.id } })
      return now.status !== 'reading'
    },
    60_000,
    () => `${made.filename} is still being read`,
  )
  return now
}

/** The first page of the rows of an import. */
export const rowsOf = async (person: Person, { id }: { id: string }): Promise<ImportRow[]> =>
  (await person.call(listImportRows, { params: { id } })).data
