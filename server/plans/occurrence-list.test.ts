import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteExpense, getExpense, listTransactions, updateExpense } from '../../contract/budgeting.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import { todayIn } from '../../contract/day.ts'
import { getObligation, listObligations } from '../../contract/obligations.ts'
import {
  createPlan,
  deletePlan,
  listOccurrences,
  type PlanDraft,
  settleOccurrence,
} from '../../contract/plans.ts'
import { account, category, spend } from '../../test/books.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

const today = todayIn('UTC')
const inDays = (days: number) => Temporal.PlainDate.from(today).add({ days }).toString()

async function renter(start: string, more: PlanDraft = {}) {
  const ana = await world.person()
  const rent = await category(ana, 'Rent')
  const draft = { amount: 900, category_id: rent.id, ...more }
  const schedule = { start, every: 10, unit: 'day' as const }
  const { id } = await ana.call(createPlan, { body: { name: 'Flat', kind: 'expense', draft, schedule } })
  return { ana, rent, id }
}

const post = async (ana: Person, id: string, date: string, draft = {}) =>
  (await ana.call(settleOccurrence, { params: { id, date }, body: { action: 'post', draft } }))
    .transaction_id ?? ''

test('a posted record shows its plan, alone, in lists and in the history, also once it is changed, undone and restored', async () => {
  const { ana, rent, id } = await renter(inDays(-20))
  const other = await spend(ana, { amount: 1, category_id: rent.id })
  assert.equal(other.plan_id, null)
  const params = { id: await post(ana, id, inDays(-20)) }
  assert.equal((await ana.call(getExpense, { params })).plan_id, id)
  const list = async () => (await ana.call(listTransactions)).data.map(({ plan_id }) => plan_id)
  assert.deepEqual(await list(), [null, id])
  const changed = await ana.call(updateExpense, { params, body: { amount: 950, notes: 'more' } })
  assert.equal(changed.plan_id, id)
  await ana.call(undoChange, { params: { version: String(changed.version) } })
  assert.deepEqual(await list(), [null, id])
  const { version } = await ana.call(deleteExpense, { params })
  await ana.call(undoChange, { params: { version: String(version) } })
  assert.deepEqual(await list(), [null, id])
  const { data } = await ana.call(listChanges, { query: { id: params.id } })
  assert.deepEqual([...new Set(data.map(({ after }) => (after as { plan_id?: string }).plan_id))], [id]) // a transaction
})

test('an obligation that a plan posted shows the plan', async () => {
  const ana = await world.person()
  const { body: bela } = await ana.send({ method: 'POST', url: '/contacts', payload: { name: 'Bela' } })
  const draft = { original_amount: 30, contact_id: bela.id, account_id: (await account(ana, 'Payables')).id }
  const schedule = { start: today, unit: 'year' as const }
  const { id } = await ana.call(createPlan, { body: { name: 'Loan', kind: 'obligation', draft, schedule } })
  const { obligation_id } = await ana.call(settleOccurrence, {
    params: { id, date: today },
    body: { action: 'post' },
  })
  const owed = await ana.call(getObligation, { params: { id: obligation_id ?? '' } })
  assert.equal(owed.plan_id, id)
  assert.equal((await ana.call(listObligations)).data[0]?.plan_id, id)
})

test('a posted transaction has the name of the plan as its memo, unless the draft says something', async () => {
  const plain = await renter(today)
  const read = async ({ ana, id }: typeof plain, draft = {}) => {
    const { memo, notes } = await ana.call(getExpense, { params: { id: await post(ana, id, today, draft) } })
    return [memo, notes]
  }
  assert.deepEqual(await read(plain), ['Flat', null])
  assert.deepEqual(await read(await renter(today, { memo: 'May' })), ['May', null])
  assert.deepEqual(await read(await renter(today, { notes: 'May' })), [null, 'May'])
  const split = await renter(today)
  const splits = [400, 500].map((amount) => ({ category_id: split.rent.id, amount }))
  assert.deepEqual(await read(split, { splits }), [null, null])
})

test('the occurrences of a plan are listed with what became of each, the latest first, page by page', async () => {
  const { ana, id } = await renter(inDays(-40))
  const [first, second, third, next] = [-40, -30, -20, 10].map(inDays) as [string, string, string, string]
  const settle = (date: string, body: { action: 'skip' | 'change'; draft?: { amount: number } }) =>
    ana.call(settleOccurrence, { params: { id, date }, body })
  await settle(first, { action: 'skip' })
  const posted = await post(ana, id, second, { date: inDays(-28) })
  const gone = await post(ana, id, third)
  await ana.call(deleteExpense, { params: { id: gone } })
  await settle(inDays(-10), { action: 'change', draft: { amount: 5 } })
  await settle(inDays(20), { action: 'change', draft: { amount: 5 } })
  await settle(next, { action: 'skip' })
  const read = (query = {}) => ana.call(listOccurrences, { params: { id }, query })
  const all = (await read()).data
  assert.deepEqual(
    all.map((one) => [one.scheduled_date, one.date, one.state, one.transaction_id]),
    [
      [next, next, 'skipped', null],
      [today, today, 'due', null],
      [inDays(-10), inDays(-10), 'due', null],
      [third, third, 'skipped', gone],
      [second, inDays(-28), 'posted', posted],
      [first, first, 'skipped', null],
    ],
  )
  assert.equal(all[2]?.amount, 5)
  const paged = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof read>> = await read({ limit: 2, ...(cursor && { cursor }) })
    paged.push(page.data.length)
    assert.deepEqual(page.data, all.slice(2 * paged.length - 2, 2 * paged.length))
    cursor = page.meta.next_cursor
  }
  assert.deepEqual(paged, [2, 2, 2])
  await ana.call(deletePlan, { params: { id } })
  assert.equal((await refused(read())).code, 'not_found')
})

test('after all of this, everything that is stored agrees with the log', async () => {
  assert.deepEqual(await verify(world.db), [])
})
