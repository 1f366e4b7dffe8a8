import { spawn } from 'node:child_process'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { keepDoing } from '../process/jobs.ts'
import type { Say } from '../process/say.ts'
import type { Settings } from '../settings.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NAME = /^florin-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.backup$/

export type Backups = {
  /** When the latest backup was made, as far as this process knows. */
  lastAt: () => string | null
  stop: () => Promise<void>
}

type BackupSettings = Pick<
  Settings,
  'backupDir' | 'backupKeep' | 'dataDir' | 'databaseUrl' | 'databaseOwnerUrl'
>

/**
 * Makes a backup a day into a folder, in a process of its own so that nobody waits for it, and keeps the latest ones. The folder itself is the list of
 * backups: a restart neither forgets one nor makes another.
 */
export function keepBackups(where: BackupSettings & { backupDir: string }, log: Say): Backups {
  let lastAt: string | null = null

  async function look(signal: AbortSignal): Promise<void> {
    await mkdir(where.backupDir, { recursive: true, mode: 0o700 })
    const latest = (await backupsIn(where.backupDir)).at(-1)
    lastAt = latest?.at.toISOString() ?? null
    if (signal.aborted || (latest && Date.now() - latest.at.getTime() < DAY_MS)) return
    const file = join(where.backupDir, nameOf(new Date()))
    await new Promise<void>((resolve, reject) => {
      // In the same folder, from which a data folder that is not set follows.
      const child = spawn(process.execPath, ['--import', runtime, command, file], {
        env: environmentOf(where),
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let said = ''
      child.stderr?.on('data', (chunk: Buffer) => {
        said = (said + String(chunk)).slice(-2_000)
      })
      const end = () => child.kill()
      signal.addEventListener('abort', end)
      child.on('close', () => signal.removeEventListener('abort', end))
      child.on('error', reject)
      child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(said.trim() || 'it was ended'))))
    })
    lastAt = new Date().toISOString()
    log.info(`Backed up to ${file}.`)
    await forgetOld(where.backupDir, where.backupKeep)
  }

  const stop = keepDoing({ everyMs: HOUR_MS }, look, (error) =>
    log.warn(`The daily backup was not made: ${error.message}`),
  )
  return { lastAt: () => lastAt, stop }
}

const runtime = join(import.meta.dirname, '../../runtime.mjs')
const command = join(import.meta.dirname, 'main.ts')

const nameOf = (now: Date) => `florin-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.backup`

/** The latest backup of a folder. */
export const latestBackup = async (folder: string): Promise<Backup | undefined> =>
  (await backupsIn(folder)).at(-1)

type Backup = { file: string; at: Date; bytes: number }

/** The backups of a folder, the oldest first. */
async function backupsIn(folder: string): Promise<Backup[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const file = join(folder, name)
      const { mtime, size } = await stat(file)
      return { file, at: mtime, bytes: size }
    }),
  )
}

/** Removes all but the latest backups, and the remains of interrupted ones. */
async function forgetOld(folder: string, keep: number): Promise<void> {
  for (const { file } of (await backupsIn(folder)).slice(0, -keep)) await rm(file)
  for (const name of await readdir(folder))
    if (/^florin-.*\.part$/.test(name)) await rm(join(folder, name), { force: true })
}

/** The environment in which the command finds the same database. */
const environmentOf = ({ dataDir, databaseUrl, databaseOwnerUrl }: BackupSettings): NodeJS.ProcessEnv => ({
  ...(dataDir !== undefined && { DATA_DIR: dataDir }),
  DATABASE_URL: databaseUrl,
  DATABASE_OWNER_URL: databaseOwnerUrl,
})
