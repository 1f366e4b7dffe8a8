import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { listAccounts } from '../../contract/accounts.ts'
import { createImport, getImport, updateImport } from '../../contract/imports.ts'
import { account, category } from '../../test/books.ts'
import { sendFile, untilRead } from '../../test/importing.ts'
import { commit } from '../../test/imports.ts'
import { longestTurn } from '../../test/longest-turn.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { change, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { newId } from '../process/ids.ts'
import { noCounts } from './imports.sql.ts'

const world = await makeWorld()

/** A file whose rows name this many accounts, and each row a category of its own after them. */
const naming = (accounts: number, categories: number) => {
  const rows = Array.from({ length: accounts + categories }, (_, index) => {
    const [account, category] =
      index < accounts ? [`Konto ${1000 + index}`, ''] : ['Konto 1000', `Sort ${index}`]
    return `2026-11-02,-1.00,Shop ${index},${account},${category}`
  })
  return `Date,Amount,Payee,Account,Category\n${rows.join('\n')}\n`
}

/** Accounts that are in the book without a change of it: many of them, in no time. */
const giveAccounts = (ana: Person, count: number) =>
  transaction(world.db, (tx) =>
    change(
      tx,
      sql`insert into accounts (book_id, id, code, name, type, is_active, is_claim, is_default, created_version, version, created_at, updated_at)
          select ${ana.book_id}, gen_random_uuid(), (100000 + n)::text, 'Ältestes Konto ' || n, 'asset', true, false, false, 1, 1, now(), now()
          from generate_series(1, ${count}) n`,
    ),
  )

test('a file that names more than 500 accounts and categories is not read further, and its columns can be corrected', async () => {
  const ana = await world.person()
  const made = await sendFile(ana, {}, naming(300, 201))
  assert.deepEqual([made.status, made.counts.rows], ['failed', 0])
  assert.match(made.fault ?? '', /^Line 502: .* more than 500 accounts and categories/)
  assert.deepEqual([made.mapping?.accounts, made.mapping?.categories], [[], []])
  const roles = (['date', 'amount', 'payee', 'account', 'ignore'] as const).map((role) => ({ role }))
  const sent = await ana.call(updateImport, {
    params: { id: made.id },
    body: { mapping: { columns: roles } },
  })
  const again = await untilRead(ana, sent)
  assert.deepEqual([again.status, again.mapping?.accounts.length], ['ready', 300])
  const long = await sendFile(
    ana,
    {},
    `Date,Amount,Payee,Account\n2026-11-02,-1.00,Shop,${'x'.repeat(100_001)}\n`,
  )
  assert.equal(long.status, 'failed', long.fault ?? '')
})

test('hundreds of names against thousands of accounts let others in between, when they are read and when they are made', async () => {
  const ana = await world.person()
  await giveAccounts(ana, 8_000)
  const read = await longestTurn(() => sendFile(ana, {}, naming(300, 200)))
  assert.equal(read.done.status, 'ready', read.done.fault ?? '')
  assert(read.ms < 1_000, `nobody was answered for ${read.ms} ms while the file was read`)
  const committed = await longestTurn(() => commit(ana, read.done.id))
  assert.equal(committed.done.import.status, 'committed')
  assert(committed.ms < 1_000, `nobody was answered for ${committed.ms} ms while the rows were recorded`)
  const { data } = await ana.call(listAccounts, { query: { limit: 1000, sort: '-created_at' } })
  const made = data.filter(({ name }) => name.startsWith('Konto '))
  assert.deepEqual([made.length, new Set(made.map(({ code }) => code)).size], [300, 300])
})

test('the file of a whole book is read beside the thread that answers others', async () => {
  const ana = await world.person()
  const head =
    '{"florin":1,"made_at":"x","book":{"name":"A","base_currency_id":"USD","time_zone":"UTC","closed_through":null,"month_starts_on":"1"},"records":[\n'
  const rate = '{"exchange_rate":{"from_id":"EUR","to_id":"USD","date":"2025-01-01","rate":"1"}},\n'
  const file = gzipSync(head + rate.repeat(100_000))
  const [all, ours] = [process.cpuUsage(), process.threadCpuUsage()]
  const headers = { 'content-type': 'application/gzip' }
  const sent = await ana.send({ method: 'POST', url: '/imports', payload: file, headers })
  const read = await untilRead(ana, sent.body)
  const share = process.threadCpuUsage(ours).user / process.cpuUsage(all).user
  assert.match(read.fault ?? '', /^Line 100002: the file ends before this line/)
  assert(share < 0.6, `the thread that answers did ${Math.round(share * 100)} % of the work`)
})

test('names are mapped to accounts and categories of the book alone, and of their kind', async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  const { id } = await sendFile(ana, {}, naming(2, 1))
  const hers = await account(eve, 'Bank')
  const income = await category(ana, 'Pay', 'income')
  const map = (mapping: object) => refused(ana.call(updateImport, { params: { id }, body: { mapping } }))
  for (const account_id of ['nonsense', hers.id, newId()]) {
    const problem = await map({ accounts: [{ name: 'Konto 1000', account_id }] })
    assert.deepEqual([problem.code, problem.status], ['account_not_usable', 422])
    assert.match(JSON.stringify(problem), /mapping\.accounts\.0\.account_id/)
  }
  for (const category_id of ['nonsense', income.id])
    assert.equal(
      (await map({ categories: [{ name: 'Sort 2', kind: 'expense', category_id }] })).code,
      'category_not_found',
    )
  assert.equal((await ana.call(getImport, { params: { id } })).status, 'ready')
})

test('a file whose reading breaks, or ends its readers, fails with a sentence instead of being read for ever', async () => {
  const ana = await world.person()
  const { id } = await sendFile(ana, {}, naming(2, 1))
  const leave = (set: Sql) =>
    transaction(world.db, (tx) =>
      change(tx, sql`update imports set status = 'reading', reading_at = null, ${set} where id = ${id}`),
    )
  const broken = JSON.stringify({ accounts: [{ name: 'Konto 1000', account_id: 'nonsense' }] })
  const look = () => ana.call(getImport, { params: { id } })
  await leave(sql`given = ${broken}`)
  const failed = await untilRead(ana, await look())
  assert.deepEqual([failed.status, /unexpected error/.test(failed.fault ?? '')], ['failed', true])
  await leave(sql`given = null, attempts = 5`)
  assert.equal((await untilRead(ana, await look())).status, 'failed')
  const sent = await ana.call(updateImport, { params: { id }, body: {} })
  const read = await untilRead(ana, sent)
  assert.equal(read.status, 'ready', read.fault ?? '')
})

test('files that are sent at the same moment are counted with each other', async () => {
  const ana = await world.person()
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`insert into imports (book_id, id, filename, bytes, status, progress, counts, created_at)
          select ${ana.book_id}, gen_random_uuid(), 'x', 1, 'ready', 1, ${JSON.stringify(noCounts())}, now()
          from generate_series(1, 49)`,
    ),
  )
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => ana.ask(createImport, { body: naming(1, 0) })),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409, 409])
})
