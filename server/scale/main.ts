import { parseArgs } from 'node:util'
import { snapshot } from '../database/database.ts'
import { checkMigrated } from '../database/migrate.ts'
import { tellNodes } from '../database/privileges.ts'
import { withDatabase } from '../postgres/command.ts'
import { StartError } from '../process/start-error.ts'
import { readSettings } from '../settings.ts'
import { examine } from '../verify/verify.ts'
import { distribute } from './distribute.ts'

const MAX_SHARDS = 1_024

/** `--shards N`, if it was given. */
function shardsIn(args: string[]): number | undefined {
  const { shards } = parseArgs({ args, options: { shards: { type: 'string' } } }).values
  if (shards === undefined) return undefined
  const count = Number(shards)
  if (Number.isInteger(count) && count >= 1 && count <= MAX_SHARDS) return count
  throw new StartError(`--shards takes a whole number from 1 to ${MAX_SHARDS}; ${shards} is not one.`)
}

/** `npm run distribute`: spreads the tables of DATABASE_URL over the nodes of its Citus cluster, and verifies the books. */
async function main(): Promise<number> {
  const settings = readSettings(process.env)
  const wanted = shardsIn(process.argv.slice(2))
  if (settings.databaseUrl === '')
    throw new StartError('The built-in PostgreSQL is one machine. Give a Citus coordinator in DATABASE_URL.')
  return withDatabase(settings, async (db, source) => {
    await checkMigrated(db, source)
    const { tables, shards } = await distribute(db, wanted)
    await tellNodes(db)
    const said =
      tables.length === 0
        ? 'All tables are spread already: nothing was changed.'
        : `Spread ${tables.length} tables over ${shards} shards: ${tables.join(', ')}.`
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
