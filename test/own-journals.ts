import assert from 'node:assert/strict'
import type { ImportRow } from '../contract/import-rows.ts'
import type { Import } from '../contract/imports.ts'
import type { JournalFormat } from '../server/books/export/journal.ts'
import { sendFile } from './importing.ts'
import { pagesOf } from './pages.ts'
import type { Person } from './world.ts'

/** Words for the tests of journals that Florin has written and reads again. */

export const journalFormats: readonly JournalFormat[] = ['beancount', 'hledger', 'ledger']

/** The book of a person as a journal. */
export async function journalOf(person: Person, format: JournalFormat): Promise<string> {
  const { status, text } = await person.send({ url: `/books/current/export?format=${format}` })
  assert.equal(status, 200, text)
  return text
}

/** Sends a journal, and waits until it was read. */
export async function sendJournal(person: Person, format: JournalFormat, text: string): Promise<Import> {
  const made = await sendFile(person, { filename: `book.${format}` }, text)
  // Ledger's journals are read as those of hledger are.
  assert.deepEqual(
    [made.status, made.format, made.fault],
    ['ready', format === 'beancount' ? 'beancount' : 'hledger', null],
  )
  return made
}

/** All rows of an import. */
export const allRowsOf = (person: Person, { id }: Import): Promise<ImportRow[]> =>
  pagesOf<ImportRow>(person, `/imports/${id}/rows`)

/** Every row is a duplicate, and nobody is asked anything. */
export async function allHere(person: Person, made: Import): Promise<ImportRow[]> {
  const rows = await allRowsOf(person, made)
  const others = rows.filter((one) => one.verdict !== 'duplicate' || one.is_chosen || one.needs_attention)
  assert.deepEqual(
    others.slice(0, 5).map(({ line, verdict, text, reason }) => [line, verdict, text, reason]),
    [],
  )
  const { duplicate, invalid, chosen, attention } = made.counts
  assert.deepEqual([duplicate, invalid, chosen, attention], [rows.length, 0, 0, 0])
  assert.ok(rows.length > 0)
  return rows
}
