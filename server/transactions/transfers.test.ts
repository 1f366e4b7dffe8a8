import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../contract/accounts.ts'
import {
  createTransfer,
  deleteTransfer,
  getTransfer,
  listTransactions,
  listTransfers,
  restoreTransfer,
  updateTransfer,
} from '../../contract/budgeting.ts'
import { undoChange } from '../../contract/changes.ts'
import { account, back, balanced, balances, bank, category, publish, spend } from '../../test/books.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'

const world = await makeWorld()
await publish(world, '2026-01-05', { USD: '1.1', JPY: '160', GBP: '0.8' })

type Move = { from_account_id: string; to_account_id: string; amount: number; [field: string]: unknown }

const move = (person: Person, body: Move) =>
  person.call(createTransfer, { body: { date: '2026-01-05', ...body } })

test('a transfer takes from one account and adds to the other, and can be changed, deleted and restored', async () => {
  const ana = await world.person()
  const [cash, bank] = [await account(ana, 'Cash'), await account(ana, 'Bank')]
  const made = await move(ana, {
    from_account_id: cash.id,
    to_account_id: bank.id,
    amount: 50,
    notes: 'n',
    memo: 'm',
    tags: ['t'],
  })
  assert.deepEqual(
    [made.kind, made.category_id, made.asset_account_id, made.from_account_id, made.to_account_id],
    ['transfer', null, cash.id, cash.id, bank.id],
  )
  assert.deepEqual([made.amount, made.to_amount, made.to_currency_id, made.lines.length], [50, 50, 'USD', 2])
  assert.deepEqual(await ana.call(getTransfer, { params: { id: made.id } }), made)
  assert.deepEqual(await ana.call(updateTransfer, { params: { id: made.id }, body: back(made) }), made)
  const more = await ana.call(updateTransfer, { params: { id: made.id }, body: back(made, { amount: 70 }) })
  assert.deepEqual([more.amount, more.to_amount, more.notes], [70, 70, 'n'])
  const turned = await ana.call(updateTransfer, {
    params: { id: made.id },
    body: { from_account_id: bank.id, to_account_id: cash.id },
  })
  assert.equal(turned.lines[0]?.account_name, 'Cash')
  assert.deepEqual(await balances(ana, cash.id), { USD: 70 })
  await ana.call(deleteTransfer, { params: { id: made.id } })
  assert.deepEqual(await balances(ana, cash.id), {})
  assert.deepEqual((await ana.call(listTransfers)).data, [])
  await ana.call(restoreTransfer, { params: { id: made.id } })
  assert.deepEqual(await balances(ana, bank.id), { USD: -70 })
  await balanced(ana)
})

test('a transfer stays in the trash as long as one of its accounts is there', async () => {
  const ana = await world.person()
  const cash = await account(ana, 'Cash')
  const purse = await ana.call(createAccount, { body: { name: 'Purse', type: 'asset' } })
  const params = {
    id: (await move(ana, { from_account_id: cash.id, to_account_id: purse.id, amount: 5 })).id,
  }
  await ana.call(deleteTransfer, { params })
  await ana.call(undoChange, { params: { version: String(purse.version) } })
  const { code, message } = await refused(ana.call(restoreTransfer, { params }))
  assert.deepEqual(
    [code, message],
    ['link_deleted', 'The account "Purse" is in the trash. Restore it first.'],
  )
  assert.deepEqual((await ana.call(listTransfers)).data, [])
})

