import { withDatabase } from '../database/command.ts'
import { snapshot } from '../database/database.ts'
import { checkMigrated } from '../database/migrate.ts'
import { StartError } from '../database/start-error.ts'
import { readSettings } from '../settings.ts'
import { examine } from '../verify/verify.ts'
import { distribute } from './distribute.ts'

/** `npm run distribute`: spreads the tables of DATABASE_URL over the nodes of its Citus cluster, and verifies the books. */
async function main(): Promise<number> {
  const settings = readSettings(process.env)
  if (settings.databaseUrl === '')
    throw new StartError('The built-in PostgreSQL is one machine. Give a Citus coordinator in DATABASE_URL.')
  return withDatabase(settings, async (db, source) => {
    await checkMigrated(db, source)
    const spread = await distribute(db)
    const said =
      spread.length === 0
        ? 'All tables are spread already: nothing was changed.'
        : `Spread ${spread.length} tables: ${spread.join(', ')}.`
    process.stdout.write(`${said}\n`)
    const { differences, extent } = await snapshot(db, examine, { isPatient: true })
    process.stdout.write([...differences, `Verified ${extent}.\n`].join('\n'))
    return differences.length === 0 ? 0 : 1
  })
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: Error) => {
    process.stderr.write(
      `${error instanceof StartError ? error.message : `Nothing was spread: ${error.message}.`}\n`,
    )
    process.exitCode = 2
  },
)
