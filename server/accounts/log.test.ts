import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Account,
  createAccount,
  deleteAccount,
  restoreAccount,
  updateAccount,
} from '../../contract/accounts.ts'
import { getBook, updateBook } from '../../contract/books.ts'
import { deleteCategory, restoreCategory, updateCategory } from '../../contract/categories.ts'
import { deleteExchangeRate, putExchangeRate } from '../../contract/currencies.ts'
import { account, balances, bank, category, spend } from '../../test/books.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { rows } from '../database/database.ts'
import { sql } from '../database/sql.ts'

const world = await makeWorld()

type Stored = Record<string, unknown> | null
type Event = { resource: string; action: string; record_id: string; before: Stored; after: Stored }

/** The events that a piece of work adds to the log of a book, in their order. */
async function logged(person: Person, work: () => Promise<unknown>): Promise<Event[]> {
  const { version } = await person.call(getBook)
  await work()
  return rows<Event>(
    world.db,
    sql`select resource, action, record_id, before, after from events
        where book_id = ${person.book_id} and version > ${version} order by version, ordinal`,
  )
}

const lines = (events: readonly Event[]) => events.map(({ resource, action }) => `${resource} ${action}`)
const put = (person: Person, id: string, body: object) => person.call(updateAccount, { params: { id }, body })

test('the log has an account and its opening, before and after, in every change of either', async () => {
  const ana = await world.person()
  let giro: Account | undefined
  const opened = await logged(ana, async () => {
    giro = await bank(ana, 'Giro', 'USD', { opening_balance: 100, opening_date: '2026-01-01' })
  })
  assert(giro)
  const { id } = giro
  assert.deepEqual(lines(opened), ['account created', 'opening created'])
  assert.deepEqual([opened[0]?.record_id, opened[0]?.before, opened[0]?.after?.name], [id, null, 'Giro'])
  assert.deepEqual(
    [opened[1]?.before, opened[1]?.after?.account_id, opened[1]?.after?.amount, opened[1]?.after?.date],
    [null, id, '10000', '2026-01-01'],
  )

  const more = await logged(ana, () => put(ana, id, { opening_balance: 250 }))
  assert.deepEqual(lines(more), ['account updated', 'opening updated'])
  assert.deepEqual([more[1]?.before?.amount, more[1]?.after?.amount], ['10000', '25000'])
  assert.deepEqual(more[1]?.before, opened[1]?.after)

  const named = await logged(ana, () => put(ana, id, { name: 'Main' }))
  assert.deepEqual(lines(named), ['account updated'])
  assert.deepEqual([named[0]?.before?.name, named[0]?.after?.name], ['Giro', 'Main'])
  assert.deepEqual(named[0]?.before, more[0]?.after)

  assert.deepEqual(lines(await logged(ana, () => put(ana, id, { opening_balance: 0 }))), [
    'account updated',
    'opening deleted',
  ])
  assert.deepEqual(lines(await logged(ana, () => put(ana, id, { opening_balance: 7 }))), [
    'account updated',
    'opening restored',
  ])
  assert.deepEqual(await logged(ana, () => put(ana, id, { opening_balance: 7 })), [], 'the same again')
})

test('moving the default account logs both accounts, and so does opening an account as the default', async () => {
  const ana = await world.person()
  const [cash, other] = [await account(ana, 'Cash'), await account(ana, 'Bank')]
  const moved = await logged(ana, () => put(ana, other.id, { is_default: true }))
  assert.deepEqual(
    moved.map(({ record_id, before, after }) => [record_id, before?.is_default, after?.is_default]),
    [
      [cash.id, true, false],
      [other.id, false, true],
    ],
  )
  const opened = await logged(ana, () =>
    ana.call(createAccount, { body: { name: 'Purse', type: 'asset', is_default: true } }),
  )
  assert.deepEqual(
    opened.map(({ record_id, after }) => [record_id === other.id, after?.name, after?.is_default]),
    [
      [true, 'Bank', false],
      [false, 'Purse', true],
    ],
  )
  const versions = await Promise.all(['Cash', 'Bank', 'Purse'].map((name) => account(ana, name)))
  assert.deepEqual(
    versions.map(({ is_default, version }) => [is_default, version]),
    [
      [false, 2],
      [false, 3],
      [true, 3],
    ],
  )
})

