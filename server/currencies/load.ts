import { readFile } from 'node:fs/promises'
import { prepareDatabase } from '../database/prepare.ts'
import { withDatabase } from '../postgres/command.ts'
import { StartError } from '../process/start-error.ts'
import { recordPrivileges } from '../records/kinds.ts'
import { readSettings } from '../settings.ts'
import { type RatesFile, readRatesFile } from './ecb.ts'
import { BadFile } from './ecb-cell.ts'
import { loadRates, told } from './published.ts'

/** `npm run rates -- FILE`: published rates from a file of the ECB, into the database that the service uses. */
async function main(paths: readonly string[]): Promise<string> {
  const [path] = paths
  if (path === undefined || paths.length > 1)
    throw new StartError('Name one file of the ECB: npm run rates -- eurofxref-hist.csv.')
  const settings = readSettings(process.env)
  const file = await fileAt(path) // before a database is started for nothing
  return withDatabase(settings, async (db, source) => {
    await prepareDatabase(db, recordPrivileges, source)
    await loadRates(db, file)
    return told(file)
  })
}

async function fileAt(path: string): Promise<RatesFile> {
  try {
    return readRatesFile(await readFile(path))
  } catch (error) {
    if (error instanceof BadFile) throw new StartError(`Nothing was loaded from ${path}: ${error.message}.`)
    if ((error as NodeJS.ErrnoException).syscall)
      throw new StartError(`The file cannot be read: ${(error as Error).message}.`)
    throw error
  }
}

main(process.argv.slice(2)).then(
  (sentence) => process.stdout.write(`${sentence}\n`),
  (error: Error) => {
    process.stderr.write(`${error instanceof StartError ? error.message : error.stack}\n`)
    process.exitCode = 1
  },
)
