import type { Device, User } from '../../contract/auth.ts'
import { change, type Db, row, type Tx } from '../database/database.ts'
import type { RawRow } from '../database/driver-query.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { Program } from '../http/request.ts'
import { type BookRow, bookColumns } from '../ledger/book.ts'
import { noteTime } from '../ledger/log.ts'

/**
 * The book that a person works in, as `m` and, if it is the expected one, `b`. A person's first book has the person's own id, so that on a
 * cluster both are on one shard. Another book is looked up separately: in the same statement, Citus would fetch all books.
 */
const defaultBook = (userId: string, columns: Sql): Sql =>
  sql`join members m on m.user_id = ${userId} and m.is_default
      left join (select ${columns} from books where id = ${userId}) b on b.id = m.book_id`

/** A row if anybody has an account: the one thing about all people that a stranger is told. */
export const anybody: Sql = sql`select from users limit 1`

export async function findUser(db: Db, id: string): Promise<User | undefined> {
  type Found = Omit<User, 'version' | 'default_book_id'> & { version: bigint; book_id: string }
  const found = await row<Found>(
    db,
    sql`select u.id, u.name, u.email, u.email_confirmed_at, u.pending_email, u.language,
               u.pending_email is not null or u.email_confirmed_at is null as needs_confirmation, b.base_currency_id,
               exists (select from operators where operator_id = ${id}) as is_operator, u.version, u.created_at, u.updated_at, m.book_id
        from users u ${defaultBook(id, sql`id, base_currency_id`)} where u.id = ${id}`,
  )
  if (!found) return undefined
  const { book_id, version, ...user } = found
  const book = user.base_currency_id === null ? await findBook(db, book_id) : user
  return (
    book && {
      ...user,
      base_currency_id: book.base_currency_id,
      default_book_id: book_id,
      version: Number(version),
    }
  )
}

/** A book that a person works in, though it is not their first. */
export async function findBook(db: Db, id: string): Promise<BookRow | undefined> {
  const found = await row<{ book: string }>(
    db,
    sql`select to_json(b)::text as book from (select ${bookColumns} from books where id = ${id}) b`,
  )
  return found && readBook(JSON.parse(found.book))
}

/** Two look-ups, each on one shard; an unknown e-mail costs the same. */
export async function findLogin(
  db: Db,
  emailKey: string,
): Promise<(Credentials & { id: string; has_second_factor: boolean }) | undefined> {
  const login = await row<{ user_id: string }>(
    db,
    sql`select user_id from logins where email_key = ${emailKey}`,
  )
  const nobody = '00000000-0000-0000-0000-000000000000'
  const id = login?.user_id ?? nobody
  return row(
    db,
    sql`select id, ${credentials},
               exists (select from second_factors where user_id = ${id} and confirmed_at is not null) as has_second_factor
        from users where id = ${id}`,
  )
}

export type Credentials = { email: string; password_hash: string | null; password_generation: number }
const credentials = sql`email, password_hash, password_generation`

export const findCredentials = (db: Db, userId: string): Promise<Credentials | undefined> =>
  row(db, sql`select ${credentials} from users where id = ${userId}`)

/**
 * Locks the person's row, so that sign-ins and changes of the password or the e-mail happen one after another. Returns the row as it is once
 * the lock is held.
 */
export const lockUser = (tx: Tx, userId: string): Promise<Credentials | undefined> =>
  row(tx, sql`select ${credentials} from users where id = ${userId} for no key update`)

export async function insertLogin(tx: Tx, emailKey: string, userId: string): Promise<void> {
  await change(tx, sql`insert into logins (email_key, user_id) values (${emailKey}, ${userId})`)
}

export async function deleteLogin(tx: Tx, emailKey: string): Promise<void> {
  await change(tx, sql`delete from logins where email_key = ${emailKey}`)
}

/** Deletes the counted attempts for an e-mail that its account no longer has. */
export async function deleteAttempts(tx: Tx, emailKey: string): Promise<void> {
  await change(tx, sql`delete from login_attempts where email_key = ${emailKey}`)
}

export async function insertUser(tx: Tx, user: User, passwordHash: string | null): Promise<void> {
  await change(
    tx,
    sql`insert into users (id, name, email, language, password_hash, version, created_at, updated_at)
        values (${user.id}, ${user.name}, ${user.email}, ${user.language}, ${passwordHash}, ${user.version}, ${user.created_at}, ${user.updated_at})`,
  )
}

