import { setTimeout as sleep } from 'node:timers/promises'
import { type Later, later } from '../../words/t.ts'
import { type Database, queuedAs, transaction, unqueued } from '../database/database.ts'
import { refusalOf, TooMuchRead } from '../database/failures.ts'
import { newId } from '../process/ids.ts'
import { keepDoing } from '../process/jobs.ts'
import type { Say } from '../process/say.ts'
import { AS_LONG_AS_ITS_SIZE, working } from '../process/slices.ts'
import { openingBalances } from './balances.sql.ts'
import { lookAtBesides } from './brings.ts'
import {
  abandonedImports,
  bytesOf,
  findImport,
  finishReading,
  noCounts,
  type ReadImport,
  type StoredImport,
  sayJudging,
  sayProgress,
  takeForReading,
} from './imports.sql.ts'
import { countsOf, daysOf, JUDGING, look } from './look.ts'
import { makeNames, tooManyNames } from './named-in-file.ts'
import type { KeptBesides } from './read/besides.ts'
import { isNewestFirst } from './read/file-order.ts'
import { faultToKeep, type SaidFault } from './read/kept-sentences.ts'
import { readFile } from './read/read.ts'
import {
  type BadRow,
  type FileBalance,
  type FileRow,
  isBad,
  type KeptMapping,
  type ReaderSays,
} from './read/row.ts'
import { type Thread, ThreadEnded } from './read/thread.ts'
import { replaceRows, rowsOfImport, type StoredRow } from './rows.sql.ts'
import { accountFacts, rememberedMapping, rememberedPerson } from './stage.sql.ts'
import { isWholeBook, readWholeBook } from './whole-book.ts'

/** So many balances of a file are compared with the book at most: each is looked up whenever the import is shown. */
const MAX_BALANCES = 100

/** A file is given up after the process has ended this often while reading it. An end while rows were judged counts more. */
const MAX_ATTEMPTS = 5
const UNEXPECTED = later(
  'Florin could not read the file because of an unexpected error. Correct the mapping to have the file read again.',
)

const ENDED_US = later(
  'Florin ended several times while it read this file or compared its rows with the book, and does not try again by itself. Correct the mapping to have the file read again.',
)

const tooMuchOf = ({ bytes }: TooMuchRead): Later =>
  later(
    'To judge the rows of this file, Florin would have to read more than {megabytes} MiB of the book and of earlier imports at once. Send a file of fewer days, or switch off rules; then correct the mapping to have the file read again.',
    { megabytes: Math.round(bytes / 1_048_576) },
  )

const HEARTBEAT_MS = 1_000
const RESUME_MS = 10_000

/** The files that this process reads, by the id of their import, and the signal that stops them. */
type Readings = { running: Map<string, Promise<void>>; stopping: AbortController }
const readings = new WeakMap<Database['pool'], Readings>()

function readingsOf({ pool }: Database): Readings {
  const known = readings.get(pool) ?? { running: new Map(), stopping: new AbortController() }
  readings.set(pool, known)
  return known
}

/** Stops reading; the next process to start resumes the files. */
export async function stopReading(db: Database): Promise<void> {
  const { running, stopping } = readingsOf(db)
  stopping.abort()
  await Promise.allSettled(running.values())
}

/** Resumes files whose reader has died, here or in another process, now and every few seconds. Returns a function that stops it. */
export function resumeReading(db: Database, log: Pick<Say, 'warn'>): () => Promise<void> {
  return keepDoing(
    { everyMs: RESUME_MS },
    async () => {
      for (const { book_id, id } of await abandonedImports(db)) void startReading(db, book_id, id, log)
    },
    (error) => log.warn(`Imports have to wait: ${error.message}`),
  )
}

/** Reads a file in the background, unless this process already does. A failure of the machine is logged, and the next run tries again. */
export function startReading(
  db: Database,
  bookId: string,
  importId: string,
  log: Pick<Say, 'warn'>,
): Promise<void> {
  const { running, stopping } = readingsOf(db)
  const underWay = running.get(importId)
  if (underWay !== undefined) return underWay
  const { signal } = stopping
  const reading = readAndStage(
    queuedAs(db, 'imports', () => false),
    bookId,
    importId,
    signal,
  )
    .catch((error: Error) => {
      if (!signal.aborted) log.warn(`The import ${importId} could not be read: ${error.message}`)
    })
    .finally(() => running.delete(importId))
  running.set(importId, reading)
  return reading
}

