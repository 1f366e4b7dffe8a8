import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Database } from '../database/database.ts'
import type { Say } from '../process/say.ts'
import { StartError } from '../process/start-error.ts'
import type { Settings } from '../settings.ts'
import { backUp } from './backup.ts'
import { estimateOf } from './bar.ts'

type BackupPlace = Pick<Settings, 'backupDir' | 'migrateBackup'>

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/**
 * Backs data of an earlier version up before it is migrated, beside the data or in the folder of backups. It is called under the lock of migrations,
 * so that of several instances one makes it. A start that was cut and is repeated replaces the file of the same migration, which has not
 * been applied since: starts that fail again and again do not fill the disk. Without a backup nothing is migrated.
 */
export function backUpBefore(
  db: Database,
  { backupDir, migrateBackup }: BackupPlace,
  dataDir: string,
  say: Say,
): ((first: string, last: string) => Promise<void>) | undefined {
  if (!migrateBackup) return undefined
  const folder = resolve(backupDir || join(dataDir, 'backups'))
  return async (first, last) => {
    const file = join(folder, `before-${first}.backup`)
    const bytes = await estimateOf(db)
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await removeDrafts(file)
      await checkRoom(folder, bytes)
      await backUp(db, file, { expect: () => undefined, add: () => undefined, end: () => undefined })
    } catch (error) {
      const { message, syscall } = error as NodeJS.ErrnoException
      if (!syscall && !(error instanceof StartError)) throw error
      const free = await statfs(folder).then(
        ({ bavail, bsize }) =>
          ` ${megabytes(bavail * bsize)} are free there, the tables take ${megabytes(bytes)}.`,
        () => '',
      )
      throw new StartError(
        `The data has to be brought to ${last}, and the backup before that cannot be made in ${folder}: ${message.replace(/\.$/, '')}.${free} ` +
          'Nothing was changed. Make room there, or set BACKUP_DIR to another folder, or MIGRATE_BACKUP=off if you have a backup of your own, and start again.',
      )
    }
    const { size } = await stat(file)
    say.info(
      `Backed up to ${file} (${megabytes(size)}), before the data is brought to ${last}. It is kept: remove it when you no longer want to go back.`,
    )
  }
}

/** The built-in PostgreSQL may be on the same disk, and would end when it is full: the room is looked at before anything is written. */
async function checkRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes) throw new StartError('there is no room for it')
}

/** Removes the remains of interrupted backups of the same name. */
async function removeDrafts(file: string): Promise<void> {
  const folder = dirname(file)
  for (const name of await readdir(folder))
    if (name.startsWith(`${basename(file)}.`) && name.endsWith('.part'))
      await rm(join(folder, name), { force: true })
}