test('between currencies both sides go through Currency exchange at one base amount: the base side, if there is one', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const [euros, dollars, pounds] = [
    await bank(ana, 'Euros', 'EUR'),
    await bank(ana, 'Dollars', 'USD'),
    await bank(ana, 'Pounds', 'GBP'),
  ]
  const facts = ({
    currency_id,
    amount,
    to_currency_id,
    to_amount,
    base_amount,
    fx_rate,
    fx_source,
  }: Awaited<ReturnType<typeof move>>) => [
    currency_id,
    amount,
    to_currency_id,
    to_amount,
    base_amount,
    fx_rate,
    fx_source,
  ]

  const out = await move(ana, { from_account_id: euros.id, to_account_id: dollars.id, amount: 100 })
  assert.deepEqual(facts(out), ['EUR', 100, 'USD', 110, 100, 1, 'base'])
  const home = await move(ana, {
    from_account_id: dollars.id,
    to_account_id: euros.id,
    amount: 11,
    to_amount: 9.5,
  })
  assert.deepEqual(facts(home), ['USD', 11, 'EUR', 9.5, 9.5, 0.8636363636, 'charged'])
  const market = await move(ana, { from_account_id: dollars.id, to_account_id: euros.id, amount: 11 })
  assert.deepEqual(facts(market), ['USD', 11, 'EUR', 10, 10, 0.909090909090909, 'ecb'])
  const third = await move(ana, {
    from_account_id: dollars.id,
    to_account_id: pounds.id,
    amount: 22,
    to_amount: 15,
  })
  assert.deepEqual(facts(third), ['USD', 22, 'GBP', 15, 20, 0.909090909090909, 'ecb'])
  const guessed = await move(ana, { from_account_id: dollars.id, to_account_id: pounds.id, amount: 22 })
  assert.deepEqual(facts(guessed), ['USD', 22, 'GBP', 16, 20, 0.909090909090909, 'ecb'])
  for (const transfer of [out, home, market, third, guessed]) {
    assert.equal(transfer.lines.length, 4)
    assert.deepEqual(
      await ana.call(updateTransfer, { params: { id: transfer.id }, body: back(transfer) }),
      transfer,
    )
  }
  assert.deepEqual(await balances(ana, euros.id), { EUR: -80.5 })
  assert.deepEqual(await balances(ana, dollars.id), { USD: 44 })
  assert.deepEqual(await balances(ana, pounds.id), { GBP: 31 })
  await balanced(ana)
})

test('an account that takes any currency takes what is sent', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const [cash, dollars] = [await account(ana, 'Cash'), await bank(ana, 'Dollars', 'USD')]
  await move(ana, { from_account_id: dollars.id, to_account_id: cash.id, amount: 20 })
  assert.deepEqual(await balances(ana, cash.id), { USD: 20 })
  await move(ana, { from_account_id: cash.id, to_account_id: dollars.id, amount: 1000, currency_id: 'JPY' })
  assert.deepEqual(await balances(ana, cash.id), { USD: 20, JPY: -1000 })
  await move(ana, {
    from_account_id: dollars.id,
    to_account_id: cash.id,
    amount: 11,
    to_currency_id: 'GBP',
    to_amount: 8,
  })
  assert.deepEqual(await balances(ana, cash.id), { USD: 20, JPY: -1000, GBP: 8 })
})

test('a transfer that cannot be is refused by field', async () => {
  const [ana, eve] = [await world.person({ base_currency_id: 'EUR' }), await world.person()]
  const [cash, euros, dollars] = [
    await account(ana, 'Cash'),
    await bank(ana, 'Euros', 'EUR'),
    await bank(ana, 'Dollars', 'USD'),
  ]
  const food = await category(ana, 'Food')
  const good = { from_account_id: cash.id, to_account_id: euros.id, amount: 10, date: '2026-01-05' }
  const theirs = (await account(eve, 'Cash')).id
  const cases: [change: object, code: string, field: string][] = [
    [{ to_account_id: cash.id }, 'transfer_same_account', 'to_account_id'],
    ...[theirs, food.account.id, 'nonsense', (await account(ana, 'Payables')).id].flatMap(
      (id): [object, string, string][] => [
        [{ from_account_id: id }, 'account_not_usable', 'from_account_id'],
        [{ to_account_id: id }, 'account_not_usable', 'to_account_id'],
      ],
    ),
    [{ from_account_id: dollars.id, currency_id: 'JPY' }, 'account_currency', 'currency_id'],
    [{ to_currency_id: 'JPY' }, 'account_currency', 'to_currency_id'],
    [{ currency_id: 'XXX' }, 'currency_not_found', 'currency_id'],
    [{ to_currency_id: 'XXX' }, 'currency_not_found', 'to_currency_id'],
    [{ to_amount: 9 }, 'transfer_mismatch', 'to_amount'],
    [{ from_account_id: dollars.id, to_amount: 9, fx_rate: 2 }, 'transfer_mismatch', 'to_amount'],
    [{ amount: 0.001 }, 'amount_decimals', 'amount'],
    [{ amount: 1e14 }, 'amount_too_large', 'amount'],
    [{ from_account_id: dollars.id, to_amount: 0.001 }, 'amount_decimals', 'to_amount'],
    [{ currency_id: 'BHD' }, 'fx_rate_missing', 'fx_rate'],
    [{ fx_rate: 2 }, 'fx_rate_base', 'fx_rate'],
    [{ contact_id: theirs }, 'contact_not_found', 'contact_id'],
    [{ amount: 0 }, 'invalid', 'amount'],
    [{ amount: undefined }, 'invalid', 'amount'],
    [{ from_account_id: undefined }, 'invalid', 'from_account_id'],
    [{ to_account_id: null }, 'invalid', 'to_account_id'],
    [{ date: '2026-02-30' }, 'invalid', 'date'],
  ]
  for (const [change, code, field] of cases) {
    const answer = await ana.send({
      method: 'POST',
      url: '/budgeting/transfers',
      payload: { ...good, ...change },
    })
    assert.deepEqual(
      [answer.status, answer.body.code],
      [422, code],
      `${JSON.stringify(change)} ${answer.text}`,
    )
    assert(answer.body.errors[field], answer.text)
  }
  const { id } = await ana.call(createTransfer, { body: good })
  for (const [change, code] of cases.filter(([change]) => !Object.values(change).includes(undefined))) {
    const answer = await ana.send({ method: 'PUT', url: `/budgeting/transfers/${id}`, payload: change })
    assert.deepEqual(
      [answer.status, answer.body.code],
      [422, code],
      `${JSON.stringify(change)} ${answer.text}`,
    )
  }
  assert.equal((await eve.send({ url: `/budgeting/transfers/${id}` })).status, 404)
  assert.equal((await ana.call(listTransfers)).data.length, 1)
})

