import { setTimeout as sleep } from 'node:timers/promises'
import type { Committed, Import } from '../contract/imports.ts'
import { type Figure, median } from './figures.ts'
import { newPeople, type Person } from './people.ts'
import { memoryOf, type Service } from './processes.ts'

const ROWS = 20_000
const ROUNDS = 3
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

/** Files of 20,000 rows, each into a book of its own: from the upload until they are recorded, how long others wait meanwhile, and the undo. */
export async function importing(service: Service): Promise<Figure[]> {
  const file = bankFile(ROWS)
  const [ready, whole, undone]: [number[], number[], number[]] = [[], [], []]
  const watched = watch(service)
  const people = await newPeople(service, ROUNDS + 1)
  const [other] = people
  if (other) watched.start(other)
  for (const person of people.slice(1)) {
    const start = performance.now()
    const made = await send<Import>(
      service,
      person,
      'POST',
      `/imports?account_id=${person.accountId}&filename=bank.csv`,
      file,
    )
    for (let one = made; one.status === 'reading'; await sleep(LOOK_MS))
      one = await send<Import>(service, person, 'GET', `/imports/${made.id}`)
    ready.push((performance.now() - start) / 1000)
    const { version } = await send<Committed>(service, person, 'POST', `/imports/${made.id}/commit`)
    whole.push((performance.now() - start) / 1000)
    const before = performance.now()
    await send(service, person, 'POST', `/changes/${version}/undo`)
    undone.push((performance.now() - before) / 1000)
  }
  const { waited, peak } = await watched.stop()
  const from = (values: number[]) => ({ least: Math.min(...values), most: Math.max(...values) })
  const rate = whole.map((seconds) => ROWS / seconds)
  return [
    {
      ...{ name: 'import of 20,000 rows, rows a second', value: median(rate), unit: '/s', atLeast: 3_000 },
      goal: 5_000,
      from: { ...from(rate), 's until ready': median(ready), 's in all': median(whole) },
    },
    { name: 'longest wait of others meanwhile', value: waited, unit: 's', atMost: 0.3, goal: 0.1, from: {} },
    { name: 'memory at most, imports', value: peak, unit: 'MiB', from: {} },
    { name: 'undo of 20,000 imported rows', value: median(undone), unit: 's', atMost: 8, from: from(undone) },
  ]
}

async function send<Answer>(
  { port }: Service,
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

/** Somebody else who asks for their accounts all the time: how long they had to wait at most, and the memory of the service. */
function watch(service: Service) {
  let [waited, peak, isOver] = [0, 0, false]
  let watching: Promise<void> = Promise.resolve()
  return {
    start(person: Person) {
      watching = (async () => {
        while (!isOver) {
          const start = performance.now()
          await send(service, person, 'GET', '/accounts')
          waited = Math.max(waited, (performance.now() - start) / 1000)
          peak = Math.max(peak, await memoryOf(service.pid))
          await sleep(LOOK_MS)
        }
      })()
    },
    async stop() {
      isOver = true
      await watching
      return { waited, peak }
    },
  }
}
