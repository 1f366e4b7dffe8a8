import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mock } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { listAccounts } from '../contract/accounts.ts'
import { api } from '../contract/api.ts'
import { moveBetween } from '../contract/between.ts'
import type { Client } from '../contract/client.ts'
import { createContact } from '../contract/contacts.ts'
import { commitImport } from '../contract/imports.ts'
import { createInvitation } from '../contract/invitations.ts'
import { createBook, createBookInvitation, removeMember } from '../contract/members.ts'
import { makeEmailLink } from '../server/auth/email.ts'
import { addJob } from '../server/auth/mail.sql.ts'
import { insertLink, takeState } from '../server/auth/oidc.sql.ts'
import { makeRecoveryLink } from '../server/auth/recovery.ts'
import { backUp } from '../server/backup/backup.ts'
import { CHECKSUM_BYTES, FIRST_LINE, type Header, piecesIn } from '../server/backup/format.ts'
import { type CopiedTable, copyOut, tablesOf } from '../server/database/copy.ts'
import { type Database, snapshot, transaction } from '../server/database/database.ts'
import { migrationsOf } from '../server/database/migrate.ts'
import { newId } from '../server/process/ids.ts'
import { readSettings } from '../server/settings.ts'
import { account } from './books.ts'
import { inBook, join as joinBook } from './household.ts'
import { csv, sendFile, zipOf } from './importing.ts'
import { addKey } from './passkeys.ts'
import { richWorld } from './prepared.ts'
import { programOf } from './programs.ts'
import { enrol } from './second-factor.ts'
import type { Person, World } from './world.ts'

/**
 * Data of every released schema, as this Florin finds it after an upgrade: a folder for each migration that was the last one of a state
 * of main, with a backup of a book that has every kind of record, and with the answers about it.
 */
const FOLDER = 'test/released'

/** The schema that released data begins with: before it, migrations were edited. */
const FIRST = '0004'

/** The time of the answers, since some of them depend on the day. */
const NOW = '2026-11-16T12:00:00.000Z'

export type Release = {
  name: string
  backup: string
  token: string
  /** By path. */
  answers: Record<string, unknown>
}

/** The names of all schemas that are to be kept, by the migration that each ends with. */
export const schemas = async (): Promise<string[]> =>
  (await migrationsOf()).map(({ id }) => id).filter((id) => id >= FIRST)

/** The names of the schemas that are kept. */
export const kept = async (): Promise<string[]> =>
  (await readdir(FOLDER)).filter((name) => /^\d/.test(name)).sort()

export async function release(name: string): Promise<Release> {
  const packed = await readFile(join(FOLDER, name, 'answers.json.zst'))
  return {
    name,
    backup: join(FOLDER, name, 'florin.backup'),
    ...JSON.parse(String(zstdDecompressSync(packed))),
  }
}

/** A file of another program that waits with an account, a group and a budget beside its row. */
const BUDGET = {
  'Home as of 2026-03-02 1210 - Plan.csv':
    '"Month","Category Group/Category","Category Group","Category","Assigned","Activity","Available"\n' +
    '"Jan 2026","Fixed: Streaming","Fixed","Streaming",$20.00,-$11.90,$8.10\n',
  'Home as of 2026-03-02 1210 - Register.csv':
    '"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"\n' +
    '"Visa","","01/25/2026","Pictures","Fixed: Streaming","Fixed","Streaming","",$11.90,$0.00,"Cleared"\n',
}

/** Keeps data of the current schema, unless it is kept: earlier data is never made again. */
export async function record(): Promise<void> {
  const name = (await schemas()).at(-1) ?? assert.fail('there are no migrations')
  if ((await kept()).includes(name)) return
  const { world, ana } = await richWorld()
  const bank = await account(ana, 'Bank')
  const file = { account_id: bank.id, filename: 'march.csv' }
  const { id } = await sendFile(ana, file, csv('2026-03-02,Bakery,-3.20', '2026-03-03,Salary,1000'))
  await ana.call(commitImport, { params: { id } })
  await sendFile(ana, { ...file, filename: 'april.csv' }, csv('2026-03-03,Salary,1000', '2026-04-03,Café,-4'))
  const { brings } = await sendFile(ana, { filename: 'budget.zip' }, await zipOf(BUDGET))
  assert.deepEqual(
    brings.map(({ kind, count }) => [kind, count]),
    [
      ['accounts', 1],
      ['groups', 1],
      ['budgets', 1],
    ],
  )
  await ana.send({
    method: 'POST',
    url: '/contacts',
    headers: { 'idempotency-key': 'once' },
    payload: { name: 'Cleo' },
  })
  await enrol(ana)
  await addKey(ana)
  await programOf(world.app, ana, ['read'], { name: 'Year-end sheet' })
  await transaction(world.db, async (tx) => {
    const at = new Date().toISOString()
    await makeRecoveryLink(tx, ana.user.id, readSettings({}))
    await makeEmailLink(tx, ana.user, readSettings({}))
    await addJob(tx, { kind: 'confirmation', userId: ana.user.id, payload: { address: '127.0.0.1' } })
    await insertLink(tx, { issuer: 'https://sso.example', subject: 'ana' }, ana.user.id, at)
    await takeState(tx, newId(), at)
  })
  await ana.call(createInvitation, { body: { email: 'bela@example.com' } })
  await shareBook(world, ana)
  const wrong = { email: ana.user.email, password: 'not this one' }
  await world.send({ method: 'POST', url: '/auth/login', payload: wrong })
  const folder = join(FOLDER, name)
  await mkdir(folder, { recursive: true })
  await backUp(world.db, join(folder, 'florin.backup'), {
    expect: () => undefined,
    add: () => undefined,
    end: () => undefined,
  })
  const answers = await answersAbout(atThatTime(world), ana.token)
  const empty = (await rowsIn(join(folder, 'florin.backup'))).filter(({ lines }) => lines.length === 0)
  assert.deepEqual(
    empty.map(({ name }) => name),
    [],
    'tables without rows',
  )
  await writeFile(
    join(folder, 'answers.json.zst'),
    zstdCompressSync(JSON.stringify({ token: ana.token, answers })),
  )
}

