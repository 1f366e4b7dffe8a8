import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, glob, mkdtemp, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { api } from '../contract/api.ts'
import { refusals } from '../contract/refusals.ts'
import { ensureBundle } from '../server/bundle.ts'
import { ensureBuild, placesOf } from '../server/web/prepare.ts'
import { noBrowser } from './browser/chromium.ts'
import { grouped } from './groups.ts'
import { startServer } from './server.ts'
import { faultsOf } from './statements.ts'

/**
 * Runs the tests, and `npm run check` beside all of them: one real PostgreSQL for all of them, one migrated database that each file clones (TEST_DATABASE_URL takes another
 * server, or a Citus cluster), several files in a process where they can be, and at the end a look at whether every refusal there is was provoked and every statement keeps to one
 * book. `npm test -- PATTERN` runs the files whose path contains it; `--slowest` lists the files that took longest.
 */
const { positionals: patterns, values } = parseArgs({
  allowPositionals: true,
  options: { slowest: { type: 'boolean' } },
})
const ours = { exclude: ['**/node_modules/**'] }
const all = (
  await Array.fromAsync(glob('{contract,words,server,web,demo,test,bench}/**/*.test.ts', ours))
).sort()
const wanted = all.filter(
  (file) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern)),
)
const needsBrowser = (file: string) => file.startsWith('test/browser/')
const files = noBrowser ? wanted.filter((file) => !needsBrowser(file)) : wanted
if (files.length < wanted.length) console.error(noBrowser)

if (wanted.length === 0) {
  console.error(`No test file has ${patterns.join(' or ')} in its path.`)
  process.exit(1)
}

const isWhole = patterns.length === 0
const checked = isWhole ? checks() : true

// One build for all tests that need the app, rather than one for each; and one bundle for the processes that tests start.
await ensureBundle().catch((error) => console.error('Processes start from sources:', error))
if (files.some((file) => /web|browser|demo/.test(file))) await ensureBuild(placesOf(undefined))

const took = new Map<string, number>()
const failed = new Set<string>()
const MAX_AGAIN = 8
const ROOM = 8 * 1024 ** 3
const folder = await mkdtemp(join(await placeForData(), 'florin-test-'))
await chmod(folder, 0o711) // a root's PostgreSQL runs as another account, which has to get through
const started = isWhole && !process.env.TEST_DATABASE_URL ? join(folder, 'started') : undefined
const postgres = await startServer(join(folder, 'data'), started)
try {
  const [provoked, statements] = [join(folder, 'provoked'), join(folder, 'statements')]
  const env = {
    FLORIN_TEST_POSTGRES: JSON.stringify(postgres.owner),
    FLORIN_TEST_SERVICE: JSON.stringify(postgres.service),
    FLORIN_TEST_NODES: JSON.stringify(postgres.nodes),
    FLORIN_TEST_SHARDS: JSON.stringify(postgres.shards),
    FLORIN_TEST_KEY: Buffer.from(postgres.instanceKey).toString('hex'),
    FLORIN_TEST_PROVOKED: provoked,
    FLORIN_TEST_STATEMENTS: statements,
    ...(started && { FLORIN_TEST_STARTED: started }),
    ...(!isWhole && { FLORIN_TEST_PICTURES: 'on' }),
  }
  const isMeasuring = (file: string) => file === 'test/browser/figures.test.ts'
  const isInBrowser = (file: string) => needsBrowser(file) && !isMeasuring(file)
  const others = files.filter((file) => !isInBrowser(file) && !isMeasuring(file))
  const together = await Promise.all([
    runTests(env, await grouped(others, join(folder, 'group')), 4), // two for each of two cores: three groups wait much of the time
    // Two browsers, since one in sequence would take longer than everything else.
    runTests(env, await grouped(files.filter(isInBrowser), join(folder, 'browser'), 2), 2),
  ])
  const isChecked = await checked
  // Times are measured when nothing else runs.
  const alone = await runTests(env, await grouped(files.filter(isMeasuring), join(folder, 'alone')), 1)
  const isPassed =
    (together.every(Boolean) && alone) || (isWhole && (await passAlone(env, join(folder, 'again'))))
  // A program that ends early leaves its files to the others of its kind: if there is none, they are missing.
  const missing = files.filter((file) => !took.has(file))
  if (missing.length > 0) console.error(`Never run: ${missing.join(', ')}`)
  const faults = isWhole
    ? [...(await notProvoked(provoked)), ...(await faultsOf(statements, postgres.owner))]
    : []
  for (const fault of faults) console.error(fault)
  if (!isChecked) console.error('npm run check has failed: see above.')
  process.exitCode = isPassed && isChecked && missing.length === 0 && faults.length === 0 ? 0 : 1
  if (values.slowest) tellSlowest()
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Whether formatting, lint and types are right. */
async function checks(): Promise<boolean> {
  const [code] = await once(fork(join(import.meta.dirname, 'check.ts')), 'exit')
  return code === 0
}

/**
 * A folder in memory, where Linux offers one with enough room for a run: databases are created and removed by the hundred, and a file on
 * a disk takes longer to create than to fill. Nothing of a run has to survive a power failure.
 */
async function placeForData(): Promise<string> {
  const inMemory = '/dev/shm'
  const found = process.platform === 'linux' ? await statfs(inMemory).catch(() => undefined) : undefined
  return found && found.bavail * found.bsize >= ROOM ? inMemory : tmpdir()
}

/**
 * Whether files that failed beside others pass by themselves: an overloaded machine breaks limits of time that hold on an idle one. A
 * fault fails again. Too many failures are not tried again.
 */
async function passAlone(env: Record<string, string>, name: string): Promise<boolean> {
  const files = [...failed]
  if (files.length === 0 || files.length > MAX_AGAIN) return false
  console.error(`Once more, with nothing beside them: ${files.join(', ')}`)
  return runTests(env, await grouped(files, name, files.length), 1)
}

/** Runs files in this order, at most this many at a time: each is a process of its own. Answers whether all passed. */
async function runTests(
  more: Record<string, string>,
  files: string[],
  concurrency: number,
): Promise<boolean> {
  if (files.length === 0) return true
  const events = run({ files, concurrency, timeout: 1_800_000, env: { ...process.env, ...more } })
  let isPassed = true
  events.on('test:summary', ({ success }) => (isPassed &&= success))
  events.on('test:fail', ({ name, file = '' }) => {
    for (const path of [name, relative(process.cwd(), file)]) if (all.includes(path)) failed.add(path)
  })
  events.on('test:complete', ({ name, details }) => {
    const path = relative(process.cwd(), name)
    if (all.includes(path)) took.set(path, details.duration_ms)
  })
  for await (const text of events.compose(spec)) process.stdout.write(text)
  return isPassed
}

function tellSlowest(): void {
  const slowest = [...took].sort(([, a], [, b]) => b - a).slice(0, 30)
  for (const [file, ms] of slowest) console.log(`${(ms / 1_000).toFixed(1).padStart(6)} s  ${file}`)
}

/** The codes of the table that no test provoked, and those that a route lists and no test provoked on it. */
async function notProvoked(file: string): Promise<string[]> {
  const seen = new Set((await readFile(file, 'utf8').catch(() => '')).split('\n'))
  const codes = Object.keys(refusals).filter((code) => !seen.has(code))
  const pairs = api.flatMap(({ name, route }) =>
    (route.refuses ?? [])
      .map((code) => `${code} ${route.method} ${route.path}`)
      .flatMap((pair) => (seen.has(pair) ? [] : [`${pair} (${name})`])),
  )
  return [...codes, ...pairs].map((missing) => `no test provokes ${missing}`)
}
