import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createContact } from '../../contract/contacts.ts'
import { reasonCodes } from '../../contract/import-reasons.ts'
import type { ImportRow } from '../../contract/import-rows.ts'
import { commitImport } from '../../contract/imports.ts'
import { createObligation } from '../../contract/obligations.ts'
import { account, bank } from '../../test/books.ts'
import { csv, rowsOf, sendFile } from '../../test/importing.ts'
import { makeWorld, type Person } from '../../test/world.ts'
import { change, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { faultCodes } from './read/row-faults.ts'

const world = await makeWorld()

/** The rows of an import as a reader of a language gets them. */
async function rowsIn(person: Person, id: string, language?: string) {
  const answer = await person.send({
    method: 'GET',
    url: `/imports/${id}/rows?sort=n`,
    ...(language !== undefined && { headers: { 'accept-language': language } }),
  })
  assert.equal(answer.status, 200)
  const { data } = answer.body as { data: ImportRow[] } // of this route
  return { rows: data, language: answer.headers['content-language'], vary: String(answer.headers.vary) }
}

test('a reason is said in the language that is asked for, and its code and values are the same in all', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const bank = await account(ana, 'Bank')
  const bela = await ana.call(createContact, { body: { name: 'Bela Novak' } })
  await ana.call(createObligation, {
    body: {
      name: 'Loan',
      opened_date: '2024-03-01',
      original_amount: 1350.2,
      outstanding_amount: 1350.2,
      contact_id: bela.id,
      account_id: (await account(ana, 'Receivables')).id,
      currency_id: 'EUR',
    },
  })
  const made = await sendFile(
    ana,
    { account_id: bank.id, filename: 'may.csv' },
    csv('2024-05-02,Bela Novak,350.20', '2024-05-03,Qqqq,-1.00', 'soon,Zzzz,x'),
  )
  const english = await rowsIn(ana, made.id)
  assert.deepEqual([english.language, /accept-language/i.test(english.vary)], ['en', true])
  assert.deepEqual(
    english.rows.map(({ reason }) => reason),
    [
      'It names Bela Novak, who owes you 1350.20 EUR. After this 1000.00 EUR.',
      'Nothing like it is in the book yet: it goes to Other expenses.',
      'Line 4: "soon" is not a date. Line 4: "x" is not an amount.',
    ],
  )
  const german = await rowsIn(ana, made.id, 'de-AT, en;q=0.5')
  assert.equal(german.language, 'de')
  assert.deepEqual(
    german.rows.map(({ reason }) => reason.replaceAll('\u00a0', ' ')),
    [
      'Bela Novak wird darin genannt und schuldet dir 1.350,20 €. Danach noch 1.000,00 €.',
      'So etwas ist noch nicht im Buch: Es kommt in Other expenses.',
      'Zeile 4: „soon“ ist kein Datum. Zeile 4: „x“ ist kein Betrag.',
    ],
  )
  assert.deepEqual(
    german.rows.map(({ reasons }) => reasons),
    english.rows.map(({ reasons }) => reasons),
  )
  assert.deepEqual(english.rows[0]?.reasons, [
    { code: 'owes_you', params: { contact: 'Bela Novak', amount: { amount: 1350.2, currency_id: 'EUR' } } },
    { code: 'then_left', params: { amount: { amount: 1000, currency_id: 'EUR' } } },
  ])
  assert.deepEqual(german.rows[2]?.faults[0], {
    field: 'date',
    message: 'Zeile 4: „soon“ ist kein Datum.',
    code: 'not_a_date',
    params: { line: 4, value: 'soon' },
  })
  const decided = await ana.send({
    method: 'PUT',
    url: `/imports/${made.id}/rows/2`,
    headers: { 'accept-language': 'de' },
    payload: { is_chosen: false },
  })
  assert.equal(decided.headers['content-language'], 'de')
  assert.match(String(decided.body.reason), /^So etwas ist noch nicht im Buch/)
})

