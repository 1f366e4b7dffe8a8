import { transaction } from '../database/database.ts'
import { findLogin, lockUser } from './auth.sql.ts'
import { forPerson } from './command.ts'
import { endFactor } from './second-factor.ts'

/** `npm run reset-second-factor -- EMAIL`: for somebody who has lost the app and the recovery codes, or an instance that has lost its key. */
forPerson('reset-second-factor', process.env, process.argv.slice(2), async (db, email, key) => {
  const login = await findLogin(db, key)
  if (!login) return undefined
  await transaction(db, async (tx) => {
    await lockUser(tx, login.id)
    await endFactor(tx, { id: login.id, token_id: null })
  })
  return `The second factor of ${email} is off: nobody is asked for its code any more.`
})
