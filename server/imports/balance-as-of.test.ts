import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAccount, listAccountLines, updateAccount } from '../../contract/accounts.ts'
import { updateBook } from '../../contract/books.ts'
import { undoChange } from '../../contract/changes.ts'
import { addDays } from '../../contract/day.ts'
import { commitImport, updateImportRow } from '../../contract/imports.ts'
import { balanced, balances, bank, category, spend } from '../../test/books.ts'
import { csv, rowsOf, sendFile } from '../../test/importing.ts'
import { finish, start, tick } from '../../test/reconciling.ts'
import { refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()
const today = new Date().toISOString().slice(0, 10)
const day = (count: number) => addDays(today, count)

/** A person who said today what is in the bank. */
async function household(amount = 2450.3, currency = 'USD') {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const giro = await bank(ana, 'Giro', currency, { balance_as_of: { date: today, amount } })
  const shop = (amount: number, date: string) =>
    spend(ana, { amount, category_id: food.id, asset_account_id: giro.id, date })
  const send = (body: string) => sendFile(ana, { account_id: giro.id, filename: 'bank.csv' }, body)
  const commit = ({ id }: { id: string }) => ana.call(commitImport, { params: { id } })
  return { ana, giro, shop, send, commit }
}

test('a file of the past leaves the balance as it was said, and its undo too', async () => {
  const { ana, giro, send, commit } = await household()
  const made = await send(
    csv(`${day(-40)},RENT,-890.00`, `${day(-20)},PAY,3240.00`, `${day(-2)},SHOP,-10.99`),
  )
  const { version } = await commit(made)
  assert.deepEqual(await balances(ana, giro.id), { USD: 2450.3 })
  const lines = async () => (await ana.call(listAccountLines, { params: { id: giro.id } })).data
  assert.deepEqual(
    (await lines()).map(({ kind, running_balance }) => [kind, running_balance]),
    [
      ['expense', 2450.3],
      ['income', 2461.29],
      ['expense', -778.71],
      ['opening', 111.29],
    ],
  )
  await ana.call(undoChange, { params: { version: String(version) } })
  assert.deepEqual(
    (await lines()).map(({ kind, running_balance }) => [kind, running_balance]),
    [['opening', 2450.3]],
  )
  await balanced(ana)
})

const QIF = (date: string) =>
  `!Type:Bank\nD${date}\nT1,000.00\nPOpening Balance\nL[Giro]\n^\nD${date}\nT-5.00\nPKiosk\n^\n`

test('the opening balance of a file is compared with the balance that was said, not recorded', async () => {
  const { ana, giro, send, commit } = await household()
  const made = await send(QIF('2026-01-05'))
  const [opening, kiosk] = await rowsOf(ana, made)
  assert.deepEqual(
    [opening?.verdict, opening?.is_chosen, opening?.needs_attention],
    ['duplicate', false, false],
  )
  assert.match(
    opening?.reason ?? '',
    /^You said that Giro had 2450\.30 USD as of \d+ \w+, and its opening follows from that: 1000\.00 USD is compared, not recorded\.$/,
  )
  assert.equal(kiosk?.is_chosen, true)
  const params = { id: made.id, n: '1' }
  await ana.call(updateImportRow, { params, body: { is_chosen: true } })
  const answer = await ana.send({ method: 'POST', url: `/imports/${made.id}/commit` })
  assert.deepEqual([answer.status, answer.body.code], [409, 'row_refused'])
  assert.match(answer.body.message, /"Giro" has 2450\.30 USD as of/)
  await ana.call(updateImportRow, { params, body: { is_chosen: false } })
  await commit(made)
  assert.deepEqual(await balances(ana, giro.id), { USD: 2450.3 })
  assert.equal((await ana.call(getAccount, { params: { id: giro.id } })).balance_as_of?.amount, 2450.3)
})

test('rows that would move an opening in closed days wait, with the sentence, and the others do not', async () => {
  const { ana, giro, shop, send, commit } = await household()
  await shop(10, day(-30))
  await ana.call(updateBook, { body: { closed_through: day(-25) } })
  const made = await send(csv(`${day(-20)},SHOP,-10.00`, `${today},KIOSK,-2.00`))
  const rows = await rowsOf(ana, made)
  assert.deepEqual(
    rows.map(({ is_chosen, needs_attention }) => [is_chosen, needs_attention]),
    [
      [false, true],
      [true, false],
    ],
  )
  assert.match(
    rows[0]?.reason ?? '',
    /^You said that Giro had 2450\.30 USD as of .* A row before that moves the account's opening, and the book is closed through .*\.$/,
  )
  await ana.call(updateImportRow, { params: { id: made.id, n: '1' }, body: { is_chosen: true } })
  assert.equal((await refused(commit(made))).code, 'locked', 'the sentence was right')
  await ana.call(updateAccount, { params: { id: giro.id }, body: { balance_as_of: null } })
  const again = await rowsOf(ana, await send(csv(`${day(-20)},SHOP,-10.00`)))
  assert.equal(again[0]?.is_chosen, true)
})

test('rows on the first open day wait too, because the opening goes to the day before', async () => {
  const { ana, send, commit } = await household()
  await ana.call(updateBook, { body: { closed_through: day(-25) } })
  const made = await send(csv(`${day(-24)},SHOP,-10.00`, `${day(-23)},SHOP,-11.00`))
  const rows = await rowsOf(ana, made)
  assert.deepEqual(
    rows.map(({ is_chosen }) => is_chosen),
    [false, true],
  )
  await commit(made)
  assert.match(
    (await rowsOf(ana, await send(csv(`${day(-24)},OTHER,-10.00`))))[0]?.reason ?? '',
    /closed through/,
  )
})

test('rows that would move an opening on a reconciled statement wait', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const giro = await bank(ana, 'Giro', 'USD', { opening_balance: 110, opening_date: day(-30) })
  await spend(ana, { amount: 10, category_id: food.id, asset_account_id: giro.id, date: day(-29) })
  const { data } = await ana.call(listAccountLines, { params: { id: giro.id } })
  const statement = await start(ana, giro, day(-20), 100)
  await tick(
    ana,
    statement,
    data.map(({ id }) => id),
  )
  await finish(ana, statement)
  await ana.call(updateAccount, {
    params: { id: giro.id },
    body: { balance_as_of: { date: today, amount: 100 } },
  })
  const made = await sendFile(ana, { account_id: giro.id }, csv(`${day(-10)},SHOP,-10.00`))
  const [row] = await rowsOf(ana, made)
  assert.deepEqual([row?.is_chosen, row?.needs_attention], [false, true])
  assert.match(
    row?.reason ?? '',
    /moves the account's opening, which is on a statement that was reconciled\.$/,
  )
})
