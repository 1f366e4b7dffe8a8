import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getImport, type Import } from '../../contract/imports.ts'
import { sendFile } from '../../test/importing.ts'
import { makeWorld, type Person } from '../../test/world.ts'
import { later } from '../../words/t.ts'
import { change, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { inPart, tooLongLine } from './read/file-values.ts'
import { faultToKeep } from './read/kept-sentences.ts'
import { tooManyRows, Unreadable } from './read/row.ts'
import { notReadable } from './read/sqlite-words.ts'
import { saidIn } from './said-again.ts'

const world = await makeWorld()

/** The fault of an import and the refusal to commit it, as a reader of a language gets them. */
async function faultIn(person: Person, id: string, language: string) {
  const headers = { 'accept-language': language }
  const shown = await person.send({ method: 'GET', url: `/imports/${id}`, headers })
  const refused = await person.send({ method: 'POST', url: `/imports/${id}/commit`, headers })
  assert.deepEqual([shown.status, refused.status, refused.body.code], [200, 409, 'import_failed'])
  assert.doesNotMatch(shown.text + refused.text, /"said"|fault_said/)
  const { fault } = shown.body as unknown as Import // of this route
  const params = refused.body.params as { fault: string }
  return { fault, message: refused.body.message, param: params.fault }
}

test('why a file cannot be read is said in the language that is asked for, and so is the refusal to commit it', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const made = await sendFile(
    ana,
    { filename: 'long.csv' },
    `Date,Amount,Text\n2026-11-04,1,${'x'.repeat(70_000)}\n`,
  )
  const fault = 'Line 2: it is longer than 65,536 characters. Is this a table of transactions?'
  const german = 'Zeile 2: Sie ist länger als 65.536 Zeichen. Ist das eine Tabelle mit Buchungen?'
  assert.deepEqual([made.status, made.fault], ['failed', fault])
  assert.deepEqual(await faultIn(ana, made.id, 'en'), {
    fault,
    message: `"long.csv" cannot be imported: ${fault}`,
    param: fault,
  })
  assert.deepEqual(await faultIn(ana, made.id, 'de'), {
    fault: german,
    message: `„long.csv“ kann nicht importiert werden: ${german}`,
    param: fault,
  })

  // A fault of before has the English sentence alone.
  await transaction(world.db, (tx) =>
    change(tx, sql`update imports set fault_said = null where id = ${made.id}`),
  )
  assert.equal((await faultIn(ana, made.id, 'de')).fault, fault)
  assert.equal((await ana.call(getImport, { params: { id: made.id } })).fault, fault)
})

test('a sentence within a sentence, and a whole one behind another, are in the same language', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const made = await sendFile(ana, { filename: 'may.ofx' }, Buffer.from('%PDF-1.7 x'))
  const fault =
    'The file is named .ofx, but it is not OFX. This is a PDF, made for printing. Export the transactions as CSV, OFX, QIF, CAMT or MT940 instead.'
  assert.equal(made.fault, fault)
  assert.equal(
    (await faultIn(ana, made.id, 'de')).fault,
    'Die Datei heißt .ofx, ist aber kein OFX. Das ist ein PDF, zum Drucken gemacht. Exportiere die Buchungen stattdessen als CSV, OFX, QIF, CAMT oder MT940.',
  )
})

test('sentences keep their English, and put choices and numbers into each language', () => {
  const both = (error: Unreadable) => {
    const stored = JSON.parse(JSON.stringify(faultToKeep(error.sentence))) as object // as the database has it
    const { fault, said } = stored as { fault: string; said: object }
    assert.equal(fault, error.message)
    return [fault, saidIn('de', { fault, said: { fault: said } }).fault]
  }
  assert.deepEqual(both(tooManyRows(100_002)), [
    'Line 100002: the file has more than 100,000 rows. Split it.',
    'Zeile 100002: Die Datei hat mehr als 100.000 Zeilen. Teile sie.',
  ])
  assert.deepEqual(both(tooLongLine('journal', 3, 12_345, 10_000)), [
    'Line 3 has 12,345 characters, and a line of a journal has at most 10,000.',
    'Zeile 3 hat 12.345 Zeichen, und eine Zeile eines Journals hat höchstens 10.000.',
  ])
  assert.deepEqual(both(tooLongLine('QIF', 3, 12_345, 10_000)), [
    'Line 3 has 12,345 characters, and a line of QIF has at most 10,000.',
    'Zeile 3 hat 12.345 Zeichen, und eine Zeile von QIF hat höchstens 10.000.',
  ])
  assert.deepEqual(both(new Unreadable(notReadable.too_many_rows({ table: 'notes', most: 1_000 }))), [
    'The table "notes" has more than 1,000 rows, which is more than Florin reads.',
    'Die Tabelle „notes“ hat mehr als 1.000 Zeilen, und so viele liest Florin nicht.',
  ])
  assert.throws(
    () =>
      inPart('a.csv', () => {
        throw new Unreadable(later('The file has no text in it.'))
      }),
    (error) => {
      assert.ok(error instanceof Unreadable)
      assert.deepEqual(both(error), [
        '"a.csv" in the zip: The file has no text in it.',
        '„a.csv“ in der Zip-Datei: Die Datei enthält keinen Text.',
      ])
      return true
    },
  )
})
