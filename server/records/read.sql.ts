import { refuse } from '../../contract/refusals.ts'
import { type Db, row } from '../database/database.ts'
import { join, names, type Sql, sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import type { KindOf } from '../ledger/kind.ts'

type Read = Pick<KindOf, 'table' | 'columns'>

/** The columns of a kind that the API shows as they are stored. `created_version` is only for the order of lists. */
export const shownColumns = ({ columns }: Read): Sql =>
  join(
    Object.entries(columns)
      .filter(([name]) => name !== 'created_version')
      .map(([name, how]) =>
        how === 'version' ? sql`${names(name)}::float8 as ${names(name)}` : names(name),
      ),
    sql`, `,
  )

/** Reads a record of such a kind, unless it is in the trash. */
export const readRecord = async <Shown>(db: Db, book: BookRow, kind: Read, id: string): Promise<Shown> =>
  (await row<Shown>(
    db,
    sql`select ${shownColumns(kind)} from ${names(kind.table)} where book_id = ${book.id} and id = ${id} and deleted_at is null`,
  )) ?? refuse('not_found')
