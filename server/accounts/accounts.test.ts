import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createAccount,
  deleteAccount,
  getAccount,
  listAccountLines,
  listAccounts,
  restoreAccount,
  updateAccount,
} from '../../contract/accounts.ts'
import { deleteExpense } from '../../contract/budgeting.ts'
import { createContact } from '../../contract/contacts.ts'
import { account, balanced, balances, bank, category, publish, spend } from '../../test/books.ts'
import { makeWorld, refused } from '../../test/world.ts'

const world = await makeWorld()
const today = new Date().toISOString().slice(0, 10)

test('a book starts with a small chart of accounts, listed by name, Cash its default', async () => {
  const ana = await world.person()
  const { data } = await ana.call(listAccounts)
  assert.deepEqual(
    data.map(({ code, name, type, is_claim, is_system, is_default }) => [
      code,
      name,
      type,
      is_claim,
      is_system,
      is_default,
    ]),
    [
      ['1010', 'Bank', 'asset', false, false, false],
      ['1000', 'Cash', 'asset', false, false, true],
      ['3900', 'Currency exchange', 'equity', false, true, false],
      ['4900', 'Exchange gains and losses', 'income', false, true, false],
      ['3000', 'Opening balances', 'equity', false, true, false],
      ['2000', 'Payables', 'liability', false, true, false],
      ['1200', 'Receivables', 'asset', true, true, false],
    ],
  )
  assert.deepEqual(
    (await ana.call(listAccounts, { query: { type: 'asset', sort: '-name' } })).data.map(({ name }) => name),
    ['Receivables', 'Cash', 'Bank'],
  )
})

test('an account is opened with what is on it, which stands against the opening balances', async () => {
  const ana = await world.person()
  const giro = await ana.call(createAccount, {
    body: { name: 'Giro', type: 'asset', opening_balance: 250.5, opening_date: '2026-01-01' },
  })
  assert.equal(giro.code, '1001')
  assert.deepEqual(giro.balances, [{ currency_id: 'USD', amount: 250.5 }])
  assert.deepEqual(
    [giro.base_balance, giro.base_value, giro.opening_balance, giro.opening_date],
    [250.5, 250.5, 250.5, '2026-01-01'],
  )
  assert.deepEqual(await ana.call(getAccount, { params: { id: giro.id } }), giro)
  const card = await ana.call(createAccount, {
    body: { name: 'Card', type: 'liability', opening_balance: 80 },
  })
  assert.deepEqual(
    [card.code, card.base_balance, card.opening_date],
    ['2001', 80, today],
    'a debt is positive on a liability',
  )
  const overdrawn = await ana.call(createAccount, {
    body: { name: 'Overdrawn', type: 'asset', opening_balance: -20 },
  })
  assert.equal(overdrawn.base_balance, -20)
  assert.deepEqual(await balances(ana, (await account(ana, 'Opening balances')).id), { USD: 150.5 })
  await balanced(ana)
})

test('an opening balance is replaced, moved, taken out and put back by PUT', async () => {
  const ana = await world.person()
  const made = await bank(ana, 'Giro', 'USD', { opening_balance: 100, opening_date: '2026-01-01' })
  const put = (body: object) => ana.call(updateAccount, { params: { id: made.id }, body })
  assert.deepEqual(await put(made), made, 'sent back whole, nothing changes')
  assert.deepEqual((await put({ opening_balance: -30 })).balances, [{ currency_id: 'USD', amount: -30 }])
  const moved = await put({ opening_date: '2026-02-02' })
  assert.deepEqual([moved.opening_balance, moved.opening_date], [-30, '2026-02-02'])
  const none = await put({ opening_balance: null })
  assert.deepEqual([none.opening_balance, none.opening_date, none.base_balance], [null, null, 0])
  assert.deepEqual(none.balances, [], 'a currency that it has nothing of is left out')
  assert.deepEqual(
    [(await put({ opening_balance: 7 })).base_balance, (await put({ opening_balance: 0 })).base_balance],
    [7, 0],
  )
  await balanced(ana)
})

test('an opening balance keeps the rate it was given until another is sent, and shows it', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const opening = { opening_balance: 100, opening_date: '2020-03-02', fx_rate: 0.9 }
  const { id } = await bank(ana, 'Dollars', 'USD', opening)
  const put = (body: object) => ana.call(updateAccount, { params: { id }, body })
  assert.equal((await put({ opening_balance: 200 })).base_balance, 180)
  assert.equal((await put({ opening_date: '2020-03-03' })).base_balance, 180)
  const given = await put({ fx_rate: 0.8 })
  assert.deepEqual([given.base_balance, given.fx_rate, given.fx_source], [160, 0.8, 'given'])
  assert.deepEqual(await put({ fx_rate: 0.8 }), given, 'the same again')
  assert.deepEqual(await put(given), given, 'sent back whole')
  assert.equal((await refused(put({ fx_rate: null }))).code, 'fx_rate_missing', 'null has it found')
  const gone = await put({ opening_balance: null })
  assert.deepEqual([gone.base_balance, gone.fx_rate, gone.fx_source], [0, null, null])
})

