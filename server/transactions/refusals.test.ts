import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createExpense,
  deleteIncome,
  getExpense,
  restoreIncome,
  updateExpense,
} from '../../contract/budgeting.ts'
import { deleteCategory, updateCategory } from '../../contract/categories.ts'
import { createContact } from '../../contract/contacts.ts'
import { account, back, bank, category, spend } from '../../test/books.ts'
import { refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()
const part = (category_id: string, amount: number) => ({ category_id, amount })

for (const kind of ['expense', 'income'] as const) {
  test(`what an ${kind} cannot be is refused alike when it is recorded and when it is changed`, async () => {
    const ana = await world.person()
    const [mine, off, other] = [
      await category(ana, 'Mine', kind),
      await category(ana, 'Off', kind),
      await category(ana, 'Other', kind === 'expense' ? 'income' : 'expense'),
    ]
    await ana.call(updateCategory, { params: { id: off.id }, body: { is_active: false } })
    const giro = await bank(ana, 'Giro', 'USD')
    const claims = await account(ana, 'Receivables')
    const good = { amount: 5, category_id: mine.id }
    const made = await ana.send({ method: 'POST', url: `/budgeting/${kind}s`, payload: good })
    const cases: [change: object, code: string, field: string][] = [
      [{ category_id: other.id }, 'category_not_found', 'category_id'],
      [{ category_id: off.id }, 'category_inactive', 'category_id'],
      [{ asset_account_id: claims.id }, 'account_not_usable', 'asset_account_id'],
      [{ contact_id: mine.id }, 'contact_not_found', 'contact_id'],
      [{ currency_id: 'XXX' }, 'currency_not_found', 'currency_id'],
      [{ currency_id: 'U D' }, 'currency_not_found', 'currency_id'],
      [{ currency_id: 'USD ' }, 'currency_not_found', 'currency_id'],
      [{ currency_id: 'EUR' }, 'fx_rate_missing', 'fx_rate'],
      [{ amount: 0.001 }, 'amount_decimals', 'amount'],
      [{ amount: 1e14 }, 'amount_too_large', 'amount'],
      [{ splits: [{ category_id: mine.id, amount: 4 }] }, 'splits_mismatch', 'splits'],
      [{ asset_account_id: giro.id, charged_amount: 4 }, 'charged_mismatch', 'charged_amount'],
      [{ fx_rate: 2 }, 'fx_rate_base', 'fx_rate'],
      [{ splits: [part(mine.id, 5)], category_id: off.id }, 'beside_splits', 'category_id'],
      [{ splits: [part(mine.id, 3), part(mine.id, 2)], memo: 'lunch' }, 'beside_splits', 'memo'],
      [{ splits: [{ ...part(mine.id, 5), memo: 'dinner' }], memo: 'lunch' }, 'beside_splits', 'memo'],
    ]
    for (const [change, code, field] of cases) {
      for (const request of [
        { method: 'POST', url: `/budgeting/${kind}s`, payload: { ...good, ...change } },
        { method: 'PUT', url: `/budgeting/${kind}s/${made.body.id}`, payload: change },
      ] as const) {
        const answer = await ana.send(request)
        assert.deepEqual(
          [answer.status, answer.body.code],
          [422, code],
          `${request.method} ${JSON.stringify(change)}`,
        )
        assert(answer.body.errors[field], answer.text)
      }
    }
    const { data } = (await ana.send({ url: `/budgeting/${kind}s` })).body
    assert.deepEqual(data, [made.body])
  })
}

test('everything that is missing is named at once', async () => {
  const ana = await world.person()
  const missing = async (kind: string, payload: object) =>
    (await ana.send({ method: 'POST', url: `/budgeting/${kind}`, payload })).body.errors
  const category_id = ['category_id is required.']
  for (const kind of ['expenses', 'incomes']) {
    assert.deepEqual(await missing(kind, {}), { amount: ['amount is required.'], category_id })
    assert.deepEqual(await missing(kind, { amount: 1 }), { category_id })
    assert.deepEqual(Object.keys(await missing(kind, { splits: [] })), ['amount'])
  }
})

test('a memo or a category beside splits is refused where it contradicts them, not where it comes back with the record', async () => {
  const ana = await world.person()
  const [food, fun] = [await category(ana, 'Food'), await category(ana, 'Fun')]
  const parts = [part(food.id, 3), part(fun.id, 2)]
  const params = { id: (await spend(ana, { amount: 5, category_id: food.id, memo: 'lunch' })).id }
  const put = (body: object) => ana.call(updateExpense, { params, body })
  const single = await ana.call(getExpense, { params })
  const split = await put(back(single, { splits: parts }))
  assert.deepEqual(
    split.splits.map(({ memo }) => memo),
    ['lunch', null],
  )
  const same = split.splits.map(({ category_id, amount, memo }) => ({ category_id, amount, memo }))
  assert.equal((await refused(put({ memo: 'lunch' }))).code, 'beside_splits')
  assert.deepEqual(await put({ memo: null }), split)
  assert.deepEqual(await put({ splits: same, category_id: food.id.toUpperCase() }), split)
  assert.equal((await refused(put({ splits: parts, category_id: fun.id }))).code, 'beside_splits')
  const turned = await put(back(split, { splits: [...parts].reverse() }))
  assert.equal(turned.category_id, fun.id, 'the stored category came back with the record')
  const whole = await put({ splits: [part(food.id, 5)], memo: 'dinner' })
  assert.deepEqual([whole.splits, whole.memo, whole.category_id], [[], 'dinner', food.id])
})

test('a mismatch says how the amount, the shares and the splits relate', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const friend = await ana.call(createContact, { body: { name: 'Friend' } })
  const one = await refused(spend(ana, { amount: 5, splits: [part(food.id, 4)] }))
  assert.match(one.message, /splits: 1 part adds up to 4\.00 USD, the amount is 5\.00 USD/)
  const body = { amount: 30, splits: [part(food.id, 10), part(food.id, 20)] }
  const shares = [{ contact_id: friend.id, amount: 10 }]
  const shared = await refused(ana.call(createExpense, { body: { ...body, shares } }))
  assert.match(
    shared.message,
    /2 parts add up to 30.00 USD; of the amount of 30.00 USD, the shares of others take 10.00 USD, which leaves 20.00 USD for the splits/,
  )
})

test('an income waits in the trash for its category', async () => {
  const ana = await world.person()
  const pay = await category(ana, 'Pay', 'income')
  const made = await ana.send({
    method: 'POST',
    url: '/budgeting/incomes',
    payload: { amount: 1, category_id: pay.id },
  })
  await ana.call(deleteIncome, { params: { id: made.body.id } })
  await ana.call(deleteCategory, { params: { id: pay.id } })
  assert.equal(
    (await refused(ana.call(restoreIncome, { params: { id: made.body.id } }))).code,
    'link_deleted',
  )
})
