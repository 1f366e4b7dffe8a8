import { type Db, rows } from '../server/database/database.ts'
import { type Sql, sql, textOf } from '../server/database/sql.ts'

/** Whether the tests run on a Citus cluster: the work of a session then happens on other nodes than its own. */
export const isCluster: boolean = JSON.parse(process.env.FLORIN_TEST_NODES ?? '[]').length > 1

const waiters = sql`from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** How many sessions wait for a lock of another one. */
export const waitingSessions = (db: Db): Promise<number> =>
  overNodes(db, sql`select count(*)::int as count ${waiters}`)

/** Ends the sessions that wait, and answers with how many there were. */
export const endWaiting = (db: Db): Promise<number> =>
  overNodes(db, sql`select (count(*) filter (where pg_terminate_backend(pid)))::int as count ${waiters}`)

/** A count, over every node that has a part of the database. */
async function overNodes(db: Db, count: Sql): Promise<number> {
  const everywhere = sql`select sum(result::int)::int as count from run_command_on_all_nodes(${textOf(count)})`
  const [found] = await rows<{ count: number }>(db, isCluster ? everywhere : count)
  return found?.count ?? 0
}
