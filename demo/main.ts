import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { todayIn } from '../contract/day.ts'
import { run } from '../server/main.ts'
import { type Language, languageOf, languageTags } from '../words/languages.ts'
import { fill } from './fill.ts'
import { ANA, JONAS } from './household.ts'

/**
 * `npm run demo`: Florin with an invented household, on data of its own beside the person's. Of the settings, only the address, the
 * logging and the data folder count; the person's own data and database are left alone. `--language de` names everything in German.
 */
function main(
  { PORT, HOST, LOG_LEVEL = 'error', DATA_DIR }: NodeJS.ProcessEnv,
  years = '3',
  tag = 'en',
): void {
  if (!/^[1-3]$/.test(years)) {
    process.stderr.write(`The demo household has 1 to 3 years, not "${years}": npm run demo -- 1.\n`)
    process.exitCode = 1
    return
  }
  const language = languageOf(tag)
  if (language === undefined) {
    process.stderr.write(
      `The demo household speaks ${languageTags.join(', ')}, not "${tag}": npm run demo -- --language de.\n`,
    )
    process.exitCode = 1
    return
  }
  // Without DATA_DIR, Florin keeps its data in ./data of the folder that it runs in, or where PostgreSQL can reach it if root runs it.
  if (!DATA_DIR) {
    mkdirSync(FOLDER, { recursive: true, mode: 0o711 })
    process.chdir(FOLDER)
  }
  const dataDir = DATA_DIR && `${DATA_DIR}-demo`
  run({ PORT, HOST, LOG_LEVEL, DATA_DIR: dataDir, WORKERS: '1' }, (address) =>
    open(address, Number(years), language),
  )
}

const FOLDER = 'data-demo'
const say = (text: string) => process.stdout.write(`${text}\n`)

/** Makes the household unless it is there, and says how to sign in. */
async function open(address: string, years: number, language: Language): Promise<void> {
  say('Looking for the demo household; making it takes some seconds.')
  const start = performance.now()
  const today = Temporal.PlainDate.from(todayIn('UTC')) // the time zone of a new book
  const isMade = await fill(`${address}api/v1`, { today, years, language })
  const seconds = ((performance.now() - start) / 1_000).toFixed(1)
  say(
    [
      isMade ? `The demo household was made in ${seconds} s.` : 'The demo household is as you left it.',
      `  address   ${address}`,
      `  API       ${address}api/v1, with its reference at ${address}docs`,
      `  e-mail    ${ANA.email}`,
      `  password  ${ANA.password}`,
      `  or        ${JONAS.email}, with the same password: he shares the household, and has a book of his own`,
      'Ctrl-C stops it.',
    ].join('\n'),
  )
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { language: { type: 'string' } },
})
main(process.env, positionals[0], values.language)
