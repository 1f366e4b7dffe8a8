import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { getExchangeRate, putExchangeRate } from '../../contract/currencies.ts'
import { isWithin } from '../../test/until.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { type Database, row } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { readRatesFile } from './ecb.ts'
import { loadRates } from './published.ts'

const world = await makeWorld()
const today = Temporal.Now.plainDateISO('UTC')
const before = (days: number) => today.subtract({ days }).toString()

/** Loads a history of our own, written as the ECB writes it. */
const load = (codes: string[], days: Record<string, (string | number)[]>, db: Database = world.db) =>
  loadRates(
    db,
    readRatesFile(
      Buffer.from(
        [['Date', ...codes], ...Object.entries(days).map(([day, rates]) => [day, ...rates])]
          .map((cells) => `${cells.join(',')},\n`)
          .join(''),
      ),
    ),
  )

const ask = (person: Person, from: string, to: string, date: string) =>
  person.call(getExchangeRate, { params: { from, to, date } })
const found = async (person: Person, from: string, to: string, date: string) => {
  const { rate, source, rate_date, version } = await ask(person, from, to, date)
  assert.equal(version, source === 'own' ? version : 0)
  return [rate, source, rate_date]
}
const isMissing = async (person: Person, from: string, to: string, date: string) =>
  (await refused(ask(person, from, to, date))).code === 'not_found'

const counted = async () =>
  await row<{ count: number; sum: string }>(
    world.db,
    sql`select count(*)::int as count, coalesce(sum(per_euro), 0) as sum from published_rates`,
  )

test('a published rate counts for its day and the 31 days after it, never before it and no longer', async () => {
  const ana = await world.person()
  await load(['USD'], { '2024-03-01': ['1.25'] })
  assert.deepEqual(await found(ana, 'EUR', 'USD', '2024-03-01'), [1.25, 'ecb', '2024-03-01'])
  assert.deepEqual(await found(ana, 'EUR', 'USD', '2024-04-01'), [1.25, 'ecb', '2024-03-01'])
  assert(await isMissing(ana, 'EUR', 'USD', '2024-04-02'))
  assert(await isMissing(ana, 'EUR', 'USD', '2024-02-29'))
  assert(await isMissing(ana, 'EUR', 'GBP', '2024-03-01'))
})

test('a day to come gets the latest rate, if that is at most 31 days old today', async () => {
  const ana = await world.person()
  await load(['CHF', 'SEK'], { [before(31)]: ['0.95', 'N/A'], [before(32)]: ['0.9', '11.2'] })
  for (const date of [before(0), before(-1), before(-400), '2200-12-31'])
    assert.deepEqual(await found(ana, 'EUR', 'CHF', date), [0.95, 'ecb', before(31)])
  assert(await isMissing(ana, 'EUR', 'SEK', before(0)))
  assert(await isMissing(ana, 'EUR', 'SEK', before(-400)))
  assert.deepEqual(await found(ana, 'EUR', 'SEK', before(1)), [11.2, 'ecb', before(32)])
})

test('both rates of a pair are of one day, the latest that has both', async () => {
  const ana = await world.person()
  await load(['USD', 'JPY'], { '2023-05-03': ['1.10', 'N/A'], '2023-05-02': ['1.00', '150'] })
  assert.deepEqual(await found(ana, 'USD', 'JPY', '2023-05-03'), [150, 'ecb', '2023-05-02'])
  assert.deepEqual(await found(ana, 'EUR', 'USD', '2023-05-03'), [1.1, 'ecb', '2023-05-03'])
})

test('a rate between two currencies has fifteen significant digits, however small it is', async () => {
  const ana = await world.person()
  const codes = ['USD', 'JPY', 'GBP', 'HUF', 'CZK']
  await load(codes, { '2022-06-01': [8, '0.0000000012', '0.000000002', '0.0000000004', 3] })
  assert.equal((await ask(ana, 'USD', 'JPY', '2022-06-01')).rate, 1.5e-10)
  assert.equal((await ask(ana, 'USD', 'GBP', '2022-06-01')).rate, 2.5e-10)
  assert.equal((await ask(ana, 'USD', 'HUF', '2022-06-01')).rate, 5e-11)
  assert.equal((await ask(ana, 'CZK', 'EUR', '2022-06-01')).rate, 0.333333333333333)
  assert.equal((await ask(ana, 'CZK', 'USD', '2022-06-01')).rate, 2.66666666666667)
})

test('a rate of the own comes before the published one, also turned round, and only for whom it belongs to', async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  await load(['USD'], { '2021-01-04': ['1.2'] })
  const params = { from: 'EUR', to: 'USD', date: '2021-01-04' }
  await ana.call(putExchangeRate, { params, body: { rate: 1.6 } })
  assert.deepEqual(await found(ana, 'EUR', 'USD', '2021-01-04'), [1.6, 'own', '2021-01-04'])
  assert.deepEqual(await found(ana, 'USD', 'EUR', '2021-01-04'), [0.625, 'own', '2021-01-04'])
  assert.deepEqual(await found(ana, 'EUR', 'USD', '2021-01-05'), [1.6, 'own', '2021-01-04'])
  assert.deepEqual(await found(eve, 'EUR', 'USD', '2021-01-04'), [1.2, 'ecb', '2021-01-04'])
  assert.deepEqual(await found(eve, 'USD', 'EUR', '2021-01-04'), [0.833333333333333, 'ecb', '2021-01-04'])
})