/** Makes a person the owner of a new book, which they work in from then on if it is their default. */
export async function insertOwner(
  tx: Tx,
  userId: string,
  bookId: string,
  at: string,
  isDefault = true,
): Promise<void> {
  await change(
    tx,
    sql`insert into members (user_id, book_id, role, is_default, created_at)
        values (${userId}, ${bookId}, 'owner', ${isDefault}, ${at})`,
  )
}

/** Notes that a person has left a book, for the names in its history. */
export async function noteFormer(
  tx: Tx,
  userId: string,
  bookId: string,
  { joined_at, left_at }: { joined_at: string; left_at: string },
): Promise<void> {
  await change(
    tx,
    sql`insert into former_members (book_id, user_id, joined_at, left_at)
        values (${bookId}, ${userId}, ${joined_at}, ${left_at})`,
  )
}

export async function changeUser(tx: Tx, user: User): Promise<void> {
  await change(
    tx,
    sql`update users set name = ${user.name}, email = ${user.email}, language = ${user.language}, email_confirmed_at = ${user.email_confirmed_at},
                         pending_email = ${user.pending_email}, version = ${user.version}, updated_at = ${user.updated_at}
        where id = ${user.id}`,
  )
}

/** Stores a new password. A pending e-mail ends with it: whoever knew the old password may have asked for it. */
export async function changePasswordHash(tx: Tx, user: User, passwordHash: string | null): Promise<void> {
  await change(
    tx,
    sql`update users set password_hash = ${passwordHash}, password_generation = password_generation + 1, pending_email = null,
                         version = ${user.version}, updated_at = ${user.updated_at}
        where id = ${user.id}`,
  )
}

/** Stores a new hash of the same password, with the person's row locked. It makes no version, because nothing visible changes. */
export async function rehash(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await change(tx, sql`update users set password_hash = ${passwordHash} where id = ${userId}`)
}

export async function insertToken(
  tx: Tx,
  token: { userId: string; id: string; secretHash: Buffer; deviceName: string; at: string },
): Promise<void> {
  await change(
    tx,
    sql`insert into tokens (user_id, id, secret_hash, device_name, created_at, last_used_at)
        values (${token.userId}, ${token.id}, ${token.secretHash}, ${token.deviceName}, ${token.at}, ${token.at})`,
  )
}

/** A session ends after this many days without use, and after this many in all. */
export const SESSION_DAYS = { unused: 90, total: 365 }
export const unusedLife: Sql = sql`make_interval(days => ${SESSION_DAYS.unused})`
export const totalLife: Sql = sql`make_interval(days => ${SESSION_DAYS.total})`

/** Devices that are still signed in, with the day on which their session expires. */
export const devices = (userId: string, tokenId: string): Sql =>
  sql`select id, device_name, id = ${tokenId} as is_current, created_at, last_used_at,
             least(created_at + ${totalLife}, last_used_at + ${unusedLife}) as expires_at, abilities, book_id, last_address
      from tokens where user_id = ${userId} and abilities is null and created_at > now() - ${totalLife}
                    and last_used_at > now() - ${unusedLife}`

/** The keys of a person's programs, with those that have expired. */
export const programs = (userId: string): Sql =>
  sql`select id, device_name, false as is_current, created_at, last_used_at, expires_at, abilities, book_id, last_address
      from tokens where user_id = ${userId} and abilities is not null`

export const findDevice = (
  db: Db,
  userId: string,
  tokenId: string,
  id: string,
): Promise<Device | undefined> =>
  row(
    db,
    sql`select * from (${devices(userId, tokenId)} union all ${programs(userId)}) device where id = ${id}`,
  )

/** An ended session or key, for the person's log. */
export type EndedToken = {
  id: string
  device_name: string
  created_at: string
  last_used_at: string
  expires_at: string | null
  abilities: string[] | null
}
const ended = sql`id, device_name, created_at, last_used_at, expires_at, abilities`

export const deleteToken = (tx: Tx, userId: string, id: string): Promise<EndedToken[]> =>
  change(tx, sql`delete from tokens where user_id = ${userId} and id = ${id} returning ${ended}`)

/** Ends all sessions of a person except one. */
export const deleteOtherTokens = (tx: Tx, userId: string, id: string): Promise<EndedToken[]> =>
  change(
    tx,
    sql`delete from tokens where user_id = ${userId} and abilities is null and id <> ${id} returning ${ended}`,
  )

