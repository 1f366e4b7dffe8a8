import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chown, lchown, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  emptyFolder,
  type Florin,
  isProcess,
  isRoot,
  killHard,
  launch,
  refusedStart,
  registers,
  signsIn,
  start,
  startedFolder,
  stop,
  theServerOf,
} from './instance.ts'
import { until } from './until.ts'

/*
 * Whoever gets to run SQL as a superuser is the account that PostgreSQL runs as. Root starts and stops PostgreSQL, and does nothing else
 * in this account's favour, whatever the account leaves in the folders that it can write.
 */
const skip = !(isRoot && process.platform === 'linux') && 'only root has another account run PostgreSQL'

const folder = await startedFolder()
const data = join(folder, 'postgres')
const pidFile = join(data, 'postmaster.pid')
const links: string[] = []
after(async () => {
  for (const link of links) await rm(link, { force: true })
})

/** PostgreSQL and Florin lose power, and the account gets to change the files. */
async function crash(florin: Florin): Promise<void> {
  const { pid } = theServerOf(folder)
  await killHard(florin)
  process.kill(pid, 'SIGKILL')
  await until(() => !isProcess(pid, folder), 2_000)
}

/** A line of the pid file as the account wants it. */
async function rewrite(line: number, text: string): Promise<void> {
  const lines = (await readFile(pidFile, 'utf8')).split('\n')
  lines[line] = text
  await writeFile(pidFile, lines.join('\n'))
}

test('a folder that the pid file or a link names is not deleted', { skip }, async () => {
  const { uid, gid } = await (async () => {
    const florin = await start({ DATA_DIR: folder })
    await registers('Ana', florin)
    await crash(florin)
    return stat(data)
  })()
  const treasure = join(await emptyFolder(), 'treasure')
  await mkdir(treasure)
  await writeFile(join(treasure, 'file'), 'of root')
  const link = `/tmp/florin-${process.pid.toString(36).padStart(6, 'x')}`
  links.push(link)
  await symlink(treasure, link)
  await lchown(link, uid, gid)
  for (const named of [`${link}/../treasure`, link]) {
    await rewrite(4, named)
    const florin = await start({ DATA_DIR: folder })
    await signsIn('Ana', florin)
    await crash(florin)
    assert.equal(await readFile(join(treasure, 'file'), 'utf8'), 'of root', named)
  }
})

test("a process of root's that the pid file names is not ended", { skip }, async () => {
  await crash(await start({ DATA_DIR: folder }))
  // Its command names the data folder, as that of somebody who looks at it does.
  const bystander = spawn('sh', ['-c', 'sleep 60', data], { stdio: 'ignore' })
  try {
    await rewrite(0, String(bystander.pid))
    const florin = await start({ DATA_DIR: folder })
    await signsIn('Ana', florin)
    assert.equal(bystander.signalCode, null)
    assert.equal(await stop(florin), 0)
    assert.equal(bystander.signalCode, null)
  } finally {
    bystander.kill('SIGKILL')
  }
})

test("a file of root's that the pid file links to is not written", { skip }, async () => {
  await crash(await start({ DATA_DIR: folder }))
  const { uid, gid } = await stat(data)
  const treasure = join(await emptyFolder(), 'treasure')
  const text = (await readFile(pidFile, 'utf8')).replace(/^\d+/, String(process.pid))
  await writeFile(treasure, text, { mode: 0o600 })
  await rm(pidFile)
  await symlink(treasure, pidFile)
  await lchown(pidFile, uid, gid)
  const run = launch({ DATA_DIR: folder })
  await until(() => !run.isRunning() || run.said().includes('is ready'), 15_000, run.said)
  assert.equal(await readFile(treasure, 'utf8'), text)
  await rm(pidFile)
})

test('a log, notes or secrets that are a link, in a folder of the account, are not followed', {
  skip,
}, async () => {
  const { uid, gid } = await stat(data)
  const treasure = join(await emptyFolder(), 'treasure')
  await writeFile(treasure, 'of root', { mode: 0o600 })
  await chown(folder, uid, gid)
  const plant = async (name: string) => {
    await rm(join(folder, name), { force: true })
    await symlink(treasure, join(folder, name))
    await lchown(join(folder, name), uid, gid)
  }
  for (const name of ['postgres.log', 'owner.json', 'pg_hba.conf']) await plant(name)
  const florin = await start({ DATA_DIR: folder })
  await signsIn('Ana', florin)
  assert.equal(await stop(florin), 0)
  assert.equal(await readFile(treasure, 'utf8'), 'of root')

  await plant('secrets.json')
  assert.equal(
    await refusedStart({ DATA_DIR: folder }),
    `${folder}/secrets.json does not hold Florin's secrets. Move it away, and Florin makes new ones.`,
  )
  assert.equal(await readFile(treasure, 'utf8'), 'of root')
})
