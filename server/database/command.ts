import { closeDatabase, type Database, openDatabase } from './database.ts'
import { joinEmbedded } from './embedded.ts'

const quiet = () => undefined

type Where = { databaseUrl: string; databaseOwnerUrl: string; dataDir: string | undefined }

/** For a command: the database that the service uses, as its owner, beside the service or without it, for as long as the work takes. */
export async function withDatabase<T>(
  { databaseUrl, databaseOwnerUrl, dataDir }: Where,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const embedded = databaseUrl === '' ? await joinEmbedded(dataDir, { info: quiet, warn: quiet }) : undefined
  const db = openDatabase(embedded?.owner ?? { connectionString: databaseOwnerUrl || databaseUrl }, quiet, {
    isPatient: true,
  })
  try {
    return await work(db)
  } finally {
    await closeDatabase(db)
    await embedded?.stop()
  }
}