export const deleteSessions = (tx: Tx, userId: string): Promise<EndedToken[]> =>
  change(tx, sql`delete from tokens where user_id = ${userId} and abilities is null returning ${ended}`)

/** Ends all sessions of a person, and all keys of their programs. */
export const deleteTokens = (tx: Tx, userId: string): Promise<EndedToken[]> =>
  change(tx, sql`delete from tokens where user_id = ${userId} returning ${ended}`)

/** Ends the sessions that have been unused for longest, so that at most this many are left. */
export const deleteTokensBeyond = (tx: Tx, userId: string, most: number): Promise<EndedToken[]> =>
  change(
    tx,
    sql`delete from tokens where user_id = ${userId} and id in
          (select id from tokens where user_id = ${userId} and abilities is null order by last_used_at desc, created_at desc, id desc offset ${most})
        returning ${ended}`,
  )

export type SessionRow = {
  secret_hash: Buffer
  created_at: string
  last_used_at: string
  /** Their role in the book; null if they are not a member of it, or the key does not open it. */
  role: string | null
  /** Of a key for a program; null for a session. */
  program:
    | (Omit<Program, 'bookId'> & { expires_at: string | null; book_id: string | null; is_unused: boolean })
    | null
  /** Undefined if it is already known. */
  book: BookRow | undefined
  /** The id of the book, if it is neither the one that is known nor the person's first. */
  elsewhere: string | null
}

/**
 * The token, its owner's role in the book that is asked for, or else in the one that they work in, and that book, unless this version of it is known
 * already. Of a key that is bound to a book, this book is the one that its program works in, and no other is opened.
 */
export const sessionOf = (
  userId: string,
  tokenId: string,
  known: Pick<BookRow, 'id' | 'version'> | undefined,
  asked: string | undefined,
): Sql =>
  sql`select t.secret_hash, t.created_at, t.last_used_at, m.role,
             case when b.version <> ${known?.version ?? 0}::float8 then to_json(b) end, case when b.id is null then m.book_id end,
             case when t.abilities is not null then json_build_object('name', t.device_name, 'abilities', t.abilities, 'expires_at', t.expires_at, 'book_id', t.book_id,
                                                                      'is_unused', t.last_address is null) end
      from tokens t
      left join members m on m.user_id = ${userId}
        and ${asked === undefined ? sql`case when t.book_id is null then m.is_default else m.book_id = t.book_id end` : sql`m.book_id = ${asked} and (t.book_id is null or t.book_id = ${asked})`}
      left join (select ${bookColumns} from books where id = ${known?.id ?? asked ?? userId}) b on b.id = m.book_id
      where t.user_id = ${userId} and t.id = ${tokenId}`

/** Reads the row that `sessionOf` finds, as PostgreSQL writes it. */
export function readSession([
  secret,
  created_at,
  last_used_at,
  role,
  book,
  elsewhere,
  program,
]: RawRow): SessionRow {
  return {
    secret_hash: Buffer.from(secret?.slice('\\x'.length) ?? '', 'hex'),
    created_at: created_at ?? '',
    last_used_at: last_used_at ?? '',
    role: role ?? null,
    book: book ? readBook(JSON.parse(book)) : undefined,
    elsewhere: elsewhere ?? null,
    program: program ? JSON.parse(program) : null,
  }
}

/** JSON has times in another form. */
function readBook(book: BookRow): BookRow {
  const timeOf = (at: string) => new Date(at).toISOString()
  const { created_at, updated_at } = book
  const changed_at = timeOf(book.changed_at)
  noteTime(changed_at)
  return { ...book, created_at: timeOf(created_at), updated_at: timeOf(updated_at), changed_at }
}

export async function touchToken(
  tx: Tx,
  { userId, id, at, address }: { userId: string; id: string; at: string; address: string },
): Promise<void> {
  await change(
    tx,
    sql`update tokens set last_used_at = ${at}, last_address = ${address} where user_id = ${userId} and id = ${id}`,
  )
}

/** Sets the time of a session's proof; false if the session has ended. */
export const proveAt = async (tx: Tx, userId: string, tokenId: string, at: string): Promise<boolean> =>
  (
    await change(
      tx,
      sql`update tokens set proven_at = ${at} where user_id = ${userId} and id = ${tokenId} returning id`,
    )
  ).length > 0
