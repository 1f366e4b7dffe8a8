import { Refusal } from '../../contract/refusals.ts'
import { transaction } from '../database/database.ts'
import { prepareDatabase } from '../database/prepare.ts'
import { withDatabase } from '../postgres/command.ts'
import { StartError } from '../process/start-error.ts'
import { recordPrivileges } from '../records/kinds.ts'
import { readSettings } from '../settings.ts'
import { findLogin, lockUser } from './auth.sql.ts'
import { emailKey } from './email-key.ts'
import { endFactor } from './second-factor.ts'

/** `npm run reset-second-factor -- EMAIL`: for somebody who has lost the app and the recovery codes, or an instance that has lost its key. */
async function main([email, ...more]: readonly string[]): Promise<string> {
  if (email === undefined || more.length > 0)
    throw new StartError('Name one e-mail: npm run reset-second-factor -- ana@example.com.')
  return withDatabase(readSettings(process.env), async (db, source) => {
    await prepareDatabase(db, recordPrivileges, source)
    const login = await findLogin(db, emailKey(email))
    if (!login) throw new StartError(`Nobody here has the e-mail ${email}.`)
    await transaction(db, async (tx) => {
      await lockUser(tx, login.id)
      await endFactor(tx, { id: login.id, token_id: null })
    })
    return `The second factor of ${email} is off: the password alone signs in.`
  })
}

main(process.argv.slice(2)).then(
  (sentence) => process.stdout.write(`${sentence}\n`),
  (error: Error) => {
    const isSentence = error instanceof StartError || error instanceof Refusal
    process.stderr.write(`${isSentence ? error.message : error.stack}\n`)
    process.exitCode = 1
  },
)
