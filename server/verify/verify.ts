import { type Database, type Db, row, rows, snapshot } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { type Check, checks } from './checks.sql.ts'

/** How many differences of a kind are listed one by one. */
const LISTED = 1_000

type Difference = { book: string | null; sentence: string; total: number }

/** Recomputes everything that is kept beside the entries, in every book, as of one moment: a sentence for each difference. */
export const verify = (db: Database): Promise<string[]> => snapshot(db, differences)

export async function differences(db: Db): Promise<string[]> {
  const told: string[] = []
  for (const check of checks) told.push(...(await differencesOf(db, check)))
  return told
}

async function differencesOf(db: Db, check: Check): Promise<string[]> {
  const found = await rows<Difference>(
    db,
    sql`select 'Book "' || b.name || '" (' || b.id || ')' as book, d.sentence, count(*) over ()::int as total
        from (${check.differences}) d left join books b on b.id = d.book_id
        where b.is_ownerless is not true -- a book that is being deleted agrees with nothing
        order by d.book_id, d.sentence limit ${LISTED}`,
  )
  const more = (found[0]?.total ?? 0) - found.length
  return [
    ...found.map(({ book, sentence }) => `${book === null ? '' : `${book}: `}${sentence}.`),
    ...(more > 0 ? [`There are ${more} more differences of this kind (${check.name}).`] : []),
  ]
}

/** What there was to verify, in words. */
export async function extent(db: Db): Promise<string> {
  const counted = await row<{ books: bigint; transactions: bigint; entries: bigint }>(
    db,
    sql`select (select count(*) from books) as books, (select count(*) from transactions) as transactions,
               (select count(*) from entries) as entries`,
  )
  const of = (count: bigint | undefined, [one, many]: [string, string]) =>
    `${count ?? 0} ${count === 1n ? one : many}`
  const books = of(counted?.books, ['book', 'books'])
  const transactions = of(counted?.transactions, ['transaction', 'transactions'])
  return `${books}, ${transactions}, ${of(counted?.entries, ['entry', 'entries'])}`
}
