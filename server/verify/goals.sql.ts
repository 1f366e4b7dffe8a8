import { type Sql, sql } from '../database/sql.ts'

/** An envelope holds no less than nothing on any day, its moves are in the currency of its goal, and the accounts of a goal are there; those of a live one are money of one's own that takes its currency. */
export const goals: Sql = sql`
  select s.book_id, format('the envelope of the goal "%s" (%s) holds less than nothing on %s', g.name, g.id, min(s.date)) as sentence
  from (select book_id, goal_id, date, sum(sum(amount)) over (partition by book_id, goal_id order by date) as held
        from goal_moves where deleted_at is null group by book_id, goal_id, date) s
  join goals g on g.book_id = s.book_id and g.id = s.goal_id
  where s.held < 0 group by s.book_id, g.id, g.name
  union all
  select v.book_id, format('the move %s is in %s, and its goal "%s" in %s', v.id, v.currency_id, g.name, g.currency_id)
  from goal_moves v join goals g on g.book_id = v.book_id and g.id = v.goal_id
  where v.currency_id <> g.currency_id or g.envelope_account_id is null
  union all
  select g.book_id, format('the goal "%s" (%s) is saved neither on accounts nor in an envelope', g.name, g.id)
  from goals g where (g.envelope_account_id is null) <> (cardinality(g.account_ids) > 0)
  union all
  select g.book_id, format('the goal "%s" (%s) counts an account %s that does not exist', g.name, g.id, counted.id)
  from goals g cross join unnest(g.account_ids || g.envelope_account_id) counted (id)
  where counted.id is not null and not exists (select from accounts a where a.book_id = g.book_id and a.id = counted.id)
  union all
  select g.book_id, format('the goal "%s" (%s) in %s counts "%s" (%s), which is not money of one''s own in that currency', g.name, g.id, g.currency_id, a.name, a.id)
  from goals g join accounts a on a.book_id = g.book_id and a.id = any (g.account_ids || g.envelope_account_id)
  where g.deleted_at is null and (a.type <> 'asset' or a.is_claim or a.is_valued or a.role is not null or a.currency_id <> g.currency_id)`