/** Somebody is in the book, somebody has left it, a link waits, and money came from another book. */
async function shareBook(world: World, ana: Person): Promise<void> {
  const [kai, lea] = [await world.person({ name: 'Kai' }), await world.person({ name: 'Lea' })]
  const here = await joinBook(world, ana, ana.book_id, kai, 'editor')
  await here.call(createContact, { body: { name: 'Of Kai' } })
  await joinBook(world, ana, ana.book_id, lea, 'viewer')
  await ana.call(removeMember, { params: { user_id: lea.user.id } })
  await ana.call(createBookInvitation, { body: { role: 'annotator' } })
  const other = await ana.call(createBook, { body: { name: 'Other' } })
  const [from, to] = [await account(ana, 'Bank'), await accountIn(inBook(world.app, ana, other.id), 'Bank')]
  const body = { to_book_id: other.id, from_account_id: from.id, to_account_id: to.id, amount: 5 }
  await ana.call(moveBetween, { body })
}

const accountIn = async ({ call }: Client, name: string) =>
  (await call(listAccounts)).data.find((one) => one.name === name) ?? assert.fail(name)

/** The service at the time of the kept answers. */
export const atThatTime = (world: World): FastifyInstance => world.another({}, undefined, () => NOW)

/** The answers to all GETs that a person can make, at the time of the kept ones. */
export async function answersAbout(app: FastifyInstance, token: string): Promise<Record<string, unknown>> {
  // The day comes from the machine's clock, and `todayIn` caches it for the current second.
  const then = Temporal.Instant.from(NOW)
  const day = mock.method(Temporal.Now, 'plainDateISO', (zone = 'UTC') =>
    then.toZonedDateTimeISO(zone).toPlainDate(),
  )
  await sleep(1_000)
  try {
    return await answersNow(app, token)
  } finally {
    day.mock.restore()
  }
}

/** The answers to all GETs that a person can make: lists and reports, and each record of the lists. */
export async function answersNow(app: FastifyInstance, token: string): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  const get = async (path: string) => {
    const answer = await app.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${token}` } })
    const body = answer.headers['content-type']?.toString().includes('json') ? answer.json() : answer.payload
    found[path] = { status: answer.statusCode, body }
    return answer.statusCode === 200 ? body : {}
  }
  const gets = api.map(({ route }) => route).filter(({ method }) => method === 'GET')
  // The file of a book says when it was made, and a stream when to come again.
  for (const { path } of gets.filter(({ path }) => !path.includes('{') && !/\/(export|events)$/.test(path))) {
    const { data } = await get(path)
    if (!Array.isArray(data) || !gets.some((route) => route.path === `${path}/{id}`)) continue
    for (const { id } of data) await get(`${path}/${id}`)
  }
  return found
}

type Rows = CopiedTable & { lines: string[] }

async function* piecesOf(file: string) {
  const bytes = await readFile(file)
  async function* whole() {
    yield zstdDecompressSync(bytes.subarray(FIRST_LINE.length, bytes.length - CHECKSUM_BYTES))
  }
  yield* piecesIn(whole())
}

/** The migrations that the database of a backup had been through, each with the SHA-256 of its file at that time. */
export async function migrationsIn(file: string): Promise<Header['migrations']> {
  for await (const { content } of piecesOf(file)) return (JSON.parse(String(content)) as Header).migrations // the first piece
  return assert.fail(`${file} is empty`)
}

/** Every row of a backup, as text, by table. */
export async function rowsIn(file: string): Promise<Rows[]> {
  let [header, name]: [Header | undefined, string] = [undefined, '']
  const texts = new Map<string, string>()
  for await (const { kind, content } of piecesOf(file)) {
    if (kind === 'H') header = JSON.parse(String(content)) as Header // as we wrote it
    if (kind === 'T') name = String(content)
    if (kind === 'D') texts.set(name, (texts.get(name) ?? '') + content)
  }
  return (header?.tables ?? []).map((table) => ({ ...table, lines: linesIn(texts.get(table.name) ?? '') }))
}

/** The rows of a database in tables and columns that it had before, as text. */
export const rowsOf = (db: Database, tables: CopiedTable[]): Promise<Rows[]> =>
  snapshot(db, async (moment) => {
    const found: Rows[] = []
    for (const { name, columns } of tables) {
      const chunks = await Array.fromAsync(copyOut(moment, { name, columns }) as AsyncIterable<Buffer>)
      found.push({ name, columns, lines: linesIn(String(Buffer.concat(chunks))) })
    }
    return found
  })

/** Every row of a database. */
export const allRows = async (db: Database): Promise<Rows[]> => rowsOf(db, await tablesOf(db))

const linesIn = (text: string): string[] => text.split('\n').slice(0, -1).sort()
