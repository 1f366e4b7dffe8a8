import { fork } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  access,
  constants,
  glob,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import type { Web } from './pages.ts'
import { readSite, type Site } from './site.ts'

export const PROJECT: string = join(import.meta.dirname, '../..')
/**
 * How long a build may take: minutes, on a small busy computer; how long after a failure the next is tried; and how often a running one is
 * reported.
 */
export const BUILDING = { ms: 600_000, pausesMs: [30_000, 120_000], sayMs: 30_000 }
const DRAFT = 'draft-'
const OLD_DRAFT_MS = 10 * 60_000

type Logger = { info: (text: string) => void; error: (text: string) => void }

/** Where builds are kept: in the project or, where that cannot be written, with the data. */
type Places = { project: string; folders: string[] }

export const placesOf = (dataDir: string | undefined, project = PROJECT): Places => ({
  project,
  folders: [join(project, 'dist'), ...(dataDir === undefined ? [] : [join(dataDir, 'web')])],
})

/** Finds the build of the sources as they are, or makes it, and then calls `whenDone`; answers with a function that gives up. */
export function prepareWeb(
  web: Web,
  places: Places,
  log: Logger,
  whenDone: () => void = () => undefined,
): () => Promise<void> {
  const stop = new AbortController()
  const done = prepareInTries(web, places, log, stop.signal).then(whenDone)
  return () => {
    stop.abort()
    return done
  }
}

/** A build may fail because the machine has too much to do, or too little memory at that moment. */
async function prepareInTries(web: Web, places: Places, log: Logger, signal: AbortSignal): Promise<void> {
  for (const pause of [...BUILDING.pausesMs, undefined]) {
    try {
      return await prepare(web, places, log, signal)
    } catch (error) {
      if (signal.aborted) return
      web.hasFailed = true
      const next = pause === undefined ? '' : ` The next try is in ${pause / 1_000} s.`
      log.error(`The web app is not there: ${(error as Error).message}${next}`) // only errors are thrown here
    }
    await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined) // a stop ends the pause
    if (signal.aborted) return
  }
}

async function prepare(web: Web, places: Places, log: Logger, signal: AbortSignal): Promise<void> {
  const name = await nameOfBuild(places.project)
  web.previous = await readPrevious(places, name)
  web.site = await findBuild(places, name)
  if (web.site) return
  const folder = await writable(places)
  web.site = await makeBuild(places.project, folder, name, log.info.bind(log), signal)
  await forgetOld(folder, name)
}

/** Makes the build of the sources unless it is there, and answers with its folder. */
export async function ensureBuild(
  { project, folders }: Places,
  say: (text: string) => void = () => undefined,
): Promise<string> {
  const name = await nameOfBuild(project)
  const [folder = ''] = folders
  const built = join(folder, name)
  if (!(await readSite(built))) {
    await makeBuild(project, await writable({ project, folders: [folder] }), name, say)
    await forgetOld(folder, name)
  }
  return built
}

/** The build of a name, if it is there and whole, and nobody else could have put it there. */
async function findBuild({ project, folders }: Places, name: string): Promise<Site | undefined> {
  for (const folder of folders) {
    const built = join(folder, name)
    const site = await readOurs(built, project)
    if (site) {
      const now = new Date()
      await utimes(built, now, now).catch(() => undefined) // the build that was used last is kept the longest
      return site
    }
  }
  return undefined
}

/** A build that is whole, in a folder that nobody else could have put there or changed since. */
const readOurs = async (built: string, project: string): Promise<Site | undefined> =>
  (await isOurs(built, project)) && (await isOurs(dirname(built), project)) ? readSite(built) : undefined

/**
 * Whether a folder belongs to an account that we trust with our code (root, this one, or the owner of the installation), and is not writable
 * by everybody.
 */
async function isOurs(folder: string, project: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined)
  const trusted = [0, process.getuid?.(), (await stat(project)).uid]
  return found?.isDirectory() === true && trusted.includes(found.uid) && (found.mode & 0o002) === 0
}

/** The other builds in a folder, the one used last first. */
async function othersThan(name: string, folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const others = names.filter((one) => /^[\da-f]{20}$/.test(one) && one !== name)
  const dated = others.map(async (one) => ({ one, at: (await stat(join(folder, one))).mtimeMs }))
  return (await Promise.all(dated)).sort((a, b) => b.at - a.at).map(({ one }) => one)
}