test('an opening balance stays in its currency when the account is freed from it, until another is said', async () => {
  const ana = await world.person({ base_currency_id: 'JPY' })
  const opening = { opening_balance: 12.34, opening_date: '2020-03-02', fx_rate: 100 }
  const { id } = await bank(ana, 'Dollars', 'USD', opening)
  const put = (body: object) => ana.call(updateAccount, { params: { id }, body })
  const freed = await put({ currency_id: null })
  assert.deepEqual(await put(freed), freed)
  await put({ ...freed, opening_date: '2020-03-03', fx_rate: 100 })
  assert.deepEqual(await balances(ana, id), { USD: 12.34 })
  await put({ opening_balance: 12 })
  assert.deepEqual(await balances(ana, id), { JPY: 12 })
})

test('only an asset is a claim, and a day or a rate needs an opening balance to belong to', async () => {
  const ana = await world.person()
  const card = await ana.call(createAccount, { body: { name: 'Card', type: 'liability' } })
  const put = (id: string, body: object) => ana.call(updateAccount, { params: { id }, body })
  for (const [body, field, code] of [
    [{ is_claim: true }, 'is_claim', 'claim_not_possible'],
    [{ opening_date: '2026-01-01' }, 'opening_date', 'opening_missing'],
    [{ opening_date: '2026-01-01', opening_balance: 0 }, 'opening_date', 'opening_missing'],
    [{ fx_rate: 2 }, 'fx_rate', 'opening_missing'],
    [{ fx_rate: 2, opening_balance: 5 }, 'fx_rate', 'fx_rate_base'],
  ] as const) {
    const draft = { name: 'Debit card', type: 'liability' as const, ...body }
    for (const work of [() => put(card.id, body), () => ana.call(createAccount, { body: draft })]) {
      const problem = await refused(work())
      assert.equal(problem.code, code)
      assert(problem.errors?.[field], problem.message)
    }
  }
  assert.deepEqual(await put(card.id, { ...card, opening_date: null }), card)
  const claim = await ana.call(createAccount, { body: { name: 'Claim', type: 'asset', is_claim: true } })
  assert.equal((await put(claim.id, { type: 'liability' })).is_claim, false)
})

test('balances are kept by currency; what they are worth today uses the rates of today, or says which are missing', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  await publish(world, '2026-01-05', { USD: '1.25', JPY: '100' })
  await publish(world, today, { USD: '1.6', JPY: '200' })
  const usd = await bank(ana, 'Dollars', 'USD', { opening_balance: 100, opening_date: '2026-01-05' })
  assert.deepEqual([usd.base_balance, usd.base_value], [80, 62.5])
  await spend(ana, { amount: 1000, currency_id: 'JPY', category_id: food.id, date: '2026-01-05' })
  const cash = await account(ana, 'Cash')
  assert.deepEqual(
    [cash.balances, cash.base_balance, cash.base_value],
    [[{ currency_id: 'JPY', amount: -1000 }], -10, -5],
  )
  await spend(ana, { amount: 1, currency_id: 'BHD', category_id: food.id, fx_rate: 2.5 })
  const poorer = await account(ana, 'Cash')
  assert.deepEqual([poorer.base_balance, poorer.base_value, poorer.missing_rates], [-12.5, null, ['BHD']])
})

test('an account is renamed, coded, deactivated, bound and made the default', async () => {
  const ana = await world.person()
  const made = await ana.call(createAccount, { body: { name: 'Giro', type: 'asset', code: 'G-1' } })
  const put = (body: object) => ana.call(updateAccount, { params: { id: made.id }, body })
  const bound = await put({ name: 'Main', code: 'M', currency_id: 'USD', is_default: true })
  assert.deepEqual([bound.name, bound.code, bound.currency_id, bound.is_default], ['Main', 'M', 'USD', true])
  assert.equal((await account(ana, 'Cash')).is_default, false)
  const food = await category(ana, 'Food')
  assert.equal((await spend(ana, { amount: 1, category_id: food.id })).asset_account_id, made.id)
  assert.equal((await refused(put({ is_active: false }))).code, 'account_is_default')
  assert.equal((await refused(put({ is_default: false }))).code, 'account_is_default')
  await ana.call(updateAccount, {
    params: { id: (await account(ana, 'Cash')).id },
    body: { is_default: true },
  })
  assert.equal((await put({ is_active: false })).is_active, false)
  const problem = await refused(put({ is_default: true }))
  assert.equal(problem.code, 'default_not_possible')
  const wrong = await refused(
    ana.call(createAccount, { body: { name: 'X', type: 'liability', is_default: true } }),
  )
  assert.equal(wrong.code, 'default_not_possible')
})

