import assert from 'node:assert/strict'
import { test } from 'node:test'
import { busiestAccount, freeSteps, waitingIn } from './forecast.ts'

test('the account that most plans go through is the one to forecast', () => {
  const point = (account_id: string, kind: string) => ({ account_id, because: { kind } })
  const points = [
    point('cash', 'balance'),
    point('cash', 'transaction'),
    point('cash', 'plan'),
    point('bank', 'plan'),
    point('bank', 'plan'),
  ] as Parameters<typeof busiestAccount>[0]['points'] // the fields that it looks at
  assert.equal(busiestAccount({ points }), 'bank')
  assert.equal(busiestAccount({ points: points.slice(0, 2) }), undefined)
})

test('whatever was to be recorded by today and is not is named, since the forecast counts it', () => {
  const point = (date: string, kind: string, name: string | null) => ({ date, because: { kind, name } })
  const points = [
    point('2026-11-15', 'balance', null),
    point('2026-11-15', 'transaction', 'Lidl'),
    point('2026-11-15', 'plan', 'Rent'),
    point('2026-11-15', 'plan', 'Rent'),
    point('2026-11-15', 'obligation', 'Loan'),
    point('2026-11-16', 'plan', 'Gym'),
  ] as unknown as Parameters<typeof waitingIn>[0] // the fields that it looks at
  assert.deepEqual(waitingIn(points, '2026-11-15'), ['Rent', 'Loan'])
})

test('of an account with envelopes, each day says what none of them holds', () => {
  const held = (date: string, amount: number, account_id = 'a') => ({
    ...{ date, account_id, currency_id: 'EUR', held: amount },
  })
  const envelopes = [held('2026-11-15', 30), held('2026-11-16', 5, 'b'), held('2026-11-17', 50)]
  const days = ['15', '16', '17', '18'].map((day, index) => ({
    day: `2026-11-${day}`,
    minor: index < 3 ? 4000n : 6000n,
  }))
  const of = { accountId: 'a', currency: 'EUR' }
  assert.deepEqual(freeSteps({ envelopes }, of, days), [1000n, 1000n, -1000n, 1000n])
  assert.equal(freeSteps({ envelopes }, { ...of, accountId: 'c' }, days), undefined)
})
