import { isEmail } from '../../contract/email.ts'
import { transaction } from '../database/database.ts'
import { StartError } from '../process/start-error.ts'
import { readSettings } from '../settings.ts'
import { inDatabase, print } from './command.ts'
import { makeInvitation } from './invitations.ts'

/** `npm run invite -- [EMAIL]`: a link that opens one account, for whoever runs the instance. */
async function main(args: readonly string[]): Promise<string> {
  const [email] = args
  if (args.length > 1 || (email !== undefined && !isEmail(email)))
    throw new StartError(
      'Name one e-mail, or none for a link that anybody can use: npm run invite -- bela@example.com.',
    )
  const settings = readSettings(process.env)
  return inDatabase(settings, async (db) => {
    const made = await transaction(db, (tx) => makeInvitation(tx, { email: email ?? null }, settings))
    return `${made.link}\nIt opens one account, once, until ${made.expires_at}.`
  })
}

print(main(process.argv.slice(2)))
