import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createAccount,
  deleteAccount,
  getAccount,
  listAccountLines,
  listAccounts,
  type RegisterLine,
  restoreAccount,
  updateAccount,
} from '../../contract/accounts.ts'
import { getBook } from '../../contract/books.ts'
import {
  createIncome,
  createTransfer,
  deleteExpense,
  restoreExpense,
  updateExpense,
} from '../../contract/budgeting.ts'
import { deleteCategory, restoreCategory, updateCategory } from '../../contract/categories.ts'
import { createContact, updateContact } from '../../contract/contacts.ts'
import { trialBalance } from '../../contract/reports.ts'
import { account, back, bank, category, publish, spend } from '../../test/books.ts'
import { makeWorld, type Person, personOf, refused } from '../../test/world.ts'
import { rows } from '../database/database.ts'
import { sql } from '../database/sql.ts'

const world = await makeWorld()

const filters = ['include=total,sum', 'date_from=2026-01-10&date_to=2026-02-10', 'q=bread&include=sum']

/** Answers that can be asked for as known at a version, as text, some of them in turn; values at the rates of today are left out. */
async function answersOf(person: Person, ids: readonly string[], turn: number, knownAt?: number) {
  const [giro, , cash, food] = ids
  const paths = [
    '/accounts?include=total',
    '/accounts?deleted=only',
    `/reports/trial-balance?date=${turn % 2 ? '2200-12-31' : '2026-02-10'}`,
    `/accounts/${ids[turn % ids.length]}?`,
    ...[giro, cash, food].map((id, index) => `/accounts/${id}/lines?${filters[(turn + index) % 3]}`),
  ]
  const answers = paths.map(async (path) => {
    const url = knownAt === undefined ? path : `${path}&known_at=${knownAt}`
    const { status, text } = await person.send({ url })
    const plain = text
      .replaceAll(/"base_value":[^,]+,/g, '"base_value":null,')
      .replaceAll(/"missing_rates":\[[^\]]*\]/g, '"missing_rates":[]')
      .replaceAll(`&known_at=${knownAt}"`, '"') // the addresses behind figures name the version
    return { path, text: status === 404 ? 'not found' : plain }
  })
  return Promise.all(answers)
}

/** A book to which most things happen that can happen to accounts and their figures; each piece of work is one version. */
async function eventful(person: Person) {
  const [food, fun] = [await category(person, 'Food'), await category(person, 'Fun')]
  const pay = await category(person, 'Pay', 'income')
  const shop = await person.call(createContact, { body: { name: 'Shop' } })
  const giro = await bank(person, 'Giro', 'USD', { opening_balance: 100, opening_date: '2026-01-01' })
  const euros = await bank(person, 'Euros', 'EUR')
  const cash = await account(person, 'Cash')
  const ids = [giro.id, euros.id, cash.id, food.account.id, fun.account.id, pay.account.id]
  const on = { category_id: food.id, asset_account_id: giro.id }
  const bread = await spend(person, { ...on, amount: 10, date: '2026-01-15', notes: 'bread' })
  const abroad = await spend(person, { ...on, amount: 7, date: '2026-02-01', contact_id: shop.id })
  const put = (body: object) =>
    person.call(updateExpense, { params: { id: bread.id }, body: back(bread, body) })
  const account_ = (id: string, body: object) => person.call(updateAccount, { params: { id }, body })
  const params = { id: bread.id }
  const yen = { currency_id: 'JPY', fx_rate: 0.01 }
  const between = { from_account_id: giro.id, to_account_id: euros.id, amount: 20, date: '2026-02-05' }
  const work: (() => Promise<unknown>)[] = [
    () => put({ amount: 12 }),
    () => put({ date: '2026-02-11' }),
    () => put({ category_id: fun.id, contact_id: shop.id }),
    () => put({ asset_account_id: cash.id, notes: 'rye bread' }),
    () => put({ notes: 'only the notes change' }),
    () => person.call(deleteExpense, { params }),
    () => person.call(restoreExpense, { params }),
    () => spend(person, { ...on, asset_account_id: cash.id, amount: 500, date: '2026-01-20', ...yen }),
    () => person.call(createTransfer, { body: { ...between, to_amount: 18 } }),
    () =>
      person.call(createIncome, {
        body: { category_id: pay.id, amount: 99, asset_account_id: giro.id, date: '2026-02-10' },
      }),
    () => account_(giro.id, { opening_balance: 80 }),
    () => account_(giro.id, { opening_date: '2026-02-02' }),
    () => account_(giro.id, { opening_balance: -5 }),
    () => account_(giro.id, { opening_balance: null }),
    () => account_(giro.id, { opening_balance: 33, opening_date: '2026-01-05' }),
    () => account_(giro.id, { is_default: true }),
    () => account_(giro.id, { code: 'G', currency_id: null }),
    () => account_(euros.id, { is_active: false }),
    () => person.call(deleteCategory, { params: { id: food.id } }),
    () => person.call(deleteExpense, { params: { id: abroad.id } }),
    () => person.call(restoreCategory, { params: { id: food.id } }),
    () => person.call(updateCategory, { params: { id: fun.id }, body: { is_active: false } }),
    async () => {
      const spare = await person.call(createAccount, { body: { name: 'Spare', type: 'asset' } })
      ids.push(spare.id)
    },
    () => person.call(deleteAccount, { params: { id: ids.at(-1) ?? '' } }),
    () => person.call(restoreAccount, { params: { id: ids.at(-1) ?? '' } }),
    () => account_(ids.at(-1) ?? '', { type: 'liability' }),
    () => account_(ids.at(-1) ?? '', { opening_balance: 40, opening_date: '2026-01-02' }),
  ]
  return { ids, work, giro, food, fun, shop, bread }
}

