import assert from 'node:assert/strict'
import { chmod, mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { emptyFolder, launch, type Run, registers, start, stop } from '../../test/instance.ts'

const folder = await emptyFolder()
const dataDir = join(folder, 'data')
const file = join(folder, 'florin.backup')

/** Runs a command as npm does. */
const command = (script: string, file: string[], env: Record<string, string>): Run =>
  launch(env, {
    command: (program) => [program, ['--import', './runtime.mjs', `server/backup/${script}.ts`, ...file]],
  })

/** A command that could not do its work ends in one sentence, without a stack. */
async function refusal(run: Run): Promise<string> {
  assert.equal(await run.ended, 1, run.said())
  assert.match(run.complained(), /^[^\n]+\.?\n$/)
  return run.complained().trim()
}

test('a running Florin is backed up, and what was restored elsewhere opens with the same password', async () => {
  const florin = await start({ DATA_DIR: dataDir })
  await registers('Ana', florin)
  const made = command('main', [file], { DATA_DIR: dataDir })
  assert.equal(await made.ended, 0, made.said())
  assert.match(made.said(), /^Backed up to .*florin\.backup: \d+\.\d MB in \d+\.\d s\. /)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.deepEqual((await readdir(folder)).sort(), ['data', 'florin.backup'])
  assert.match(await refusal(command('main', [file], { DATA_DIR: dataDir })), /is there already/)
  assert.match(
    await refusal(command('restore-main', [file], { DATA_DIR: dataDir })),
    /is not empty: it has 1 person/,
  )
  assert.equal(await stop(florin), 0)

  const other = join(folder, 'other')
  const restored = command('restore-main', [file], { DATA_DIR: other })
  assert.equal(await restored.ended, 0, restored.said())
  assert.match(restored.said(), /^Restored .*florin\.backup, made at 20/)
  const again = await start({ DATA_DIR: other })
  const answer = await fetch(`${again.address}api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ana@example.com', password: 'correct horse battery' }),
  })
  assert.equal(answer.status, 200, await answer.text())
})

test('commands say what is missing', async () => {
  assert.match(await refusal(command('main', [], {})), /^Say where the backup goes/)
  assert.match(await refusal(command('restore-main', [], {})), /^Say which backup to restore/)
  assert.match(
    await refusal(command('main', [file], { DATA_DIR: join(folder, 'none') })),
    /has never run there/,
  )
  assert.match(
    await refusal(command('restore-main', [join(folder, 'no.backup')], {})),
    /cannot be read: ENOENT/,
  )
  assert.match(
    await refusal(command('main', [join(folder, 'no', 'such', 'folder.backup')], { DATA_DIR: dataDir })),
    /cannot be written: ENOENT/,
  )
})

test('with BACKUP_DIR a backup is made a day, the latest ones are kept, and /ready says when the last one was made', async () => {
  const backups = join(folder, 'backups')
  await mkdir(backups)
  await chmod(backups, 0o777)
  const old = [
    'florin-2020-01-01T00-00-00.backup',
    'florin-2020-01-02T00-00-00.backup',
    'florin-2020-01-03T00-00-00.backup',
  ]
  for (const name of [...old, 'mine.txt', 'florin-2020-01-03T00-00-00.backup.x.part']) {
    await writeFile(join(backups, name), '')
    await utimes(join(backups, name), 1e9, 1e9)
  }
  const env = { DATA_DIR: dataDir, BACKUP_DIR: backups, BACKUP_KEEP: '2' }
  const florin = await start(env)
  const lastBackup = async () =>
    ((await (await fetch(`${florin.address}ready`)).json()) as { last_backup: string }).last_backup
  while (!((await lastBackup()) > '2021')) await sleep(50)
  while ((await readdir(backups)).length > 3) await sleep(50)
  const [kept, made, mine, ...more] = (await readdir(backups)).sort()
  assert.deepEqual([kept, mine, more], [old[2], 'mine.txt', []])
  assert.match(made ?? '', /^florin-20[2-9]\d.*\.backup$/)
  assert.equal(await stop(florin), 0)

  // After a restart, the one of today is found, and no other is made.
  const again = await start(env)
  const answer = (await (await fetch(`${again.address}ready`)).json()) as { last_backup: string | null }
  if (answer.last_backup === null) await sleep(500)
  assert.equal(await stop(again), 0)
  assert.equal((await readdir(backups)).length, 3)
})
