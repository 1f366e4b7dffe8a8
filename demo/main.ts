import { mkdirSync } from 'node:fs'
import { todayIn } from '../contract/day.ts'
import { run } from '../server/main.ts'
import { fill } from './fill.ts'
import { ANA } from './household.ts'

/**
 * `npm run demo`: Florin with a made-up household, on data of its own beside the person's. Of the settings, only those count that say
 * where to listen and what to log; everything else, and above all the person's own database, is left alone.
 */
const { PORT, HOST, LOG_LEVEL = 'error', DATA_DIR } = process.env
const say = (text: string) => process.stdout.write(`${text}\n`)

// Without DATA_DIR, Florin keeps its data in ./data of the folder that it runs in, or where PostgreSQL can reach it if root runs it.
const FOLDER = 'data-demo'
if (!DATA_DIR) {
  mkdirSync(FOLDER, { recursive: true, mode: 0o711 })
  process.chdir(FOLDER)
}

run({ PORT, HOST, LOG_LEVEL, ...(DATA_DIR && { DATA_DIR: `${DATA_DIR}-demo` }) }, async (address) => {
  say('Looking for the demo household; making it takes some seconds.')
  const start = performance.now()
  const isMade = await fill(`${address}api/v1`, { today: Temporal.PlainDate.from(todayIn('UTC')) })
  const seconds = ((performance.now() - start) / 1_000).toFixed(1)
  say(
    [
      isMade ? `The demo household has been made in ${seconds} s.` : 'The demo household is as you left it.',
      `  address   ${address}`,
      `  API       ${address}api/v1, with its reference at ${address}docs`,
      `  e-mail    ${ANA.email}`,
      `  password  ${ANA.password}`,
      'Ctrl-C stops it.',
    ].join('\n'),
  )
})
