import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageBehind } from './explain.ts'

test('a figure opens the transactions that it is made of, with the same filters', () => {
  assert.deepEqual(
    pageBehind(
      '/budgeting/transactions?section=expense&except_account_id=a,b&date_from=2026-11-01&date_to=2026-11-15&include=sum',
    ),
    {
      to: '/transactions',
      search: {
        section: 'expense',
        except_account_id: 'a,b',
        date_from: '2026-11-01',
        date_to: '2026-11-15',
      },
    },
  )
})

test('the movement of an account opens its transactions; one side of it opens its register', () => {
  assert.deepEqual(pageBehind('/accounts/7/lines?date_from=2026-11-01&include=sum'), {
    to: '/transactions',
    search: { account_id: '7', date_from: '2026-11-01' },
  })
  assert.deepEqual(pageBehind('/accounts/7/lines?date_to=2026-11-30&side=credit&include=sum'), {
    to: '/accounts/$id',
    params: { id: '7' },
    search: { date_to: '2026-11-30', side: 'credit' },
  })
})

test('a value opens what there is on that day, and a debt opens the open debts', () => {
  assert.deepEqual(pageBehind('/reports/valuation?date=2026-10-31&section=money'), {
    to: '/reports/balance-sheet',
    search: { date: '2026-10-31', section: 'money' },
  })
  assert.deepEqual(pageBehind('/obligations?status=open&direction=payable&include=sum'), {
    to: '/obligations',
    search: { status: 'open', direction: 'payable' },
  })
})

test('a figure as the book was known at an earlier version opens the list of that version', () => {
  assert.deepEqual(pageBehind('/budgeting/transactions?category_id=c&include=sum&known_at=12').search, {
    category_id: 'c',
    known_at: '12',
  })
})
