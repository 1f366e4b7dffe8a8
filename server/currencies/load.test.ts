import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  addressOf,
  askServer,
  emptyFolder,
  launch,
  type Run,
  refusalOf,
  registers,
  serverOf,
  start,
  stop,
} from '../../test/instance.ts'
import { isWithin, until } from '../../test/until.ts'

const folder = await emptyFolder()
const dataDir = join(folder, 'data')
const daily = 'Date, USD, BGN, \n13 April 2026, 1.1684, 1.9558, \n'
const LOADED =
  'Loaded 1 rates of 1 day, the newest of 2026-04-13; left out 1 of currencies that are not active: BGN.\n'

/** Runs `npm run rates -- …` as npm does. */
const rates = (env: Record<string, string>, ...args: string[]): Run =>
  launch(env, {
    command: (program) => [program, ['--import', './runtime.mjs', 'server/currencies/load.ts', ...args]],
  })

async function fileWith(name: string, content: string): Promise<string> {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}

const stored = (dataDir: string) =>
  askServer(dataDir, 'select currency_id, date::text, per_euro::text from published_rates order by 1, 2')

test('a file is loaded without a running Florin, and nothing is left running', async () => {
  const run = rates({ DATA_DIR: dataDir }, await fileWith('eurofxref.csv', daily))
  assert.equal(await run.ended, 0, run.said())
  assert.equal(run.said(), LOADED)
  assert.equal(serverOf(dataDir), undefined)
})

test('a file is loaded beside a running Florin, which goes on, and into a database named by its address', async () => {
  const florin = await start({ DATA_DIR: dataDir })
  assert.deepEqual(await stored(dataDir), [
    { currency_id: 'EUR', date: '2026-04-13', per_euro: '1' },
    { currency_id: 'USD', date: '2026-04-13', per_euro: '1.1684' },
  ])
  const run = rates({ DATA_DIR: dataDir }, await fileWith('corrected.csv', daily.replace('1.1684', '1.17')))
  assert.equal(await run.ended, 0, run.said())
  assert.equal(run.said(), LOADED)
  assert.equal((await stored(dataDir)).at(-1)?.per_euro, '1.17')

  const other = addressOf(dataDir)
  const again = rates({ DATABASE_URL: other }, await fileWith('again.csv', daily.replace('1.1684', '1.16')))
  assert.equal(await again.ended, 0, again.said())
  assert.equal((await stored(dataDir)).at(-1)?.per_euro, '1.16')

  await registers('Ana', florin)
  assert.equal(await stop(florin), 0)
})

test('a bad file, or none, ends in a sentence, and a database is not even started', async () => {
  const bad = await fileWith('bad.csv', daily.replace('1.1684', '-1'))
  const empty = join(folder, 'unused')
  const cases: [args: string[], sentence: string][] = [
    [[bad], `Nothing was loaded from ${bad}: line 2: "-1" for USD is not a rate.`],
    [[`${bad}x`], `The file cannot be read: ENOENT: no such file or directory, open '${bad}x'.`],
    [[folder], `The file cannot be read: EISDIR: illegal operation on a directory, read '${folder}'.`],
    [[], 'Name one file of the ECB: npm run rates -- eurofxref-hist.csv.'],
    [[bad, bad], 'Name one file of the ECB: npm run rates -- eurofxref-hist.csv.'],
  ]
  for (const [args, sentence] of cases)
    assert.equal(await refusalOf(rates({ DATA_DIR: empty }, ...args)), sentence)
  assert.equal(serverOf(empty), undefined)
  const nowhere = { DATABASE_URL: `postgres://florin@/florin?host=${folder}` }
  const good = await fileWith('good.csv', daily)
  assert.match(await refusalOf(rates(nowhere, good)), /^The database of DATABASE_URL does not let us in: /)
  assert.match(
    await refusalOf(rates({ RATES_URL: 'x' }, good)),
    /^RATES_URL must be off, or an http or https address/,
  )
})

test('with RATES_URL set rates come by themselves, and a source that hangs holds up neither start nor stop', async () => {
  let isHanging = false
  const server = createServer((_, reply) => {
    if (!isHanging) reply.end(daily.replace('1.1684', '1.18'))
  })
  after(() => server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a port, not a pipe
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'info', RATES_URL: `http://127.0.0.1:${port}/` }

  const first = await start(env)
  await until(() => first.said().includes('the newest of 2026-04-13'), 5_000, first.said)
  assert.equal((await stored(dataDir)).at(-1)?.per_euro, '1.18')
  assert.equal(await stop(first), 0)

  isHanging = true
  const second = await start(env)
  const started = performance.now()
  assert.equal(await stop(second), 0)
  assert(isWithin(5_000, started), 'it waited for the source')
  server.closeAllConnections()
})

test("a person's switch makes one of several processes fetch the ECB's rates, and RATES_URL=off forbids it", async () => {
  let asked = 0
  const server = createServer((_, reply) => {
    asked++
    reply.end(daily.replace('1.1684', '1.19'))
  })
  after(() => server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a port, not a pipe
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'info', ECB_URL: `http://127.0.0.1:${port}/`, WORKERS: '2' }
  const switchOn = (florin: { address: string }, token: string) =>
    fetch(`${florin.address}api/v1/books/current`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"ecb_rates":true}',
    })

  const off = await start({ ...env, RATES_URL: 'off' })
  const token = await registers('switcher', off)
  assert.equal((await switchOn(off, token)).status, 409)
  assert.equal(await stop(off), 0)

  const florin = await start(env)
  assert.equal(asked, 0, 'nobody wants them')
  assert.equal((await switchOn(florin, token)).status, 200)
  await until(() => florin.said().includes('Loaded 1 rates'), 15_000, florin.said)
  assert.equal((await stored(dataDir)).at(-1)?.per_euro, '1.19')
  assert.equal(asked, 1)
  assert.equal(await stop(florin), 0)
  server.closeAllConnections()
})
