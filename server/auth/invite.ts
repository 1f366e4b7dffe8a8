import { isEmail } from '../../contract/email.ts'
import { Refusal } from '../../contract/refusals.ts'
import { transaction } from '../database/database.ts'
import { prepareDatabase } from '../database/prepare.ts'
import { withDatabase } from '../postgres/command.ts'
import { StartError } from '../process/start-error.ts'
import { recordPrivileges } from '../records/kinds.ts'
import { readSettings } from '../settings.ts'
import { makeInvitation } from './invitations.ts'

/** `npm run invite -- [EMAIL]`: a link that opens one account, for whoever runs the instance. */
async function main(args: readonly string[]): Promise<string> {
  const [email] = args
  if (args.length > 1 || (email !== undefined && !isEmail(email)))
    throw new StartError(
      'Name one e-mail, or none for a link that anybody can use: npm run invite -- bela@example.com.',
    )
  const settings = readSettings(process.env)
  return withDatabase(settings, async (db, source) => {
    await prepareDatabase(db, recordPrivileges, source)
    const { link, expires_at } = await transaction(db, (tx) =>
      makeInvitation(tx, { email: email ?? null }, settings),
    )
    return `${link}\nIt opens one account, once, until ${expires_at}.`
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
