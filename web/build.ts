import { hash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type IndexHtmlTransformContext, type InlineConfig, type Plugin } from 'vite'
import config from './vite.config.ts'

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]

/**
 * Builds the app into a new folder: `node --import ./runtime.mjs web/build.ts FOLDER NAME`, where NAME tells this build from others.
 * Florin runs it in a process of its own; when Florin ends before it is done, so does this, and the folder goes.
 */
async function main(folder: string, name: string): Promise<void> {
  const giveUp = () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    process.exit(1)
  }
  process.on('disconnect', giveUp)
  process.on('SIGTERM', giveUp)
  if (process.connected === false) giveUp() // it ended while this process was starting
  await mkdir(folder)
  const common: InlineConfig = { configFile: false, logLevel: 'warn' }
  const into = { outDir: folder, emptyOutDir: false, reportCompressedSize: false }
  await build({
    ...config,
    ...common,
    plugins: [config.plugins, head(name)],
    build: { ...config.build, ...into },
  })
  const shell = (await listFiles(folder)).filter((file) => /^assets\/.*\.(js|css)$/.test(file))
  await build({
    ...common,
    root: import.meta.dirname,
    publicDir: false,
    define: { BUILD_NAME: JSON.stringify(name), SHELL: JSON.stringify(shell.map((file) => `/${file}`)) },
    build: {
      ...into,
      target: 'es2023',
      rolldownOptions: {
        input: join(import.meta.dirname, 'service-worker.ts'),
        output: { entryFileNames: 'service-worker.js' },
      },
    },
  })
  await Promise.all((await listFiles(folder)).map((file) => compress(join(folder, file))))
  await writeFile(join(folder, 'build.json'), JSON.stringify(await sumsOf(folder)))
  process.off('disconnect', giveUp)
  process.disconnect?.()
}

/**
 * Adds to the page the build's name, by which the service worker knows a page of its own build, and links to the scripts of the app,
 * which the browser then loads together with the entry rather than after it.
 */
const head = (name: string): Plugin => ({
  name: 'head',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => [
      { tag: 'meta', attrs: { name: 'florin-build', content: name }, injectTo: 'head' },
      ...scriptsOfApp(bundle)
        .filter((file) => !html.includes(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        })),
    ],
  },
})

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>

/** The chunk of app.tsx, and all that it imports before it runs. */
function scriptsOfApp(bundle: Bundle): string[] {
  const importsOf = (file: string) => (bundle[file]?.type === 'chunk' ? bundle[file].imports : [])
  const files = new Set(Object.keys(bundle).filter((file) => /^assets\/app-[^/]+\.js$/.test(file)))
  for (const file of files) for (const next of importsOf(file)) files.add(next)
  return [...files]
}

async function listFiles(folder: string): Promise<string[]> {
  const found = await Array.fromAsync(glob('**', { cwd: folder, withFileTypes: true }))
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

/** Puts a compressed copy beside a text, in each of the two codings that browsers take. */
async function compress(file: string): Promise<void> {
  if (!/\.(html|js|css|svg|json|webmanifest|txt)$/.test(file)) return
  const bytes = await readFile(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const [br, gz] = await Promise.all([toBrotli(bytes, { params }), toGzip(bytes, { level: 9 })])
  if (br.length < bytes.length) await writeFile(`${file}.br`, br)
  if (gz.length < bytes.length) await writeFile(`${file}.gz`, gz)
}

/** Each file's checksum: a build that a crash of the machine left incomplete is told from a whole one. */
async function sumsOf(folder: string): Promise<Record<string, string>> {
  const files = await listFiles(folder)
  const sums = files.map(
    async (file) => [file, hash('sha256', await readFile(join(folder, file)), 'hex')] as const,
  )
  return Object.fromEntries(await Promise.all(sums))
}

const [folder, name] = process.argv.slice(2)
if (!folder || !name) throw new Error('web/build.ts needs a folder and a name')
await main(folder, name)
