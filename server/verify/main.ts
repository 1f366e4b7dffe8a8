import { snapshot } from '../database/database.ts'
import { checkMigrated } from '../database/migrate.ts'
import { withDatabase } from '../postgres/command.ts'
import { hasBooks } from '../postgres/place.ts'
import { StartError } from '../process/start-error.ts'
import { readSettings } from '../settings.ts'
import { examine, type Verdict } from './verify.ts'

/** `npm run verify`: looks through the database that the service uses, beside it or without it, and changes nothing. */
async function main(): Promise<Verdict> {
  const settings = readSettings(process.env)
  const { databaseUrl, dataDir } = settings
  if (databaseUrl === '' && !(await hasBooks(dataDir)))
    throw new StartError(`There are no books in DATA_DIR ${dataDir ?? './data'}: Florin has never run there.`)
  return withDatabase(settings, async (db, source) => {
    await checkMigrated(db, source)
    return snapshot(db, examine, { isPatient: true })
  })
}

main().then(
  ({ differences, extent }) => {
    const verdict =
      differences.length === 0
        ? 'the log is whole, the books are what it says, and debits equal credits.'
        : 'the differences are listed above.'
    process.stdout.write([...differences, `Verified ${extent}: ${verdict}\n`].join('\n'))
    process.exitCode = differences.length === 0 ? 0 : 1
  },
  (error: Error) => {
    const sentence = error instanceof StartError ? error.message : `Nothing was verified: ${error.message}.`
    process.stderr.write(`${sentence}\n`)
    process.exitCode = 2
  },
)
