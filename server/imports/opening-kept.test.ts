import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../contract/accounts.ts'
import { rowsOf, sendFile } from '../../test/importing.ts'
import { committed, figures } from '../../test/moving.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

test('openings of a file are compared with those that accounts have, on the side on which people say them, and the rest is recorded', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const open = (name: string, type: 'asset' | 'liability', opening_balance: number) =>
    ana.call(createAccount, { body: { name, type, opening_balance, opening_date: '2026-01-01' } })
  await open('assets:bank', 'asset', -20)
  await open('liabilities:visa', 'liability', 80.5)
  const made = await sendFile(
    ana,
    { filename: 'a.journal' },
    '2026-01-01 x\n  assets:bank  -20.00 EUR\n  liabilities:visa  -90.00 EUR\n  equity:opening\n\n2026-01-02 y\n  expenses:food  5.00 EUR\n  assets:bank\n',
  )
  const openings = (await rowsOf(ana, made)).filter(({ is_opening }) => is_opening)
  assert.deepEqual(
    openings.map(({ reason, is_chosen, needs_attention }) => [reason, is_chosen, needs_attention]),
    [
      [
        'assets:bank begins with -20.00 EUR on 1 January already: -20.00 EUR is compared, not recorded.',
        false,
        false,
      ],
      [
        'liabilities:visa begins with 80.50 EUR on 1 January already: 90.00 EUR is compared, not recorded.',
        false,
        false,
      ],
    ],
  )
  const done = await committed(ana, made)
  assert.deepEqual((await figures(ana)).accounts, {
    'assets:bank': { EUR: -25 },
    'liabilities:visa': { EUR: 80.5 },
  })
  // The file has more of the debt than the book.
  assert.deepEqual(
    done.balances
      .filter(({ difference }) => difference !== 0)
      .map(({ account_name, difference }) => [account_name, difference]),
    [['liabilities:visa', 9.5]],
  )
})
