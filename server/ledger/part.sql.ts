import { type Sql, sql } from '../database/sql.ts'

/** A part of the statement that loads: its name, whose its rows are, the columns of each as a list, and where they come from. */
export const part = (name: string, bookId: Sql, list: Sql, from: Sql): Sql =>
  sql`select ${name} as part, ${bookId} as book_id, json_build_array(${list}) as list from ${from}`
