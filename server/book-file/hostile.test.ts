import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Random, randomFrom } from '../../demo/random.ts'
import { answersOf } from '../../test/answers.ts'
import { richWorld } from '../../test/prepared.ts'
import { fileOf, type Json, restoreInto, sealed } from '../../test/round-trip.ts'
import type { Person } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'
import { FileFault } from './format.ts'
import { readBook } from './restore.ts'

/** Files that were changed at random, and sealed again as an attacker would. MUTATIONS says how many, SEED makes other ones. */
const count = Number(process.env.MUTATIONS ?? 48)
const tries = Number(process.env.MUTATIONS ?? 90)
const TRIES_EACH = 75
const timeout = 2 ** 31 - 1
const seed = Number(process.env.SEED ?? 1)

const { world, ana } = await richWorld()
const text = await fileOf(ana)
const [head = '', ...rest] = text.trimEnd().split('\n')
const lines = rest.slice(0, -2).map((line) => JSON.parse(line.replace(/,$/, '')))

/** Every place in a record where a value is: the object that has it, and its name there. */
function placesIn(value: unknown): [Json, string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => [
    [value as Json, name] as [Json, string],
    ...placesIn(one),
  ]) // an object or a list
}

const ids = lines.flatMap(
  (line) => JSON.stringify(line).match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g) ?? [],
)

/** Another value in the place of one. */
function mutated(random: Random, value: unknown): unknown {
  const any = [null, true, false, 0, -1, 1e300, '', 'x', [], {}, '\u0000', '\ud800', '9'.repeat(400)]
  if (random.chance(0.2)) return random.pick(any)
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + random.pick([1, -1, 0.001, 1e15])
  if (typeof value !== 'string') return random.pick(any)
  if (ids.includes(value)) return random.pick(ids)
  if (/^\d{4}-\d\d-\d\d/.test(value)) return value.replace(/\d(?=\D*$)/, String(random.below(10)))
  if (/^-?\d+(\.\d+)?$/.test(value))
    return random.pick([`${value}1`, `-${value}`, '0', value.replace(/\d/, String(random.below(10)))])
  return random.pick([
    `${value}!`,
    'expense',
    'income',
    'asset',
    'liability',
    'EUR',
    'USD',
    'JPY',
    'given',
    'base',
    'payable',
    'receivable',
  ])
}

/** One change to the records of a file, and its description. */
function mutate(random: Random, records: Json[]): string {
  const at = random.below(records.length)
  const what = random.below(10)
  if (what === 0) return `without ${JSON.stringify(records.splice(at, 1))}`
  if (what === 1) {
    records.splice(random.below(records.length), 0, structuredClone(records[at] ?? {}))
    return `twice ${JSON.stringify(records[at])}`
  }
  const places = placesIn(Object.values(records[at] ?? {})[0])
  if (places.length === 0) return 'nothing'
  const [holder, name] = random.pick(places)
  const before = JSON.stringify(holder[name])
  if (what === 2) delete holder[name]
  else holder[name] = mutated(random, holder[name])
  return `line ${at + 2}, ${name}: ${before} → ${JSON.stringify(holder[name])} in ${JSON.stringify(records[at])}`
}

/** Every value that a field of some name has in the file, with null where it is left out. */
const values = new Map<string, unknown[]>()
for (const line of lines)
  for (const [holder, name] of placesIn(Object.values(line)[0]))
    values.set(name, [...(values.get(name) ?? [null]), holder[name]])

const byKind = Map.groupBy(
  lines.map((line, at) => ({ kind: Object.keys(line)[0] ?? '', at })),
  ({ kind }) => kind,
)

/** A value that could stand in the place of another one: one that the field has elsewhere, a little more or less, a day earlier or later. */
function plausible(random: Random, name: string, value: unknown): unknown {
  if (random.chance(0.5)) return random.pick((values.get(name) ?? [null]).map((one) => [one]))[0]
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + random.pick([1, -1, 0.01])
  if (typeof value !== 'string') return null
  if (ids.includes(value)) return random.pick(ids)
  if (/^\d{4}-\d\d-\d\d$/.test(value))
    return Temporal.PlainDate.from(value)
      .add({ days: random.pick([-400, -31, -1, 1, 7, 400]) })
      .toString()
  if (/^\d{4}-.*Z$/.test(value)) return value.replace(/\d(?=\dZ)/, String(random.below(10)))
  if (/^-?\d+(\.\d+)?$/.test(value))
    return random.pick([value.replace(/\d(?=\D*$)/, String(random.below(10))), `-${value}`, `1${value}`, '0'])
  return random.pick([`${value}!`, 'income', 'given', 'USD', 'receivable', 'skip', 'obligation'])
}

