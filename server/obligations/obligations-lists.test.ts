import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../contract/accounts.ts'
import { createContact } from '../../contract/contacts.ts'
import { listObligations } from '../../contract/obligations.ts'
import { account, bank, category } from '../../test/books.ts'
import { lender } from '../../test/debts.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

test('each required field, each limit and each reference is checked by name, on create and on update', async () => {
  const { ana, draft, owe } = await lender(world)
  const eve = await lender(world)
  const made = await owe('Receivables')
  const good = await draft('Receivables')
  const closed = await bank(ana, 'Closed', 'USD', { is_active: false })
  const euros = await ana.call(createAccount, {
    body: { name: 'Euro loan', type: 'liability', currency_id: 'EUR' },
  })
  const cases: [change: object, code: string, field: string][] = [
    ...[
      'name',
      'opened_date',
      'original_amount',
      'outstanding_amount',
      'contact_id',
      'account_id',
      'currency_id',
    ].flatMap((field): [object, string, string][] => [
      [{ [field]: undefined }, 'invalid', field],
      [{ [field]: null }, 'invalid', field],
    ]),
    [{ name: ' ' }, 'invalid', 'name'],
    [{ name: '😀'.repeat(151) }, 'invalid', 'name'],
    [{ reference: '😀'.repeat(101) }, 'invalid', 'reference'],
    [{ opened_date: '2026-02-30' }, 'invalid', 'opened_date'],
    [{ due_date: 'soon' }, 'invalid', 'due_date'],
    ...[0, -1, '5', true].map((original_amount): [object, string, string] => [
      { original_amount },
      'invalid',
      'original_amount',
    ]),
    ...[-1, '5', true].map((outstanding_amount): [object, string, string] => [
      { outstanding_amount },
      'invalid',
      'outstanding_amount',
    ]),
    [{ original_amount: 0.001 }, 'amount_decimals', 'original_amount'],
    [{ outstanding_amount: 1e14 }, 'amount_too_large', 'outstanding_amount'],
    [{ currency_id: 'XXX' }, 'currency_not_found', 'currency_id'],
    [{ currency_id: 'BHD' }, 'fx_rate_missing', 'fx_rate'],
    [{ currency_id: 'EUR', fx_rate: 0 }, 'invalid', 'fx_rate'],
    [{ fx_rate: 2 }, 'fx_rate_base', 'fx_rate'],
    [{ contact_id: eve.friend.id }, 'contact_not_found', 'contact_id'],
    [{ contact_id: 'nonsense' }, 'contact_not_found', 'contact_id'],
    ...[
      (await account(eve.ana, 'Cash')).id,
      'nonsense',
      closed.id,
      (await account(ana, 'Opening balances')).id,
      (await account(ana, 'Exchange gains and losses')).id,
    ].map((account_id): [object, string, string] => [{ account_id }, 'obligation_account', 'account_id']),
    [{ account_id: euros.id }, 'account_currency', 'currency_id'],
    ...[
      'nonsense',
      closed.id,
      good.account_id,
      (await account(ana, 'Exchange gains and losses')).id,
      (await account(ana, 'Currency exchange')).id,
    ].map((counter_account_id): [object, string, string] => [
      { counter_account_id },
      'counter_account',
      'counter_account_id',
    ]),
    [
      { account_id: (await account(ana, 'Cash')).id, counter_account_id: (await account(ana, 'Bank')).id },
      'counter_account',
      'counter_account_id',
    ],
  ]
  for (const [change, code, field] of cases) {
    for (const request of [
      { method: 'POST', url: '/obligations' },
      { method: 'PUT', url: `/obligations/${made.id}` },
    ] as const) {
      const answer = await ana.send({ ...request, payload: { ...good, ...change } })
      assert.deepEqual(
        [answer.status, answer.body.code],
        [422, code],
        `${request.method} ${JSON.stringify(change)} ${answer.text}`,
      )
      assert(answer.body.errors[field], answer.text)
    }
  }
  assert.deepEqual((await ana.call(listObligations)).data, [made])
  const long = await owe('Receivables', {
    name: '😀'.repeat(150),
    reference: '😀'.repeat(100),
    notes: 'x'.repeat(50_000),
    due_date: '2020-01-01',
  })
  assert.equal(long.notes?.length, 50_000)
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/restore'],
    ['GET', '/payments'],
    ['POST', '/payments'],
    ['POST', '/write-off'],
    ['DELETE', '/write-off'],
  ] as const) {
    const payload =
      method === 'PUT'
        ? { ...good, contact_id: eve.friend.id }
        : method === 'POST'
          ? { amount: 1, category_id: made.id }
          : undefined
    const answer = await eve.ana.send({
      method,
      url: `/obligations/${made.id}${path}`,
      ...(payload ? { payload } : {}),
    })
    assert.equal(answer.status, 404, `${method} ${path} ${answer.text}`)
  }
})

test('obligations are listed by due date, none last, and found by every filter', async () => {
  const { ana, friend, owe } = await lender(world)
  await category(ana, 'Food')
  const other = await ana.call(createContact, { body: { name: 'Other' } })
  await owe('Receivables', { name: 'b', due_date: '2026-03-01' })
  await owe('Food', { name: 'a', due_date: '2099-01-01', contact_id: other.id })
  await owe('Receivables', { name: 'c', reference: 'REF' })
  await owe('Receivables', { name: 'd', due_date: '2026-02-01', outstanding_amount: 0, notes: 'paid' })
  const names = async (query: object) => {
    const whole = await ana.call(listObligations, { query })
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const page = await ana.call(listObligations, {
        query: { limit: 1, ...query, ...(cursor ? { cursor } : {}) },
      })
      paged.push(...page.data.map(({ name }) => name))
      cursor = page.meta.next_cursor ?? undefined
    } while (cursor)
    assert.deepEqual(
      paged,
      whole.data.map(({ name }) => name),
    )
    return paged.join('')
  }
  assert.equal(await names({}), 'dbac')
  assert.equal(await names({ sort: '-due_date' }), 'cabd')
  assert.equal(await names({ sort: 'name' }), 'abcd')
  assert.equal(await names({ sort: '-created_at' }), 'dcab')
  assert.equal(await names({ status: 'open' }), 'bac')
  assert.equal(await names({ status: 'settled' }), 'd')
  assert.equal(await names({ direction: 'payable' }), 'a')
  assert.equal(await names({ contact_id: friend.id }), 'dbc')
  assert.equal(await names({ contact_id: 'nonsense' }), '')
  assert.equal(await names({ contact_id: `${friend.id},${other.id.toUpperCase()}, nonsense` }), 'dbac')
  assert.equal(await names({ contact_id: `${other.id},` }), 'a')
  assert.equal(await names({ currency_id: 'USD' }), 'dbac')
  assert.equal(await names({ currency_id: 'eur,usd' }), 'dbac')
  assert.equal(await names({ currency_id: 'EUR' }), '')
  const both = [await account(ana, 'Receivables'), await account(ana, 'Food')]
  assert.equal(await names({ account_id: both.map(({ id }) => id).join(',') }), 'dbac')
  assert.equal(await names({ account_id: (await account(ana, 'Receivables')).id }), 'dbc')
  assert.equal(await names({ due_from: '2026-02-01', due_to: '2026-03-01' }), 'db')
  assert.equal(await names({ overdue: true }), 'b')
  assert.equal(await names({ overdue: false }), 'dac')
  assert.equal(await names({ q: 'ref' }), 'c')
  assert.equal(await names({ q: 'oth' }), 'a')
})
