import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getImport, type Import } from '../../contract/imports.ts'
import { account } from '../../test/books.ts'
import { sendFile } from '../../test/importing.ts'
import { makeWorld, type Person } from '../../test/world.ts'
import { later } from '../../words/t.ts'
import { change, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { dayWord, decimalWord, kept, saidIn, toBeSaid } from './read/kept-sentences.ts'

const world = await makeWorld()

/** An import as a reader of a language gets it. */
async function importIn(person: Person, id: string, language?: string) {
  const answer = await person.send({
    method: 'GET',
    url: `/imports/${id}`,
    ...(language !== undefined && { headers: { 'accept-language': language } }),
  })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers['content-language'], language?.slice(0, 2) ?? 'en')
  assert.match(String(answer.headers.vary), /accept-language/i)
  assert.doesNotMatch(JSON.stringify(answer.body), /"said"/)
  return answer.body as unknown as Import // of this route
}

test('evidence and a question are said in the language that is asked for, and so is the refusal', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const bank = await account(ana, 'Bank')
  const made = await sendFile(
    ana,
    { account_id: bank.id, filename: 'open.csv' },
    'Date,Text,Amount\n03/04/2026,Aa,-1.00\n05/07/2026,Bb,2.00\n',
  )
  const why = 'No day of the file has a number above 12 that tells the day from the month, as in 03/04/2026.'
  const warum =
    'Kein Tag der Datei hat eine Zahl über 12, die den Tag vom Monat unterscheidet, wie in 03/04/2026.'
  const english = await importIn(ana, made.id)
  assert.deepEqual(english.mapping?.evidence, {
    day_order: why,
    sign: 'Some amounts have a minus, as money out has.',
    decimal_mark: 'Amounts have a point before their decimals.',
    amount_column: 'The heading "Amount" says so.',
  })
  assert.deepEqual(
    english.needs.map((need) => [need.why, need.choices.map(({ example }) => example)]),
    [[why, ['03/04/2026 is 3 April 2026', '03/04/2026 is 4 March 2026']]],
  )
  const german = await importIn(ana, made.id, 'de-CH, en;q=0.5')
  assert.deepEqual(german.mapping?.evidence, {
    day_order: warum,
    sign: 'Manche Beträge haben ein Minus, wie Ausgaben es haben.',
    decimal_mark: 'Die Beträge haben einen Punkt vor den Nachkommastellen.',
    amount_column: 'Die Überschrift „Amount“ sagt es.',
  })
  assert.deepEqual(
    german.needs.map((need) => [need.why, need.choices.map(({ example }) => example)]),
    [[warum, ['03/04/2026 ist der 3. April 2026', '03/04/2026 ist der 4. März 2026']]],
  )
  const listed = await ana.send({ method: 'GET', url: '/imports', headers: { 'accept-language': 'de' } })
  assert.equal((listed.body as unknown as { data: Import[] }).data[0]?.mapping?.evidence?.day_order, warum)
  assert.equal(listed.headers['content-language'], 'de')
  const refused = await ana.send({
    method: 'POST',
    url: `/imports/${made.id}/commit`,
    headers: { 'accept-language': 'de' },
  })
  assert.deepEqual([refused.status, refused.body.code], [409, 'import_undecided'])
  assert.ok(String(refused.body.message).includes(warum))
  assert.equal((refused.body.params as { needs: Import['needs'] }).needs[0]?.why, why)

  // What was kept before has the English sentences alone.
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`update imports set mapping = jsonb_set((mapping::jsonb #- '{evidence,said}'), '{needs}', '[]')::json
          where id = ${made.id}`,
    ),
  )
  assert.equal((await importIn(ana, made.id, 'de')).mapping?.evidence?.day_order, why)
  assert.equal((await ana.call(getImport, { params: { id: made.id } })).mapping?.evidence?.day_order, why)
})

test('a sentence that was kept has its days and numbers as a language writes them', () => {
  const rises = later('The balance rises by a positive amount.')
  const one = kept({
    name: 'a',
    why: later('{reason} It may be money, or a debt as that of a card.', { reason: rises }),
    choices: [
      { example: later('{written} is {day}', { written: 'x', day: dayWord('2026-03-04') }) },
      { example: later('{written} is {amount, number}', { written: '1.234', amount: 1234 }) },
      { example: later('Line {line}: {amount}', { line: 1002, amount: decimalWord('-1350.20') }) },
      { example: 'plain' },
    ],
  })
  const stored = JSON.parse(JSON.stringify(one)) as typeof one // as the database has it
  assert.deepEqual(saidIn('en', stored), {
    name: 'a',
    why: 'The balance rises by a positive amount. It may be money, or a debt as that of a card.',
    choices: [
      { example: 'x is 4 March 2026' },
      { example: '1.234 is 1,234' },
      { example: 'Line 1002: -1350.20' },
      { example: 'plain' },
    ],
  })
  assert.deepEqual(
    saidIn('de', stored).choices.map(({ example }) => example),
    ['x ist der 4. März 2026', '1.234 ist 1.234', 'Zeile 1002: -1.350,20', 'plain'],
  )
  assert.match(saidIn('de', stored).why, /^Der Saldo steigt um einen positiven Betrag\. /)
  assert.equal(JSON.stringify(toBeSaid(stored)), JSON.stringify(saidIn('en', stored)))
})
