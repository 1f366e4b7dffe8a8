import type { Database } from '../database/database.ts'
import { keepDoing } from '../process/jobs.ts'
import type { Say } from '../process/say.ts'
import { readRatesFile } from './ecb.ts'
import { findInterest } from './published.sql.ts'
import { loadRates, told } from './published.ts'

const limits = { everyMs: 6 * 3_600_000, timeoutMs: 10_000, mostBytes: 5_000_000 }

/**
 * Loads published rates from RATES_URL at the start and every six hours, in the background: a failure is a line in the log, and the next
 * time is the next try. Returns the function that stops it.
 */
export function followRates(db: Database, url: URL, log: Say, within = limits): () => Promise<void> {
  const { once, failed } = loading(db, url, log, within)
  return keepDoing(within, once, failed)
}

const ecbLimits = { ...limits, lookMs: 5_000, retryMs: 600_000 }

/**
 * Loads the ECB's rates while a book wants them. A person who switches them on has them a few seconds later. After a failure the next attempt is
 * sooner than after a success, since the network may come back. Only one process of an instance does this.
 */
export function followEcb(db: Database, url: URL, log: Say, within = ecbLimits): () => Promise<void> {
  const { once, failed } = loading(db, url, log, within)
  let next = 0
  async function look(signal: AbortSignal): Promise<void> {
    if (performance.now() < next || !(await isAnyBookInterested(db))) return
    next = performance.now() + within.retryMs
    await once(signal)
    next = performance.now() + within.everyMs
  }
  return keepDoing({ everyMs: within.lookMs }, look, failed)
}

/** If the database does not answer, no rates are wanted: the log has the failure from elsewhere. */
const isAnyBookInterested = (db: Database): Promise<boolean> => findInterest(db).catch(() => false)

/** Loads the rates of an address once, and tells of a failure. */
function loading(db: Database, url: URL, log: Say, { timeoutMs, mostBytes }: typeof limits) {
  const source = url.origin + url.pathname // a query may carry a key
  return {
    async once(signal: AbortSignal): Promise<void> {
      const bytes = await download(url, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]), mostBytes)
      const file = readRatesFile(bytes)
      if (signal.aborted) return
      await loadRates(db, file)
      log.info(`${told(file)} They come from ${source}`)
    },
    failed: (error: Error) => log.warn(`No rates were loaded from ${source}: ${reasonOf(error, timeoutMs)}.`),
  }
}

/** How often one download may be sent on to another address of the same host. */
const MAX_REDIRECTS = 5

async function download(url: URL, signal: AbortSignal, mostBytes: number): Promise<Buffer> {
  const response = await ask(url, signal)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new Error(`the answer has more than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The answer itself. A redirect to another host is not followed: the settings say whom Florin calls, and nobody else does. */
async function ask(url: URL, signal: AbortSignal, redirects = 0): Promise<Response> {
  const response = await fetch(url, { signal, redirect: 'manual' })
  if (response.ok) return response
  await response.body?.cancel()
  const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
  if (location === null) throw new Error(`the answer is ${response.status}`)
  const next = URL.parse(location, url)
  if (next?.hostname !== url.hostname || !isAsSafe(url, next))
    throw new Error('it sends on to another host or protocol; set RATES_URL to the address that answers')
  if (redirects === MAX_REDIRECTS) throw new Error(`it sends on more than ${MAX_REDIRECTS} times`)
  return ask(next, signal, redirects + 1)
}

/** The same protocol and port, or from http to https, both on their own ports. */
const isAsSafe = (from: URL, to: URL) =>
  from.origin === to.origin || (from.protocol === 'http:' && to.protocol === 'https:' && to.port === '')

function reasonOf(error: unknown, timeoutMs: number): string {
  const { name, message, cause } = error as Error
  if (name === 'TimeoutError') return `it did not answer in full within ${timeoutMs / 1000} seconds`
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message
}
