import { transaction } from '../database/database.ts'
import { findLogin } from './auth.sql.ts'
import { forPerson } from './command.ts'
import { makeRecoveryLink } from './recovery.ts'

/** `npm run reset-password -- EMAIL`: a link for somebody who has lost the password. */
forPerson('reset-password', process.env, process.argv.slice(2), async (db, email, key, settings) => {
  const login = await findLogin(db, key)
  if (!login) return undefined
  const { link } = await transaction(db, (tx) => makeRecoveryLink(tx, login.id, settings))
  const what = settings.passwords ? 'sets a new password' : 'adds a passkey'
  return `${link}\nIt ${what} for ${email}, once, within 30 minutes. A second factor stays on.`
})
