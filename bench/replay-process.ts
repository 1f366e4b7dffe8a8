import { readFile } from 'node:fs/promises'
import { deserialize } from 'node:v8'
import pg from 'pg'
import type { Statement } from './record.ts'
import type { ReplayTask } from './replay.ts'

/** Sends lists of statements, each by a client of its own, one statement after the other as the service does. */
process.once('message', async ({ connection, file, seconds }: ReplayTask) => {
  const lists = deserialize(await readFile(file)) as Statement[][] // as `byNode` wrote it
  const sessions = lists.map(() => new pg.Client(connection))
  await Promise.all(sessions.map((session) => session.connect()))
  const begun = performance.now()
  const until = begun + (seconds ?? 0) * 1000
  const counts = await Promise.all(
    sessions.map(async (session, index) => {
      let count = 0
      do {
        for (const { name, text, values } of lists[index] ?? [])
          await session.query({ ...(name && { name }), text, values })
        count++
      } while (performance.now() < until)
      return count
    }),
  )
  const took = (performance.now() - begun) / 1000
  process.send?.({ lists: counts.reduce((sum, one) => sum + one, 0), seconds: took })
})
