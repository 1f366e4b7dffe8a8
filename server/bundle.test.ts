import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { PROJECT } from '../runtime.mjs'

const run = promisify(execFile)

/** A script that says where its code was taken from, and where it takes itself to be. */
const script = (answer: string) => `import { answer } from './answer.ts'
const from: string = import.meta.filename
const place = () => new Error('here').stack?.split('\\n')[1]
console.log(JSON.stringify({ from, url: import.meta.url, folder: import.meta.dirname, answer, said: '${answer}', place: place() }))
if (process.env.STAY) setTimeout(() => undefined, Number(process.env.STAY))
`

/** A project of the same shape, whose scripts print where they are. */
async function makeProject(): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'florin-bundle-'))
  for (const path of ['runtime.mjs', 'server/bundle.ts', 'package.json', 'package-lock.json'])
    await cp(join(PROJECT, path), join(project, path))
  await mkdir(join(project, 'node_modules'))
  for (const name of ['rolldown', '@rolldown', '@oxc-project'])
    await symlink(join(PROJECT, 'node_modules', name), join(project, 'node_modules', name))
  const started = (await readFile(join(PROJECT, 'server/bundle.ts'), 'utf8')).matchAll(
    /^ {2}'(server\/.*)',$/gm,
  )
  for (const [, path = ''] of started) {
    await mkdir(join(project, dirname(path)), { recursive: true })
    await writeFile(join(project, path), path === 'server/main.ts' ? script('first') : 'export {}')
  }
  await writeFile(join(project, 'server/answer.ts'), 'export const answer: number = 1')
  return project
}

const node = (project: string, path: string, env: Record<string, string> = {}) =>
  run(process.execPath, ['--import', './runtime.mjs', path], { cwd: project, env: { PATH: '', ...env } })

/** Starts the script, and says whether it came from the bundle. */
async function started(project: string, env: Record<string, string> = {}) {
  const { stdout } = await node(project, 'server/main.ts', env)
  const { from, ...told } = JSON.parse(stdout)
  return { ...told, isBundled: from !== join(project, 'server/main.ts') }
}

const bundles = async (project: string) =>
  (await readdir(join(project, 'node_modules/.cache/bundles')).catch(() => [])).filter((name) =>
    /-/.test(name),
  )

test('a start comes from the bundle as long as it is of the code as it is, and knows its own place', async (t) => {
  let project = await makeProject()
  t.after(() => rm(project, { recursive: true, force: true }))
  const folder = () => join(project, 'node_modules/.cache/bundles')
  const own = () => ({
    url: pathToFileURL(join(project, 'server/main.ts')).href,
    folder: join(project, 'server'),
  })
  const seen = async (env?: Record<string, string>) => {
    const { place, ...told } = await started(project, env)
    assert.match(place, /server\/main\.ts:3:/, 'an error names the place in the source')
    return told
  }
  assert.deepEqual(await seen(), { ...own(), answer: 1, said: 'first', isBundled: false })
  await node(project, 'server/bundle.ts')
  assert.deepEqual(await seen(), { ...own(), answer: 1, said: 'first', isBundled: true })
  assert.deepEqual(
    await seen({ WATCH_REPORT_DEPENDENCIES: '1' }),
    { ...own(), answer: 1, said: 'first', isBundled: false },
    'what is watched comes from its sources',
  )

  const at = (await stat(join(project, 'server/answer.ts'))).mtime
  await writeFile(join(project, 'server/answer.ts'), 'export const answer: number = 2') // as long as before
  await utimes(join(project, 'server/answer.ts'), at, at) // and as old, as a deployment may make it
  assert.deepEqual(await seen(), { ...own(), answer: 2, said: 'first', isBundled: false })
  await node(project, 'server/bundle.ts')
  assert.deepEqual(await seen(), { ...own(), answer: 2, said: 'first', isBundled: true })
  const made = await bundles(project)
  await node(project, 'server/bundle.ts')
  assert.deepEqual(await bundles(project), made, 'it is made once for the same code')

  await rename(project, `${project}-moved`)
  project = `${project}-moved`
  assert.deepEqual(await seen(), { ...own(), answer: 2, said: 'first', isBundled: false })
  const make = async (number: number) => {
    await writeFile(join(project, 'server/answer.ts'), `export const answer: number = ${number}`)
    await node(project, 'server/bundle.ts')
  }
  for (const number of [3, 4]) await make(number)
  const hourAgo = Date.now() / 1_000 - 3_600
  for (const name of await bundles(project)) await utimes(join(folder(), name), hourAgo, hourAgo)
  await make(5)
  assert.deepEqual(await seen(), { ...own(), answer: 5, said: 'first', isBundled: true })
  assert.equal((await bundles(project)).length, 3, 'older ones go')

  const mainOf = async () => {
    const { parts } = JSON.parse(await readFile(join(folder(), 'made.json'), 'utf8'))
    const [path = ''] = parts.find(([path]: [string]) => path.endsWith('main.mjs'))
    return join(project, path)
  }
  const spoils = [
    async () => writeFile(await mainOf(), ''),
    async () => rm(await mainOf()),
    async () => writeFile(join(folder(), 'made.json'), '{'),
  ]
  for (const spoil of spoils) {
    await spoil()
    assert.equal((await seen()).isBundled, false, 'what is not there as it was written is not used')
    await node(project, 'server/bundle.ts')
    assert.equal((await seen()).isBundled, true, 'and it is made anew')
  }

  const together = Array.from({ length: 6 }, () => node(project, 'server/bundle.ts'))
  await rm(join(folder(), 'made.json'))
  await Promise.all(together)
  assert.equal((await seen()).isBundled, true, 'several that make it at once leave one of them')

  await rm(folder(), { recursive: true })
  assert.equal((await seen({ STAY: '5500' })).isBundled, false)
  for (let tries = 0; tries < 100 && (await bundles(project)).length === 0; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50))
  for (let tries = 0; tries < 100 && !(await seen()).isBundled; tries++);
  assert.equal((await seen()).isBundled, true, 'a start from sources has made it for the next one')
})
