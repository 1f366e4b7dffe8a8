import assert from 'node:assert/strict'
import { test } from 'node:test'
import { start } from './instance.ts'
import { freePort } from './raw.ts'
import { databaseUrl, makeWorld } from './world.ts'

const TOKEN = 'a-token-for-metrics'
const REQUESTS = 40

test('whichever of several processes is asked for metrics, it answers with those of all, on their own port too', async () => {
  const world = await makeWorld()
  const port = await freePort()
  const florin = await start({
    DATABASE_URL: await databaseUrl(world),
    WORKERS: '2',
    METRICS_TOKEN: TOKEN,
    METRICS_PORT: String(port),
  })
  const ask = (address: string) =>
    fetch(address, { headers: { authorization: `Bearer ${TOKEN}`, connection: 'close' } })
  for (let n = 0; n < REQUESTS; n++) assert.equal((await ask(`${florin.address}health`)).status, 200)
  assert.equal((await ask(`${florin.address}metrics`)).status, 404)
  const counted = /^florin_request_duration_seconds_count\{route="\/health",.*process="[12]"\} (\d+)$/gm
  for (let n = 0; n < 4; n++) {
    const text = await (await ask(`http://127.0.0.1:${port}/metrics`)).text()
    const counts = [...text.matchAll(counted)].map(([, count]) => Number(count))
    assert.deepEqual([counts.length, counts.reduce((a, b) => a + b, 0)], [2, REQUESTS])
    for (const process of ['1', '2'])
      assert.match(text, new RegExp(`^process_resident_memory_bytes\\{process="${process}"\\} \\d`, 'm'))
    assert.equal(text.match(/^florin_database_size_bytes /gm)?.length, 1)
  }
})
