import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { login } from '../contract/auth.ts'
import { getBook } from '../contract/books.ts'
import { listTransactions } from '../contract/budgeting.ts'
import { type Client, client } from '../contract/client.ts'
import {
  askServer,
  emptyFolder,
  type Florin,
  killHard,
  launch,
  lookAfter,
  type Run,
  ready,
  serverOf,
  stop,
} from '../test/instance.ts'
import { until } from '../test/until.ts'

const folder = await emptyFolder()
const dataDir = join(folder, 'data')
const demoDir = `${dataDir}-demo`

/** `npm run demo` with a household of one year, as npm runs it. */
function demo(env: Record<string, string> = {}, ...options: string[]): Run {
  lookAfter(demoDir)
  const args = ['--import', './runtime.mjs', 'demo/main.ts', ...(options.length > 0 ? options : ['1'])]
  return launch({ DATA_DIR: dataDir, ...env }, { command: (program) => [program, args] })
}

/** Waits until it says that the household is ready. */
async function open(run: Run): Promise<Florin> {
  const florin = await ready(run)
  await until(() => /Ctrl-C stops it/.test(run.said()) || !run.isRunning(), 60_000, run.said)
  return florin
}

/** Somebody who signs in with the printed e-mail and password. */
async function visitor({ address, said }: Florin): Promise<Client> {
  const [, email = '', password = ''] = /e-mail {4}(.+)\n {2}password {2}(.+)\n/.exec(said()) ?? []
  const { token } = await client(fetch, `${address}api/v1`).call(login, { body: { email, password } })
  return client(fetch, `${address}api/v1`, token)
}

test('npm run demo makes a household once; one that was broken off is made anew', async () => {
  const broken = await ready(demo())
  const isHalf = async () => {
    const [row] = await askServer(demoDir, 'select count(*)::int as count from transactions')
    return Number(row?.count) > 100
  }
  await until(isHalf, 60_000, broken.said)
  await killHard(broken)
  assert.doesNotMatch(broken.said(), /password/, 'it was killed before the end')

  // The person's own database and other settings do not count.
  const own = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', PASSWORD_MIN_LENGTH: '100' }
  const whole = await open(demo(own))
  assert.match(whole.said(), /^The demo household was made in /m)
  const first = await visitor(whole)
  const { name, seal } = await first.call(getBook)
  assert.equal(name, 'Demo household')
  const { meta } = await first.call(listTransactions, { query: { include: 'total', limit: 1 } })
  assert(Number(meta.total) > 1_500, `${meta.total} transactions`)
  assert.equal(await stop(whole, 'SIGINT'), 0)
  assert.equal(serverOf(demoDir), undefined, 'no database is left running')

  const again = await open(demo())
  assert.match(again.said(), /^The demo household is as you left it\.$/m)
  const second = await visitor(again)
  assert.deepEqual((await second.call(getBook)).seal, seal)
  assert.equal(await stop(again), 0)
  assert.equal(existsSync(dataDir), false, "the person's own folder is not touched")
})

test('a household of other years than it can have is refused in a sentence', async () => {
  const run = demo({}, 'ten')
  assert.equal(await run.ended, 1)
  assert.equal(run.said(), 'The demo household has 1 to 3 years, not "ten": npm run demo -- 1.\n')
})

test('a language that Florin does not speak is refused in a sentence', async () => {
  const run = demo({}, '1', '--language', 'xx')
  assert.equal(await run.ended, 1)
  assert.match(
    run.said(),
    /^The demo household speaks en, de, .*, not "xx": npm run demo -- --language de\.\n$/,
  )
})