test('whoever saw a published rate may put one of the own in its place, unless that was done meanwhile', async () => {
  const ana = await world.person()
  await load(['USD'], { '2021-02-01': ['1.2'] })
  const url = '/exchange-rates/EUR/USD/2021-02-01'
  const etag = (await ana.send({ url })).headers.etag ?? ''
  const replace = (rate: number) =>
    ana.send({ method: 'PUT', url, headers: { 'if-match': etag }, payload: { rate } })
  assert.equal((await replace(1.3)).status, 200)
  assert.equal((await replace(1.4)).status, 412)
})

test('a file loaded twice changes nothing; a corrected one replaces what it corrects', async () => {
  const ana = await world.person()
  const file = { '2020-01-02': ['1.11', '121.5'], '2020-01-03': ['1.12', '122'] }
  await load(['USD', 'JPY'], file)
  const once = await counted()
  await load(['USD', 'JPY'], file)
  assert.deepEqual(await counted(), once)
  await load(['USD'], { '2020-01-03': ['1.13'] })
  assert.equal((await counted())?.count, once?.count)
  assert.equal((await ask(ana, 'EUR', 'USD', '2020-01-03')).rate, 1.13)
  assert.equal((await ask(ana, 'EUR', 'USD', '2020-01-02')).rate, 1.11)
  assert.equal((await ask(ana, 'EUR', 'JPY', '2020-01-03')).rate, 122)
})

test('a load that fails on its way leaves nothing behind', async () => {
  const start = Temporal.PlainDate.from('1950-01-01')
  const rates = Array.from({ length: 25_000 }, (_, days) => ({
    currency_id: 'USD',
    date: start.add({ days }).toString(),
    per_euro: days === 24_999 ? '0' : '1.5',
  }))
  const once = await counted()
  const file = { rates, days: 25_000, newest: '2018-06-12', leftOut: { codes: [], count: 0 } }
  await assert.rejects(loadRates(world.db, file), /per_euro_check/)
  assert.deepEqual(await counted(), once)
})

const history = '../shared/data/eurofxref-hist.csv'

test("the ECB's whole history is loaded in seconds, and answers for any day since 1999", {
  skip: existsSync(history) ? false : `${history} is not there, so the real history is not tested`,
}, async (t) => {
  const { db, person } = await makeWorld()
  const ana = await person()
  const started = performance.now()
  const file = readRatesFile(readFileSync(history))
  await loadRates(db, file)
  const tookMs = performance.now() - started
  t.diagnostic(`${file.rates.length} rates in ${Math.round(tookMs)} ms`)
  assert(isWithin(30_000, started))
  assert(file.days >= 6_983 && file.leftOut.count === 0, file.leftOut.codes.join())

  assert.deepEqual(await found(ana, 'EUR', 'USD', '2026-04-13'), [1.1684, 'ecb', '2026-04-13'])
  assert.deepEqual(await found(ana, 'USD', 'EUR', '2026-04-13'), [0.855871276959945, 'ecb', '2026-04-13'])
  assert.deepEqual(await found(ana, 'USD', 'JPY', '2026-04-13'), [159.83396097227, 'ecb', '2026-04-13'])
  assert.deepEqual(await found(ana, 'GBP', 'HUF', '2026-04-13'), [421.443175813825, 'ecb', '2026-04-13'])
  // A weekend; Good Friday to Easter Monday; the first day of all, and the day before it.
  for (const date of ['2026-04-11', '2026-04-12'])
    assert.equal((await ask(ana, 'EUR', 'USD', date)).rate_date, '2026-04-10')
  for (const date of ['2026-04-03', '2026-04-04', '2026-04-05', '2026-04-06'])
    assert.equal((await ask(ana, 'EUR', 'USD', date)).rate_date, '2026-04-02')
  assert.deepEqual(await found(ana, 'EUR', 'USD', '1999-01-04'), [1.1789, 'ecb', '1999-01-04'])
  assert(await isMissing(ana, 'EUR', 'USD', '1999-01-03'))
  // The rouble was published for the last time on 2022-03-01, and not the krona of Iceland from 2008-12-10 on.
  assert.equal((await ask(ana, 'EUR', 'ISK', '2009-01-09')).rate_date, '2008-12-09')
  assert(await isMissing(ana, 'EUR', 'ISK', '2009-01-10'))
  assert.equal((await ask(ana, 'RUB', 'USD', '2022-04-01')).rate_date, '2022-03-01')
  assert(await isMissing(ana, 'RUB', 'USD', '2022-04-02'))
})
