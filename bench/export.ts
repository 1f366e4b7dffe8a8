import { setTimeout as sleep } from 'node:timers/promises'
import { listContacts } from '../contract/contacts.ts'
import { type Figure, timeMs } from './figures.ts'
import type { Filled } from './fill.ts'
import type { Person } from './people.ts'
import { memoryOf, type Service } from './processes.ts'

const FILES = {
  'CSV of a list': '/budgeting/transactions?format=csv',
  'hledger journal': '/books/current/export?format=hledger',
}
const PER_SECOND = 20_000
const MAX_MS = 100
// Room for a page and the pieces ahead of the reader, and for garbage that is not collected yet.
const MAX_MIB = 96

/** A large book as files: how fast they come, how much memory they take, and how long others wait meanwhile. */
export async function exporting(service: Service, book: Filled, other: Person): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, path] of Object.entries(FILES)) {
    await read(service, book, path) // the first of its kind compiles, and takes the memory that such work needs
    const before = await memoryOf(service.pid)
    const beside = watch(service, other)
    const ms = await timeMs(() => read(service, book, path))
    const { slowest, peak } = await beside.stop()
    const from = { ms, transactions: book.count }
    figures.push(
      { name: `export: ${name}`, value: (book.count / ms) * 1000, unit: '/s', atLeast: PER_SECOND, from },
      {
        name: `export: ${name}, memory`,
        value: peak - before,
        unit: 'MiB',
        atMost: MAX_MIB,
        from: { before, peak },
      },
      {
        name: `export: ${name}, others meanwhile`,
        value: slowest / 1000,
        unit: 's',
        atMost: MAX_MS / 1000,
        from: { 'slowest ms': slowest },
      },
    )
  }
  return figures
}

/** Reads a file to its end, and keeps nothing of it. */
async function read({ port }: Service, { token }: Person, path: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
  })
  if (!answer.ok || !answer.body) throw new Error(await answer.text())
  for await (const _ of answer.body as AsyncIterable<Uint8Array>);
}

/** Asks a short question again and again, and looks at the memory of the service. */
function watch({ pid }: Service, { call }: Person) {
  let isOver = false
  let peak = 0
  const times: number[] = []
  const watching = (async () => {
    while (!isOver) {
      times.push(await timeMs(() => call(listContacts, { query: { limit: 1 } })))
      peak = Math.max(peak, await memoryOf(pid))
      await sleep(20)
    }
  })()
  return {
    async stop() {
      isOver = true
      await watching
      // Of a hundred questions one may have met another process of the machine.
      const slowest = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99) - 1] ?? Number.NaN
      return { slowest, peak }
    },
  }
}
