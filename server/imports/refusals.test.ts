import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RowChange } from '../../contract/import-rows.ts'
import {
  commitImport,
  deleteImport,
  updateImport,
  updateImportRow,
  updateImportRows,
} from '../../contract/imports.ts'
import { bank } from '../../test/books.ts'
import { csv, sendFile, untilRead } from '../../test/importing.ts'
import { refused, sharedWorld } from '../../test/world.ts'
import { newId } from '../process/ids.ts'

const world = await sharedWorld()

test('an import that was recorded is not changed, removed or decided about any more', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const { id: account_id } = await bank(ana, 'Giro', 'EUR')
  const { id } = await sendFile(ana, { account_id, filename: 'nov.csv' }, csv('2026-11-02,BILLA,-22.10'))
  const params = { id }
  await ana.call(commitImport, { params })
  const codes = await Promise.all(
    [
      ana.call(updateImport, { params, body: { mapping: { is_reversed: true } } }),
      ana.call(deleteImport, { params }),
      ana.call(updateImportRows, { params, body: { set: { is_chosen: false } } }),
      ana.call(updateImportRow, { params: { id, n: '1' }, body: { is_chosen: false } }),
    ].map(async (asked) => (await refused(asked)).code),
  )
  assert.deepEqual(
    codes,
    codes.map(() => 'import_committed'),
  )
})

test('a file whose account is not known is refused with what is missing and where it goes, and recorded once it is there', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const { id: account_id } = await bank(ana, 'Giro', 'EUR')
  const rows = csv('2026-11-02,BILLA,-22.10', '2026-11-03,SPAR,-5.00')
  const { id } = await sendFile(ana, { filename: 'nov.csv' }, rows)
  const params = { id }
  const commit = () => ana.call(commitImport, { params })
  const problem = await refused(commit())
  assert.equal(problem.code, 'import_nothing')
  assert.equal(
    problem.message,
    'Of the 2 rows of "nov.csv", none is chosen, because the account of the file is missing. Send it as account_id with PUT /imports/{id}.',
  )
  await untilRead(ana, await ana.call(updateImport, { params, body: { account_id } }))
  assert.equal((await commit()).import.status, 'committed')

  const again = await sendFile(ana, { account_id, filename: 'again.csv' }, rows)
  assert.equal(
    (await refused(ana.call(commitImport, { params: { id: again.id } }))).message,
    'Of the 2 rows of "again.csv", none is chosen.',
  )
  const one = await sendFile(ana, { account_id, filename: 'one.csv' }, csv('2026-11-02,BILLA,-22.10'))
  assert.equal(
    (await refused(ana.call(commitImport, { params: { id: one.id } }))).message,
    'The only row of "one.csv" is not chosen.',
  )
})

test('a file that cannot be read is not recorded', async () => {
  const ana = await world.person()
  const { id, status } = await sendFile(ana, { filename: 'pdf.csv' }, '%PDF-1.7 nothing to read')
  assert.equal(status, 'failed')
  assert.equal((await refused(ana.call(commitImport, { params: { id } }))).code, 'import_failed')
})

test('a decision about several rows names only what is there', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const { id: account_id } = await bank(ana, 'Giro', 'EUR')
  const { id } = await sendFile(ana, { account_id, filename: 'nov.csv' }, csv('2026-11-02,BILLA,-22.10'))
  const codeOf = async (draft: RowChange['draft']) =>
    (
      await refused(
        ana.call(updateImportRows, { params: { id }, body: { set: { ...(draft && { draft }) } } }),
      )
    ).code
  assert.equal(await codeOf({ category_id: newId() }), 'category_not_found')
  assert.equal(await codeOf({ contact_id: newId() }), 'contact_not_found')
  assert.equal(await codeOf({ kind: 'transfer', other_account_id: newId() }), 'account_not_usable')
  assert.equal(await codeOf({ kind: 'payment', obligation_id: newId() }), 'obligation_not_payable')
})

test('a file that can be read in two ways is not recorded until a person says which', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const { id: account_id } = await bank(ana, 'Giro', 'EUR')
  const rows = csv('03/04/2026,LIDL,12.50', '05/07/2026,REWE,30.00', '06/09/2026,SHELL,8.00')
  const made = await sendFile(ana, { account_id, filename: 'card.csv' }, rows)
  assert.deepEqual(
    [made.needs.map(({ what }) => what), made.mapping?.certainty?.day_order, made.mapping?.certainty?.sign],
    [['day_order', 'sign'], 'undecided', 'undecided'],
  )
  const params = { id: made.id }
  const problem = await refused(ana.call(commitImport, { params }))
  assert.equal(problem.code, 'import_undecided')
  assert.deepEqual(problem.params?.needs, made.needs)
  const answer = (what: string, value: string) =>
    made.needs.find((need) => need.what === what)?.choices.find((one) => one.value === value)?.mapping
  const half = await untilRead(
    ana,
    await ana.call(updateImport, {
      params,
      body: { mapping: answer('day_order', 'month_first') ?? assert.fail('there is no such choice') },
    }),
  )
  assert.deepEqual(
    half.needs.map(({ what }) => what),
    ['sign'],
  )
  const whole = await untilRead(
    ana,
    await ana.call(updateImport, {
      params,
      body: { mapping: answer('sign', 'money_out') ?? assert.fail('there is no such choice') },
    }),
  )
  assert.deepEqual([whole.needs, whole.date_from, whole.date_to], [[], '2026-03-04', '2026-06-09'])
  const { import: committed } = await ana.call(commitImport, { params })
  assert.deepEqual([committed.needs, committed.counts.chosen], [[], 3])
  const next = await sendFile(
    ana,
    { account_id },
    csv('03/06/2026,LIDL,5.00', '05/08/2026,REWE,6.00', '07/09/2026,REWE,7.00'),
  )
  assert.deepEqual([next.needs, next.mapping?.certainty?.sign], [[], 'likely'], 'the answers are remembered')
  assert.equal(next.mapping?.evidence?.day_order, 'As in the last file of this account.')
})
