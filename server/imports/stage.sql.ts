import type { Mapping } from '../../contract/import-mapping.ts'
import { type Db, onlyRow, row } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { NOBODY } from '../process/ids.ts'

/** The mapping of the latest other import of an account that was committed or corrected. */
export const rememberedMapping = async (
  db: Db,
  bookId: string,
  accountId: string | null,
  importId: string,
): Promise<Mapping | undefined> =>
  (
    await row<{ mapping: Mapping }>(
      db,
      sql`select mapping from imports where book_id = ${bookId} and account_id is not distinct from ${accountId}::uuid and mapping is not null
            and id <> ${importId} and (status = 'committed' or given is not null)
          order by created_at desc, id limit 1`,
    )
  )?.mapping

/** The column that was last said to be a person's own, in a list of shared expenses. */
export const rememberedPerson = async (
  db: Db,
  bookId: string,
  importId: string,
): Promise<string | undefined> =>
  (
    await row<{ person: string }>(
      db,
      sql`select given ->> 'person' as person from imports where book_id = ${bookId} and id <> ${importId} and given ->> 'person' is not null
          order by created_at desc, id limit 1`,
    )
  )?.person

/** The currency of the account that a file belongs to, that of the book for none; and whether the account is a debt, if there is one. */
export const accountFacts = async (
  db: Db,
  bookId: string,
  accountId: string | null,
): Promise<{ currency: string; isLiability: boolean | undefined }> => {
  const { currency_id, type } = await onlyRow<{ currency_id: string; type: string | null }>(
    db,
    sql`select coalesce(a.currency_id, b.base_currency_id) as currency_id, a.type
        from books b left join accounts a on a.book_id = b.id and a.book_id = ${bookId} and a.id = ${accountId ?? NOBODY}::uuid where b.id = ${bookId}`,
  )
  return { currency: currency_id, isLiability: type === null ? undefined : type === 'liability' }
}
