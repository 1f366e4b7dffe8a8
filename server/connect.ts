import { type Connection, type Database, openDatabase } from './database/database.ts'
import type { Prepared } from './database/prepare.ts'
import { SERVICE_ROLE } from './database/privileges.ts'
import type { Settings } from './settings.ts'
import { processCount } from './share.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Connects with the service's limited role: signs in as it or, with DATABASE_URL alone, switches to it. */
export function serviceDatabase(
  { databaseUrl, databaseOwnerUrl, databasePooler }: Settings,
  builtIn: Connection | undefined,
  { hasServiceRole, shards }: Pick<Prepared, 'hasServiceRole' | 'shards'>,
): Database {
  const isOwner = !builtIn && databaseOwnerUrl === ''
  return openDatabase(
    builtIn ?? { connectionString: databaseUrl },
    (error) => say(`A database connection ended: ${error.message}`),
    {
      ...{ processes: processCount(), shards, isPooled: databasePooler === 'transaction' },
      ...(isOwner && hasServiceRole && { role: SERVICE_ROLE }),
    },
  )
}
