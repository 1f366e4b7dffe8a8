import { refuse } from '../../contract/refusals.ts'
import type { ReplyOf } from '../../contract/route.ts'
import type { getWaysBack } from '../../contract/ways-back.ts'
import { change, type Database, type Db, row, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { placeOf, type Settings } from '../settings.ts'
import { lockUser } from './auth.sql.ts'
import { linkStateOf } from './oidc.ts'
import { countKeys } from './passkeys.sql.ts'
import { secondFactorOf } from './second-factor.ts'

const WEEK_MS = 7 * 86_400_000

/** How a person gets back in, and whether to remind them of a second way. Another way is added to `count`. */
export async function waysBackOf(
  db: Db,
  userId: string,
  settings: Settings,
): Promise<ReplyOf<typeof getWaysBack>> {
  const found = await row<{ created_at: string; is_reminded: boolean; email_confirmed_at: string | null }>(
    db,
    sql`select created_at, is_reminded, email_confirmed_at from users where id = ${userId}`,
  )
  const { created_at, is_reminded, email_confirmed_at } = found ?? refuse('unauthenticated')
  const { here: passkeys } = await countKeys(db, userId, placeOf(settings).rpId)
  const { recovery_codes_left: recovery_codes } = await secondFactorOf(db, userId)
  const { has_password: password, is_linked: oidc } = await linkStateOf(db, userId, settings)
  // Recovery codes take the place of a code, after the password: without it they open nothing.
  const mail = settings.smtpUrl !== undefined && email_confirmed_at !== null
  const count = passkeys + [password, mail, oidc].filter(Boolean).length
  const isOld = Date.now() - Date.parse(created_at) > WEEK_MS
  return { password, passkeys, recovery_codes, mail, oidc, is_due: is_reminded && isOld && count < 2 }
}

/** Keeps whether the person wants to be reminded: on every device, and for good. */
export const setReminder = (db: Database, userId: string, isReminded: boolean): Promise<void> =>
  transaction(db, async (tx) => {
    await lockUser(tx, userId)
    await change(tx, sql`update users set is_reminded = ${isReminded} where id = ${userId}`)
  })
