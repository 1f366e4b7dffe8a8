import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { MessageChannel, Worker } from 'node:worker_threads'
import { readFile, type WorkerGets } from './read.ts'
import { type FileToRead, isBad, type ReaderSays } from './row.ts'
import type { ThreadJob } from './thread-jobs.ts'

const named = (reading: Partial<FileToRead> = {}): FileToRead => ({ filename: 'file.csv', ...reading })

/** Everything that is said about a file. */
async function said(content: string | Buffer, reading: Partial<FileToRead> = {}): Promise<ReaderSays[]> {
  const all: ReaderSays[] = []
  await readFile(Buffer.from(content), named(reading), (says) => void all.push(says))
  return all
}

/** The last message about a file that another script reads within tight limits. */
async function endOf(
  script: string,
  limits: { ms?: number; bytes?: number } = {},
): Promise<ReaderSays | undefined> {
  let last: ReaderSays | undefined
  const worker = new URL(`data:text/javascript,${encodeURIComponent(script)}`)
  const say = (says: ReaderSays) => {
    last = says
  }
  const means = { worker, ms: 5_000, bytes: 50_000_000, ...limits }
  await readFile(Buffer.from('x'), named(), say, { means })
  return last
}

const faultOf = (says: ReaderSays | undefined) =>
  says?.is === 'fault' ? says.fault : `${says?.is}, no fault`

/** A file of this many rows. */
const rows = (count: number, text = 'Bakery') =>
  `Date,Amount,Payee\n${Array.from({ length: count }, (_, n) => `2026-11-${String(1 + (n % 28)).padStart(2, '0')},-${n}.50,${text} ${n}\n`).join('')}`

test('a file is read in a worker: its format, its rows in pieces with progress, and its end', async () => {
  const all = await said(`Date;Amount;Payee\n04.11.2026;-12,50;Bakery\n05.11.2026;abc;Bakery\n`)
  assert.deepEqual(
    all.map(({ is }) => is),
    ['format', 'rows', 'end'],
  )
  const many = await said(rows(1_234))
  const pieces = many.flatMap((says) => (says.is === 'rows' ? [says] : []))
  assert.deepEqual(
    pieces.map((piece) => piece.rows.length),
    [500, 500, 234],
  )
  const progress = pieces.map((piece) => piece.progress)
  assert.deepEqual(
    progress,
    [...progress].sort((a, b) => a - b),
  )
  assert.equal(progress.at(-1), 1)
  assert.deepEqual(
    pieces.flatMap((piece) => piece.rows.map(({ n }) => n)),
    Array.from({ length: 1_234 }, (_, n) => n + 1),
  )
})

test('large rows come in smaller pieces', async () => {
  const all = await said(rows(300, 'x'.repeat(900)).replaceAll('Payee', 'Text'))
  const pieces = all.flatMap((says) => (says.is === 'rows' ? [says.rows] : []))
  assert(pieces.length > 1 && pieces.every((piece) => JSON.stringify(piece).length < 300_000))
})

test('more than 100,000 rows are a fault that names the line', async () => {
  const all = await said(`Date,Amount\n${'2026-11-04,1\n'.repeat(100_001)}`)
  assert.equal(faultOf(all.at(-1)), 'Line 100002: the file has more than 100,000 rows. Split it.')
  assert.equal(all.filter(({ is }) => is === 'end').length, 0)
})

test('a worker that hangs, breaks, ends early or takes too much memory is a fault, and the process lives', async () => {
  const says = (what: object) =>
    `import {parentPort as p} from 'node:worker_threads'; p.postMessage(${JSON.stringify(what)});`
  const piece = says({ is: 'rows', rows: [{ n: 1, line: 7, text: '', faults: [] }], progress: 0.5 })
  assert.equal(
    faultOf(await endOf('for(;;);', { ms: 100 })),
    'Reading the file takes longer than 0.1 seconds. No row was read before that.',
  )
  assert.equal(
    faultOf(await endOf(`${piece} setTimeout(() => { for(;;); }, 20)`, { ms: 1_500 })),
    'Reading the file takes longer than 1.5 seconds. The rows up to line 7 could be read.',
  )
  const broken = await endOf(`${piece} setTimeout(() => { throw new TypeError('a bug') }, 20)`)
  assert.equal(faultOf(broken), 'The file cannot be read. The rows up to line 7 could be read.')
  assert.equal(broken?.is === 'fault' && broken.cause, 'a bug')
  assert.match(faultOf(await endOf('process.exit(3)')), /^The file cannot be read/)
  assert.match(faultOf(await endOf('throw null')), /^The file cannot be read/)
  // Each of these ends a process in which V8's own limit is the only one.
  for (const greedy of [
    'const a=[]; for(;;) a.push(1.5)',
    'const m=new Map(); for(let i=0;;i++) m.set(i,i+"")',
    'const a=[]; for(;;) a.push(new Uint8Array(1e7).fill(1))',
  ])
    assert.match(faultOf(await endOf(greedy)), /^Reading the file takes more than 50 MB of memory/, greedy)
})

