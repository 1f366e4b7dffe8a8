import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getExpense } from '../../contract/budgeting.ts'
import { mergeCategories } from '../../contract/categories.ts'
import { undoChange } from '../../contract/changes.ts'
import { createPlan, settleOccurrence } from '../../contract/plans.ts'
import { category } from '../../test/books.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

test('an occurrence that was changed names the other category after a merge, and its own one after the undo', async () => {
  const ana = await world.person()
  const [rent, home, other] = [
    await category(ana, 'Rent'),
    await category(ana, 'Home'),
    await category(ana, 'Other'),
  ]
  const { id } = await ana.call(createPlan, {
    body: {
      name: 'Rent',
      kind: 'expense',
      auto: false,
      draft: { amount: 5, category_id: other.id },
      schedule: { start: '2026-01-01', unit: 'month' },
    },
  })
  for (const date of ['2026-01-01', '2026-02-01'])
    await ana.call(settleOccurrence, {
      params: { id, date },
      body: { action: 'change', draft: { category_id: rent.id } },
    })
  const post = async (date: string) => {
    const { transaction_id } = await ana.call(settleOccurrence, {
      params: { id, date },
      body: { action: 'post' },
    })
    return (await ana.call(getExpense, { params: { id: transaction_id ?? '' } })).category_id
  }
  const { version } = await ana.call(mergeCategories, { params: { id: rent.id }, body: { into: home.id } })
  await ana.call(undoChange, { params: { version: String(version) } })
  assert.equal(await post('2026-01-01'), rent.id)
  await ana.call(mergeCategories, { params: { id: rent.id }, body: { into: home.id } })
  assert.equal(await post('2026-02-01'), home.id)
})
