import { type Sql, sql } from '../database/sql.ts'

/** A category stands in one of its kind, which stands in none; a live one in a live one. */
export const groups: Sql = sql`
  select c.book_id, format('the category "%s" stands in %s, which %s', c.name, coalesce('"' || p.name || '"', c.parent_id::text),
           case when p.id is null then 'does not exist' when p.kind <> c.kind then format('is one of %ss', p.kind)
                when p.deleted_at is not null then 'is in the trash' else 'stands in a group itself' end) as sentence
  from categories c left join categories p on p.book_id = c.book_id and p.id = c.parent_id
  where c.parent_id is not null
    and (p.id is null or p.kind <> c.kind or c.deleted_at is null and (p.deleted_at is not null or p.parent_id is not null))`
