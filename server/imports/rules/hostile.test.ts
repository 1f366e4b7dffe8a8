import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransactions } from '../../../contract/batches.ts'
import { listContacts } from '../../../contract/contacts.ts'
import { createImportRule, previewNewRule, type When } from '../../../contract/import-rules.ts'
import { createImport, getImport } from '../../../contract/imports.ts'
import { account, category } from '../../../test/books.ts'
import { csv, rowsOf, sendFile, untilRead } from '../../../test/importing.ts'
import { longestTurn } from '../../../test/longest-turn.ts'
import { until } from '../../../test/until.ts'
import { makeWorld, type Person } from '../../../test/world.ts'
import { change, onlyRow, queuedAs, row, transaction } from '../../database/database.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { type BookRow, bookColumns } from '../../ledger/book.ts'
import { ClientGone } from '../../process/slices.ts'
import { readFile } from '../read/read.ts'
import { comparing, previewRule } from './apply.ts'

const world = await makeWorld({ logLevel: 'warn' })
const write = (statement: Sql) => transaction(world.db, (tx) => change(tx, statement))

/** As many conditions as a rule can have, of the longest words. Compared one by one, the first of these take length times length. */
const SLOW = (n: number) => `ab${'a'.repeat(253 - n)}`
const PLAIN = (n: number) => `shop number ${n} `.repeat(20).slice(0, 255)
function conditions(word: (n: number) => string): When {
  const group = (first: number) => ({
    field: 'group' as const,
    match: 'any' as const,
    conditions: Array.from({ length: 50 }, (_, n) => ({
      field: 'text' as const,
      is: 'contains' as const,
      value: word(first + n),
    })),
  })
  return { match: 'any', conditions: [group(0), group(50)] }
}

/** Somebody with 200 such rules. */
async function ruled(word: (n: number) => string) {
  const person = await world.person()
  const [bank, food] = [await account(person, 'Bank'), await category(person, 'Food')]
  const body = { name: 'Wide', when: conditions(word), set: { category_id: food.id } }
  await person.call(createImportRule, { body })
  await write(sql`insert into import_rules
    select book_id, gen_random_uuid(), name, rank, is_active, conditions, actions, created_version, version, created_at, updated_at, deleted_at
    from import_rules, generate_series(2, 200) where book_id = ${person.book_id}`)
  return { person, bank, food }
}

/** Does something, and tells the processor time of all threads in milliseconds. */
async function costOf<T>(work: () => Promise<T>): Promise<{ done: T; ms: number }> {
  const before = process.cpuUsage()
  const done = await work()
  const { user, system } = process.cpuUsage(before)
  return { done, ms: (user + system) / 1_000 }
}

/** Three rows of nothing but the letter that the words are slow for. */
const WIDE = csv(...[1, 2, 3].map((n) => `2026-11-0${n},${'a'.repeat(60_000)},-1.0${n}`))

test('a file with the widest rules costs the length of its texts, and others are answered meanwhile', async () => {
  const [slow, plain] = [await ruled(SLOW), await ruled(PLAIN)]
  const other = await world.person()
  const read = ({ person, bank }: typeof slow) => sendFile(person, { account_id: bank.id }, WIDE)
  const usual = await costOf(() => read(plain))
  const { done, ms } = await longestTurn(() =>
    costOf(async () => {
      const reading = read(slow)
      await other.call(listContacts)
      return reading
    }),
  )
  assert.deepEqual([done.done.status, done.done.counts.rows], ['ready', 3], done.done.fault ?? '')
  assert(done.ms < 5 * usual.ms + 500, `${done.ms} ms of processor time, ${usual.ms} ms with other words`)
  assert(ms < 250, `nobody was answered for ${ms} ms`)
  const rows = await rowsOf(slow.person, done.done)
  assert(rows.every(({ suggestion }) => suggestion === null))
})

/** Transactions with the longest notes. */
async function wideBook(person: Person): Promise<BookRow> {
  const food = await category(person, 'Food 2')
  const transactions = Array.from({ length: 60 }, () => ({
    kind: 'expense' as const,
    amount: 1,
    category_id: food.id,
    notes: 'a'.repeat(10_000),
  }))
  await person.call(createTransactions, { body: { transactions } })
  return onlyRow<BookRow>(world.db, sql`select ${bookColumns} from books where id = ${person.book_id}`)
}

