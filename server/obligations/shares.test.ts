import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createExpense,
  deleteExpense,
  getExpense,
  listExpenses,
  restoreExpense,
  updateExpense,
} from '../../contract/budgeting.ts'
import { createContact, deleteContact } from '../../contract/contacts.ts'
import {
  createPayment,
  deleteObligation,
  deletePayment,
  getObligation,
  getStatement,
  listObligations,
  restoreObligation,
  updateObligation,
} from '../../contract/obligations.ts'
import { account, back, balanced, balances, bank, category, publish } from '../../test/books.ts'
import { makeWorld, refused } from '../../test/world.ts'

const world = await makeWorld()
await publish(world, '2026-01-10', { USD: '1.25', JPY: '100' })

async function dinner() {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const [bea, cili] = [
    await ana.call(createContact, { body: { name: 'Bea' } }),
    await ana.call(createContact, { body: { name: 'Cili' } }),
  ]
  const shares = [
    { contact_id: bea.id, amount: 20 },
    { contact_id: cili.id, amount: 30 },
  ]
  const body = { amount: 90, category_id: food.id, date: '2026-01-10', notes: 'Dinner', shares }
  return { ana, food, bea, cili, shares, body, made: await ana.call(createExpense, { body }) }
}

test('of an expense shared in one call my part is the expense, and each other part a receivable from its contact', async () => {
  const { ana, food, bea, made, body } = await dinner()
  assert.equal(made.amount, 90)
  assert.deepEqual(
    made.shares.map(({ contact_name, amount }) => [contact_name, amount]),
    [
      ['Bea', 20],
      ['Cili', 30],
    ],
  )
  assert.deepEqual(await balances(ana, food.account.id), { EUR: 40 })
  assert.deepEqual(await balances(ana, (await account(ana, 'Cash')).id), { EUR: -90 })
  assert.deepEqual(await balances(ana, (await account(ana, 'Receivables')).id), { EUR: 50 })
  const { data } = await ana.call(listObligations, { query: { sort: 'created_at', contact_id: bea.id } })
  assert.deepEqual(
    data.map(({ name, original_amount, outstanding_amount, direction, opened_date, expense_id, contact }) => [
      name,
      original_amount,
      outstanding_amount,
      direction,
      opened_date,
      expense_id,
      contact.name,
    ]),
    [['Dinner', 20, 20, 'receivable', '2026-01-10', made.id, 'Bea']],
  )
  const { id } = await ana.call(createExpense, { body: { ...body, notes: 'The long story', memo: 'Luigi' } })
  const named = await ana.call(listObligations, { query: { contact_id: bea.id } })
  assert.equal(named.data.find(({ expense_id }) => expense_id === id)?.name, 'Luigi', 'the memo is its name')
  await ana.call(deleteExpense, { params: { id } })
  assert.equal((await ana.call(getStatement, { params: { id: bea.id } })).net_base, 20)
  assert.deepEqual(await ana.call(getExpense, { params: { id: made.id } }), made)
  assert.deepEqual((await ana.call(listExpenses)).data, [made])
  assert.deepEqual(
    await ana.call(updateExpense, { params: { id: made.id }, body: back(made) }),
    made,
    'sent back whole, nothing changes',
  )
  await balanced(ana)
})