/** Waits until a file was read, but not for long. */
export const waitFor = async (reading: Promise<void>, ms: number): Promise<void> => {
  const enough = new AbortController()
  await Promise.race([reading, sleep(ms, undefined, { signal: enough.signal }).catch(() => undefined)])
  enough.abort()
}

/**
 * Reads a file and writes its rows. The rows and the status `ready` are written in one transaction, so that no partial result is visible.
 * If a process dies before, the import is unchanged, and the next reader starts over.
 */
async function readAndStage(
  db: Database,
  bookId: string,
  importId: string,
  signal: AbortSignal,
): Promise<void> {
  const readerId = newId()
  const attempt = await takeForReading(db, bookId, importId, readerId)
  if (attempt === undefined) return
  const giveUp = async (sentence: Later) => {
    const stored = await findImport(db, bookId, importId)
    if (stored)
      await transaction(db, (tx) =>
        finishReading(tx, bookId, importId, readerId, failed(stored, faultToKeep(sentence))),
      )
  }
  try {
    if (attempt > MAX_ATTEMPTS) await giveUp(ENDED_US)
    // No client waits for it: only the size of the file and the reader limit it.
    else await working(AS_LONG_AS_ITS_SIZE, () => readAs(db, bookId, importId, readerId, signal))
  } catch (error) {
    // A failure of the machine or the database may be temporary; any other error recurs with each attempt.
    const code = refusalOf(error)?.code
    const isLasting = code === undefined || code === 'invalid' || error instanceof TooMuchRead
    if (signal.aborted || !isLasting) throw error
    await giveUp(error instanceof TooMuchRead ? tooMuchOf(error) : UNEXPECTED)
    throw error
  }
}

async function readAs(
  db: Database,
  bookId: string,
  importId: string,
  readerId: string,
  signal: AbortSignal,
): Promise<void> {
  const stored = await findImport(db, bookId, importId)
  const bytes = await bytesOf(db, bookId, importId)
  if (!stored || !bytes) return // it was removed meanwhile
  const lost = new AbortController()
  let progress = 0
  const heartbeat = setInterval(() => {
    sayProgress(unqueued(db), bookId, importId, readerId, progress).then(
      (isMine) => isMine || lost.abort(),
      () => undefined, // the next one may get through
    )
  }, HEARTBEAT_MS)
  try {
    const ended = AbortSignal.any([signal, lost.signal])
    const { read, rows } = isWholeBook(stored, bytes)
      ? { read: await readWholeBook(bytes, { filename: stored.filename, book_id: bookId }, ended), rows: [] }
      : await readRows(db, bookId, stored, bytes, ended, {
          onProgress(part) {
            progress = part / 2
          },
          async judge(thread, found) {
            await sayJudging(unqueued(db), bookId, importId, readerId, true)
            try {
              return await judged(thread, db, bookId, stored, found)
            } finally {
              // Also on a stop: the next process then does not count the file as one that crashed a process.
              await sayJudging(unqueued(db), bookId, importId, readerId, false)
            }
          },
        })
    ended.throwIfAborted()
    progress = 0.8
    await transaction(
      db,
      async (tx) => {
        await replaceRows(tx, bookId, importId, rows)
        return finishReading(tx, bookId, importId, readerId, read)
      },
      (isMine) => isMine,
    )
  } catch (error) {
    if (!lost.signal.aborted) throw error // else it is somebody else's to read
  } finally {
    clearInterval(heartbeat)
  }
}

/** The contents of a file as read. */
type FileContents = {
  format: StoredImport['format']
  mapping: KeptMapping | null
  rows: (FileRow | BadRow)[]
  balances: readonly FileBalance[]
  besides?: KeptBesides
  isProvenNewestFirst?: boolean | undefined
  fault: SaidFault | null
}
/** The stored facts of a file, and its rows with their verdicts. */
type JudgedFile = { read: ReadImport; rows: Iterable<StoredRow> }

