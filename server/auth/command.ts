import { Refusal } from '../../contract/refusals.ts'
import type { Database } from '../database/database.ts'
import { prepareDatabase } from '../database/prepare.ts'
import { withDatabase } from '../postgres/command.ts'
import { StartError } from '../process/start-error.ts'
import { recordPrivileges } from '../records/kinds.ts'
import { readSettings, type Settings } from '../settings.ts'
import { emailKey } from './email-key.ts'

/** Prints the sentence of a command, or why there is none. */
export function print(work: Promise<string>): void {
  work.then(
    (sentence) => process.stdout.write(`${sentence}\n`),
    (error: Error) => {
      const isSentence = error instanceof StartError || error instanceof Refusal
      process.stderr.write(`${isSentence ? error.message : error.stack}\n`)
      process.exitCode = 1
    },
  )
}

/** Does the work of a command in the database that the service uses, beside the service or without it. */
export const inDatabase = (settings: Settings, work: (db: Database) => Promise<string>): Promise<string> =>
  withDatabase(settings, async (db, source) => {
    await prepareDatabase(db, recordPrivileges, source)
    return work(db)
  })

/** A command about one person, by e-mail; undefined if nobody has it. */
export function forPerson(
  command: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  work: (db: Database, email: string, key: string, settings: Settings) => Promise<string | undefined>,
): void {
  const [email, ...more] = args
  const run = async () => {
    if (email === undefined || more.length > 0)
      throw new StartError(`Name one e-mail: npm run ${command} -- ana@example.com.`)
    const settings = readSettings(env)
    return inDatabase(settings, async (db) => {
      const done = await work(db, email, emailKey(email), settings)
      if (done === undefined) throw new StartError(`Nobody here has the e-mail ${email}.`)
      return done
    })
  }
  print(run())
}
