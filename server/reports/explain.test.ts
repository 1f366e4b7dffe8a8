import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateBook } from '../../contract/books.ts'
import { overview } from '../../contract/overview.ts'
import { trialBalance } from '../../contract/reports.ts'
import { publish } from '../../test/books.ts'
import { richWorld } from '../../test/prepared.ts'
import { followExplains, reportsAgree } from '../../test/reports.ts'

const { world, ana } = await richWorld()
for (const [date, USD] of [
  ['2026-03-31', '1.1'],
  ['2026-04-30', '1.15'],
  ['2026-05-31', '1.05'],
  ['2026-06-30', '1.3'],
] as const)
  await publish(world, date, { USD, JPY: '150' })

const months = { date_from: '2026-02-15', date_to: '2026-05-03' }

test('every figure of every report is the sum of the list that explains it', async () => {
  assert((await followExplains(ana, months)) > 100)
})

const march = { date_from: '2026-03-03', date_to: '2026-03-31' }

test('as known at a version, too', async () => {
  const { version } = (await ana.send({ url: '/books/current' })).body
  await followExplains(ana, { ...march, known_at: String(version - 30) })
})

test('the amounts owed on any day are those of Receivables and Payables in the trial balance of that day', async () => {
  const today = Temporal.Now.plainDateISO('UTC')
  const days = ['2026-03-09', '2026-03-10', '2026-03-20', '2026-03-31', '2026-04-02']
  for (const date of [...days, today.subtract({ days: 1 }).toString(), today.toString()]) {
    const { accounts } = await ana.call(trialBalance, { query: { date } })
    const of = (name: string) => accounts.find(({ account }) => account.name === name)
    const { receivable, payable } = (await ana.call(overview, { query: { date } })).owed
    const expected = [of('Receivables')?.debit_base ?? 0, of('Payables')?.credit_base ?? 0]
    assert.deepEqual([receivable, payable], expected, date)
  }
})

test('reports agree with each other and with the trial balance on any day', async () => {
  for (const date_to of ['2026-03-04', '2026-03-31', '2026-04-15', '2026-06-30', '2027-02-28'])
    await reportsAgree(ana, { date_from: '2026-03-02', date_to })
})

test('months that start on the payday give the same totals', async () => {
  await ana.call(updateBook, { body: { month_starts_on: 25 } })
  await followExplains(ana, march)
  await reportsAgree(ana, { date_from: '2026-02-25', date_to: '2026-05-10' })
  await ana.call(updateBook, { body: { month_starts_on: 1 } })
})
