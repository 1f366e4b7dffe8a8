import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, stat, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { emptyFolder, type Florin, killHard, start, startedFolder, stop } from './instance.ts'
import { until } from './until.ts'

// A copy of the project that nothing was built in, and its data: the tests below start it one after the other.
const project = await emptyFolder()
const parts = [
  'server',
  'contract',
  'words',
  'demo',
  'web',
  'runtime.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]
for (const part of parts) await cp(part, join(project, part), { recursive: true })
// It has caches of its own: its bundle must not take the place of the one that the other tests start from.
const packages = join(project, 'node_modules')
await mkdir(packages)
for (const name of await readdir('node_modules'))
  if (name !== '.cache') await symlink(resolve('node_modules', name), join(packages, name))
await promisify(execFile)(process.execPath, ['--import', './runtime.mjs', 'server/bundle.ts'], {
  cwd: project,
})
const settings = { DATA_DIR: await startedFolder(), WEB: 'on' }

const builds = () => readdir(join(project, 'dist')).catch(() => [])
const isBuilding = async () => (await builds()).some((name) => name.startsWith('draft-'))

const statusOf = async ({ address }: Florin, path: string): Promise<number> =>
  (await fetch(`${address}${path}`, { headers: { accept: 'text/html' } })).status

/** Waits until the app is there. */
const appOf = (florin: Florin) =>
  until(
    async () => {
      assert.doesNotMatch(florin.said(), /The web app is not there/)
      return (await statusOf(florin, 'accounts')) === 200
    },
    90_000,
    florin.said,
  )

test('an instance for the API alone builds nothing, and its front door leads to the reference', async () => {
  const florin = await start({ ...settings, WEB: 'off' }, { project })
  const door = await fetch(florin.address, { redirect: 'manual' })
  assert.deepEqual([door.status, door.headers.get('location')], [302, '/docs'])
  assert.deepEqual(await builds(), [])
})

test('a stop and a kill in the middle of a build leave nothing half-made, and no process', async () => {
  for (const end of [stop, killHard]) {
    const florin = await start(settings, { project })
    await until(isBuilding, 60_000, florin.said)
    await end(florin)
    // After a kill, the build notices by itself that nobody waits for it.
    await until(async () => !(await isBuilding()), 60_000)
    assert.deepEqual(await builds(), [])
  }
})

test('a first start answers before it builds, shows the app once it is built, and a second start does not build', async () => {
  const florin = await start(settings, { project })
  assert.deepEqual([await statusOf(florin, 'accounts'), await statusOf(florin, 'api/v1/auth/me')], [503, 401])
  await appOf(florin)
  await stop(florin)
  const [name = '', ...more] = await builds()
  assert.deepEqual(more, [])
  assert.match(name, /^[\da-f]{20}$/)

  const { ino } = await stat(join(project, 'dist', name))
  const again = await start(settings, { project })
  await appOf(again)
  assert.deepEqual(await builds(), [name])
  assert.equal((await stat(join(project, 'dist', name))).ino, ino)
})
