import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts } from '../../contract/accounts.ts'
import { getTransfer, listTransactions } from '../../contract/budgeting.ts'
import type { Client } from '../../contract/client.ts'
import { putExchangeRate } from '../../contract/currencies.ts'
import { overview } from '../../contract/overview.ts'
import {
  balanceSheet,
  cashFlow,
  incomeStatement,
  netWorth,
  spending,
  trialBalance,
} from '../../contract/reports.ts'
import { twoBooks } from '../../test/between.ts'
import { ask, isInstalled, journalOf, NOT_INSTALLED } from '../../test/hledger.ts'
import { makeWorld } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()
const range = { date_from: '2026-03-01', date_to: '2026-03-31' }
const query = { ...range }

async function reportsOf(person: Client) {
  const [income, spent, flow, worth, trial] = await Promise.all([
    person.call(incomeStatement, { query }),
    person.call(spending, { query }),
    person.call(cashFlow, { query }),
    person.call(netWorth, { query }),
    person.call(trialBalance),
  ])
  return { income: income.totals, spent: spent.total, flow: flow.totals, worth, trial }
}

/** The sum of the list behind a figure. */
async function behind(token: string, bookId: string, explain: string): Promise<number> {
  const answer = await world.send({
    url: `/books/${bookId}${explain}`,
    headers: { authorization: `Bearer ${token}` },
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.meta.sum_base
}

test('money between books of two currencies is neither income nor spending, and reports name it', async () => {
  const { ana, book, there, giro, joint, move } = await twoBooks(world, ['USD', 'EUR'])
  const before = [await reportsOf(ana), await reportsOf(there)]
  const { other_half } = await move({ amount: 110, to_amount: 100 })
  const [here, other] = [await reportsOf(ana), await reportsOf(there)]
  for (const [index, { income, spent }] of [here, other].entries()) {
    assert.deepEqual(income, before[index]?.income)
    assert.equal(spent, 0)
  }
  assert.partialDeepStrictEqual(here, {
    flow: { came_in: { total: 0 }, went_out: { total: 0 }, between: { total: -110 }, net: { total: -110 } },
    worth: {
      base_currency_id: 'USD',
      changes: { income: 0, expense: 0, other: -110, between: -110, opening: 0 },
    },
  })
  assert.partialDeepStrictEqual(other, {
    flow: { came_in: { total: 0 }, went_out: { total: 0 }, between: { total: 100 }, net: { total: 100 } },
    worth: {
      base_currency_id: 'EUR',
      changes: { income: 0, expense: 0, other: 100, between: 100, opening: 0 },
    },
  })
  const figures = [
    [ana.book_id, here.worth.explains.between, -110],
    [ana.book_id, here.flow.between.explain, -110],
    [ana.book_id, here.flow.went_out.explain, 0],
    [book.id, other.worth.explains.between, 100],
    [book.id, other.flow.between.explain, 100],
    [book.id, other.flow.came_in.explain, 0],
    [book.id, other.flow.explain, 100],
  ] as const
  for (const [bookId, explain, sum] of figures) assert.equal(await behind(ana.token, bookId, explain), sum)
  const half = await there.call(getTransfer, { params: { id: other_half.transaction_id } })
  assert.partialDeepStrictEqual(half, {
    amount: 100,
    currency_id: 'EUR',
    base_amount: 100,
    fx_source: 'base',
  })
  assert.partialDeepStrictEqual(half.lines, [{ account_id: joint.id }, { credit: 100 }])
  for (const { trial } of [here, other]) assert.equal(trial.total_debit_base, trial.total_credit_base)
  assert.equal((await there.call(balanceSheet)).totals.assets, 100)
  const shown = await there.call(overview, { query: { date: '2026-03-20' } })
  assert.partialDeepStrictEqual(shown, {
    net_worth: { change: 100, opening: 0, between: 100 },
    spent: { amount: 0, income: 0 },
  })
  assert.equal(giro.currency_id, 'USD')
  assert.deepEqual(await verify(world.db), [])
})

test('the amount that arrives is found by a rate of the other book, and each half is worth what its own book says', async () => {
  const { ana, there, move } = await twoBooks(world, ['USD', 'EUR'])
  await there.call(putExchangeRate, {
    params: { from: 'USD', to: 'EUR', date: '2026-03-01' },
    body: { rate: 0.9 },
  })
  const { transfer, other_half } = await move({ amount: 50 })
  const half = await there.call(getTransfer, { params: { id: other_half.transaction_id } })
  assert.deepEqual([transfer.base_amount, half.amount, half.base_amount], [50, 45, 45])
  assert.equal((await ana.call(getTransfer, { params: { id: transfer.id } })).currency_id, 'USD')
})

test('hledger adds up both books to the same balances', {
  skip: isInstalled ? false : NOT_INSTALLED,
}, async () => {
  const { ana, there, giro, joint, move } = await twoBooks(world, ['USD', 'EUR'])
  await move({ amount: 110, to_amount: 100 })
  await move({ amount: 12.5, to_amount: 11.11 })
  for (const [person, account, sum] of [
    [ana, giro, -12_250n],
    [there, joint, 11_111n],
  ] as const) {
    const accounts = (await person.call(listAccounts, { query: { limit: 100 } })).data
    const { data } = await person.call(listTransactions)
    const rows = ask(journalOf(data, accounts, 'own'), 'balance')
    const own = `asset:${account.code} ${account.currency_id}`
    const other = accounts.find(({ name }) => name === 'Other book of Ana')
    assert.deepEqual(rows, {
      [own]: [sum],
      [`equity:${other?.code} ${account.currency_id}`]: [-sum],
    })
  }
})
