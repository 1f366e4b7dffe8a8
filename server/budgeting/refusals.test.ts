import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteIncome, restoreIncome } from '../../contract/budgeting.ts'
import { deleteCategory, updateCategory } from '../../contract/categories.ts'
import { account, bank, category } from '../../test/books.ts'
import { makeWorld, refused } from '../../test/world.ts'

const world = await makeWorld()

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
      [{ currency_id: 'EUR' }, 'fx_rate_missing', 'fx_rate'],
      [{ amount: 0.001 }, 'amount_decimals', 'amount'],
      [{ amount: 1e14 }, 'amount_too_large', 'amount'],
      [{ splits: [{ category_id: mine.id, amount: 4 }] }, 'splits_mismatch', 'splits'],
      [{ asset_account_id: giro.id, charged_amount: 4 }, 'charged_mismatch', 'charged_amount'],
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
