import { refuse } from '../../contract/refusals.ts'
import { type Db, row } from '../database/database.ts'
import { join, names, type Sql, sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import type { KindOf } from '../ledger/kind.ts'

type Read = Pick<KindOf, 'table' | 'columns'>

/** The columns of a kind that the API shows as they are stored. `created_version` keeps its type, since lists are in its order. */
export const shownColumns = ({ columns }: Read): Sql =>
  join(
    Object.entries(columns).map(([name, how]) =>
      how === 'version' && name !== 'created_version'
        ? sql`${names(name)}::float8 as ${names(name)}`
        : names(name),
    ),
    sql`, `,
  )

/** Reads a record of such a kind, unless it is in the trash. */
export const readRecord = async <Row>(db: Db, book: BookRow, kind: Read, id: string): Promise<Row> =>
  (await row<Row>(
    db,
    sql`select ${shownColumns(kind)} from ${names(kind.table)} where book_id = ${book.id} and id = ${id} and deleted_at is null`,
  )) ?? refuse('not_found')