test('a preview costs the length of the texts, ends when nobody waits for it, and is refused when it takes too long', async () => {
  const person = await world.person()
  const [book, food] = [await wideBook(person), await category(person, 'Food')]
  const preview = (word: (n: number) => string) => () =>
    person.call(previewNewRule, { body: { when: conditions(word), set: { category_id: food.id } } })
  const usual = await costOf(preview(PLAIN))
  const { done, ms } = await longestTurn(() => costOf(preview(SLOW)))
  assert.deepEqual([done.done.matching, done.done.is_complete], [0, true])
  assert(done.ms < 5 * usual.ms + 300, `${done.ms} ms of processor time, ${usual.ms} ms with other words`)
  assert(ms < 250, `nobody was answered for ${ms} ms`)

  const set = { category_id: food.id, contact_id: null, add_tags: [], notes: null, to_account_id: null }
  const rule = { conditions: conditions(PLAIN), actions: set }
  let asked = 0
  // It is asked when a connection is taken, twice, and then for each piece of the past.
  const leaving = queuedAs(world.db, 'gone', () => ++asked > 3)
  await assert.rejects(previewRule(leaving, book, rule, {}), ClientGone)
  assert.equal(asked, 4, 'it ended at the second piece')
  await assert.rejects(previewRule(world.db, book, rule, {}, { ...comparing, ms: 0 }), { code: 'busy' })
})

const attemptsOf = (id: string) =>
  row<{ attempts: number; reader_id: string | null }>(
    world.db,
    sql`select attempts, reader_id from imports where id = ${id}`,
  )

test('a file that is judged says so, and is given up after the second process that ended meanwhile', async () => {
  const person = await world.person()
  const { id: account_id } = await account(person, 'Bank')
  const body = csv('2026-11-02,SHOP,-1.00')
  const made = await transaction(world.db, async (tx) => {
    await change(tx, sql`lock table import_rules in access exclusive mode`)
    const sent = await person.call(createImport, { query: { account_id }, body })
    await until(async () => (await attemptsOf(sent.id))?.attempts === 3, 30_000)
    return sent
  })
  assert.equal((await untilRead(person, made)).status, 'ready')
  const again = async (attempts: number) => {
    await write(
      sql`update imports set status = 'reading', reading_at = null, attempts = ${attempts} where id = ${made.id}`,
    )
    return untilRead(person, await person.call(getImport, { params: { id: made.id } }))
  }
  assert.equal((await again(3)).status, 'ready', 'one process ended while it judged: a kill, or a power cut')
  const given = await again(6)
  assert.match(given.fault ?? '', /^Florin ended several times .* does not try again by itself\./)
  assert.equal(given.status, 'failed')
})

test('a reader that loses its file to another process leaves it alone, without a failure of ours', async (t) => {
  const person = await world.person()
  const { id: account_id } = await account(person, 'Bank')
  const hold = Promise.withResolvers<void>()
  t.after(() => hold.resolve())
  const bytes = Buffer.from(csv('2026-11-02,SHOP,-1.00'))
  // Both places are taken, so that the file waits for its turn.
  const holders = ['x', 'y'].map((who) =>
    readFile(bytes, { filename: who, book_id: who }, () => hold.promise),
  )
  const made = await person.call(createImport, { query: { account_id }, body: bytes.toString() })
  await until(async () => (await attemptsOf(made.id))?.reader_id != null, 30_000)
  const before = world.logged.length
  await write(sql`update imports set reader_id = gen_random_uuid() where id = ${made.id}`)
  const isRead = async () => (await person.call(getImport, { params: { id: made.id } })).status !== 'reading'
  // Ten seconds pass without a word of the other process: the next look resumes the file, once this process has let it go.
  await until(async () => {
    await write(
      sql`update imports set reading_at = now() - interval '11 seconds' where id = ${made.id} and attempts = 1`,
    )
    await isRead()
    return (await attemptsOf(made.id))?.attempts === 2
  }, 30_000)
  hold.resolve()
  await Promise.all(holders)
  await until(isRead, 30_000)
  assert.equal((await person.call(getImport, { params: { id: made.id } })).status, 'ready')
  const failures = world.logged.slice(before).filter(({ msg }) => String(msg).includes(made.id))
  assert.deepEqual(failures, [])
})
