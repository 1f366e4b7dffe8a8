import { type Database, type Db, row, rows, snapshot } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { checkChains, type LogExtent } from './chain.ts'
import { checks, type TableCheck } from './checks.sql.ts'
import { type Findings, LISTED, makeFindings } from './findings.ts'
import { halves } from './halves.sql.ts'
import { rebuild } from './rebuild.ts'

/** The result of a verification: a sentence for each difference, and the extent of the check, in words. */
export type Verdict = { readonly differences: string[]; readonly extent: string }

/** Looks at all books as of one moment: a sentence for each difference. */
export const verify = (db: Database): Promise<string[]> => snapshot(db, differences, { isPatient: true })

export const differences = async (db: Db): Promise<string[]> => (await examine(db)).differences

/**
 * Recomputes the chain of hashes of every book, rebuilds its records and entries from the log, and recomputes everything that is
 * kept beside the entries.
 */
export async function examine(db: Db): Promise<Verdict> {
  const findings = makeFindings()
  const skipped = await beingDeleted(db)
  const log = await checkChains(db, skipped, findings)
  const erased = await rebuild(db, skipped, findings)
  for (const check of [...checks, halves]) await recompute(db, check, skipped, findings)
  return { differences: await findings.told(db), extent: await extentOf(db, log, erased) }
}

/** Books that are being deleted are left out: their records are only partly there. */
async function beingDeleted(db: Db): Promise<ReadonlySet<string>> {
  const ownerless = (await rows<{ id: string }>(db, sql`select id from books where is_ownerless`)).map(
    ({ id }) => id,
  )
  const owned = await rows<{ book_id: string }>(
    db,
    sql`select book_id from members where book_id = any (${ownerless}::uuid[])`,
  )
  return new Set(ownerless).difference(new Set(owned.map(({ book_id }) => book_id)))
}

type Difference = { book_id: string | null; sentence: string; total: number }

async function recompute(
  db: Db,
  check: TableCheck,
  skipped: ReadonlySet<string>,
  findings: Findings,
): Promise<void> {
  const found = await rows<Difference>(
    db,
    sql`select d.book_id, d.sentence, count(*) over ()::int as total from (${check.differences}) d
        where d.book_id is null or d.book_id <> all (${[...skipped]}::uuid[])
        order by d.book_id, d.sentence limit ${LISTED}`,
  )
  for (const { book_id, sentence } of found) findings.add(check.name, book_id, sentence)
  findings.addUnlisted(check.name, (found[0]?.total ?? 0) - found.length)
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

async function extentOf(db: Db, log: LogExtent, erased: number): Promise<string> {
  const kept = await row<{ transactions: number; entries: number }>(
    db,
    sql`select (select count(*) from transactions)::float8 as transactions, (select count(*) from entries)::float8 as entries`,
  )
  return [
    counted(log.books, 'book'),
    counted(log.changes, 'change'),
    `${counted(log.events, 'event')}${erased === 0 ? '' : ` (${counted(erased, 'record')} erased for good)`}`,
    counted(kept?.transactions ?? 0, 'transaction'),
    counted(kept?.entries ?? 0, 'entry', 'entries'),
  ].join(', ')
}
