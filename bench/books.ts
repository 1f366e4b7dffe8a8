import { randomUUID } from 'node:crypto'
import { makeToken, readToken } from '../server/auth/tokens.ts'
import { change, script, transaction } from '../server/database/database.ts'
import { closeDatabase, openDatabase } from '../server/database/open.ts'
import { sql } from '../server/database/sql.ts'
import { type Figure, median } from './figures.ts'
import { copyBook, sourceOf } from './instance.ts'
import { load, type Outcome } from './load.ts'
import { createText, newPerson, type Person } from './people.ts'
import type { Service } from './processes.ts'

const CLIENTS = 16
const BOOKS = 1_000
const ROUNDS = 3
const SECONDS = 4

/** 16 clients that create in one book, against 16 clients that go through a thousand books of a thousand people. */
export async function manyBooksOrOne(service: Service): Promise<Figure[]> {
  const person = await newPerson(service)
  const tokens = await copies(service, person, BOOKS)
  const texts = tokens.map((token) => createText({ ...person, token }))
  const each = BOOKS / CLIENTS
  const many = {
    clients: Array.from({ length: CLIENTS }, (_, n) =>
      texts.slice(Math.floor(n * each), Math.floor((n + 1) * each)),
    ),
    pauseMs: 0,
  }
  const hot = { clients: Array.from({ length: CLIENTS }, () => [createText(person)]), pauseMs: 0 }
  for (const crowd of [many, hot]) await load(service.port, 2, { crowd })
  const rounds: { many: Outcome[]; hot: Outcome[] } = { many: [], hot: [] }
  for (let round = 0; round < ROUNDS; round++) {
    rounds.many.push((await load(service.port, SECONDS, { many })).many)
    rounds.hot.push((await load(service.port, SECONDS, { hot })).hot)
  }
  const rate = (name: keyof typeof rounds) => median(rounds[name].map(({ perSecond }) => perSecond))
  return [
    {
      name: 'create, one hot book, to 1,000 books',
      value: rate('hot') / rate('many'),
      unit: 'ratio',
      atLeast: 0.5,
      from: { 'one book/s': rate('hot'), '1,000 books/s': rate('many') },
    },
  ]
}

/** People with a copy of somebody's book each, created without hashing a password; their tokens. */
async function copies({ owner }: Service, { token }: Person, count: number): Promise<string[]> {
  const db = openDatabase(owner, () => undefined, { max: 2, isPatient: true })
  try {
    return await transaction(db, async (tx) => {
      await script(tx, "set local statement_timeout = 0; set local session_replication_role = 'replica'")
      const [{ user_id: userId, book_id: bookId } = { user_id: '', book_id: '' }] = await change<{
        user_id: string
        book_id: string
      }>(tx, sql`select user_id, book_id from members where user_id = ${userOf(token)}`)
      const source = await sourceOf(tx, bookId)
      const tokens: string[] = []
      for (let n = 0; n < count; n++) {
        const [id, tokenId] = [randomUUID(), randomUUID()]
        const { text, secretHash } = makeToken(id, tokenId)
        await change(
          tx,
          sql`insert into users (id, name, email, password_hash, version, created_at, updated_at)
              select ${id}, name, ${`copy-${n}@example.com`}, password_hash, version, created_at, updated_at from users where id = ${userId}`,
        )
        await change(
          tx,
          sql`insert into tokens (user_id, id, secret_hash, device_name, created_at, last_used_at) values (${id}, ${tokenId}, ${secretHash}, 'bench', now(), now())`,
        )
        await copyBook(tx, source, { userId: id, isDefault: true })
        tokens.push(text)
      }
      return tokens
    })
  } finally {
    await closeDatabase(db)
  }
}

const userOf = (token: string): string => readToken(token)?.userId ?? ''
