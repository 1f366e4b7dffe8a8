import { lstatSync } from 'node:fs'
import { lchown, mkdtemp } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import type { OsUser } from './os-user.ts'

/*
 * The way into the built-in PostgreSQL: a socket in a private folder below /tmp, because a socket's path has room for
 * about 100 bytes. Whoever cleans up /tmp may remove the folder, and any account may then make one of the same name. So
 * the folder is checked whenever it is used, a folder that is not ours is never used again, and the server behind the socket
 * has to prove that it is our PostgreSQL before anything is sent to it.
 */
const SOCKETS = '/tmp/florin-'
export const isSockets = (path: string | undefined): path is string =>
  /^\/tmp\/florin-[A-Za-z0-9]{6}$/.test(path ?? '')

export async function makeSockets({ uid, gid }: OsUser): Promise<string> {
  const folder = await mkdtemp(SOCKETS) // with mode 0700
  if (uid !== undefined && gid !== undefined) await lchown(folder, uid, gid)
  return folder
}

const isOf = ({ uid }: OsUser, found: { uid: number }) => found.uid === (uid ?? process.getuid?.())

/** Whether only the account and root can enter the folder or put another in its place. */
export function isPrivate(folder: string, account: OsUser): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return found?.isDirectory() === true && isOf(account, found) && (found.mode & 0o777) === 0o700
}

/** Whether there still is a way in. */
export function hasSocket(folder: string, account: OsUser): boolean {
  if (!isPrivate(folder, account)) return false
  const found = lstatSync(join(folder, '.s.PGSQL.5432'), { throwIfNoEntry: false })
  return found?.isSocket() === true && isOf(account, found)
}

/** Error code: the answer is not from our PostgreSQL. PostgreSQL reserves this code for clients and never sends it. */
export const UNPROVEN = '08001'
const unproven = () =>
  Object.assign(new Error('What answers in the place of the built-in PostgreSQL is not it.'), {
    code: UNPROVEN,
  })

/** The driver's connection below a session; its types leave it out. */
type Wire = NodeJS.EventEmitter & { stream: Socket }

const wireOf = (client: pg.Client): Wire => (client as unknown as { connection: Wire }).connection // see the type

/** Lets go of a session that did not come about. A goodbye to a server that starts, and so has closed its end, would fail, and cost a start the stack of that error. */
export const dropSession = (client: pg.Client): void => void wireOf(client).stream.destroy()

/**
 * A session, not connected yet, with a server that has to prove by SCRAM that it knows our password. The driver by itself
 * sends the password to a server that asks for it, and statements to one that asks for nothing. We hear of every message
 * before the driver does, and nothing is sent any more over a stream that is destroyed.
 */
export function provenSession(config: pg.ClientConfig & { host: string }, account: OsUser): pg.Client {
  const client = new pg.Client(config)
  const wire = wireOf(client)
  const refuse = () => {
    wire.removeAllListeners('readyForQuery') // or else the driver would take a session that it was just refused
    wire.stream.destroy(unproven())
  }
  let hasProof = false
  wire.on('connect', () => isPrivate(config.host, account) || refuse())
  wire.on('authenticationCleartextPassword', refuse)
  wire.on('authenticationMD5Password', refuse)
  wire.on('authenticationSASLFinal', () => {
    hasProof = true // the driver looks at it next
  })
  wire.on('error', (error: Error) => {
    if (wire.stream.destroyed) return
    // The error is the driver's, and not the stream's: the server's proof was wrong.
    hasProof = false
    Object.assign(error, { code: UNPROVEN })
    refuse()
  })
  wire.on('authenticationOk', () => hasProof || refuse())
  wire.once('readyForQuery', () => hasProof || refuse()) // the first one ends the sign-in, and each statement has another
  return client
}