test('a category and its account are both in the log, whatever happens to them', async () => {
  const ana = await world.person()
  let id = ''
  const made = await logged(ana, async () => {
    id = (await category(ana, 'Food')).id
  })
  assert.deepEqual(lines(made), ['account created', 'category created'])
  assert.equal(made[1]?.after?.account_id, made[0]?.record_id)
  for (const [work, action, field, value] of [
    [() => ana.call(updateCategory, { params: { id }, body: { name: 'Meals' } }), 'updated', 'name', 'Meals'],
    [
      () => ana.call(updateCategory, { params: { id }, body: { is_active: false } }),
      'updated',
      'is_active',
      false,
    ],
    [() => ana.call(deleteCategory, { params: { id } }), 'deleted', 'name', 'Meals'],
    [() => ana.call(restoreCategory, { params: { id } }), 'restored', 'deleted_at', null],
  ] as const) {
    const events = await logged(ana, work)
    assert.deepEqual(lines(events), [`account ${action}`, `category ${action}`])
    for (const { after } of events) assert.equal(after?.[field], value)
  }
})

test('accounts in and out of the trash, and rates of the own, are in the log; a removed rate has no after', async () => {
  const ana = await world.person()
  const giro = await bank(ana, 'Giro', 'USD')
  const params = { id: giro.id }
  assert.deepEqual(lines(await logged(ana, () => ana.call(deleteAccount, { params }))), ['account deleted'])
  assert.deepEqual(lines(await logged(ana, () => ana.call(restoreAccount, { params }))), ['account restored'])
  const address = { from: 'EUR', to: 'USD', date: '2026-01-31' }
  const keep = (rate: number) => ana.call(putExchangeRate, { params: address, body: { rate } })
  const [created] = await logged(ana, () => keep(1.25))
  assert.deepEqual([created?.action, created?.record_id], ['created', 'EUR/USD/2026-01-31'])
  const [updated] = await logged(ana, () => keep(1.5))
  assert.deepEqual([updated?.before?.rate, updated?.after?.rate], ['1.25', '1.5'])
  const [removed] = await logged(ana, () => ana.call(deleteExchangeRate, { params: address }))
  assert.deepEqual([removed?.action, removed?.before?.rate, removed?.after], ['deleted', '1.5', null])
})

test('an opening in closed days is refused, whether it is posted, moved or taken out', async () => {
  const ana = await world.person()
  const giro = await bank(ana, 'Giro', 'USD', { opening_balance: 5, opening_date: '2026-01-31' })
  await ana.call(updateBook, { body: { closed_through: '2026-01-31' } })
  for (const body of [{ opening_balance: 6 }, { opening_balance: null }, { opening_date: '2026-02-01' }])
    assert.equal((await refused(put(ana, giro.id, body))).code, 'locked')
  const early = { name: 'New', type: 'asset', opening_balance: 1, opening_date: '2026-01-15' } as const
  assert.equal((await refused(ana.call(createAccount, { body: early }))).code, 'locked')
  assert.equal((await put(ana, giro.id, { name: 'Main' })).name, 'Main')
  assert.deepEqual(await balances(ana, giro.id), { USD: 5 })
})

test('codes differ by case: only the very same code is taken', async () => {
  const ana = await world.person()
  const open = (code: string) => ana.call(createAccount, { body: { name: code, type: 'asset', code } })
  const [small, large] = [await open('g'), await open('G')]
  assert.equal((await refused(put(ana, small.id, { code: 'G' }))).code, 'code_taken')
  assert.equal((await refused(put(ana, large.id, { code: 'g' }))).code, 'code_taken')
  assert.equal((await put(ana, small.id, { code: 'h' })).code, 'h')
  assert.equal((await put(ana, small.id, { code: 'H' })).code, 'H')
})

test('an account with more currencies than a verb may ask for one by one is changed all the same', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const currencies = ['EUR', 'JPY', 'GBP', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'HUF', 'AUD']
  for (const currency_id of currencies)
    await spend(ana, { amount: 5, currency_id, category_id: food.id, fx_rate: 2 })
  const cash = await account(ana, 'Cash')
  const changed = await put(ana, cash.id, { name: 'Purse' })
  assert.deepEqual([changed.balances, changed.missing_rates], [cash.balances, cash.missing_rates])
  assert.equal(changed.missing_rates.length, currencies.length)
})
