import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { register } from '../contract/auth.ts'
import { getBook } from '../contract/books.ts'
import { client } from '../contract/client.ts'
import { createContact } from '../contract/contacts.ts'
import { acceptInvitation, createBookInvitation } from '../contract/members.ts'
import { type Figure, median } from './figures.ts'
import { load, type Outcome } from './load.ts'
import { createText, newPerson, type Person, registration, wireText } from './people.ts'
import { memoryOf, type Service } from './processes.ts'

const BOOKS = 50
const PEOPLE_OF_BOOK = 4
const WRITES = 100
const ROUNDS = 5
const SECONDS = 3
/** More of those who register at once would only wait for each other's hashes. */
const AT_ONCE = 4

type WatchedBook = { id: string; owner: Person; tokens: string[] }
type Measured = Record<'reads' | 'writes', Outcome>
type Reader = { socket: Socket; version: number; heard: (version: number) => void }

/** A book with its owner and three others. */
async function sharedBook(service: Service): Promise<WatchedBook> {
  const base = `http://127.0.0.1:${service.port}/api/v1`
  const owner = await newPerson(service)
  const { id } = await owner.call(getBook)
  const tokens = [owner.token]
  while (tokens.length < PEOPLE_OF_BOOK) {
    const { token: invitation } = await owner.call(createBookInvitation, { body: { role: 'editor' } })
    const { token } = await client(fetch, base).call(register, { body: registration() })
    await client(fetch, base, token).call(acceptInvitation, { body: { token: invitation } })
    tokens.push(token)
  }
  return { id, owner, tokens }
}

async function watch({ port }: Service, token: string, bookId: string): Promise<Reader> {
  const socket = connect(port, '127.0.0.1')
  const reader: Reader = { socket, version: 0, heard: () => undefined }
  let said = ''
  socket.on('data', (chunk: Buffer) => {
    said = (said + chunk).slice(-4_096)
    reader.version = Number([...said.matchAll(/\nid: (\d+)\n/g)].at(-1)?.[1] ?? 0)
    reader.heard(reader.version)
  })
  socket.write(wireText({ token }, { method: 'GET', path: `/books/${bookId}/events` }))
  while (reader.version === 0) await once(socket, 'data')
  return reader
}

/** Opens the streams of everybody; answers with those of each book. */
async function watchAll(service: Service, books: readonly WatchedBook[]): Promise<Reader[][]> {
  const readers: Reader[][] = []
  for (const { id, tokens } of books)
    readers.push(await Promise.all(tokens.map((token) => watch(service, token, id))))
  return readers
}

async function closeAll(readers: readonly Reader[][]): Promise<void> {
  for (const { socket } of readers.flat()) socket.destroy()
  await sleep(500)
}

/** The time from the answer to a change until everybody who watches its book has heard of it. */
async function timeToAll({ owner }: WatchedBook, readers: readonly Reader[]): Promise<number> {
  const { version } = await owner.call(createContact, { body: { name: 'Somebody' } })
  const since = performance.now()
  const heard = readers.map(
    (reader) =>
      new Promise<void>((resolve) => {
        reader.heard = (now) => now >= version && resolve()
        reader.heard(reader.version)
      }),
  )
  await Promise.all(heard)
  return performance.now() - since
}

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  Number.NaN

/** 200 people with a stream each, of 50 books: memory, the time until they hear of a change, and what all other requests notice of them. */
export async function watching(service: Service): Promise<Figure[]> {
  const books: WatchedBook[] = []
  while (books.length < BOOKS)
    books.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, BOOKS - books.length) }, () => sharedBook(service)),
      )),
    )
  const clients = books.slice(0, 8).map(({ owner }) => owner)
  const crowds = {
    reads: {
      clients: clients.map((person) => [wireText(person, { method: 'GET', path: '/accounts' })]),
      pauseMs: 20,
    },
    writes: { clients: clients.map((person) => [createText(person)]), pauseMs: 20 },
  }
  const measured = () => load(service.port, SECONDS, crowds)
  await measured() // warms up
  const [quiet, watched]: [Measured[], Measured[]] = [[], []]
  const perStream: number[] = []
  let times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    quiet.push(await measured())
    const before = await memoryOf(service.pid)
    const readers = await watchAll(service, books)
    await sleep(2_000)
    perStream.push(((await memoryOf(service.pid)) - before) / (BOOKS * PEOPLE_OF_BOOK))
    watched.push(await measured())
    if (round === ROUNDS - 1) times = await timesOf(books, readers)
    await closeAll(readers)
  }
  const ratio = (
    name: string,
    of: 'reads' | 'writes',
    what: 'medianMs' | 'p99Ms',
    atMost: number,
  ): Figure => {
    const [with_, without] = [watched, quiet].map((all) => median(all.map((one) => one[of][what])))
    return {
      name,
      value: Number(with_) / Number(without),
      unit: 'ratio',
      atMost,
      from: { 'ms with': Number(with_), 'ms without': Number(without) },
    }
  }
  return [
    {
      name: 'memory of a stream',
      value: median(perStream) * 1024 * 1024,
      unit: 'B',
      atMost: 200_000,
      from: {
        streams: BOOKS * PEOPLE_OF_BOOK,
        'first round': (perStream[0] ?? Number.NaN) * 1024 * 1024, // with what the heap grows by itself
      },
    },
    {
      name: 'from a change to its event, p50',
      value: quantile(times, 0.5) / 1000,
      unit: 's',
      atMost: 1,
      from: {},
    },
    {
      name: 'from a change to its event, p95',
      value: quantile(times, 0.95) / 1000,
      unit: 's',
      atMost: 2,
      from: { writes: times.length, longest: Math.max(...times) / 1000 },
    },
    ratio('list of accounts with streams, median', 'reads', 'medianMs', 1.3),
    ratio('list of accounts with streams, p99', 'reads', 'p99Ms', 2),
    ratio('create an expense with streams, median', 'writes', 'medianMs', 1.3),
    ratio('create an expense with streams, p99', 'writes', 'p99Ms', 2),
  ]
}

/** Changes at random moments: the service asks once a second. */
async function timesOf(books: readonly WatchedBook[], readers: readonly Reader[][]): Promise<number[]> {
  const times: number[] = []
  for (let write = 0; write < WRITES; write++) {
    const [book, ofBook] = [books[write % BOOKS], readers[write % BOOKS]]
    if (book && ofBook) times.push(await timeToAll(book, ofBook))
    await sleep(Math.random() * 300)
  }
  return times
}
