import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateMe } from '../../contract/auth.ts'
import { updateBook } from '../../contract/books.ts'
import { createTransfer, listTransactions } from '../../contract/budgeting.ts'
import { listChanges } from '../../contract/changes.ts'
import { createContact } from '../../contract/contacts.ts'
import {
  deleteExchangeRate,
  getCurrency,
  getExchangeRate,
  listCurrencies,
  listExchangeRates,
  putExchangeRate,
} from '../../contract/currencies.ts'
import { allCurrencies } from '../../contract/iso4217.ts'
import { createObligation, createPayment } from '../../contract/obligations.ts'
import { account, bank, category, spend } from '../../test/books.ts'
import { type Person, refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

const pair = (from: string, to: string, date: string) => ({ from, to, date })
const day = pair('EUR', 'USD', '2026-04-13')
const put = (person: Person, params: ReturnType<typeof pair>, rate: number) =>
  person.call(putExchangeRate, { params, body: { rate } })
const get = (person: Person, params: ReturnType<typeof pair>) => person.call(getExchangeRate, { params })
const versionOf = async (person: Person) => (await person.call(listChanges)).meta.next_since

test('every active currency is listed by code, page by page', async () => {
  const ana = await world.person()
  const { data, meta } = await ana.call(listCurrencies, { query: { limit: 1000, include: 'total' } })
  assert.deepEqual(
    data,
    allCurrencies.map((facts) => ({ ...facts, code: facts.id })),
  )
  assert.equal(meta.total, allCurrencies.length)

  const paged: string[] = []
  let url: string | undefined = '/currencies?limit=50&sort=-code'
  while (url) {
    const answer = await ana.send({ url })
    paged.push(...answer.body.data.map(({ code }: { code: string }) => code))
    url = /^<\/api\/v1(.+)>; rel="next"$/.exec(answer.headers.link ?? '')?.[1]
  }
  assert.deepEqual(paged, data.map(({ code }) => code).reverse())
})

test('a currency is read by its code in any case, and by nothing else', async () => {
  const ana = await world.person()
  assert.deepEqual(await ana.call(getCurrency, { params: { code: 'BHD' } }), {
    id: 'BHD',
    code: 'BHD',
    name: 'Bahraini Dinar',
    symbol: 'BHD',
    decimals: 3,
    until: null,
  })
  assert.equal((await ana.call(getCurrency, { params: { code: 'bhd' } })).id, 'BHD')
  for (const code of ['QQQ', 'uſd', 'XAU', 'EURO', 'EU', '%00', '%F0%9F%98%80', 'constructor'])
    assert.equal((await ana.send({ url: `/currencies/${code}` })).body.code, 'not_found', code)
  assert.equal((await world.send({ url: '/currencies' })).status, 401)
})

test('a rate of the own is kept, read, replaced and removed, each in the log', async () => {
  const ana = await world.person()
  const made = await put(ana, day, 1.25)
  assert.deepEqual(made, {
    id: 'EUR/USD/2026-04-13',
    ...day,
    rate: 1.25,
    source: 'own',
    rate_date: '2026-04-13',
    version: made.version,
    changed_by: ana.user.id,
  })
  assert.deepEqual(await get(ana, day), made)

  const replaced = await put(ana, day, 1.2)
  assert.deepEqual(replaced, { ...made, rate: 1.2, version: made.version + 1 })
  assert.deepEqual((await ana.call(listExchangeRates)).data, [replaced])

  const removed = await ana.call(deleteExchangeRate, { params: day })
  assert.deepEqual(removed, { ...replaced, version: made.version + 2 })
  assert.deepEqual((await ana.call(listExchangeRates)).data, [])
  assert.equal((await refused(get(ana, day))).code, 'not_found')
  assert.equal((await refused(ana.call(deleteExchangeRate, { params: day }))).code, 'not_found')

  const { data } = await ana.call(listChanges, { query: { since: made.version - 1 } })
  assert.deepEqual(
    data.map(({ action, resource, id, before, after }) => ({ action, resource, id, before, after })),
    [
      { action: 'created', resource: 'exchange_rate', id: made.id, before: null, after: made },
      { action: 'updated', resource: 'exchange_rate', id: made.id, before: made, after: replaced },
      { action: 'deleted', resource: 'exchange_rate', id: made.id, before: replaced, after: null },
    ],
  )
})

test('the same rate sent again, or a record sent back whole, changes nothing', async () => {
  const ana = await world.person()
  const made = await put(ana, day, 0.3)
  assert.deepEqual(await put(ana, day, 0.3), made)
  assert.deepEqual(await put(ana, day, 0.1 + 0.2), made, 'read at fifteen digits')
  assert.deepEqual(await ana.call(putExchangeRate, { params: day, body: made }), made)
  assert.equal(await versionOf(ana), made.version)
})

test('a rate of the own counts before its inverse, either way round, from its day on for 31 days', async () => {
  const ana = await world.person()
  const back = { from: 'USD', to: 'EUR' }
  await put(ana, day, 3)
  const inverse = await get(ana, { ...day, ...back })
  assert.deepEqual(
    [inverse.rate, inverse.source, inverse.rate_date, inverse.version],
    [0.333333333333333, 'own', '2026-04-13', 0],
  )
  await put(ana, { ...day, ...back }, 0.5)
  assert.equal((await get(ana, { ...day, ...back })).rate, 0.5)
  assert.equal((await get(ana, day)).rate, 3)
  const later = await get(ana, { ...day, date: '2026-05-14' })
  assert.deepEqual([later.rate, later.rate_date, later.date], [3, '2026-04-13', '2026-05-14'])
  for (const date of ['2026-04-12', '2026-05-15'])
    assert.equal((await refused(get(ana, { ...day, date }))).code, 'not_found')
})

test('a rate is kept exactly, from the smallest to the largest there can be', async () => {
  const ana = await world.person()
  for (const rate of [
    1e-10, 1.23456789012345e-10, 0.000_049_795_6, 1.1684, 123456.789012345, 9999999999.99999, 1e10,
  ]) {
    assert.equal((await put(ana, day, rate)).rate, rate)
    assert.equal((await get(ana, day)).rate, rate)
  }
  await put(ana, day, 1e10)
  assert.equal((await get(ana, pair('USD', 'EUR', day.date))).rate, 1e-10)
})

test('between a currency and itself the rate is 1, without a rate of the own', async () => {
  const ana = await world.person()
  const same = pair('HUF', 'HUF', '2199-01-01')
  const { rate, source, rate_date } = await get(ana, same)
  assert.deepEqual([rate, source, rate_date], [1, 'base', '2199-01-01'])
  const problem = await refused(put(ana, same, 1))
  assert.equal(problem.code, 'rate_same_currency')
  assert.deepEqual(problem.errors, { rate: ['rate: HUF to HUF is always 1.'] })
  assert.deepEqual((await ana.call(listExchangeRates)).data, [])
})

test('what is not a rate is refused by field, and changes nothing', async () => {
  const ana = await world.person()
  const made = await put(ana, day, 1.25)
  const infinite = {} // to be written as no JSON library would
  const bodies: [body: unknown, sentence: RegExp][] = [
    [infinite, /^rate must be/],
    [{}, /^rate is required/],
    [{ rate: 0 }, /^rate must be/],
    [{ rate: -1.2 }, /^rate must be/],
    [{ rate: '1.2' }, /^rate must be a number, not a string/],
    [{ rate: null }, /^rate must be a number, not null/],
    [{ rate: true }, /^rate must be a number, not a boolean/],
    [{ rate: [1.2] }, /^rate must be a number, not a list/],
    [{ rate: 9e-16 }, /^rate must be at least 1e-15; 9e-16 is not/],
    [{ rate: 1e16 }, /^rate must be at most 1000000000000000; 10000000000000000 is not/],
  ]
  for (const [body, sentence] of bodies) {
    const payload = body === infinite ? '{"rate": 1e999}' : JSON.stringify(body)
    const answer = await ana.send({ method: 'PUT', url: '/exchange-rates/EUR/USD/2026-04-13', payload })
    assert.equal(answer.status, 422, answer.text)
    assert.match(answer.body.errors.rate?.[0] ?? '', sentence)
  }
  assert.deepEqual((await ana.call(listExchangeRates)).data, [made])
  assert.equal(await versionOf(ana), made.version)
})

test('an address that names no rate there could be is not found; whoever keeps one there is told which part is wrong', async () => {
  const ana = await world.person()
  const version = await versionOf(ana)
  const keeps = async (path: string) =>
    (await ana.send({ method: 'PUT', url: `/exchange-rates/${path}`, payload: { rate: 1.2 } })).body
  const paths = [
    'EUR/XAU/2026-04-13',
    'QQQ/USD/2026-04-13',
    'EUR/USD/2026-02-29',
    'EUR/USD/2026-4-13',
    'EUR/USD/1899-12-31',
    'EUR/USD/2201-01-01',
    'EUR/USD/today',
    'EUR/USD/%00',
    '%00/USD/2026-04-13',
  ]
  for (const path of paths) {
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await ana.send({ method, url: `/exchange-rates/${path}` })
      assert.equal(answer.body.code, 'not_found', `${method} ${path}: ${answer.text}`)
    }
    assert.equal((await keeps(path)).code, 'invalid', path)
  }
  assert.deepEqual((await keeps('QQQ/eur/2026-02-30')).errors, {
    from: ['from must be a currency of ISO 4217; "QQQ" is not.'],
    date: ['date must be a day, as YYYY-MM-DD; "2026-02-30" is not.'],
  })
  assert.deepEqual((await ana.call(listExchangeRates)).data, [])
  assert.equal(await versionOf(ana), version)
})

