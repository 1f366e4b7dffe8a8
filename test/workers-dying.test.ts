import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import { emptyFolder, start, stop } from './instance.ts'
import { until } from './until.ts'
import { numbersOf, theWorker } from './worker-processes.ts'
import { databaseUrl, makeWorld } from './world.ts'

/** Several processes behind one port, of which some die as soon as they are started: as long as there is a certain file. */
const skip = process.platform !== 'linux' && 'processes are found in /proc'
const env = { DATABASE_URL: await databaseUrl(await makeWorld()), WORKERS: '2' }
const deadly = join(await emptyFolder(), 'deadly')
afterEach(() => rmSync(deadly, { force: true }))

/**
 * Loaded before Florin in each process. The pauses of the first process are a hundredth of the announced ones; a worker has as long to
 * start as always.
 */
const preload = `
import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
if (cluster.isWorker && existsSync(${JSON.stringify(deadly)})) process.exit(3)
const { setTimeout } = timers
if (cluster.isPrimary) timers.setTimeout = (ms, ...more) => setTimeout(ms <= 30_000 ? ms / 100 : ms, ...more)
syncBuiltinESMExports()
process.on('SIGWINCH', () => process.emitWarning('something odd'))
`
const florinWith = () =>
  start(env, {
    command: (program, args) => [
      program,
      ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, ...args],
    ],
  })

/** The messages about each end of the worker with this number: how it ended, and when another one starts. */
const endsOf = (said: string, number: number): string[] =>
  [...said.matchAll(new RegExp(`^Worker ${number} \\(process \\d+\\) ended with (.*)\\.$`, 'gm'))].map(
    ([, how = '']) => how,
  )

test('a worker that dies again and again is started after longer and longer pauses, for as long as another one answers; without any, Florin ends', {
  skip,
}, async () => {
  const florin = await florinWith()
  const lasting = theWorker(florin, 1)
  writeFileSync(deadly, '')
  process.kill(theWorker(florin, 2), 'SIGKILL')
  await until(() => endsOf(florin.said(), 2).length >= 12, 20_000, florin.said)
  const dies = (pause: number) => `code 3; another one starts in ${pause} s`
  assert.deepEqual(endsOf(florin.said(), 2).slice(0, 12), [
    'SIGKILL; another one starts',
    ...[1, 2, 4, 8, 16, 30, 30, 30, 30, 30, 30].map(dies),
  ])
  assert.equal((await fetch(`${florin.address}health`)).status, 200)

  process.kill(lasting, 'SIGKILL')
  assert.equal(await florin.ended, 1, florin.said())
  assert.match(florin.complained(), /^worker 2 ended 1[3-9] times$/m)
})

test('a worker that stops dying answers again, and what Node warns of is a line of the log', {
  skip,
}, async () => {
  const florin = await florinWith()
  writeFileSync(deadly, '')
  process.kill(theWorker(florin, 2), 'SIGKILL')
  await until(() => endsOf(florin.said(), 2).length >= 3, 20_000, florin.said)
  rmSync(deadly)
  await until(() => numbersOf(florin).length === 2, 10_000, florin.said)
  process.kill(florin.pid, 'SIGWINCH')
  await until(() => /^Warning: something odd$/m.test(florin.said()), 10_000, florin.said)
  assert.equal(await stop(florin), 0, florin.said())
})