test('a change keeps the currency that arrives, unless it was the same on both sides', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const [cash, other] = [await account(ana, 'Cash'), await account(ana, 'Bank')]
  const sides = { from_account_id: cash.id, to_account_id: other.id, amount: 10 }
  const change = (id: string, body: object) => ana.call(updateTransfer, { params: { id }, body })
  const made = await move(ana, { ...sides, to_currency_id: 'USD', to_amount: 12.5 })
  const noted = await change(made.id, { notes: 'x' })
  assert.deepEqual([noted.to_currency_id, noted.to_amount], ['USD', 12.5])
  const plain = await move(ana, sides)
  const dollars = await change(plain.id, { currency_id: 'USD' })
  assert.deepEqual([dollars.currency_id, dollars.to_currency_id, dollars.to_amount], ['USD', 'USD', 10])
  await balanced(ana)
})

test('what would arrive as nothing is not moved, until it is said what arrives', async () => {
  const ana = await world.person({ base_currency_id: 'JPY' })
  const [cash, other] = [await account(ana, 'Cash'), await account(ana, 'Bank')]
  const sides = { from_account_id: cash.id, to_account_id: other.id, amount: 0.01, currency_id: 'USD' }
  for (const [to_currency_id, fx_rate] of [
    ['JPY', 0.1],
    ['EUR', 0.1],
  ] as const) {
    const problem = await refused(move(ana, { ...sides, to_currency_id, fx_rate }))
    assert.equal(problem.code, 'transfer_mismatch')
    assert.match(problem.message, /0.01 USD comes to nothing in .*Send what arrives/)
  }
  const made = await move(ana, { ...sides, to_currency_id: 'EUR', fx_rate: 0.1, to_amount: 0.01 })
  assert.deepEqual([made.base_amount, made.to_amount], [0, 0.01])
})

test('the timeline shows every kind, the latest day first, and the latest change first within it', async () => {
  const ana = await world.person()
  const [food, cash, other] = [
    await category(ana, 'Food'),
    await account(ana, 'Cash'),
    await account(ana, 'Bank'),
  ]
  const spent = await spend(ana, { amount: 1, category_id: food.id, date: '2026-01-05' })
  const moved = await move(ana, { from_account_id: cash.id, to_account_id: other.id, amount: 1 })
  const early = await spend(ana, { amount: 1, category_id: food.id, date: '2026-01-04' })
  await bank(ana, 'Old', 'USD', { opening_balance: 5, opening_date: '2025-01-01' })
  const { data } = await ana.call(listTransactions)
  assert.deepEqual(
    data.slice(0, 3).map(({ id }) => id),
    [moved.id, spent.id, early.id],
  )
  assert.deepEqual(
    data.map(({ kind }) => kind),
    ['transfer', 'expense', 'expense', 'opening'],
  )
})
