import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '../contract/client.ts'
import { createImport, deleteImport, getImport, listImportRows } from '../contract/imports.ts'
import { randomFrom } from '../demo/random.ts'
import { readWhole } from '../server/imports/read/parts.ts'
import { readers } from '../server/imports/read/readers.ts'
import { type FileToRead, MAX_ROWS, Unreadable } from '../server/imports/read/row.ts'
import { untilRead, zipOf } from './importing.ts'
import { mutated } from './mutations.ts'
import { brokenRule } from './row-rules.ts'
import { sampleBytes, sampleNames } from './samples.ts'
import { makeWorld } from './world.ts'

/**
 * Every sample file, changed at random: a reader throws nothing but Unreadable, with a sentence; it ends within a second; and every row keeps its
 * rules. `FUZZ_SEED` repeats a run from that mutation on, `FUZZ_MUTATIONS` sets how many there are.
 */
const SEED = Number(process.env.FUZZ_SEED ?? 1)
const MUTATIONS = Number(process.env.FUZZ_MUTATIONS ?? 300)

const samples = sampleNames.map((name) => ({ name, bytes: sampleBytes(name) }))
const currencies = ['', 'EUR', 'JPY', 'KWD']

function mutation(seed: number) {
  const random = randomFrom(seed)
  const [one, other] = [random.pick(samples), random.pick(samples)]
  const { bytes, how } = mutated(one.bytes, random, other.bytes)
  const currency = random.pick(currencies)
  const reading: FileToRead = {
    filename: one.name,
    ...(currency === '' ? {} : { currency }),
    // Now and then a person insists on a wrong format.
    ...(random.chance(0.2) ? { format: random.pick(Object.keys(readers) as (keyof typeof readers)[]) } : {}), // its own keys
    ...(random.chance(0.1)
      ? {
          given: {
            date_order: random.pick(['day_first', 'month_first', 'year_first'] as const),
            is_reversed: true,
          },
        }
      : {}),
  }
  return { bytes, reading, told: `seed ${seed}: ${one.name}, ${how.join(', ')}, ${JSON.stringify(reading)}` }
}

/** Reads a file as the worker does, and returns the fault of the reading. */
function faultIn(bytes: Buffer, reading: FileToRead): string | undefined {
  const start = process.cpuUsage()
  let index = 0
  try {
    const { format, rows } = readWhole(bytes, reading)
    for (const row of rows) {
      const broken = brokenRule(row, index)
      if (broken !== undefined) return `row ${index + 1} of ${format}: ${broken}`
      if (++index >= MAX_ROWS) break
    }
  } catch (error) {
    if (!(error instanceof Unreadable))
      return `it throws ${error instanceof Error ? error.stack : String(error)}`
    if (error.message === '' || error.message.length > 500 || !error.message.isWellFormed())
      return `its sentence is ${JSON.stringify(error.message.slice(0, 600))}`
  }
  const { user, system } = process.cpuUsage(start) // of processor time: others use the machine too
  const ms = (user + system) / 1_000
  return ms > 1_000 ? `it takes ${Math.round(ms)} ms` : undefined
}

/** A zip of a sample three times, some of them changed, and now and then the zip itself. */
async function zipMutation(seed: number) {
  const random = randomFrom(seed)
  const { name, bytes } = random.pick(samples)
  const changed = () =>
    random.chance(0.3) ? mutated(bytes, random, random.pick(samples).bytes).bytes : bytes
  const files = [1, 2, 3].map((n) => [`${n}-${name}`, changed().toString('latin1')])
  const zip = await zipOf(Object.fromEntries(files))
  return random.chance(0.1) ? mutated(zip, random, zip).bytes : zip
}

test('zips of changed files are read or refused, and no row breaks a rule', async () => {
  for (let seed = SEED; seed < SEED + MUTATIONS; seed++) {
    const zip = await zipMutation(seed)
    const fault = faultIn(zip, { filename: 'all.zip' })
    const again = fault?.startsWith('it takes') ? faultIn(zip, { filename: 'all.zip' }) : fault
    assert.equal(again, undefined, `seed ${seed}`)
  }
})

test(`${MUTATIONS} changed files are read or refused, and no row breaks a rule`, () => {
  const faults: string[] = []
  for (let seed = SEED; seed < SEED + MUTATIONS && faults.length < 10; seed++) {
    const { bytes, reading, told } = mutation(seed)
    const fault = faultIn(bytes, reading)
    // The first of its kind is also compiled: a slow one is tried once more.
    const again = fault?.startsWith('it takes') ? faultIn(bytes, reading) : fault
    if (again !== undefined) faults.push(`${told}: ${again}`)
  }
  assert.deepEqual(faults, [])
})

test('the samples as they are are read, and their rows keep the rules', () => {
  for (const { name, bytes } of samples)
    if (name !== 'plain.ledger') assert.equal(faultIn(bytes, { filename: name }), undefined, name)
})

test('changed files are sent to the service: none is answered with a 5xx, and none is read without an end', async () => {
  const world = await makeWorld()
  const person = await world.person()
  const status = { ready: 0, failed: 0, refused: 0 }
  const count = Math.ceil(MUTATIONS / 50)
  for (let seed = SEED; seed < SEED + count; seed++) {
    const { bytes, reading, told } = mutation(seed)
    try {
      const query = { filename: reading.filename, ...(reading.format ? { format: reading.format } : {}) }
      const made = await untilRead(
        person,
        await person.call(createImport, { query, body: Buffer.from(bytes) }),
      )
      assert(made.status === 'ready' || made.status === 'failed', told)
      status[made.status]++
      const params = { id: made.id }
      assert.equal((await person.call(getImport, { params })).id, made.id)
      await person.call(listImportRows, { params })
      await person.call(deleteImport, { params })
    } catch (error) {
      // Empty files are refused; every other refusal, and a 5xx above all, is a fault.
      assert(error instanceof Refused && error.problem.code === 'file_empty', `${told}: ${String(error)}`)
      status.refused++
    }
  }
  assert(status.ready > 0 && status.failed > 0, JSON.stringify(status))
})