test('what entries depend on is fixed once there are any', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const made = await ana.call(createAccount, { body: { name: 'Giro', type: 'asset' } })
  const put = (body: object) => ana.call(updateAccount, { params: { id: made.id }, body })
  await put({ type: 'liability' })
  await put({ type: 'asset', is_claim: true })
  await put({ is_claim: false })
  const spent = await spend(ana, { amount: 5, category_id: food.id, asset_account_id: made.id })
  for (const change of [{ type: 'liability' }, { is_claim: true }, { currency_id: 'EUR' }]) {
    const problem = await refused(put(change))
    assert.equal(problem.code, 'account_in_use')
    assert.match(problem.message, /"Giro" has 1 entry, trash included/)
  }
  assert.equal(
    (await put({ currency_id: 'USD' })).currency_id,
    'USD',
    'the currency of all its entries is fine',
  )
  assert.equal((await put({ currency_id: null })).currency_id, null)
  await ana.call(deleteExpense, { params: { id: spent.id } })
  assert.equal(
    (await refused(ana.call(deleteAccount, { params: { id: made.id } }))).code,
    'account_in_use',
    'trash counts',
  )
})

test('an unused account goes to the trash and comes back; its code stays taken', async () => {
  const ana = await world.person()
  const made = await ana.call(createAccount, { body: { name: 'Giro', type: 'asset', code: 'G' } })
  const trashed = await ana.call(deleteAccount, { params: { id: made.id } })
  assert.notEqual(trashed.deleted_at, null)
  assert.equal((await refused(ana.call(getAccount, { params: { id: made.id } }))).code, 'not_found')
  assert.deepEqual((await ana.call(listAccounts, { query: { deleted: 'only' } })).data, [trashed])
  const problem = await refused(ana.call(createAccount, { body: { name: 'New', type: 'asset', code: 'G' } }))
  assert.equal(problem.code, 'code_taken')
  assert(problem.errors?.code)
  const other = await ana.call(createAccount, { body: { name: 'New', type: 'asset' } })
  assert.equal(
    (await refused(ana.call(updateAccount, { params: { id: other.id }, body: { code: '1000' } }))).code,
    'code_taken',
  )
  assert.equal((await ana.call(restoreAccount, { params: { id: made.id } })).deleted_at, null)
})

test("Florin's own accounts, those of categories and the default are not deleted, nor changed here", async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const cases = [
    [(await account(ana, 'Opening balances')).id, 'account_is_system'],
    [(await account(ana, 'Receivables')).id, 'account_is_system'],
    [food.account.id, 'account_of_category'],
  ] as const
  for (const [id, code] of cases) {
    const read = await ana.call(getAccount, { params: { id } })
    assert.deepEqual(await ana.call(updateAccount, { params: { id }, body: read }), read)
    assert.equal(
      (await refused(ana.call(updateAccount, { params: { id }, body: { name: 'Mine' } }))).code,
      code,
    )
    assert.equal((await refused(ana.call(deleteAccount, { params: { id } }))).code, code)
  }
  const cash = await account(ana, 'Cash')
  assert.equal(
    (await refused(ana.call(deleteAccount, { params: { id: cash.id } }))).code,
    'account_is_default',
  )
  await ana.send({ method: 'DELETE', url: `/budgeting/categories/${food.id}` })
  assert.equal(
    (await refused(ana.call(restoreAccount, { params: { id: food.account.id } }))).code,
    'account_of_category',
  )
})

