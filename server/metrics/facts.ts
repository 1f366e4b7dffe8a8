import { Gauge, Registry } from 'prom-client'
import { latestBackup } from '../backup/schedule.ts'
import { type Database, onlyRow, unqueued } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Settings } from '../settings.ts'
import type { Collected } from './metrics.ts'

/** Values that need a query are at most this old. */
const KEPT_MS = 30_000

const about = sql`select pg_database_size(current_database())::float8 as bytes,
  extract(epoch from now() - (select max(date) from published_rates where currency_id = 'USD'))::float8 as rates_age`

/** Metrics of the database and of the folder of backups, read by the process that answers, and only on request. */
export function makeFacts(
  db: Database,
  { backupDir }: Pick<Settings, 'backupDir'>,
): () => Promise<Collected> {
  const registry = new Registry()
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const isAnswering = gauge('florin_database_up', '1 if the database answers, else 0')
  const size = gauge('florin_database_size_bytes', 'Size of the database, tables and indexes')
  const ratesAge = gauge('florin_rates_age_seconds', 'Since the day of the latest published exchange rate')
  const backupAge = gauge('florin_backup_age_seconds', 'Since the latest daily backup was made')
  const backupSize = gauge('florin_backup_size_bytes', 'Size of the latest daily backup')
  /** Without a value, the series is left out. */
  const set = (one: Gauge, value: number | null | undefined) =>
    value === null || value === undefined ? one.remove() : one.set(value)

  async function look(): Promise<void> {
    const [known, backup] = await Promise.all([
      onlyRow<{ bytes: number; rates_age: number | null }>(unqueued(db), about).catch(() => undefined),
      backupDir === '' ? undefined : latestBackup(backupDir).catch(() => undefined),
    ])
    isAnswering.set(known ? 1 : 0)
    set(size, known?.bytes)
    set(ratesAge, known?.rates_age)
    set(backupAge, backup && (Date.now() - backup.at.getTime()) / 1000)
    set(backupSize, backup?.bytes)
  }

  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> = Promise.resolve()
  return async () => {
    if (performance.now() - lookedAt > KEPT_MS) {
      lookedAt = performance.now()
      looking = look()
    }
    await looking
    return registry.getMetricsAsJSON()
  }
}
