import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../contract/accounts.ts'
import { updateBook } from '../../contract/books.ts'
import { undoChange } from '../../contract/changes.ts'
import {
  addExchangeRates,
  getExchangeRate,
  listExchangeRates,
  MAX_RATES,
  putExchangeRate,
} from '../../contract/currencies.ts'
import { addDays } from '../../contract/day.ts'
import { account, bank } from '../../test/books.ts'
import { sendFile } from '../../test/importing.ts'
import { type Person, refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

const daily = 'Date, USD, JPY, GBP, \n13 April 2026, 1.25, 200, 0.8, \n'

/** Somebody with a dollar account, and yen nowhere. */
async function holder(base_currency_id = 'EUR', ...currencies: string[]): Promise<Person> {
  const ana = await world.person({ base_currency_id })
  for (const id of currencies.length > 0 ? currencies : ['USD']) await bank(ana, `In ${id}`, id)
  return ana
}

const ratesOf = async (person: Person) =>
  (await person.call(listExchangeRates)).data.map(({ from, to, date, rate }) => [from, to, date, rate])

test('a file of the ECB becomes rates of this book, for the currencies it uses, as one change with one undo', async () => {
  const [ana, bea] = [await holder(), await holder()]
  const params = { from: 'USD', to: 'EUR', date: '2026-04-13' }
  await ana.call(putExchangeRate, { params, body: { rate: 0.75 } })
  const added = await ana.call(addExchangeRates, { body: daily })
  assert.deepEqual(
    { ...added, version: 0 },
    {
      version: 0,
      added: 0,
      replaced: 1,
      unchanged: 0,
      currencies: ['USD'],
      date_from: '2026-04-13',
      date_to: '2026-04-13',
      changed: ['USD'],
      skipped: ['GBP', 'JPY'],
    },
  )
  assert.deepEqual(await ratesOf(ana), [['USD', 'EUR', '2026-04-13', 0.8]])
  assert.equal((await ana.call(getExchangeRate, { params })).source, 'own')
  assert.equal(
    (await refused(bea.call(getExchangeRate, { params }))).status,
    404,
    'nobody loads rates for others',
  )
  const again = await ana.call(addExchangeRates, { body: daily })
  assert.deepEqual([again.version, again.unchanged], [added.version, 1], 'the second time changes nothing')
  await ana.call(undoChange, { params: { version: String(added.version) } })
  assert.deepEqual(await ratesOf(ana), [['USD', 'EUR', '2026-04-13', 0.75]])
})

test('rates into another base currency are those that the ledger would find among published ones', async () => {
  const ana = await holder('GBP', 'USD', 'EUR')
  const xml = `<gesmes:Envelope><Cube><Cube time='2026-04-14'><Cube currency='USD' rate='1.5'/><Cube currency='GBP' rate='0.9'/></Cube>
    <Cube time='2026-04-13'><Cube currency='USD' rate='1.25'/><Cube currency='GBP' rate='0.8'/></Cube></Cube></gesmes:Envelope>`
  const added = await ana.call(addExchangeRates, { body: xml, query: { date_from: '2026-04-14' } })
  assert.deepEqual([added.currencies, added.added], [['EUR', 'USD'], 2])
  assert.deepEqual(await ratesOf(ana), [
    ['USD', 'GBP', '2026-04-14', 0.6],
    ['EUR', 'GBP', '2026-04-14', 0.9],
  ])
})

test('a file that is none, or has nothing for the book, is refused in a sentence, and nothing is stored', async () => {
  const ana = await holder()
  const send = async (payload: string | Buffer, person = ana) => {
    const headers = { 'content-type': 'application/octet-stream' }
    const url = '/exchange-rates/file'
    return (await person.send({ method: 'POST', url, headers, payload })).body
  }
  const unreadable: [string | Buffer, RegExp][] = [
    ['Booked;Text;Amount\n1;2;3\n', /line 1: it starts with "Booked;Text;Amount", not with Date\. Nothing/],
    ['Date, USD, \n', /there is no rate in it/],
    ['Date, USD, \n2026-04-13, 0, \n', /line 2: "0" for USD is not a rate/],
    ['Date, USD, \n2026-04-13, 1.25\n', /line 2: it does not end with a comma/],
    ['Date, USD, \n2026-02-30, 1.25, \n', /line 2: "2026-02-30" is not a day/],
    [`Date,${'USD,'.repeat(2_000)}\n`, /line 1: it has more than 4000 characters/],
    [Buffer.from([0xff, 0xfe, 0]), /it is not text/],
    [Buffer.from('PK\x03\x04 and no more'), /it is not a zip with exactly one file inside/],
    ['<!DOCTYPE x [<!ENTITY a "b">]><gesmes:Envelope/>', /line 1: "<!DOCTYPE.* does not belong here/],
  ]
  for (const [body, reason] of unreadable) {
    const { code, status, detail } = await send(body)
    assert.deepEqual([code, status], ['rates_file_unreadable', 422], String(body).slice(0, 40))
    assert.match(detail, reason)
  }
  assert.equal((await send('')).code, 'file_empty')
  const none = await send('Date, JPY, \n2026-04-13, 200, \n')
  assert.deepEqual([none.code, none.params.used], ['rates_file_unused', ['USD']])
  const only = await send(daily, await holder('EUR', 'EUR'))
  assert.match(only.detail, /^The book uses no currency but EUR, so it needs no rates\./)
  const dinar = await send(daily, await holder('RSD', 'USD'))
  assert.match(dinar.detail, /^The file has no rates of RSD, the base currency of the book\./)
  assert.deepEqual(await ratesOf(ana), [])
  const extreme = 'Date, USD, GBP, \n2026-04-13, 0.000000000001, 999999999999, \n'
  const pounds = await holder('GBP', 'USD')
  assert.match((await send(extreme, pounds)).detail, /0\.000000000001 for USD on 2026-04-13 is not a rate/)
})

test('a currency counts as used by a rate of its own, by a file under way, or because it is named', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const none = await refused(ana.call(addExchangeRates, { body: daily }))
  assert.deepEqual([none.code, none.params.skipped], ['rates_file_unused', ['GBP', 'JPY', 'USD']])
  for (const currency_id of ['', 'jpy,', ' ']) {
    const empty = await refused(ana.call(addExchangeRates, { body: daily, query: { currency_id } }))
    assert.deepEqual([empty.code, Object.keys(empty.errors ?? {})], ['invalid', ['currency_id']])
  }
  const named = await ana.call(addExchangeRates, { body: daily, query: { currency_id: 'jpy' } })
  assert.deepEqual([named.added, named.changed, named.skipped], [1, ['JPY'], ['GBP', 'USD']])
  const params = { from: 'GBP', to: 'EUR', date: '2026-04-01' }
  await ana.call(putExchangeRate, { params, body: { rate: 1.2 } })
  const own = await ana.call(addExchangeRates, { body: daily })
  assert.deepEqual([own.added, own.unchanged, own.changed, own.skipped], [1, 1, ['GBP'], ['USD']])
  const cash = await account(ana, 'Cash')
  await sendFile(ana, { account_id: cash.id }, 'Date,Text,Amount,Currency\n2026-04-13,Taxi,-9.00,USD\n')
  assert.deepEqual((await ana.call(addExchangeRates, { body: daily })).changed, ['USD'])
})

test('20,000 rates are stored as one change, more are refused with the day from which on they fit', async () => {
  const ana = await holder('EUR', 'USD', 'GBP')
  const lines = Array.from(
    { length: MAX_RATES / 2 + 1 },
    (_, index) => `${addDays('1999-01-04', index)},1.25,0.8,`,
  )
  const file = (some: string[]) => `Date,USD,GBP,\n${some.reverse().join('\n')}\n`
  const all = file([...lines])
  const { code, params } = await refused(ana.call(addExchangeRates, { body: all }))
  assert.deepEqual(
    [code, params],
    ['rates_too_many', { count: MAX_RATES + 2, most: MAX_RATES, date_from: '1999-01-05' }],
  )
  const { version, added } = await ana.call(addExchangeRates, {
    body: all,
    query: { date_from: String(params.date_from) },
  })
  assert.equal(added, MAX_RATES)
  await ana.call(undoChange, { params: { version: String(version) } })
  assert.deepEqual(await ratesOf(ana), [])
})

test('whoever may not write may not send rates, and an account in the trash is no use of a currency', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const { id } = await ana.call(createAccount, {
    body: { name: 'Dollars', type: 'asset', currency_id: 'USD' },
  })
  await ana.send({ method: 'DELETE', url: `/accounts/${id}` })
  assert.equal((await refused(ana.call(addExchangeRates, { body: daily }))).code, 'rates_file_unused')
  const { status } = await ana.send({
    method: 'POST',
    url: '/exchange-rates/file',
    headers: { authorization: 'Bearer nobody' },
  })
  assert.equal(status, 401)
  await ana.call(updateBook, { body: { ecb_rates: true } })
})
