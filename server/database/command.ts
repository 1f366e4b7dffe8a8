import { closeDatabase, type Database, openDatabase } from './database.ts'
import { joinEmbedded } from './embedded.ts'

const quiet = () => undefined

/** For a command: the database that the service uses, beside it or without it, for as long as the work takes. */
export async function withDatabase<T>(
  { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string },
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const embedded = databaseUrl === '' ? await joinEmbedded(dataDir, { info: quiet, warn: quiet }) : undefined
  const db = openDatabase(embedded?.connection ?? { connectionString: databaseUrl }, quiet)
  try {
    return await work(db)
  } finally {
    await closeDatabase(db)
    await embedded?.stop()
  }
}
