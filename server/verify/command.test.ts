import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  addressOf,
  askServer,
  emptyFolder,
  launch,
  type Run,
  registers,
  serverOf,
  start,
  stop,
} from '../../test/instance.ts'

const folder = await emptyFolder()
const dataDir = join(folder, 'data')

/** Runs `npm run verify` as npm does. */
const verify = (env: Record<string, string>): Run =>
  launch(env, { command: (program) => [program, ['--import', './runtime.mjs', 'server/verify/main.ts']] })

/** A run that could not verify anything ends in one sentence, without a stack. */
async function refusal(env: Record<string, string>): Promise<string> {
  const run = verify(env)
  assert.equal(await run.ended, 2, run.said())
  assert.match(run.complained(), /^[^\n]+\.\n$/)
  return run.said().trim()
}

const CLEAN =
  'Verified 1 book, 1 change, 8 events, 0 transactions, 0 entries: the log is whole, the books are what it says, and debits equal credits.\n'

test('books are verified beside a running Florin, by their address, and without one', async () => {
  const florin = await start({ DATA_DIR: dataDir })
  await registers('Ana', florin)
  const address = addressOf(dataDir)
  for (const env of [{ DATA_DIR: dataDir }, { DATABASE_URL: address }]) {
    const run = verify(env)
    assert.equal(await run.ended, 0, run.said())
    assert.equal(run.said(), CLEAN)
  }
  await registers('Bob', florin)
  await askServer(dataDir, `update accounts set version = 7 where name = 'Cash'`)
  assert.equal(await stop(florin), 0)

  const run = verify({ DATA_DIR: dataDir })
  assert.equal(await run.ended, 1, run.said())
  const lines = run.said().split('\n')
  assert.match(
    String(lines[0]),
    /^Book "\w+" \(.*\): accounts \S+: version is 7 in the table, 1 in the log\.$/,
  )
  assert.match(
    run.said(),
    /^Verified 2 books, 2 changes, 16 events, .*: the differences are listed above\.$/m,
  )
  assert.equal(lines.length, 4, 'a difference in each book, the verdict, and an end of line')
  assert.equal(serverOf(dataDir), undefined, 'no database is left running')
})

test('what cannot be verified ends in a sentence, and is left as it is', async () => {
  const nothing = join(folder, 'nothing')
  assert.match(await refusal({ DATA_DIR: nothing }), /^There are no books in DATA_DIR .*nothing: /)
  assert.equal(existsSync(nothing), false)
  assert.match(
    await refusal({ DATABASE_URL: `postgres://florin@/florin?host=${folder}` }),
    /^The database of DATABASE_URL does not let us in: /,
  )
  assert.match(await refusal({ PORT: 'x' }), /^PORT must be /)

  const florin = await start({ DATA_DIR: dataDir })
  await askServer(dataDir, 'create database empty')
  const empty = addressOf(dataDir, 'empty')
  const sentence =
    'The database has not been through 0001_people_and_books yet. Start this Florin on it first.'
  assert.equal(await refusal({ DATABASE_URL: empty }), sentence)
  assert.equal(await refusal({ DATABASE_URL: empty }), sentence)
  assert.equal(await stop(florin), 0)
})
