import pg from 'pg'
import { change, rows, transaction } from '../server/database/database.ts'
import { names, sql } from '../server/database/sql.ts'
import { handledBy, ranIn } from './ran.ts'
import { databaseUrl, type World } from './world.ts'

/** The tables of a world get no statistics by themselves: PostgreSQL goes on to take every book for a few rows. */
export const keepUnanalysed = (world: World): Promise<void> =>
  transaction(world.db, async (tx) => {
    const tables = await rows<{ name: string }>(
      tx,
      sql`select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    for (const { name } of tables)
      await change(tx, sql`alter table ${names(name)} set (autovacuum_enabled = false)`)
  })

const isRead = (text: string) =>
  /^\s*(select|with)\b/.test(text) &&
  !/\b(for (no key )?update|insert into|update \w+ set|delete from)\b/.test(text)

/** Explains statements on a session of its own, as the owner of the tables. */
export async function explaining(world: World) {
  const session = new pg.Client(await databaseUrl(world))
  await session.connect()
  return {
    end: () => session.end(),
    /** Gives PostgreSQL the statistics of all rows that there are now. */
    analyse: () => session.query('analyze'),
    /** The statements that read in the course of some work, each with the number of rows that all steps of its plan have handled. */
    async stepsOf(work: () => Promise<unknown>): Promise<{ text: string; steps: number }[]> {
      const explained: { text: string; steps: number }[] = []
      for (const { text, values } of await ranIn(work)) {
        if (!isRead(text)) continue
        const { rows } = await session.query(`explain (analyze, format json) ${text}`, values)
        explained.push({ text, steps: handledBy(rows[0]['QUERY PLAN'][0].Plan) })
      }
      return explained
    },
  }
}
