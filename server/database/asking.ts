import type pg from 'pg'
import { type AheadResult, ask, type QueryOptions, type RawRow, type SqlQuery } from './driver-query.ts'
import { type Sql, textOf } from './sql.ts'
import { isPrepared, named } from './statement-cache.ts'

/** A statement that is sent ahead of the first statement of its handle, in the same round trip; see `aheadOf`. */
export type Ahead = AheadResult & {
  readonly statement: Sql
  /** The one row that it gives, if it gives any. */
  readonly row: Promise<RawRow | undefined>
  isSent: boolean
}

export function aheadOf(statement: Sql): Ahead {
  const { promise: row, resolve: found, reject: failed } = Promise.withResolvers<RawRow | undefined>()
  row.catch(() => undefined) // awaiting it reports the error
  return { statement, row, found, failed, isSent: false }
}

const observers = new WeakMap<pg.ClientBase, (text: string) => void>()

/** For the tests: tells the text of every statement that a session is asked. */
export const observeStatements = (client: pg.ClientBase, observe: (text: string) => void): unknown =>
  observers.set(client, observe)

/** A statement in the form that a session takes. */
function askedOf(client: pg.ClientBase, statement: Sql): SqlQuery {
  const text = textOf(statement)
  observers.get(client)?.(text)
  return { ...named(client, text), text, values: statement.values }
}

/** Runs the token look-up alone, when no read travels with it. */
export async function askAhead(client: pg.ClientBase, ahead: Ahead): Promise<void> {
  ahead.isSent = true
  try {
    const { rows } = await ask(client, askedOf(client, ahead.statement), { isRaw: true })
    ahead.found(rows[0] as RawRow | undefined) // as asked
  } catch (error) {
    ahead.failed(error as Error)
    throw error
  }
}

/** Sends a statement, and the one ahead of it, in one round trip; reads rows up to a number of bytes. */
export async function query(
  client: pg.ClientBase,
  statement: Sql,
  ahead?: Ahead,
  { maxBytes, mostBytes }: Pick<QueryOptions, 'maxBytes' | 'mostBytes'> = {},
): Promise<{ rows: unknown[]; isCut: boolean }> {
  try {
    const first = ahead && !ahead.isSent ? await firstOf(client, ahead) : undefined
    return await ask(client, askedOf(client, statement), { ahead: first, maxBytes, mostBytes })
  } catch (error) {
    Error.captureStackTrace(error as Error) // the stack of the caller says more than that from the socket to the driver
    throw error
  }
}

/** The statement to send ahead. If the session has not prepared it, it runs alone first, once for each session. */
function firstOf(client: pg.ClientBase, ahead: Ahead): (SqlQuery & AheadResult) | Promise<undefined> {
  const { name } = named(client, textOf(ahead.statement))
  if (name !== undefined && !isPrepared(client, name)) return askAhead(client, ahead) as Promise<undefined>
  ahead.isSent = true
  return { ...askedOf(client, ahead.statement), found: ahead.found, failed: ahead.failed }
}
