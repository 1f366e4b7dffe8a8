import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getImport, type Import } from '../../contract/imports.ts'
import { Refusal } from '../../contract/refusals.ts'
import { account } from '../../test/books.ts'
import { sendFile, untilRead } from '../../test/importing.ts'
import { makeWorld, type Person } from '../../test/world.ts'
import { inLanguage, later } from '../../words/t.ts'
import { change, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { boundedBesides } from './read/bounded-besides.ts'
import { dayWord, decimalWord, kept } from './read/kept-sentences.ts'
import { keptRefusal, reasonOf, saidIn, toBeSaid } from './said-again.ts'

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

  // An import of before has the English sentences alone.
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

test('what a file brings and is left out is named and explained in the language that is asked for', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const made = await sendFile(
    ana,
    { filename: 'home.journal' },
    [
      'commodity EUR 1,000.00',
      'P 2024-01-02 ACME 12.00 EUR',
      '~ monthly',
      '    Expenses:Rent    500.00 EUR',
      '    Assets:Bank',
      '',
      '2024-01-03 Broker',
      '    Assets:Depot    3 ACME @ 450.50 EUR',
      '    Assets:Bank    -1,351.50 EUR',
      '',
      '2024-01-04 Bakery',
      '    Expenses:Food    4.50 EUR',
      '    Assets:Bank    -4.50 EUR = 20.00 EUR',
      '',
    ].join('\n'),
  )
  assert.deepEqual([made.format, made.fault], ['hledger', null])
  const left = ({ brings }: Import) =>
    brings.flatMap(({ left_out }) => left_out.map(({ name, why }) => `${name} / ${why}`))
  assert.deepEqual(left(await importIn(ana, made.id)), [
    'Periodic rules (~): 1 / It is in line 3. They are forecasts and budgets, not entries.',
    'Prices of shares and other things: 1 / Only rates between currencies come over.',
    '3 ACME in Assets:Depot / Florin does not count shares and other things. The account has them at what they cost, 1351.5 EUR.',
    'Balance of Assets:Bank, 2024-01-04 / Line 13: the journal states 20 EUR, and its transactions come to -1356 EUR.',
  ])
  assert.deepEqual(left(await importIn(ana, made.id, 'de')), [
    'Periodische Regeln (~): 1 / Sie steht in Zeile 3. Das sind Vorhersagen und Budgets, keine Buchungen.',
    'Kurse von Wertpapieren und anderen Dingen: 1 / Nur Kurse zwischen Währungen werden übernommen.',
    '3 ACME in Assets:Depot / Florin zählt keine Wertpapiere und anderen Dinge. Das Konto führt sie zu dem, was sie gekostet haben: 1.351,5 EUR.',
    'Saldo von Assets:Bank, 2024-01-04 / Zeile 13: Das Journal nennt 20 EUR, und die Buchungen ergeben -1.356 EUR.',
  ])
  const bank = made.mapping?.accounts.map(({ name, account_id }) => ({ name, account_id })) ?? []
  const read = await ana.send({
    method: 'PUT',
    url: `/imports/${made.id}`,
    headers: { 'accept-language': 'de' },
    payload: { mapping: { accounts: bank } },
  })
  assert.equal(left(await untilRead(ana, read.body as unknown as Import)).length, 4)
  const done = await ana.send({
    method: 'POST',
    url: `/imports/${made.id}/commit`,
    headers: { 'accept-language': 'de' },
  })
  assert.deepEqual([done.status, done.headers['content-language']], [200, 'de'])
  assert.match(left((done.body as { import: Import }).import)[0] ?? '', /^Periodische Regeln/)
})

test('of what is left out, the first of a kind can be said in other languages, and longer sentences stay English', () => {
  const { left_out = [] } = boundedBesides({
    left_out: Array.from({ length: 60 }, (_, at) => ({
      kind: 'other' as const,
      name: later('Padding of {account}', { account: at === 1 ? 'x'.repeat(500) : 'Cash' }),
      why: later('Florin has no place for them.'),
    })),
  })
  assert.deepEqual(
    left_out.slice(0, 2).map(({ name, said }) => [name.length, Object.keys(said ?? {})]),
    [
      [15, ['name', 'why']],
      [200, ['why']],
    ],
  )
  assert.deepEqual([left_out[49]?.said !== undefined, left_out[50]?.said], [true, undefined])
})

test('the sentence of a refusal that leaves something out is said again by its code', () => {
  const refusal = new Refusal('file_empty', {})
  const kept = { name: 'a', why: refusal.message, said: { why: keptRefusal(refusal) } }
  assert.equal(saidIn('en', kept).why, refusal.message)
  assert.equal(
    saidIn('de', kept).why,
    inLanguage('de', () => refusal.sentence),
  )
  assert.notEqual(saidIn('de', kept).why, refusal.message)
  const nested = new Refusal('goal_account', {
    field: 'account_id',
    reason: later('"{name}" is deactivated.', { name: 'Depot' }),
  })
  const nestedKept = JSON.parse(JSON.stringify({ why: nested.message, said: { why: keptRefusal(nested) } }))
  assert.equal(
    saidIn('de', nestedKept as { why: string }).why,
    inLanguage('de', () => nested.sentence),
  )
  assert.doesNotMatch(saidIn('de', nestedKept as { why: string }).why, /deactivated/)
  assert.equal(`${reasonOf(nested)}`, nested.message)
  assert.equal(
    keptRefusal(new Refusal('import_failed', { filename: 'x', fault: 'x'.repeat(3_000) })),
    undefined,
  )
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

test('a commit is said in the language that is asked for, and repeated under its key in English, which it says', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const bank = await account(ana, 'Bank')
  const made = await sendFile(
    ana,
    { account_id: bank.id, filename: 'march.csv' },
    'Date,Text,Amount\n2026-03-04,Aa,-1.00\n',
  )
  const commit = async (language: string) => {
    const { headers, body } = await ana.send({
      method: 'POST',
      url: `/imports/${made.id}/commit`,
      headers: { 'accept-language': language, 'idempotency-key': 'march' },
    })
    const shown = (body as unknown as { import: Import }).import
    assert.doesNotMatch(JSON.stringify(body), /"said"/)
    return [
      headers['idempotency-replayed'] ?? 'first',
      headers['content-language'],
      shown.mapping?.evidence?.day_order,
    ]
  }
  assert.deepEqual(await commit('de'), ['first', 'de', 'Das Datum beginnt mit dem Jahr.'])
  assert.deepEqual(await commit('en'), ['true', 'en', 'Days begin with the year.'])
  assert.deepEqual(await commit('fr'), ['true', 'en', 'Days begin with the year.'])
})

test('a refusal that was kept under a code of before keeps its English sentence', () => {
  const of = { why: 'It was so.', said: { why: { code: 'of_before' as never, detail: {} } } }
  assert.deepEqual(saidIn('de', of), { why: 'It was so.' })
})