test('every answer is given again as it was at each version, byte for byte', async () => {
  const ana = await world.person()
  const { ids, work } = await eventful(ana)
  const known: { version: number; there: string[]; answers: { path: string; text: string }[] }[] = []
  for (const [turn, one] of work.entries()) {
    const { version } = await ana.call(getBook)
    const there = [...ids]
    known.push({ version, there, answers: await answersOf(ana, there, turn) })
    await one()
  }
  assert.equal(
    new Set(known.map(({ version }) => version)).size,
    work.length,
    'each piece of work is one version',
  )
  for (const [turn, { version, there, answers }] of known.entries())
    assert.deepEqual(await answersOf(ana, there, turn, version), answers, `version ${version}`)
})

test('a time means the latest version of that time', async () => {
  const ana = await world.person()
  const { work } = await eventful(ana)
  for (const one of work.slice(0, 5)) await one()
  const changes = await rows<{ version: number; at: string }>(
    world.db,
    sql`select version::float8 as version, at from changes where book_id = ${ana.book_id} order by version`,
  )
  const read = async (knownAt: string) =>
    (
      await ana.send({
        url: `/reports/trial-balance?date=2200-12-31&known_at=${encodeURIComponent(knownAt)}`,
      })
    ).text
  const latestAt = (at: string) => String(changes.findLast((one) => one.at <= at)?.version)
  for (const { at } of changes) {
    assert.equal(await read(at), await read(latestAt(at)))
    const [before] = [new Date(Date.parse(at) - 1).toISOString()]
    if (before >= (changes[0]?.at ?? '')) assert.equal(await read(before), await read(latestAt(before)))
  }
  const [{ at = '' } = {}] = changes.slice(-1)
  const elsewhere = at.replace('Z', '999+00:00')
  assert.equal(await read(elsewhere), await read(latestAt(at)), 'with microseconds and an offset')
})

test('an account is there from its first version on, and in the trash as it was then', async () => {
  const ana = await world.person()
  const before = await ana.call(getBook)
  const made = await bank(ana, 'Giro', 'USD')
  const there = await ana.call(getBook)
  await ana.call(deleteAccount, { params: { id: made.id } })
  const trashed = await ana.call(getBook)
  await ana.call(restoreAccount, { params: { id: made.id } })
  const params = { id: made.id }
  const names = async ({ version }: { version: number }, query: { deleted?: 'only' } = {}) =>
    (await ana.call(listAccounts, { query: { ...query, known_at: String(version) } })).data.map(
      ({ name }) => name,
    )
  assert.equal((await names(before)).includes('Giro'), false)
  assert.equal((await names(there)).includes('Giro'), true)
  assert.equal((await names(trashed)).includes('Giro'), false)
  assert.deepEqual(await names(trashed, { deleted: 'only' }), ['Giro'])
  for (const { version } of [before, trashed]) {
    const query = { known_at: String(version) }
    assert.equal((await refused(ana.call(getAccount, { params, query }))).code, 'not_found')
    assert.equal((await refused(ana.call(listAccountLines, { params, query }))).code, 'not_found')
  }
  const then = await ana.call(getAccount, { params, query: { known_at: String(there.version) } })
  assert.deepEqual(then, { ...made, base_value: null })
})

test('names are those of today, and there is no value at the rates of today', async () => {
  const ana = await world.person()
  const { giro, food, shop } = await eventful(ana)
  await publish(world, new Date().toISOString().slice(0, 10), { USD: '1.5' })
  const { version } = await ana.call(getBook)
  await ana.call(updateAccount, { params: { id: giro.id }, body: { name: 'Main' } })
  await ana.call(updateCategory, { params: { id: food.id }, body: { name: 'Meals' } })
  await ana.call(updateContact, { params: { id: shop.id }, body: { name: 'Corner' } })
  const query = { known_at: String(version) }
  const then = await ana.call(getAccount, { params: { id: giro.id }, query })
  assert.deepEqual(
    [then.name, then.base_balance, then.base_value, then.missing_rates],
    ['Main', 83, null, []],
  )
  const { data } = await ana.call(listAccountLines, { params: { id: giro.id }, query })
  const [latest] = data
  assert.deepEqual(
    [latest?.account_name, latest?.contact_name, latest?.category_name, latest?.counter_account_name],
    ['Main', 'Corner', 'Meals', 'Meals'],
  )
  const report = await ana.call(trialBalance, { query: { ...query, date: '2026-12-31' } })
  assert.deepEqual(
    report.accounts.map(({ account }) => account.name),
    ['Main', 'Opening balances', 'Meals'],
  )
})