test('an abort ends the worker, and so does an error of whoever takes the rows', async () => {
  const stop = new AbortController()
  const aborted = readFile(Buffer.from(rows(20_000)), named(), () => stop.abort(new Error('gone')), {
    signal: stop.signal,
  })
  await assert.rejects(aborted, /gone/)
  await assert.rejects(
    readFile(Buffer.from('x'), named(), () => undefined, { signal: AbortSignal.abort(new Error('before')) }),
    /before/,
  )
  await assert.rejects(
    readFile(Buffer.from(rows(20_000)), named(), ({ is }) => {
      if (is === 'rows') throw new Error('no room')
    }),
    /no room/,
  )
  // A worker that cannot even start leaves its place to others.
  const uncloneable = { ...named(), book_id: Symbol('x') as unknown as string } // no type allows it
  for (let n = 0; n < 3; n++) await assert.rejects(readFile(Buffer.from('x'), uncloneable, () => undefined))
  assert.equal((await said(rows(1))).at(-1)?.is, 'end')
})

test('the worker is never more than a few pieces ahead', async (t) => {
  const bytes = new Uint8Array(Buffer.from(rows(50_000)))
  const gets: WorkerGets = { bytes, reading: named() }
  const worker = new Worker(new URL('./worker.ts', import.meta.url))
  t.after(() => worker.terminate())
  const { port1, port2: port } = new MessageChannel()
  worker.postMessage({ port, data: gets } satisfies ThreadJob<WorkerGets>, [port])
  let count = 0
  port1.on('message', () => count++)
  while (count < 3) await once(port1, 'message')
  await sleep(50)
  assert.equal(count, 3)
  port1.postMessage('taken')
  await once(port1, 'message')
  await sleep(50)
  assert.equal(count, 4)
})

test('two files are read at once, and the third is of whoever has none under way', async () => {
  const started: string[] = []
  const holds = new Map<string, () => void>()
  const read = (name: string, book_id: string) =>
    readFile(Buffer.from(rows(1)), named({ filename: name, book_id }), async ({ is }) => {
      if (is !== 'format') return
      started.push(name)
      await new Promise<void>((resolve) => holds.set(name, resolve))
    })
  const until = async (count: number) => {
    while (started.length < count) await sleep(5)
  }
  const all = ['ana1', 'ana2', 'ana3', 'ana4', 'ben1'].map((name) => read(name, name.slice(0, 3)))
  await until(2)
  await sleep(50)
  assert.deepEqual([...started].sort(), ['ana1', 'ana2'])
  holds.get('ana1')?.()
  await until(3)
  assert.equal(started[2], 'ben1')
  holds.get('ana2')?.()
  await until(4)
  assert.equal(started[3], 'ana3')
  holds.get('ben1')?.()
  holds.get('ana3')?.()
  await until(5)
  holds.get('ana4')?.()
  await Promise.all(all)
})

/**
 * The longest time that the main thread spent on one thing, by its own clock, in which other programs of the machine do not count. Looked at
 * every millisecond.
 */
function startTasks() {
  const spent = () => process.threadCpuUsage().user + process.threadCpuUsage().system
  let [last, longest] = [spent(), 0]
  const timer = setInterval(() => {
    const now = spent()
    longest = Math.max(longest, (now - last) / 1_000)
    last = now
  }, 1)
  return {
    end(): number {
      clearInterval(timer)
      return longest
    },
  }
}

test('10 MiB are read without keeping the main thread for 100 ms', async () => {
  const file = Buffer.from(rows(32_000, 'é'.repeat(150)))
  assert(file.length > 10_000_000 && file.length < 11_000_000)
  const tasks = startTasks()
  let count = 0
  await readFile(file, named(), (says) => {
    if (says.is === 'rows') count += says.rows.filter((row) => !isBad(row)).length
  })
  const longest = tasks.end()
  assert.equal(count, 32_000)
  assert(longest < 100, `${longest} ms`)
})