test('a change is made only to the rate its caller has seen', async () => {
  const ana = await world.person()
  const ask = (method: 'PUT' | 'DELETE', tag: string, rate = 2) =>
    ana.send({
      method,
      url: '/exchange-rates/EUR/USD/2026-04-13',
      headers: { 'if-match': tag },
      ...(method === 'PUT' ? { payload: { rate } } : {}),
    })
  assert.equal((await ask('PUT', '"7"')).status, 412, 'there is none at version 7')
  const first = await ask('PUT', '"0-published"')
  assert.equal(first.status, 200, 'whoever saw the published rate may replace it')
  const second = await ask('PUT', first.headers.etag ?? '', 3)
  assert.equal(second.status, 200)
  for (const method of ['PUT', 'DELETE'] as const) {
    const stale = await ask(method, first.headers.etag ?? '')
    assert.equal(stale.status, 412)
    assert.equal(stale.body.code, 'stale')
  }
  assert.equal((await get(ana, day)).rate, 3)
  assert.equal((await ask('DELETE', second.headers.etag ?? '')).status, 200)
  assert.equal((await ask('DELETE', '*')).status, 404)
})

test("somebody else's rates count nowhere, and cannot be changed", async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  const made = await put(ana, day, 1.25)
  assert.equal((await refused(get(eve, day))).code, 'not_found')
  assert.equal((await refused(get(eve, pair('USD', 'EUR', day.date)))).code, 'not_found')
  assert.equal((await refused(eve.call(deleteExchangeRate, { params: day }))).code, 'not_found')
  assert.deepEqual((await eve.call(listExchangeRates)).data, [])
  await put(eve, day, 9)
  await eve.call(deleteExchangeRate, { params: day })
  assert.deepEqual(await get(ana, day), made)
})

