import type { Database } from '../database/database.ts'
import { BUILT_IN } from '../database/migrate.ts'
import { closeDatabase, openDatabase } from '../database/open.ts'
import { COMMAND, type Connection } from '../database/pools.ts'
import { type Embedded, joinEmbedded } from './embedded.ts'

const quiet = () => undefined

type DatabaseSettings = { databaseUrl: string; databaseOwnerUrl: string; dataDir: string | undefined }

/** How to connect as the owner of the database, and the setting that says so, for messages. */
export function ownerConnection(
  { databaseUrl, databaseOwnerUrl }: Omit<DatabaseSettings, 'dataDir'>,
  embedded: Embedded | undefined,
): { connection: Connection; source: string } {
  if (embedded) return { connection: embedded.owner, source: BUILT_IN }
  return databaseOwnerUrl === ''
    ? { connection: { connectionString: databaseUrl }, source: 'DATABASE_URL' }
    : { connection: { connectionString: databaseOwnerUrl }, source: 'DATABASE_OWNER_URL' }
}

/** For a command: the database that the service uses, as its owner, beside the service or without it, for as long as the work takes. */
export async function withDatabase<T>(
  where: DatabaseSettings,
  work: (db: Database, source: string) => Promise<T>,
): Promise<T> {
  const embedded =
    where.databaseUrl === '' ? await joinEmbedded(where.dataDir, { info: quiet, warn: quiet }) : undefined
  const { connection, source } = ownerConnection(where, embedded)
  const db = openDatabase(connection, quiet, { isPatient: true, name: COMMAND })
  try {
    return await work(db, source)
  } finally {
    await closeDatabase(db)
    await embedded?.stop()
  }
}
