import { type Db, row } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'

/** One of the two rows that link the halves: each is beside its own half. */
export const linkHalf = (half: { bookId: string; id: string }, other: { bookId: string; id: string }): Sql =>
  sql`insert into book_halves (book_id, transaction_id, other_book_id, other_transaction_id)
      values (${half.bookId}, ${half.id}, ${other.bookId}, ${other.id})`

export const findOtherHalf = (
  db: Db,
  bookId: string,
  id: string,
): Promise<{ book_id: string; transaction_id: string } | undefined> =>
  row(
    db,
    sql`select other_book_id as book_id, other_transaction_id as transaction_id from book_halves
        where book_id = ${bookId} and transaction_id = ${id}`,
  )
