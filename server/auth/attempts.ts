import { refuse } from '../../contract/refusals.ts'
import { change, type Database, type Db, row, type Tx, transaction } from '../database/database.ts'
import { refusalOf } from '../database/failures.ts'
import { join, type Sql, sql } from '../database/sql.ts'

/**
 * Attempts to prove a password, counted in PostgreSQL so that every instance knows them. Each counter is a leaky bucket: an attempt adds
 * one, and time drains it. An attempt that would make it overflow is refused, and a correct password removes its attempt again. An attempt
 * is counted before its password is checked, so that many attempts at once cannot exceed the limit.
 */
const buckets = {
  /** One address at one account. */
  pair: { room: 10, drainSeconds: 90 },
  /** One account, from all addresses that have not signed in to it before. */
  account: { room: 100, drainSeconds: 300 },
  /** One address, at all accounts. */
  address: { room: 200, drainSeconds: 15 },
  /** A device on which the account was used before: attempts of strangers do not count here. */
  device: { room: 10, drainSeconds: 90 },
  /** All known devices of an account. It drains faster than one device can fill it, so that one device cannot lock out the others. */
  devices: { room: 30, drainSeconds: 30 },
  /** Requests for taken e-mails, by one person, and from one address by anybody. */
  takenByPerson: { room: 10, drainSeconds: 90 },
  takenByAddress: { room: 20, drainSeconds: 90 },
}
type AttemptBucket = keyof typeof buckets

/** No address begins like this, so rows of devices differ from rows of addresses. */
const DEVICE_PREFIX = 'device '

/** Who tries, on which account, and whether it is on a device that the account was used on before. */
export type Attempt = {
  emailKey: string
  address: string
  deviceId?: string | undefined
  /** Whether it cannot be guessed, so that the guesses of others from elsewhere do not delay it. */
  isUnguessable?: true
}

/** One counter's row. Empty strings in the key distinguish the counters. Rows are always written in the same order, so that two attempts cannot deadlock. */
type AttemptRow = {
  bucket: AttemptBucket
  email_key: string
  address: string
  /** Whether a full bucket lets the attempt through. */
  isOnlyCounted?: true
}

const pair = ({ emailKey, address }: Attempt): AttemptRow => ({
  bucket: 'pair',
  email_key: emailKey,
  address,
})

function rowsOf(attempt: Attempt, isKnownAddress: boolean): AttemptRow[] {
  const { emailKey, address, deviceId, isUnguessable = isKnownAddress } = attempt
  if (deviceId !== undefined)
    return [
      { bucket: 'device', email_key: emailKey, address: DEVICE_PREFIX + deviceId },
      { bucket: 'devices', email_key: emailKey, address: 'devices' },
      // Strangers at the same address do not lock out a known device, but its failures count for the address too.
      { bucket: 'address', email_key: '', address, isOnlyCounted: true },
    ]
  return [
    pair(attempt),
    ...(isUnguessable ? [] : [{ bucket: 'account', email_key: emailKey, address: '' } as const]),
    { bucket: 'address', email_key: '', address },
  ]
}

/** An attempt that was admitted, and the rows it is counted in. */
export type Admitted = { rows: AttemptRow[] }

const isKnownAddress = async (db: Db, { emailKey, address }: Attempt): Promise<boolean> =>
  (await row(
    db,
    sql`select 1 from login_attempts where email_key = ${emailKey} and address = ${address} and succeeded_at is not null`,
  )) !== undefined

/** Counts an attempt to prove a password, or refuses it. */
export async function admit(db: Database, attempt: Attempt): Promise<Admitted> {
  const rows = rowsOf(attempt, await isKnownAddress(db, attempt))
  await count(db, rows, true)
  return { rows }
}

/** Who requests an e-mail: a signed-in person, or somebody who registers. */
type Asker = { address: string; userId?: string }

const takenRows = ({ address, userId }: Asker): AttemptRow[] => [
  ...(userId === undefined
    ? []
    : [{ bucket: 'takenByPerson', email_key: 'taken', address: userId } as const]),
  { bucket: 'takenByAddress', email_key: 'taken', address },
]

/** Refuses any e-mail, free or taken, after too many requests for taken e-mails. */
export const checkTaken = (db: Database, asker: Asker): Promise<void> => count(db, takenRows(asker), false)

/** Counts a request for a taken e-mail: otherwise anybody could find out who has an account. */
export async function countIfTaken<T>(db: Database, asker: Asker, change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (refusalOf(error)?.code === 'email_taken') await count(db, takenRows(asker), true)
    throw error
  }
}

/**
 * Counts in all rows, or refuses; with `isKept` false it only checks. If the clock is set back, counters still drain, so that nobody waits
 * longer than one full drain.
 */
async function count(db: Database, rows: AttemptRow[], isKept: boolean): Promise<void> {
  const work = async (tx: Tx) => {
    const drain = sql`case when excluded.email_key = '' then ${buckets.address.drainSeconds}::float
                           when excluded.address = 'devices' then ${buckets.devices.drainSeconds}::float
                           when excluded.address = '' then ${buckets.account.drainSeconds}::float
                           when starts_with(excluded.address, ${DEVICE_PREFIX}) then ${buckets.device.drainSeconds}::float
                           else ${buckets.pair.drainSeconds}::float end`
    const levels = await change<{ email_key: string; address: string; level: number }>(
      tx,
      sql`insert into login_attempts (email_key, address, level, at) values ${valuesOf(rows, sql`1, now()`)}
          on conflict (email_key, address) do update set
            level = 1 + least(${buckets.address.room}, greatest(0, login_attempts.level
                                    - abs(extract(epoch from excluded.at - login_attempts.at)) / ${drain})),
            at = excluded.at
          returning email_key, address, level`,
    )
    for (const { bucket, email_key, address, isOnlyCounted } of rows) {
      if (isOnlyCounted) continue
      const level = levels.find((one) => one.email_key === email_key && one.address === address)?.level ?? 0
      const { room, drainSeconds } = buckets[bucket]
      const wait = Math.min(drainSeconds, Math.ceil((level - room) * drainSeconds))
      if (wait > 0) refuse('too_many_attempts', { retry_after: wait })
    }
  }
  await transaction(db, work, () => isKept)
}

const valuesOf = (rows: AttemptRow[], rest: Sql): Sql =>
  join(
    rows.map(({ email_key, address }) => sql`(${email_key}, ${address}, ${rest})`),
    sql`, `,
  )

/** After a correct password, its attempt no longer counts. */
export async function uncountAttempts(tx: Tx, { rows }: Admitted): Promise<void> {
  await change(
    tx,
    sql`insert into login_attempts (email_key, address, level, at) values ${valuesOf(rows, sql`0, now()`)}
        on conflict (email_key, address) do update set level = greatest(0, login_attempts.level - 1)`,
  )
}

/** Marks an address as used by the account: attempts of strangers elsewhere no longer delay it. */
export async function rememberAddress(tx: Tx, { emailKey, address }: Attempt): Promise<void> {
  await change(
    tx,
    sql`insert into login_attempts (email_key, address, level, at, succeeded_at)
        values (${emailKey}, ${address}, 0, now(), now())
        on conflict (email_key, address) do update set succeeded_at = excluded.succeeded_at`,
  )
}
