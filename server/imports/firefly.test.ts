import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { listAccounts } from '../../contract/accounts.ts'
import { sendFile } from '../../test/importing.ts'
import { committed, figures, sameAgain, undone } from '../../test/moving.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

test('an export of Firefly III, figure by figure: debts are debts, budgets and bills are named', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const sample = await readFile(new URL('../../test/samples/firefly.csv', import.meta.url), 'utf8')
  const file = sample.replace('Food,,"daily,cash"', 'Food,Bread club,"daily,cash"')
  assert.notEqual(file, sample)
  const made = await sendFile(ana, { filename: 'firefly.csv' }, file)
  assert.deepEqual([made.status, made.format, made.counts.invalid], ['ready', 'firefly', 0])
  const left = Object.fromEntries(made.brings.map(({ kind, left_out }) => [kind, left_out]))
  assert.deepEqual(left.budgets?.[0], {
    name: 'Food',
    why: 'The file names it in 1 transaction, where it is a tag, and has no amounts of budgets.',
  })
  assert.deepEqual(left.recurring, [
    {
      name: 'Bread club',
      why: 'The file names it in 1 transaction, where it is a tag, and does not say what it costs, or how often.',
    },
  ])
  const done = await committed(ana, made)
  assert.deepEqual(await figures(ana), {
    accounts: {
      Checking: { EUR: 3384.15 },
      Savings: { EUR: 200 },
      Dollars: { USD: 108.4 },
      'Car loan': { EUR: -150 },
    },
    categories: {
      Groceries: 42.5,
      Gifts: 8.25,
      Salary: 2400,
      Leisure: 18.2,
      'Other income': 3.1,
    },
  })
  // Only Checking has its opening in the file, so only its sum is a balance: before it, and after its last entry.
  assert.deepEqual(
    done.balances.map((one) => [one.account_name, one.date, one.file, one.difference]),
    [
      ['Checking', '2026-11-01', 1500, 0],
      ['Checking', '2026-11-09', 3384.15, 0],
    ],
  )
  const { data } = await ana.call(listAccounts, { query: { q: 'Car loan' } })
  assert.equal(data[0]?.type, 'liability')
  await sameAgain(ana, 'again.csv', file)
  await undone(ana, done.version)
})