test('rates of the own are listed newest first, by either currency, page by page', async () => {
  const ana = await world.person()
  const days = ['2026-04-10', '2026-04-11', '2026-04-13']
  const pairs = [
    ['EUR', 'USD'],
    ['USD', 'EUR'],
    ['EUR', 'HUF'],
  ] as const
  for (const date of days) for (const [from, to] of pairs) await put(ana, { from, to, date }, 2)
  const ids = async (query: { from?: string; to?: string; sort?: 'date' | '-date' }) =>
    (await ana.call(listExchangeRates, { query })).data.map(({ id }) => id)
  const newestFirst = days
    .toReversed()
    .flatMap((date) => [`USD/EUR/${date}`, `EUR/USD/${date}`, `EUR/HUF/${date}`])
  assert.deepEqual(await ids({}), newestFirst)
  assert.deepEqual(await ids({ sort: 'date' }), newestFirst.toReversed())
  assert.deepEqual(
    await ids({ from: 'EUR', to: 'HUF' }),
    newestFirst.filter((id) => id.startsWith('EUR/HUF')),
  )
  assert.deepEqual(
    await ids({ to: 'EUR' }),
    newestFirst.filter((id) => id.startsWith('USD')),
  )
  assert.deepEqual(await ids({ from: 'nonsense' }), [])

  const paged: string[] = []
  let url: string | undefined = '/exchange-rates?limit=2'
  while (url) {
    const answer = await ana.send({ url })
    paged.push(...answer.body.data.map(({ id }: { id: string }) => id))
    url = /^<\/api\/v1(.+)>; rel="next"$/.exec(answer.headers.link ?? '')?.[1]
  }
  assert.deepEqual(paged, newestFirst)
})