test('shares follow their expense: changed, dropped, added, deleted and restored with it', async () => {
  const { ana, food, bea, cili, made } = await dinner()
  const dora = await ana.call(createContact, { body: { name: 'Dora' } })
  const change = (body: object) => ana.call(updateExpense, { params: { id: made.id }, body })
  const again = await change({
    shares: [
      { contact_id: bea.id, amount: 25 },
      { contact_id: dora.id, amount: 5 },
    ],
  })
  assert.equal(
    again.shares[0]?.obligation_id,
    made.shares[0]?.obligation_id,
    'who stays keeps the obligation',
  )
  const owed = async () =>
    (await ana.call(listObligations, { query: { sort: 'created_at' } })).data.map(
      ({ contact, outstanding_amount }) => [contact.name, outstanding_amount],
    )
  assert.deepEqual(await owed(), [
    ['Bea', 25],
    ['Dora', 5],
  ])
  assert.deepEqual(await balances(ana, food.account.id), { EUR: 60 })
  await change({ amount: 100, date: '2026-01-11' })
  assert.deepEqual(
    [await owed(), await balances(ana, food.account.id)],
    [
      [
        ['Bea', 25],
        ['Dora', 5],
      ],
      { EUR: 70 },
    ],
  )
  await ana.call(deleteExpense, { params: { id: made.id } })
  assert.deepEqual(await owed(), [])
  assert.deepEqual(await balances(ana, (await account(ana, 'Receivables')).id), {})
  await ana.call(restoreExpense, { params: { id: made.id } })
  assert.deepEqual(await owed(), [
    ['Bea', 25],
    ['Dora', 5],
  ])
  await change({ shares: [{ contact_id: cili.id, amount: 1 }] })
  assert.deepEqual(await owed(), [['Cili', 1]], 'back from the first time')
  const alone = await change({ shares: [] })
  assert.deepEqual([alone.shares, await owed(), await balances(ana, food.account.id)], [[], [], { EUR: 100 }])
  await balanced(ana)
})

test('an expense whose share was paid is not deleted or shared anew, and says whose', async () => {
  const { ana, bea, made } = await dinner()
  const id = made.shares[0]?.obligation_id ?? ''
  const paid = await ana.call(createPayment, { params: { id }, body: { amount: 5 } })
  for (const work of [
    () => ana.call(deleteExpense, { params: { id: made.id } }),
    () => ana.call(updateExpense, { params: { id: made.id }, body: { shares: [] } }),
    () => ana.call(updateExpense, { params: { id: made.id }, body: { amount: 95 } }),
    () => ana.call(updateExpense, { params: { id: made.id }, body: { date: '2026-01-11' } }),
  ]) {
    const problem = await refused(work())
    assert.deepEqual([problem.status, problem.code], [409, 'share_paid'])
    assert.match(problem.message, /Bea has already settled 5\.00 EUR/)
  }
  assert.equal(
    (await ana.call(updateExpense, { params: { id: made.id }, body: { notes: 'A dinner', tags: ['fun'] } }))
      .notes,
    'A dinner',
  )
  await ana.call(deletePayment, { params: { id, payment_id: paid.id } })
  await ana.call(deleteExpense, { params: { id: made.id } })
  await ana.call(deleteContact, { params: { id: bea.id } })
  const problem = await refused(ana.call(restoreExpense, { params: { id: made.id } }))
  assert.deepEqual([problem.code, problem.message.includes('Bea')], ['link_deleted', true])
  await balanced(ana)
})

test('a share is changed through its expense; its name and its due date are its own', async () => {
  const { ana, made } = await dinner()
  const id = made.shares[0]?.obligation_id ?? ''
  const share = await ana.call(getObligation, { params: { id } })
  const put = (change: object) =>
    ana.call(updateObligation, { params: { id }, body: { ...share, ...change } })
  assert.deepEqual(await put({}), share)
  const named = await put({ name: 'Pizza', due_date: '2026-03-01' })
  assert.deepEqual([named.name, named.due_date], ['Pizza', '2026-03-01'])
  for (const change of [
    { original_amount: 21 },
    { opened_date: '2026-01-12' },
    { contact_id: made.shares[1]?.contact_id },
  ]) {
    assert.equal((await refused(put(change))).code, 'obligation_of_share')
  }
  assert.equal((await refused(ana.call(deleteObligation, { params: { id } }))).code, 'obligation_of_share')
  const corrected = await put({ outstanding_amount: 15 })
  assert.equal(corrected.outstanding_amount, 15)
  assert.equal((await refused(ana.call(deleteExpense, { params: { id: made.id } }))).code, 'share_paid')
  const other = await dinner()
  await other.ana.call(deleteExpense, { params: { id: other.made.id } })
  const gone = other.made.shares[0]?.obligation_id ?? ''
  assert.equal(
    (await refused(other.ana.call(restoreObligation, { params: { id: gone } }))).code,
    'obligation_of_share',
  )
  await balanced(ana)
})