test('the pages of a list are of one version, whatever is written between them', async () => {
  // On this clock every change has the time of the one before it, and so the time that is asked for.
  const ana = await personOf(world.another({}, world.service, () => '2020-01-01T00:00:00.000Z'))
  const food = await category(ana, 'Food')
  for (const amount of [1, 2, 3]) await spend(ana, { category_id: food.id, amount, date: '2026-01-01' })
  const [{ at = '' } = {}] = await rows<{ at: string }>(
    world.db,
    sql`select changed_at as at from books where id = ${ana.book_id}`,
  )
  const { id } = await account(ana, 'Cash')
  const first = { limit: 1, known_at: at }
  const lines = await ana.call(listAccountLines, { params: { id }, query: first })
  const accounts = await ana.call(listAccounts, { query: { ...first, type: 'asset' } })
  await spend(ana, { category_id: food.id, amount: 100, date: '2025-12-31' })
  const rest: RegisterLine[] = []
  for (let cursor = lines.meta.next_cursor; cursor !== null; ) {
    const page = await ana.call(listAccountLines, { params: { id }, query: { ...first, cursor } })
    rest.push(...page.data)
    cursor = page.meta.next_cursor
  }
  const running = (all: readonly RegisterLine[]) => all.map(({ running_balance }) => running_balance)
  assert.deepEqual(running([...lines.data, ...rest]), [-6, -3, -1])
  const second = { ...first, type: 'asset', cursor: accounts.meta.next_cursor ?? '' } as const
  assert.equal((await ana.call(listAccounts, { query: second })).data[0]?.base_balance, -6)
  const anew = await ana.call(listAccountLines, { params: { id }, query: { known_at: at } })
  assert.deepEqual(running(anew.data), [-106, -103, -101, -100])
  const elsewhere = await refused(
    ana.call(listAccounts, { query: { limit: 1, type: 'asset', cursor: second.cursor } }),
  )
  assert.equal(elsewhere.code, 'cursor_invalid', 'a cursor belongs to its known_at')
})

test('pages of every size show the same register of a version', async () => {
  const ana = await world.person()
  const { work, ids } = await eventful(ana)
  for (const one of work.slice(0, 12)) await one()
  const { version } = await ana.call(getBook)
  for (const one of work.slice(12)) await one()
  for (const id of ids.slice(0, 4))
    for (const more of [{}, { q: 'bread' }, { date_to: '2026-02-04' }]) {
      const query = { ...more, known_at: String(version), include: 'total,sum' as const }
      const whole = await ana.call(listAccountLines, { params: { id }, query })
      const paged: RegisterLine[] = []
      let cursor: string | undefined
      do {
        const page = await ana.call(listAccountLines, {
          params: { id },
          query: { ...query, limit: 1, ...(cursor ? { cursor } : {}) },
        })
        paged.push(...page.data)
        assert.deepEqual([page.meta.total, page.meta.sum_base], [whole.meta.total, whole.meta.sum_base])
        cursor = page.meta.next_cursor ?? undefined
      } while (cursor)
      assert.deepEqual(paged, whole.data)
    }
})

test('a moment that the book does not have is refused by its field', async () => {
  const ana = await world.person()
  const { id } = await account(ana, 'Cash')
  const { version } = await ana.call(getBook)
  const later = new Date(Date.now() + 60_000).toISOString()
  const cases = [
    [String(version + 1), 'known_at_future'],
    ['999999999999999', 'known_at_future'],
    [later, 'known_at_future'],
    ['9999-12-31T23:59:59Z', 'known_at_future'],
    ['0', 'known_at_too_early'],
    ['000', 'known_at_too_early'],
    ['2019-12-31T23:59:59Z', 'known_at_too_early'],
    ['0001-01-01T00:00:00Z', 'known_at_too_early'],
    ['', 'invalid'],
    ['yesterday', 'invalid'],
    ['2026-01-01', 'invalid'],
    ['2026-01-01T00:00:00', 'invalid'],
    ['2026-02-30T00:00:00Z', 'invalid'],
    ['-1', 'invalid'],
    ['1.5', 'invalid'],
    ['1e3', 'invalid'],
    ['1234567890123456', 'invalid'],
  ] as const
  for (const path of ['/accounts', `/accounts/${id}`, `/accounts/${id}/lines`, '/reports/trial-balance'])
    for (const [known_at, code] of cases) {
      const answer = await ana.send({ url: `${path}?known_at=${encodeURIComponent(known_at)}` })
      assert.deepEqual([answer.status, answer.body.code], [422, code], `${path} ${known_at} ${answer.text}`)
      assert(answer.body.errors.known_at, answer.text)
    }
  const twice = await ana.send({ url: '/accounts?known_at=1&known_at=1' })
  assert.deepEqual([twice.status, twice.body.code], [422, 'invalid'])
})
