import pg from 'pg'
import type { TpcbTask } from './tpcb.ts'

/** Does what pgbench does by default, for a machine without it: each client sends one statement after the other, none of them prepared. */
process.once('message', async ({ connection, scale, clients, seconds }: TpcbTask) => {
  const sessions = Array.from({ length: clients }, () => new pg.Client(connection))
  await Promise.all(sessions.map((session) => session.connect()))
  const until = performance.now() + seconds * 1000
  const counts = await Promise.all(sessions.map((session) => repeat(session, scale, until)))
  process.send?.(counts.reduce((sum, count) => sum + count, 0) / seconds)
})

const upTo = (most: number) => 1 + Math.floor(Math.random() * most)

async function repeat(session: pg.Client, scale: number, until: number): Promise<number> {
  let count = 0
  for (; performance.now() < until; count++) {
    const [aid, tid, bid, delta] = [
      upTo(100_000 * scale),
      upTo(10 * scale),
      upTo(scale),
      upTo(10_001) - 5_001,
    ]
    await session.query('begin')
    await session.query(`update pgbench_accounts set abalance = abalance + ${delta} where aid = ${aid}`)
    await session.query(`select abalance from pgbench_accounts where aid = ${aid}`)
    await session.query(`update pgbench_tellers set tbalance = tbalance + ${delta} where tid = ${tid}`)
    await session.query(`update pgbench_branches set bbalance = bbalance + ${delta} where bid = ${bid}`)
    await session.query(
      `insert into pgbench_history (tid, bid, aid, delta, mtime) values (${tid}, ${bid}, ${aid}, ${delta}, current_timestamp)`,
    )
    await session.query('end')
  }
  return count
}
