import { stat } from 'node:fs/promises'
import { checkKnown } from '../database/migrate.ts'
import { withDatabase } from '../postgres/command.ts'
import { hasBooks } from '../postgres/place.ts'
import { StartError } from '../process/start-error.ts'
import { readSettings } from '../settings.ts'
import { backUp } from './backup.ts'
import { makeBar } from './bar.ts'

/** `npm run backup -- FILE`: the whole instance in one file, beside the service or without it. */
async function main(file: string | undefined): Promise<string> {
  if (!file) throw new StartError('Say where the backup goes: npm run backup -- florin.backup')
  const settings = readSettings(process.env)
  const { databaseUrl, dataDir } = settings
  if (databaseUrl === '' && !(await hasBooks(dataDir)))
    throw new StartError(`There are no books in DATA_DIR ${dataDir ?? './data'}: Florin has never run there.`)
  if (await stat(file).catch(() => undefined))
    throw new StartError(`${file} is there already. Choose another name: a backup never overwrites anything.`)
  const bar = makeBar(process.stderr)
  const start = performance.now()
  await withDatabase(settings, async (db, source) => {
    await checkKnown(db, source)
    await backUp(db, file, bar)
  }).finally(bar.end)
  const { size } = await stat(file)
  return `Backed up to ${file}: ${(size / 1e6).toFixed(1)} MB in ${((performance.now() - start) / 1_000).toFixed(1)} s. It holds everything, sessions included: keep it as you keep a password. Second factors in it work with SECRET_KEY, or the file secret.key beside the data: keep that too, elsewhere.\n`
}

main(process.argv[2]).then(
  (sentence) => {
    process.stdout.write(sentence)
  },
  (error: Error) => {
    process.stderr.write(
      `${error instanceof StartError ? error.message : `No backup was made: ${error.stack}`}\n`,
    )
    process.exitCode = 1
  },
)