/** Changes one field of a record, of a kind chosen first, so that there are as many of the rare kinds. */
function change(random: Random, records: Json[]): string {
  const { at } = random.pick(random.pick([...byKind.values()]))
  const [holder, name] = random.pick(placesIn(Object.values(records[at] ?? {})[0]))
  const before = JSON.stringify(holder[name])
  holder[name] = plausible(random, name, holder[name])
  if (holder[name] === null) delete holder[name]
  return `line ${at + 2}, ${name}: ${before} → ${JSON.stringify(holder[name])} in ${JSON.stringify(records[at])}`
}

/** Calls the routes that show most of a book. */
async function look(person: Person, what: string): Promise<void> {
  for (const url of [
    '/reports/overview',
    '/accounts',
    '/budgeting/transactions',
    '/obligations',
    '/plans/upcoming',
    '/reports/forecast',
  ]) {
    const answer = await person.send({ url })
    assert.equal(answer.status, 200, `${url} of ${what}: ${answer.text}`)
  }
}

/** Reads everything, and then changes the records. Refusals are answers; nothing fails. */
async function use(person: Person, what: string): Promise<void> {
  for (const [question, answer] of await answersOf(person, 7))
    assert(!(Number(answer) >= 500), `${question} of ${what}: ${answer}`)
  const send = async (method: 'POST' | 'DELETE', url: string, payload: object = {}) => {
    const { status, text } = await person.send({ method, url, payload })
    assert(status < 500, `${method} ${url} of ${what}: ${text}`)
  }
  const listed = async (url: string): Promise<Record<string, string>[]> =>
    (await person.send({ url: `${url}?limit=1000` })).body.data
  for (const { id } of await listed('/accounts'))
    for (const one of await listed(`/accounts/${id}/reconciliations`))
      await send('POST', `/accounts/${id}/reconciliations/${one.id}/${one.finished_at ? 'reopen' : 'finish'}`)
  for (const { id, next_date } of await listed('/plans'))
    await send('POST', `/plans/${id}/occurrences/${next_date}`, { action: 'post' })
  for (const { id } of await listed('/obligations')) {
    await send('POST', `/obligations/${id}/payments`, { amount: 0.01 })
    for (const one of await listed(`/obligations/${id}/payments`))
      await send('DELETE', `/obligations/${id}/payments/${one.id}`)
    await send('DELETE', `/obligations/${id}`)
  }
  for (const kind of ['expenses', 'incomes', 'transfers'])
    for (const { id } of await listed(`/budgeting/${kind}`)) await send('DELETE', `/budgeting/${kind}/${id}`)
}

test(`of ${count} files that were changed at random, each is refused with its line or makes a book without a difference (SEED=${seed})`, {
  timeout,
}, async () => {
  const random = randomFrom(seed)
  const accepted = new Map<string, string>()
  let person = await world.person()
  for (let done = 0; done < count; done++) {
    const records = structuredClone(lines)
    const whats = Array.from({ length: random.chance(0.8) ? 1 : 3 }, () => mutate(random, records))
    const what = whats.join('; ')
    const { status, body, text } = await restoreInto(person, sealed(head, records))
    assert(status < 500, `${what}: ${text}`)
    if (body.status === 'failed') {
      assert.match(body.fault, /^Line \d+: .+\.$/, what)
      await person.send({ method: 'DELETE', url: `/imports/${body.id}` })
      continue
    }
    assert.equal(status, 200, `${what}: ${text}`)
    accepted.set(person.book_id, what)
    await look(person, what)
    person = await world.person()
  }
  const differences = await verify(world.db)
  assert.deepEqual(
    differences.map((one) => `${one} after ${[...accepted].find(([id]) => one.includes(id))?.[1]}`),
    [],
  )
  console.log(`${accepted.size} of ${count} were accepted`)
})

/** Tries changes one after another, and keeps those with which the file is still accepted. */
async function changedFile(random: Random, tries: number): Promise<{ file: Buffer; what: string[] }> {
  let [file, records] = [sealed(head, lines), lines]
  const what: string[] = []
  for (let done = 0; done < tries; done++) {
    const candidate = structuredClone(records)
    const one = change(random, candidate)
    const bytes = sealed(head, candidate)
    const fault = await readBook(bytes).then(
      () => undefined,
      (error: Error) => error,
    )
    if (fault) {
      assert(fault instanceof FileFault, `${one}: ${fault.stack}`)
      continue
    }
    ;[file, records] = [bytes, candidate]
    what.push(one)
  }
  return { file, what }
}

test(`of ${tries} changes of one field to what it could have said, each is refused or makes a book that can be used (SEED=${seed})`, {
  timeout,
}, async () => {
  const random = randomFrom(seed)
  for (let left = tries; left > 0; left -= TRIES_EACH) {
    const { file, what } = await changedFile(random, Math.min(left, TRIES_EACH))
    const person = await world.person()
    const { status, text } = await restoreInto(person, file)
    assert.equal(status, 200, `${text} after ${what.join('\n')}`)
    await use(person, what.join('\n'))
    assert.deepEqual(await verify(world.db), [], what.join('\n'))
    console.log(`${what.length} were accepted`)
  }
})
