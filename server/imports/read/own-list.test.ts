import assert from 'node:assert/strict'
import { test } from 'node:test'
import { richWorld } from '../../../test/prepared.ts'
import { readers } from './readers.ts'
import { recognise } from './recognise.ts'
import { isBad } from './row.ts'

const { ana } = await richWorld()

test("Florin's own list of transactions as CSV is read: kinds give the signs, splits and tags come along", async () => {
  const { body } = await ana.send({ url: '/budgeting/transactions?limit=200' })
  const { text } = await ana.send({ url: '/budgeting/transactions?format=csv' })
  const { format, text: decoded } = recognise(Buffer.from(text), { filename: 'transactions.csv' })
  const rows = [...readers[format](decoded, { filename: 'transactions.csv' }).rows]
  assert.equal(rows.length, body.data.length)
  const kinds = new Set<string>()
  for (const [at, transaction] of body.data.entries()) {
    const row = rows[at] ?? assert.fail()
    if (!['expense', 'income', 'transfer'].includes(transaction.kind)) {
      assert(isBad(row) && /cannot be read from a list/.test(row.faults[0]?.message ?? ''))
      continue
    }
    if (isBad(row)) assert.fail(JSON.stringify(row))
    kinds.add(transaction.kind)
    const isOut =
      transaction.kind === 'transfer' || (transaction.kind === 'expense') !== transaction.is_refund
    assert.equal(Number(row.amount), isOut ? -transaction.amount : transaction.amount)
    assert.deepEqual(
      [row.date, row.currency, row.text, row.payee ?? null, row.tags ?? []],
      [
        transaction.date,
        transaction.currency_id,
        transaction.memo ?? '',
        transaction.contact_name,
        transaction.tags,
      ],
    )
    assert.deepEqual(
      (row.splits ?? []).map(({ category, amount }) => [category, Math.abs(Number(amount))]),
      transaction.splits.map((split: { category_name: string; amount: number }) => [
        split.category_name,
        split.amount,
      ]),
    )
    const id = transaction.kind === 'transfer' ? transaction.from_account_id : transaction.asset_account_id
    const line = transaction.lines.find((one: { account_id: string }) => one.account_id === id)
    assert.equal(row.account, line?.account_name)
  }
  assert.deepEqual([...kinds].sort(), ['expense', 'income', 'transfer'])
})
