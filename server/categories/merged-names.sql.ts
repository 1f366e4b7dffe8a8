import { type Sql, sql } from '../database/sql.ts'

/** Names in files are mapped to categories by the imports they came with. A merge is noted in these mappings, so that its undo can take it back. */

/** Maps the names of one category to another one from now on. */
export const mergeNames = (bookId: string, from: string, into: string): Sql => sql`
  update imports set mapping = replace(mapping::text, ${`"category_id":"${from}"`}::text, ${`"category_id":"${into}","merged_from":"${from}"`}::text)::json
  where book_id = ${bookId} and mapping is not null and strpos(mapping::text, ${from}) > 0`

/** Maps names back to a category that an undo brings back. */
export const unmergeNames = (bookId: string, from: string): Sql => sql`
  update imports set mapping = regexp_replace(mapping::text, ${`"category_id":"[0-9a-f-]+","merged_from":"${from}"`}::text, ${`"category_id":"${from}"`}::text, 'g')::json
  where book_id = ${bookId} and mapping is not null and strpos(mapping::text, ${from}) > 0`
