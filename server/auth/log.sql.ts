import type { UserEvent } from '../../contract/auth.ts'
import { change, type Tx } from '../database/database.ts'
import { join, type Sql, sql, withParts } from '../database/sql.ts'

/** How many rows of a person's log are kept: sign-ins would make it grow for ever. */
export const MAX_EVENTS = 1_000

type UserAction =
  | 'created'
  | 'updated'
  | 'signed_in'
  | 'signed_out'
  | 'revoked'
  | 'removed'
  | 'used'
  | 'recovered'
  | 'confirmed'
  | 'ended_by_password'
  | 'ended_by_recovery'
  | 'ended_by_limit'

/** A change of a person's profile, password, devices, keys for programs, invitations, second factor, passkeys or link to a provider. It holds no secret and no hash. */
export type UserLogEvent = {
  action: UserAction
  resource:
    | 'profile'
    | 'password'
    | 'device'
    | 'program'
    | 'invitation'
    | 'second_factor'
    | 'passkey'
    | 'oidc'
  id: string
  before?: object
  after?: object
}

/** Whose log it is, the token that the change was made with, and when. */
type LogOwner = { userId: string; tokenId: string | null; at: string }

/**
 * Appends events to a person's log, in the transaction of the change itself; returns the version of the first one. The person's row is
 * locked or new, so that versions have no gaps and are in the order of the changes.
 */
export async function logEvents(
  tx: Tx,
  { userId, tokenId, at }: LogOwner,
  events: readonly UserLogEvent[],
): Promise<number> {
  const [counted] = await change<{ log_version: bigint }>(
    tx,
    sql`update users set log_version = log_version + ${events.length} where id = ${userId} returning log_version`,
  )
  const last = Number(counted?.log_version)
  const first = last - events.length + 1
  const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value))
  const lines = events.map(
    ({ action, resource, id, before, after }, index) =>
      sql`(${userId}::uuid, ${first + index}::bigint, ${at}::timestamptz, ${action}, ${resource}, ${id}::uuid, ${tokenId}::uuid,
           ${json(before)}::json, ${json(after)}::json)`,
  )
  const outdated = sql`delete from user_events where user_id = ${userId} and version <= ${last - MAX_EVENTS}`
  await change(
    tx,
    withParts(
      [outdated],
      sql`insert into user_events (user_id, version, at, action, resource, record_id, token_id, before, after)
          values ${join(lines, sql`, `)}`,
    ),
  )
  return first
}

/** A person's log, as the API shows it. */
export const eventsOf = (userId: string): Sql =>
  sql`(select version, at, action, resource, record_id as id, token_id as device_id, before, after
       from user_events where user_id = ${userId}) event`

export type UserEventRow = Omit<UserEvent, 'version'> & { version: bigint }
