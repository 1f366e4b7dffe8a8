import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type MessagePort, parentPort } from 'node:worker_threads'

/** Work for a thread that is kept: what to do, and the channel to say what comes of it. */
export type ThreadJob<Data> = { readonly port: MessagePort; readonly data: Data }

/** If a job leaves more than this behind, it is collected before the memory is told. */
const MAX_LEFT = 48_000_000

/**
 * Does the jobs of a thread that is kept (`kept-threads.ts`), one after another. Everything that belongs to a job is in its function: the
 * next one may be of another person.
 */
export function takeJobs<Data>(work: (port: MessagePort, data: Data) => Promise<void> | void): void {
  const parent = parentPort
  if (!parent) throw new Error('jobs are for a worker thread')
  parent.on('message', (heard: ThreadJob<Data> | 'rest') => {
    if (heard !== 'rest') void work(heard.port, heard.data)
    else parent.postMessage(bytesLeft())
  })
}

function bytesLeft(): number {
  if (bytesInUse() > MAX_LEFT) collect()
  return bytesInUse()
}

function bytesInUse(): number {
  const { used_heap_size, external_memory } = getHeapStatistics()
  return used_heap_size + external_memory
}

function collect(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