async function readRows(
  db: Database,
  bookId: string,
  stored: StoredImport,
  bytes: Uint8Array,
  signal: AbortSignal,
  on: {
    onProgress: (progress: number) => void
    judge: (thread: Thread, found: FileContents & { mapping: KeptMapping }) => Promise<JudgedFile>
  },
): Promise<JudgedFile> {
  const found: FileContents = {
    format: stored.asked_format,
    mapping: null,
    rows: [],
    balances: [],
    fault: null,
  }
  const remembered = await rememberedMapping(db, bookId, stored.account_id, stored.id)
  const person = await rememberedPerson(db, bookId, stored.id)
  const { currency, isLiability } = await accountFacts(db, bookId, stored.account_id)
  const reading = {
    filename: stored.filename,
    book_id: bookId,
    currency,
    isLiability,
    person,
    ...(remembered && { remembered }),
    ...(stored.asked_format && { format: stored.asked_format }),
    ...(stored.given && { given: stored.given }),
  }
  const enough = new AbortController()
  const names = makeNames()
  const tooMuch = (row: FileRow | BadRow): SaidFault | null =>
    isBad(row) || names.fit(row) ? null : faultToKeep(tooManyNames(row))
  const take = (says: ReaderSays) => {
    if (says.is === 'format') Object.assign(found, { format: says.format, mapping: says.mapping })
    if (says.is === 'end')
      Object.assign(found, {
        balances: says.balances ?? [],
        isProvenNewestFirst: says.is_newest_first,
        ...(says.besides && { besides: says.besides }),
      })
    if (says.is === 'fault') found.fault = { fault: says.fault, said: says.said ?? null }
    if (says.is !== 'rows') return
    for (const row of says.rows) {
      found.rows.push(row)
      found.fault ??= tooMuch(row)
    }
    on.onProgress(says.progress)
    if (found.fault !== null) enough.abort()
  }
  let made: JudgedFile | undefined
  try {
    await readFile(bytes, reading, take, {
      signal: AbortSignal.any([signal, enough.signal]),
      async goOn(thread) {
        const { mapping } = found
        if (mapping) made = await on.judge(thread, { ...found, mapping })
      },
    })
  } catch (error) {
    if (!enough.signal.aborted) throw error
  }
  const { format, mapping, fault } = found
  const empty = mapping && { ...mapping, accounts: [], categories: [] }
  return (
    made ?? {
      read: {
        ...failed(stored, fault ?? faultToKeep(later('The file has no rows.'))),
        format,
        mapping: empty,
      },
      rows: [],
    }
  )
}

/** The stored facts of a file that cannot be read. */
const failed = ({ account_id, format, mapping }: StoredImport, { fault, said }: SaidFault): ReadImport => ({
  status: 'failed',
  format,
  mapping,
  account_id,
  fault,
  fault_said: said ?? null,
  counts: noCounts(),
  date_from: null,
  date_to: null,
  checked_version: 0,
})

/** Judges the rows in the thread that has read them. */
async function judged(
  thread: Thread,
  db: Database,
  bookId: string,
  stored: StoredImport,
  { format, mapping, rows, balances, besides, isProvenNewestFirst }: FileContents & { mapping: KeptMapping },
): Promise<JudgedFile> {
  const earlier = await rowsOfImport(db, bookId, stored.id)
  try {
    const looked = await look(
      thread,
      db,
      bookId,
      stored,
      { format, mapping, rows, rates: besides?.rates, isOfThread: true },
      earlier,
    )
    // A journal of this very book has nothing besides rows that the book did not have.
    const brings =
      besides &&
      !looked.isOfBook &&
      (await lookAtBesides(db, bookId, {
        besides,
        mapping: looked.understood.mapping,
        before: stored.brings,
      }))
    return {
      read: {
        status: 'ready',
        ...(brings && { besides, brings }),
        format,
        fault: null,
        fault_said: null,
        counts: countsOf(looked.rows),
        ...daysOf(looked.rows),
        ...looked.understood,
        mapping: looked.understood.mapping && {
          ...looked.understood.mapping,
          balances: [
            ...openingBalances(rows).slice(0, Math.max(0, MAX_BALANCES - balances.length)),
            ...balances,
          ].slice(0, MAX_BALANCES),
          is_newest_first: isNewestFirst(rows, isProvenNewestFirst),
        },
        checked_version: looked.version,
      },
      rows: looked.rows,
    }
  } catch (error) {
    if (!(error instanceof ThreadEnded) || error.why === 'broken') throw error
    const sentence =
      error.why === 'time'
        ? later(
            'Comparing the {count, number} rows of the file with your book and your rules takes longer than {seconds, number} seconds. Split the file, or switch off rules.',
            { count: rows.length, seconds: JUDGING.ms / 1_000 },
          )
        : later(
            'Comparing the {count, number} rows of the file with your book and your rules takes more than {megabytes} MB of memory. Split the file, or switch off rules.',
            { count: rows.length, megabytes: JUDGING.bytes / 1_000_000 },
          )
    return { read: { ...failed(stored, faultToKeep(sentence)), format }, rows: [] }
  }
}
