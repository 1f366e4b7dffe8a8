import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Committed, Import } from '../contract/imports.ts'
import { type Figure, median } from './figures.ts'
import { newPeople, type Person } from './people.ts'
import { memoryOf, type Service, type Started } from './processes.ts'

const ROWS = 20_000
const ROUNDS = 5
const WATCHED = 2
const LOOK_MS = 20

/** A file of a bank: this many rows over ten years, of shops that come again and again. */
export function bankFile(count: number): string {
  const today = Temporal.Now.plainDateISO()
  const lines = Array.from({ length: count }, (_, n) => {
    const date = today.subtract({ days: (n * 7) % 3_650 })
    const cents = 100 + ((n * 7907) % 20_000)
    const isIn = n % 30 === 0
    const shop = `SHOP ${n % 400} CARD 4411 REF ${((n * 2654435761) % 2 ** 32).toString(16).padStart(8, '0')}`
    return `${date};${isIn ? 'EMPLOYER SALARY' : shop};${isIn ? '' : '-'}${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
  })
  return `Date;Text;Amount\n${lines.join('\n')}\n`
}

/**
 * Files of 20,000 rows, each into a book of its own: from the upload until they are recorded, without other load; then their undo, after
 * all imports, as PostgreSQL tidies up behind it for seconds. Then both once more, to measure how long others wait meanwhile.
 */
export async function importing(service: Service): Promise<Figure[]> {
  const file = bankFile(ROWS)
  const [ready, whole, undone]: [number[], number[], number[]] = [[], [], []]
  const [other, ...people] = await newPeople(service, 1 + ROUNDS + WATCHED)
  const done: [Person, number][] = []
  for (const person of people.slice(0, ROUNDS)) {
    const { seconds, version } = await importFile(service, person, file)
    ready.push(seconds.ready)
    whole.push(seconds.whole)
    done.push([person, version])
  }
  for (const [person, version] of done) undone.push(await undo(service, person, version))
  const watched = watch(service, other ?? assert.fail())
  for (const person of people.slice(ROUNDS)) {
    const { version } = await importFile(service, person, file)
    await undo(service, person, version)
  }
  const { waited, peak } = await watched.stop()
  const from = (values: number[]) => ({ least: Math.min(...values), most: Math.max(...values) })
  const rate = whole.map((seconds) => ROWS / seconds)
  return [
    {
      name: 'import of 20,000 rows, rows a second',
      value: median(rate),
      unit: '/s',
      atLeast: 3_000,
      goal: 5_000,
      from: { ...from(rate), 's until ready': median(ready), 's in all': median(whole) },
    },
    { name: 'longest wait of others meanwhile', value: waited, unit: 's', atMost: 0.3, goal: 0.1, from: {} },
    { name: 'memory at most, imports', value: peak, unit: 'MiB', from: {} },
    { name: 'undo of 20,000 imported rows', value: median(undone), unit: 's', atMost: 8, from: from(undone) },
  ]
}

export async function importFile(
  service: Started,
  person: Person,
  file: string,
): Promise<{ seconds: { ready: number; whole: number }; version: number }> {
  const since = performance.now()
  const seconds = () => (performance.now() - since) / 1000
  const id = await stageFile(service, person, file)
  const ready = seconds()
  const { version } = await commitFile(service, person, id)
  return { seconds: { ready, whole: seconds() }, version }
}

/** Sends a file, and waits until it can be committed. */
export async function stageFile(service: Started, person: Person, file: string): Promise<string> {
  const path = `/imports?account_id=${person.accountId}&filename=bank.csv`
  const made = await send<Import>(service, person, 'POST', path, file)
  for (let one = made; one.status === 'reading'; await sleep(LOOK_MS))
    one = await send<Import>(service, person, 'GET', `/imports/${made.id}`)
  return made.id
}

export const commitFile = (service: Started, person: Person, id: string): Promise<Committed> =>
  send<Committed>(service, person, 'POST', `/imports/${id}/commit`)

/** Undoes a change, and says how many seconds that takes. */
async function undo(service: Service, person: Person, version: number): Promise<number> {
  const since = performance.now()
  await send(service, person, 'POST', `/changes/${version}/undo`)
  return (performance.now() - since) / 1000
}

async function send<Answer>(
  { port }: Started,
  { token }: Person,
  method: 'GET' | 'POST',
  path: string,
  file?: string,
): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(file !== undefined && { 'content-type': 'text/csv' }) },
    ...(file !== undefined && { body: file }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${text.slice(0, 1000)}`)
  return JSON.parse(text) as Answer // the reply of this route
}

/** Another person who asks for their accounts all the time: the longest wait, and the memory of the service. */
function watch(service: Service, person: Person) {
  let [waited, peak, isOver] = [0, 0, false]
  const watching = (async () => {
    while (!isOver) {
      const start = performance.now()
      await send(service, person, 'GET', '/accounts')
      waited = Math.max(waited, (performance.now() - start) / 1000)
      peak = Math.max(peak, await memoryOf(service.pid))
      await sleep(LOOK_MS)
    }
  })()
  return {
    async stop() {
      isOver = true
      await watching
      return { waited, peak }
    },
  }
}
