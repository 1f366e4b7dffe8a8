import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Transaction } from '../../contract/budgeting.ts'
import { saidBefore } from './said-before.ts'

const entry = (
  debit: number,
  credit: number,
  more: { kind?: Transaction['kind']; currency_id?: string } = {},
) =>
  ({
    kind: more.kind ?? 'expense',
    lines: [
      { account_id: 'b', currency_id: more.currency_id ?? 'EUR', debit, credit },
      { account_id: 'food', currency_id: 'EUR', debit: credit, credit: debit },
    ],
  }) as unknown as Pick<Transaction, 'kind' | 'lines'> // the fields that it looks at

const said = { date: '2026-11-19', amount: 2410.72 }

test('entries that are in a balance are taken out of it, and it is of the day before', () => {
  const bank = { id: 'b', type: 'asset' } as const
  assert.deepEqual(saidBefore(bank, 'EUR', said, [entry(6.5, 0), entry(0, 102.5)]), {
    date: '2026-11-18',
    amount: 2506.72,
    includes_day: true,
  })
  assert.deepEqual(saidBefore(bank, 'EUR', said, []).amount, 2410.72)
})

test('a debt has its sign; openings and other currencies are no part of it', () => {
  const card = { id: 'b', type: 'liability' } as const
  const others = [entry(5, 0, { kind: 'opening' }), entry(7, 0, { currency_id: 'USD' })]
  assert.equal(saidBefore(card, 'EUR', said, [entry(0, 10.72), ...others]).amount, 2400)
})
