import { type Sql, sql } from '../database/sql.ts'

/** The names of files keep which category they stand for in the mappings of their imports, where a merge is noted so that its undo can take it back. */

/** The names of one category stand for another one from now on. */
export const mergeNames = (bookId: string, from: string, into: string): Sql => sql`
  update imports set mapping = replace(mapping::text, ${`"category_id":"${from}"`}::text, ${`"category_id":"${into}","merged_from":"${from}"`}::text)::json
  where book_id = ${bookId} and mapping is not null and strpos(mapping::text, ${from}) > 0`

/** The names of a category that an undo brings back stand for it again. */
export const unmergeNames = (bookId: string, from: string): Sql => sql`
  update imports set mapping = regexp_replace(mapping::text, ${`"category_id":"[0-9a-f-]+","merged_from":"${from}"`}::text, ${`"category_id":"${from}"`}::text, 'g')::json
  where book_id = ${bookId} and mapping is not null and strpos(mapping::text, ${from}) > 0`
