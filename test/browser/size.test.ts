import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ensureBuild, placesOf } from '../../server/web/prepare.ts'
import { readSite, type Site, type SiteFile } from '../../server/web/site.ts'

const MAX_BYTES = 200_000

const fileOf = (site: Site, path: string): SiteFile => site.get(path) ?? assert.fail(`${path} is not built`)
const textOf = (site: Site, path: string) => fileOf(site, path).plain.toString()

/** The imports of a script that load before it runs. */
function importsOf(text: string): string[] {
  const first = [...text.matchAll(/(?:^|[;}\s])(?:import|export)[^"'`;()]*from\s*["'`]\.\/([^"'`]+)["'`]/g)]
  const bare = [...text.matchAll(/(?:^|[;}\s])import\s*["'`]\.\/([^"'`]+)["'`]/g)]
  return [...first, ...bare].map(([, name = '']) => `/assets/${name}`)
}

/** Every script that has to load before the first screen shows: those of the page, their imports, and the app that the entry loads. */
function firstLoad(site: Site): string[] {
  const page = textOf(site, '/index.html')
  const entries = [...page.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path = '']) => path)
  // The entry loads the app by import() after a look at whether the browser has Temporal.
  const app = [...site.keys()].filter((path) => /^\/assets\/app-[\w-]{8}\.js$/.test(path))
  assert.equal(app.length, 1, 'the app is one chunk of its own')
  const seen = new Set<string>()
  const visit = (path: string) => {
    if (seen.has(path)) return
    seen.add(path)
    for (const next of importsOf(textOf(site, path))) visit(next)
  }
  for (const path of [...entries, ...app]) visit(path)
  return [...seen]
}

/** The styles of the page, and the font of Latin letters that they name: the first screen is shown in it. */
function looks(site: Site): string[] {
  const sheets = [...textOf(site, '/index.html').matchAll(/href="(\/[^"]+\.css)"/g)].map(
    ([, path = '']) => path,
  )
  const fonts = [...site.keys()].filter((path) => /^\/assets\/inter-latin-[\w-]{8}\.woff2$/.test(path))
  assert.deepEqual([sheets.length, fonts.length], [1, 1], [...sheets, ...fonts].join())
  return [...sheets, ...fonts]
}

test('the first screen needs at most 200 kB, compressed: page, styles, script and font', async () => {
  const site = (await readSite(await ensureBuild(placesOf(undefined)))) ?? assert.fail('the build is damaged')
  const sizes = ['/index.html', '/theme.js', ...looks(site), ...firstLoad(site)].map((path) => {
    const { br, plain } = fileOf(site, path)
    return { path, bytes: (br ?? plain).length }
  })
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  const list = sizes.map(({ path, bytes }) => `${path} ${bytes}`).join('\n')
  assert(sizes.length > 6 && total > 50_000, `the files were not found:\n${list}`)
  assert(total <= MAX_BYTES, `${total} bytes:\n${list}`)
  console.log(`${total} bytes of ${MAX_BYTES}`)
})