async function readPrevious({ project, folders }: Places, name: string): Promise<Site | undefined> {
  for (const folder of folders)
    for (const previous of await othersThan(name, folder)) {
      const site = await readOurs(join(folder, previous), project)
      if (site) return site
    }
  return undefined
}

/** Removes all builds but the newest and the one before it, and the remains of interrupted builds. */
async function forgetOld(folder: string, name: string): Promise<void> {
  const [, ...old] = await othersThan(name, folder)
  const drafts = (await readdir(folder)).filter((one) => one.startsWith(DRAFT))
  for (const draft of drafts) {
    const found = await stat(join(folder, draft)).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > OLD_DRAFT_MS) old.push(draft)
  }
  await Promise.all(old.map((one) => rm(join(folder, one), { recursive: true, force: true })))
}

/** The first of the folders that this account can write to, and not everybody. */
async function writable({ project, folders }: Places): Promise<string> {
  for (const folder of folders) {
    try {
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK)
      if (await isOurs(folder, project)) return folder
    } catch {
      // The next one may do.
    }
  }
  throw new Error(
    `it has to be built, and ${folders.join(' and ')} cannot be written by this account, or can be by everybody. Let this account alone write there, set DATA_DIR to a folder ` +
      'that it can write, or run npm run build once as the owner of the installation.',
  )
}

/** Builds into a draft, which gets its name when it is whole. Another process may do the same at the same time: the first one counts. */
async function makeBuild(
  project: string,
  folder: string,
  name: string,
  say: (text: string) => void,
  signal?: AbortSignal,
): Promise<Site> {
  const draft = join(folder, `${DRAFT}${randomUUID()}`)
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1_000
  say('The web app is being built.')
  const saying = setInterval(
    () => say(`The web app is still being built, after ${Math.round(seconds())} s.`),
    BUILDING.sayMs,
  )
  try {
    await runBuild(project, draft, name, signal)
    say(`The web app was built in ${seconds().toFixed(1)} s.`)
    const built = join(folder, name)
    if (await isTaken(draft, built)) {
      const other = await readOurs(built, project)
      if (other) return other
      await rename(built, `${draft}-damaged`)
      await rename(draft, built)
    }
    return (await readSite(built)) ?? fail('the build is damaged, although it has just been made.')
  } finally {
    clearInterval(saying)
    for (const left of [draft, `${draft}-damaged`])
      await rm(left, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Gives a draft its name, unless something has it. */
const isTaken = (draft: string, built: string): Promise<boolean> =>
  rename(draft, built).then(
    () => false,
    (error: NodeJS.ErrnoException) => {
      if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(error.code ?? '')) throw error
      return true
    },
  )

function fail(text: string): never {
  throw new Error(text)
}

/** Runs the build in a process of its own, behind everything else that the machine has to do. */
async function runBuild(project: string, draft: string, name: string, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  const child = fork(join(project, 'web/build.ts'), [draft, name], {
    cwd: project,
    execArgv: ['--import', join(project, 'runtime.mjs')],
    env: { NODE_ENV: 'production' }, // none of our settings, which may hold passwords
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (said = `${said}${chunk}`.slice(0, 4_000)))
  const end = () => child.kill('SIGKILL')
  const late = setTimeout(end, BUILDING.ms)
  signal?.addEventListener('abort', end)
  try {
    if (child.pid !== undefined) setPriority(child.pid, 10)
  } catch {
    // It is as fast as everything else then.
  }
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  }).finally(() => {
    clearTimeout(late)
    signal?.removeEventListener('abort', end)
  })
  if (code === 0) return
  signal?.throwIfAborted()
  if (code === null)
    fail(`its build was ended, by the system or because it took longer than ${BUILDING.ms / 1_000} s.`)
  fail(`its build failed. ${stripVTControlCharacters(said).replaceAll(/\s+/g, ' ').trim()}`)
}

/** Everything that a build is made of: the app, the contract it speaks, the household to look around in, the versions of the packages, and how TypeScript is read. */
const SOURCES = ['web/**', 'contract/**', 'demo/**', 'words/**', 'package-lock.json', 'tsconfig.json']

/** The name of the build that these sources give: another one as soon as a byte of them differs. */
export async function nameOfBuild(project: string): Promise<string> {
  const entries = await Array.fromAsync(glob(SOURCES, { cwd: project, withFileTypes: true }))
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const hash = createHash('sha256')
  for (const file of files) {
    const bytes = await readFile(file)
    hash.update(`${file.slice(project.length)}\n${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex').slice(0, 20)
}
