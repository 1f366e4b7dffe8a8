import { withDatabase } from '../postgres/command.ts'
import { StartError } from '../process/start-error.ts'
import { readSettings } from '../settings.ts'
import { makeBar } from './bar.ts'
import { openBackup, restoreBackup } from './restore.ts'

/** `npm run restore -- FILE`: a backup into an empty instance. */
async function main(file: string | undefined): Promise<string> {
  if (!file) throw new StartError('Say which backup to restore: npm run restore -- florin.backup')
  const bar = makeBar(process.stderr)
  const backup = await openBackup(file)
  await withDatabase(readSettings(process.env), (db, source) =>
    restoreBackup(db, source, backup, bar),
  ).finally(bar.end)
  return `Restored ${file}, made at ${backup.header.made_at}. Start Florin, and check it with npm run verify.\n`
}

main(process.argv[2]).then(
  (sentence) => {
    process.stdout.write(sentence)
  },
  (error: Error) => {
    process.stderr.write(
      `${error instanceof StartError ? error.message : `Nothing was restored: ${error.stack}`}\n`,
    )
    process.exitCode = 1
  },
)