test('what is wrong with an account is said by field, and changes nothing', async () => {
  const ana = await world.person()
  const before = (await ana.call(listAccounts)).data
  const cases: [body: object, code: string, field: string][] = [
    [{ name: undefined }, 'invalid', 'name'],
    [{ name: ' ' }, 'invalid', 'name'],
    [{ type: undefined }, 'invalid', 'type'],
    [{ type: 'money' }, 'invalid', 'type'],
    [{ code: '' }, 'invalid', 'code'],
    [{ code: 'x'.repeat(21) }, 'invalid', 'code'],
    [{ currency_id: 'XXX' }, 'currency_not_found', 'currency_id'],
    [{ opening_balance: '5' }, 'invalid', 'opening_balance'],
    [{ opening_balance: 0.001 }, 'amount_decimals', 'opening_balance'],
    [{ opening_balance: -1e14 }, 'amount_too_large', 'opening_balance'],
    [{ opening_balance: 5, opening_date: '2026-02-30' }, 'invalid', 'opening_date'],
    [{ opening_balance: 5, currency_id: 'BHD' }, 'fx_rate_missing', 'fx_rate'],
    [{ opening_balance: 5, type: 'equity' }, 'opening_not_possible', 'opening_balance'],
    [{ opening_balance: 5, type: 'expense' }, 'opening_not_possible', 'opening_balance'],
  ]
  const made = await bank(ana, 'There', 'USD')
  for (const [change, code, field] of cases) {
    const payload = { name: 'New', type: 'asset', ...change }
    const answer = await ana.send({ method: 'POST', url: '/accounts', payload })
    assert.deepEqual(
      [answer.status, answer.body.code],
      [422, code],
      `${JSON.stringify(change)} ${answer.text}`,
    )
    assert(answer.body.errors[field], answer.text)
    if (Object.values(change).includes(undefined)) continue
    const put = await ana.send({ method: 'PUT', url: `/accounts/${made.id}`, payload: change })
    assert.deepEqual([put.status, put.body.code], [422, code], `PUT ${JSON.stringify(change)} ${put.text}`)
  }
  const opened = await bank(ana, 'Dinars', 'BHD', { opening_balance: 5, fx_rate: 2.65 })
  assert.equal(opened.base_balance, 13.25)
  assert.equal((await ana.call(listAccounts)).data.length, before.length + 2)
})

test("somebody else's account is not found", async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  const { id } = await account(ana, 'Bank')
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/restore'],
    ['GET', '/lines'],
  ] as const) {
    const answer = await eve.send({ method, url: `/accounts/${id}${path}` })
    assert.equal(answer.body.code, 'not_found')
  }
})

test('the register shows the latest line first, with the balance after each line in its currency', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const shop = await ana.call(createContact, { body: { name: 'Shop' } })
  const giro = await ana.call(createAccount, {
    body: { name: 'Giro', type: 'asset', opening_balance: 100, opening_date: '2026-01-01' },
  })
  const pay = (amount: number, date: string, more: object = {}) =>
    spend(ana, { amount, category_id: food.id, asset_account_id: giro.id, date, ...more })
  await pay(10, '2026-01-31', { memo: 'm', contact_id: shop.id })
  await pay(20, '2026-01-15')
  await pay(500, '2026-02-01', { currency_id: 'JPY', fx_rate: 0.01 })
  await pay(5, '2026-02-01')
  await pay(1, '2026-02-01', { is_refund: true })
  const gone = await pay(7, '2026-01-20')
  await ana.call(deleteExpense, { params: { id: gone.id } })
  const expected = [
    ['2026-02-01', 'USD', 1, 0, 66],
    ['2026-02-01', 'USD', 0, 5, 65],
    ['2026-02-01', 'JPY', 0, 500, -500],
    ['2026-01-31', 'USD', 0, 10, 70],
    ['2026-01-15', 'USD', 0, 20, 80],
    ['2026-01-01', 'USD', 100, 0, 100],
  ]
  for (const limit of [1, 2, 3, 5, 200]) {
    const lines = []
    let cursor: string | undefined
    do {
      const page = await ana.call(listAccountLines, {
        params: { id: giro.id },
        query: { limit, ...(cursor ? { cursor } : {}) },
      })
      lines.push(...page.data)
      cursor = page.meta.next_cursor ?? undefined
    } while (cursor)
    assert.deepEqual(
      lines.map(({ date, currency_id, debit, credit, running_balance }) => [
        date,
        currency_id,
        debit,
        credit,
        running_balance,
      ]),
      expected,
      `pages of ${limit}`,
    )
    assert.deepEqual(
      [lines[3]?.memo, lines[3]?.contact_name, lines[3]?.kind, lines[5]?.kind],
      ['m', 'Shop', 'expense', 'opening'],
    )
  }
  const debts = await ana.call(listAccountLines, {
    params: { id: (await account(ana, 'Opening balances')).id },
  })
  assert.deepEqual(
    debts.data.map(({ running_balance }) => running_balance),
    [100],
  )
  const { next_cursor } = (await ana.call(listAccountLines, { params: { id: giro.id }, query: { limit: 1 } }))
    .meta
  const problem = await refused(
    ana.call(listAccountLines, { params: { id: food.account.id }, query: { cursor: next_cursor ?? '' } }),
  )
  assert.equal(problem.code, 'cursor_invalid')
})