test('a day in a reason is written as the language writes it, with its year if that is another one', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const purse = await bank(ana, 'Purse', 'EUR')
  const file = { account_id: purse.id, filename: 'march.csv' }
  const first = await sendFile(ana, file, csv('2024-03-02,Bakery,-3.20'))
  await ana.call(commitImport, { params: { id: first.id } })
  const again = await sendFile(
    ana,
    { ...file, filename: 'april.csv' },
    csv('2024-03-02,Bakery,-3.20', '2024-04-02,Bakery,-4.20'),
  )
  const [row] = (await rowsIn(ana, again.id, 'de')).rows
  assert.match(row?.reason ?? '', /^Importiert am \d{1,2}\. \p{L}+ aus march\.csv\.$/u)
  const past = { code: 'imported', params: { day: '2024-03-09', file: 'march.csv' } }
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`update import_rows set reasons = ${JSON.stringify([past])}::json where import_id = ${again.id} and n = 1`,
    ),
  )
  const [old] = (await rowsIn(ana, again.id, 'de')).rows
  assert.equal(old?.reason, 'Importiert am 9. März 2024 aus march.csv.')
})

test('a row of before the codes keeps its English sentence in every language', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const bank = await account(ana, 'Bank')
  const made = await sendFile(
    ana,
    { account_id: bank.id, filename: 'old.csv' },
    csv('2024-05-03,Qqqq,-1.00', 'soon,Zzzz,1.00'),
  )
  const before = await rowsOf(ana, made)
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`update import_rows set reasons = null,
            file_row = case when verdict = 'invalid'
              then '{"n":2,"line":3,"text":"Zzzz","faults":[{"field":"date","message":"Line 3: \\"soon\\" is not a date."}]}'::json
              else file_row end
          where import_id = ${made.id}`,
    ),
  )
  const { rows } = await rowsIn(ana, made.id, 'de')
  assert.deepEqual(
    rows.map(({ reason, reasons }) => [reason, reasons]),
    before.map(({ reason }) => [reason, []]),
  )
  assert.deepEqual(rows[1]?.faults, [
    { field: 'date', message: 'Line 3: "soon" is not a date.', code: 'unreadable', params: {} },
  ])
})

/** In the order of the alphabet. */
const REASONS =
  'account_as_before account_by_name account_by_number account_missing account_not_in_use balance_said ' +
  'book_closed cash_machine copy_on_account deleted_since entered entered_for entered_parts ' +
  'entered_parts_for erased erased_since file_categories file_category file_category_group ' +
  'file_category_named file_category_other_kind file_category_unknown hidden_from_reports imported ' +
  'imported_other_number imported_other_words in_other_file in_other_file_doubtful is_it_the_same ' +
  'known_shop left_out nothing_booked nothing_like_it opening_closed opening_follows opening_here ' +
  'opening_of opening_reconciled opposite_row other_amount other_currency other_half_closed ' +
  'other_half_missing other_half_on other_half_reconciled other_half_row other_half_that_day ' +
  'otherwise_here owes_you owes_you_of_it own_entry own_entry_deleted paid_you pays_card pays_this_card ' +
  'pays_this_card_from pays_which_card plan_recorded plan_recorded_for rate_missing recorded_with_row ' +
  'refund_of refund_of_row refund_words repeated_in_file rule same_account same_amount_on ' +
  'same_amount_that_day savings_words several_contacts then_left then_settled transfer_here ' +
  'transfer_here_with transfer_in_file transfer_same_amount word_went words_differ you_owe ' +
  'you_owe_for_it you_paid'
const FAULTS =
  'account_missing account_not_below account_not_in_file amount_missing amount_not_chosen ' +
  'amount_not_decimal amount_of_nothing amount_out_and_in amount_too_large amount_too_many_decimals ' +
  'amount_unclear amount_without_decimals amount_without_sign balances_disagree booking_day ' +
  'currency_ended date_missing date_not_chosen date_of_two_months date_without_year day_out_of_range ' +
  'entry_cut expected field_missing field_not_a_day field_not_an_amount investments investments_here ' +
  'investments_of kind_not_in_list list_not_read neither_crdt_nor_dbit neither_debit_nor_credit ' +
  'no_direction not_a_balance not_a_currency not_a_currency_but_holding not_a_date not_a_day not_a_fee ' +
  'not_an_amount not_an_amount_of not_an_entry not_booked not_moved not_moved_below not_moved_under ' +
  'not_of_iso_4217 other_headings other_title pending repeated_number securities several_paid ' +
  'splits_differ state_unknown sum_of_rows sum_or_balance too_many_cells too_many_sides total_differs ' +
  'total_missing type_not_of_account unreadable voided without_words'

test('codes are what programs decide by: none is renamed or removed', () => {
  assert.deepEqual([...reasonCodes].sort(), REASONS.split(' '))
  assert.deepEqual([...faultCodes].sort(), FAULTS.split(' '))
})