test('a code is taken in any case wherever it is sent, and stored in upper case', async () => {
  const ana = await world.person({ base_currency_id: 'eur' })
  assert.equal(ana.user.base_currency_id, 'EUR')
  assert.equal((await put(ana, pair('usd', 'Eur', '2026-04-13'), 0.5)).id, 'USD/EUR/2026-04-13')
  assert.equal((await get(ana, pair('usd', 'eur', '2026-04-13'))).rate, 0.5)
  const listed = await ana.call(listExchangeRates, { query: { from: 'uSD' } })
  assert.equal(listed.data.length, 1)
  const dollars = await bank(ana, 'Dollars', 'usd')
  assert.equal(dollars.currency_id, 'USD')
  const food = await category(ana, 'Food')
  const spent = { amount: 5, currency_id: 'usd', category_id: food.id, date: '2026-04-13' }
  const made = await spend(ana, { ...spent, asset_account_id: dollars.id })
  assert.deepEqual([made.currency_id, made.base_amount, made.charged_amount], ['USD', 2.5, null])
  const [cash, other] = [await account(ana, 'Cash'), await account(ana, 'Bank')]
  const sides = { from_account_id: cash.id, to_account_id: other.id, amount: 10, date: '2026-04-13' }
  const moved = await ana.call(createTransfer, { body: { ...sides, to_currency_id: 'usd' } })
  assert.deepEqual([moved.to_currency_id, moved.to_amount], ['USD', 20])
  const found = await ana.call(listTransactions, { query: { currency_id: 'usd' } })
  assert.deepEqual(
    found.data.map(({ id }) => id),
    [made.id],
  )
  const friend = await ana.call(createContact, { body: { name: 'Friend' } })
  const debt = await ana.call(createObligation, {
    body: {
      name: 'Loan',
      opened_date: '2026-04-13',
      original_amount: 10,
      outstanding_amount: 10,
      contact_id: friend.id,
      account_id: (await account(ana, 'Receivables')).id,
      currency_id: 'usd',
    },
  })
  const params = { id: debt.id }
  const body = { amount: 1, currency_id: 'eur', date: '2026-04-13' }
  assert.deepEqual(
    [debt.currency_id, (await ana.call(createPayment, { params, body })).applied_amount],
    ['USD', 2],
  )
  await ana.call(deleteExchangeRate, { params: pair('usd', 'eur', '2026-04-13') })
  const eve = await world.person()
  assert.equal((await eve.call(updateBook, { body: { base_currency_id: 'gbp' } })).base_currency_id, 'GBP')
  assert.equal((await eve.call(updateMe, { body: { base_currency_id: 'chf' } })).base_currency_id, 'CHF')
})
