import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFile } from './read.ts'
import type { ReaderSays } from './row.ts'
import { ThreadEnded } from './thread.ts'

let started = 0
process.on('worker', () => started++)

const file = (name: string, count: number) =>
  `Date,Amount,Payee\n${Array.from({ length: count }, (_, n) => `2026-11-${String(1 + (n % 28)).padStart(2, '0')},-${n + 1}.50,${name} ${n}\n`).join('')}`

/** The words of all rows that were read. */
async function wordsIn(content: string, goOn?: () => Promise<void>): Promise<string[]> {
  const all: string[] = []
  const on = (says: ReaderSays) => {
    if (says.is === 'rows') all.push(...says.rows.map((row) => ('payee' in row ? (row.payee ?? '') : '')))
  }
  await readFile(Buffer.from(content), { filename: 'file.csv' }, on, goOn && { goOn })
  return all
}

test('files after one another are read by one thread, and each has its own rows only', async () => {
  assert.deepEqual(await wordsIn(file('Ana', 2)), ['Ana 0', 'Ana 1'])
  assert.deepEqual(await wordsIn(file('Ben', 1)), ['Ben 0'])
  assert.equal((await wordsIn(file('Large', 30_000))).length, 30_000)
  assert.deepEqual(await wordsIn(file('Cleo', 1)), ['Cleo 0'])
  assert.equal(started, 1)
})

test('a file that cannot be read leaves its thread to the next one', async () => {
  await wordsIn('no statement at all')
  assert.deepEqual(await wordsIn(file('Ana', 1)), ['Ana 0'])
  assert.equal(started, 1)
})

test('a thread whose work has failed is not used again', async () => {
  await assert.rejects(
    wordsIn(file('Ana', 1), () => Promise.reject(new ThreadEnded('time', 'too long'))),
    ThreadEnded,
  )
  assert.deepEqual(await wordsIn(file('Ben', 1)), ['Ben 0'])
  assert.equal(started, 2)
})

test('however often a thread is used, nothing of its earlier rests stays with it', async () => {
  const warnings: string[] = []
  const note = ({ message }: Error) => warnings.push(message)
  process.on('warning', note)
  const before = started
  for (let n = 0; n < 15; n++) await wordsIn(file('Ana', 1))
  await new Promise(setImmediate) // a warning is told in a turn of its own
  process.off('warning', note)
  assert.deepEqual(warnings, [])
  assert.equal(started, before)
})
