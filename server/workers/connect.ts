import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open.ts'
import type { Connection } from '../database/pools.ts'
import type { Prepared } from '../database/prepare.ts'
import { SERVICE_ROLE } from '../database/privileges.ts'
import { withReplica } from '../database/replica.ts'
import { say } from '../process/say.ts'
import { processCount } from '../process/share.ts'
import type { Settings } from '../settings.ts'

/** Connects with the service's limited role: signs in as it or, with DATABASE_URL alone, switches to it. */
export function serviceDatabase(
  { databaseUrl, databaseOwnerUrl, databaseReadUrl, databasePooler }: Settings,
  builtIn: Connection | undefined,
  { hasServiceRole, shards }: Pick<Prepared, 'hasServiceRole' | 'shards'>,
): Database {
  const isOwner = !builtIn && databaseOwnerUrl === ''
  const options = {
    ...{ processes: processCount(), shards, isPooled: databasePooler === 'transaction' },
    ...(isOwner && hasServiceRole && { role: SERVICE_ROLE }),
  }
  const primary = openDatabase(
    builtIn ?? { connectionString: databaseUrl },
    (error) => say.warn(`A database connection ended: ${error.message}`),
    { ...options, say: say.warn },
  )
  if (databaseReadUrl === '') return primary
  const replica = openDatabase(
    { connectionString: databaseReadUrl },
    (error) => say.warn(`A connection to the replica ended: ${error.message}`),
    { ...options, connectMs: 1_000 },
  )
  return withReplica(primary, replica, say.warn)
}
