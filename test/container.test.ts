import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, mkdir, realpath, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { openBackup, restoreAsMade } from '../server/backup/restore.ts'
import { closeDatabase, openDatabase } from '../server/database/open.ts'
import { startEmbedded } from '../server/postgres/embedded.ts'
import { emptyFolder, isRoot, launch, ready, stop } from './instance.ts'
import { kept, release } from './released.ts'

/**
 * The image of Containerfile, built and run without a service of containers: Debian's buildah builds it in a chroot, on a base that mmdebstrap
 * makes, and it runs in a chroot too, with a root file system that is read-only.
 */
const missing = ['buildah', 'mmdebstrap', 'unshare', 'nsenter'].filter(
  (name) => spawnSync(name, ['--version']).status !== 0,
)
const skip =
  missing.length > 0
    ? `the container image is not built here: ${missing.join(', ')} not installed`
    : !isRoot && 'the container image is built by root alone'

const exec = promisify(execFile)
const MAX = { maxBuffer: 64 * 1024 ** 2 }
const UID = 10_001

type Image = { readonly root: string; readonly config: Record<string, unknown>; readonly inside: string }

async function buildImage(): Promise<Image> {
  const folder = await emptyFolder()
  const places = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')]
  const buildah = async (...args: string[]) =>
    (await exec('buildah', [...places, '--storage-driver', 'vfs', ...args], MAX)).stdout.trim()
  after(() => buildah('rm', '--all'))

  const base = join(folder, 'base.tar')
  await exec(
    'mmdebstrap',
    ['--variant=minbase', '--include=ca-certificates,libatomic1', 'bookworm', base],
    MAX,
  )
  const container = await buildah('from', 'scratch')
  await buildah('add', container, base, '/')
  await buildah('commit', container, 'localhost/run')
  // The base to build on has Node and npm, and trusts the registry that this machine trusts.
  const npm = await realpath((await exec('which', ['npm'])).stdout.trim()) // …/npm/bin/npm-cli.js
  await buildah('copy', container, process.execPath, '/usr/local/bin/node')
  await buildah('copy', container, join(npm, '../..'), '/usr/local/lib/node_modules/npm')
  const script = join(folder, 'npm')
  await writeFile(script, '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n')
  await chmod(script, 0o755)
  await buildah('copy', container, script, '/usr/local/bin/npm')
  const certificates = '/etc/ssl/certs/ca-certificates.crt'
  for (const [ours, theirs] of [
    [certificates, certificates],
    [join(homedir(), '.npmrc'), '/root/.npmrc'],
  ] as const)
    if (await isThere(ours)) await buildah('copy', container, ours, theirs)
  await buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, container)
  await buildah('commit', container, 'localhost/build')

  const args = ['--build-arg', 'BUILD=localhost/build', '--build-arg', 'RUN=localhost/run']
  const files = ['--file', 'Containerfile', '--ignorefile', '.containerignore']
  await buildah(
    'bud',
    '--isolation',
    'chroot',
    '--format',
    'docker',
    ...files,
    ...args,
    '--tag',
    'florin',
    '.',
  )
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', 'localhost/florin')) as {
    Docker: { config: Record<string, unknown> }
  }
  const root = await buildah('mount', await buildah('from', 'localhost/florin'))
  const inside = join(folder, 'inside.sh')
  await writeFile(inside, INSIDE)
  return { root, config: Docker.config, inside }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** Runs a command as Florin's user in the image: its root cannot be written, `/data` is the volume, `/tmp` is in memory. */
const INSIDE = `root=$1; data=$2; shift 2
mount --bind "$root" "$root" && mount -o remount,bind,ro "$root" && mount --bind "$data" "$root/data" &&
  mount -t tmpfs tmpfs "$root/tmp" && mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" && cd / &&
  exec chroot --userspec=${UID}:${UID} "$root" /bin/sh -c 'cd /opt/florin && exec "$@"' sh "$@"
`

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return String(typeof address === 'object' ? address?.port : assert.fail())
}

/** A volume with the data of a released schema, as that Florin left it. */
async function oldVolume(name: string): Promise<string> {
  const folder = join(await emptyFolder(), 'data')
  await mkdir(folder)
  const quiet = { expect: () => undefined, add: () => undefined, end: () => undefined }
  const postgres = await startEmbedded(folder, { info: () => undefined, warn: () => undefined })
  const db = openDatabase(postgres.owner, () => undefined, { max: 2, isPatient: true })
  await restoreAsMade(db, 'DATA_DIR', await openBackup((await release(name)).backup), quiet)
  await closeDatabase(db)
  await postgres.stop()
  await exec('chown', ['-R', `${UID}:${UID}`, folder])
  return folder
}

test('the image runs as its own user on a read-only root, opens a volume of the first release, and ends on SIGTERM', {
  skip,
}, async () => {
  const { root, config, inside } = await buildImage()
  const { Env, Cmd, Healthcheck, ...others } = config as {
    Env: string[]
    Cmd: string[]
    Healthcheck: { Test: string[] }
  }
  assert.partialDeepStrictEqual(others, {
    User: 'florin',
    Volumes: { '/data': {} },
    StopSignal: 'SIGTERM',
    ExposedPorts: { '3000/tcp': {} },
  })
  const [first = assert.fail('no data of a release is kept')] = await kept()
  const volume = await oldVolume(first)
  const port = await freePort()
  const env = [...Env, `PORT=${port}`, 'LOG_LEVEL=warn', 'ECB_URL=http://127.0.0.1:9/', 'WORKERS=1']
  const insideArgs = (...command: string[]) => [
    '--mount',
    'sh',
    inside,
    root,
    volume,
    '/usr/bin/env',
    '--ignore-environment',
    ...env,
    ...command,
  ]
  const said = (...command: string[]) =>
    spawnSync('unshare', insideArgs(...command), { encoding: 'utf8', ...MAX })

  const written = said('sh', '-c', 'id --user; touch /opt/florin/a 2>&1; touch /data/a /tmp/a && rm /data/a')
  assert.match(written.stdout, /^10001\n.*Read-only file system/)
  assert.equal(written.status, 0)
  assert.equal(said('sh', '-c', 'ls /opt/florin/test /opt/florin/.git').status === 0, false)

  const [, ...check] = Healthcheck.Test
  assert.equal(said(...check).status, 1, 'nothing answers yet')
  for (const _ of ['with the migrations', 'again']) {
    const run = await ready(launch({}, { command: () => ['unshare', insideArgs(...Cmd)] }))
    // As `docker exec` does: in the same mounts, so that commands find the socket of PostgreSQL in /tmp.
    const beside = (...command: string[]) => {
      const place = ['--mount', '--root', '--wd', '--setuid', String(UID), '--setgid', String(UID)]
      const args = ['--target', String(run.pid), ...place, '/usr/bin/env', '--ignore-environment', ...env]
      const { status, stdout, stderr } = spawnSync('nsenter', [...args, ...command], { encoding: 'utf8' })
      assert.equal(status, 0, stdout + stderr)
    }
    beside(...check)
    beside('node', '--import', './runtime.mjs', 'server/verify/main.ts')
    assert.match(await (await fetch(`http://127.0.0.1:${port}/`)).text(), /<title>Florin<\/title>/)
    assert.equal(await stop(run), 0)
  }
  assert.match(said('ls', '/data/backups').stdout, /before-\d{4}_\w+\.backup/)
})