test('shares go with splits, with foreign currencies and with accounts kept in another one', async () => {
  const { ana, food, bea } = await dinner()
  const [fun, giro] = [await category(ana, 'Fun'), await bank(ana, 'Giro', 'EUR')]
  const made = await ana.call(createExpense, {
    body: {
      amount: 3000,
      currency_id: 'JPY',
      date: '2026-01-10',
      asset_account_id: giro.id,
      splits: [
        { category_id: food.id, amount: 1000 },
        { category_id: fun.id, amount: 500 },
      ],
      shares: [{ contact_id: bea.id, amount: 1500 }],
    },
  })
  assert.deepEqual(
    [made.base_amount, made.charged_amount, made.splits.length, made.lines.length],
    [30, 30, 2, 8],
  )
  assert.deepEqual(await ana.call(updateExpense, { params: { id: made.id }, body: back(made) }), made)
  const share = await ana.call(getObligation, { params: { id: made.shares[0]?.obligation_id ?? '' } })
  assert.deepEqual(
    [share.currency_id, share.outstanding_amount, share.outstanding_base, share.fx_rate],
    ['JPY', 1500, 15, 0.01],
  )
  assert.equal(
    (await ana.call(updateObligation, { params: { id: share.id }, body: { ...share, name: 'Trip' } })).name,
    'Trip',
  )
  await balanced(ana)
})

test('shares that do not fit are refused, and change nothing', async () => {
  const { ana, body, bea, shares } = await dinner()
  const eve = await dinner()
  const before = await ana.call(listObligations)
  const cases: [change: object, code: string, field: string][] = [
    [{ shares: [{ contact_id: bea.id, amount: 90 }] }, 'shares_mismatch', 'shares'],
    [{ shares: [...shares, { contact_id: bea.id, amount: 1 }] }, 'shares_mismatch', 'shares'],
    [{ is_refund: true }, 'shares_mismatch', 'shares'],
    [{ shares: [{ contact_id: eve.bea.id, amount: 1 }] }, 'contact_not_found', 'shares.0.contact_id'],
    [{ shares: [{ contact_id: 'nonsense', amount: 1 }] }, 'contact_not_found', 'shares.0.contact_id'],
    [{ shares: [{ contact_id: bea.id, amount: 0.001 }] }, 'amount_decimals', 'shares.0.amount'],
    [{ shares: [{ contact_id: bea.id, amount: 0 }] }, 'invalid', 'shares.0.amount'],
    [{ shares: [{ amount: 1 }] }, 'invalid', 'shares.0.contact_id'],
    [{ shares: 'all' }, 'invalid', 'shares'],
  ]
  const made = await ana.call(createExpense, { body: { ...body, shares: [] } })
  for (const [change, code, field] of cases) {
    const answer = await ana.send({
      method: 'POST',
      url: '/budgeting/expenses',
      payload: { ...body, ...change },
    })
    assert.deepEqual(
      [answer.status, answer.body.code],
      [422, code],
      `${JSON.stringify(change)} ${answer.text}`,
    )
    assert(answer.body.errors[field], answer.text)
    const put = await ana.send({
      method: 'PUT',
      url: `/budgeting/expenses/${made.id}`,
      payload: { shares, ...change },
    })
    assert.deepEqual([put.status, put.body.code], [422, code], `PUT ${JSON.stringify(change)} ${put.text}`)
  }
  assert.deepEqual(await ana.call(listObligations), before)
})

test('a share stays a part of its expense, whatever else of the expense is changed', async () => {
  const { ana, made } = await dinner()
  const change = (body: object) => ana.call(updateExpense, { params: { id: made.id }, body })
  for (const body of [
    { is_refund: true },
    { amount: 50 },
    { amount: 5 },
    { currency_id: 'JPY', amount: 20 },
  ]) {
    assert.equal((await refused(change(body))).code, 'shares_mismatch', JSON.stringify(body))
  }
  assert.deepEqual(await ana.call(getExpense, { params: { id: made.id } }), made)
  const noted = await change({ notes: 'x' })
  assert.deepEqual(noted.lines, made.lines, 'what posts the same keeps its lines')
})
