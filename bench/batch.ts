import { trialBalance } from '../contract/reports.ts'
import { type Figure, median } from './figures.ts'
import { ask, drafts, type Filled } from './fill.ts'
import { newPeople } from './people.ts'
import { memoryOf, type Service } from './processes.ts'

const BATCH = 10_000
const ROUNDS = 3
const LOOK_MS = 20

/** A batch of 10,000 expenses, each time in a book of its own, the memory that it takes, and its undo. */
export async function batches(service: Service): Promise<Figure[]> {
  const names = { batch: 'batch of 10,000', memory: 'memory that a batch adds', undo: 'undo of the batch' }
  const created: number[] = []
  const undone: number[] = []
  const before = await memoryOf(service.pid)
  const memory = watchMemory(service.pid)
  for (const person of await newPeople(service, ROUNDS)) {
    const choices = { categoryIds: [person.categoryId], contactIds: [], accountIds: [person.accountId] }
    const transactions = drafts(1, BATCH, choices)
    const { text, ms } = await ask(service, person, 'POST', '/budgeting/transactions', { transactions })
    created.push(ms / 1000)
    const { data } = JSON.parse(text) as { data: { version: number }[] } // the reply of this route
    undone.push((await ask(service, person, 'POST', `/changes/${data[0]?.version}/undo`)).ms / 1000)
  }
  const peak = memory.stop()
  return [
    { name: names.batch, value: median(created), unit: 's', atMost: 3, from: spread(created) },
    { name: names.memory, value: peak - before, unit: 'MiB', from: { 'MiB before': before, peak } },
    { name: names.undo, value: median(undone), unit: 's', atMost: 4, from: spread(undone) },
  ]
}

const spread = (values: number[]) => ({ least: Math.min(...values), most: Math.max(...values) })

/** Samples the memory of a process until it is told to stop, and returns the maximum. */
function watchMemory(pid: number): { stop: () => number } {
  let peak = 0
  const look = async () => {
    peak = Math.max(peak, await memoryOf(pid))
  }
  const looking = setInterval(look, LOOK_MS)
  return {
    stop: () => {
      clearInterval(looking)
      return peak
    },
  }
}

/** The trial balance of a large book as of the version at which half of it had been written. */
export async function knownAt(service: Service, book: Filled): Promise<Figure> {
  const name = `trial balance as known at a version, ${book.count}`
  const path = `${trialBalance.path}?known_at=${book.halfVersion}`
  const times: number[] = []
  for (let round = 0; round < 5; round++) times.push((await ask(service, book, 'GET', path)).ms / 1000)
  return { name, value: median(times), unit: 's', atMost: 1, from: spread(times) }
}
