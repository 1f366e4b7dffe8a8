import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { getImport, updateImportRow } from '../../contract/imports.ts'
import { account, balances, category, spend } from '../../test/books.ts'
import { csv, rowsOf, sendFile } from '../../test/importing.ts'
import { until } from '../../test/until.ts'
import { waitingSessions } from '../../test/waiting.ts'
import { makeWorld } from '../../test/world.ts'
import { change, type Database, queuedAs, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { florinFor } from '../ledger/verb.ts'
import { makeWriter } from '../ledger/writer.ts'
import { newId } from '../process/ids.ts'
import { ClientGone } from '../process/slices.ts'
import { commitRows, Outdated } from './commit.ts'
import { findImport, type StoredImport } from './imports.sql.ts'
import { look } from './look.ts'
import type { KeptMapping } from './read/row.ts'
import type { Thread } from './read/thread.ts'
import { recheck, withJudge } from './recheck.ts'
import { rowsOfImport } from './rows.sql.ts'
import { commitWholeBook } from './whole-book.ts'

/** Looks at files that were read before: several in one thread, cut ones, and those that meet a person who decides meanwhile. */

const world = await makeWorld()

async function withFile(...rows: string[]) {
  const ana = await world.person()
  const [bank, food] = [await account(ana, 'Bank'), await category(ana, 'Food')]
  const { id } = await sendFile(ana, { account_id: bank.id }, csv(...rows))
  const stored = (await findImport(world.db, ana.book_id, id)) as StoredImport // it was just sent
  return { ana, bank, food, id, stored }
}

const ROWS = 900
const many = Array.from({ length: ROWS }, (_, n) => `2026-11-0${1 + (n % 9)},SHOP ${n},-${n + 1}.00`)

/** A function that looks at the rows of a file in a thread, and answers with the number of each row and its verdict. */
async function lookerAt({ ana, stored }: Awaited<ReturnType<typeof withFile>>) {
  const before = await rowsOfImport(world.db, ana.book_id, stored.id)
  const file = {
    format: null,
    mapping: stored.mapping as KeptMapping,
    rows: before.map(({ file_row }) => file_row),
  }
  return async (thread: Thread, db: Database = world.service) => {
    const { rows } = await look(thread, db, ana.book_id, stored, file, before)
    return rows.map(({ n, verdict }) => `${n} ${verdict}`)
  }
}
const ALL_NEW = many.map((_, n) => `${n + 1} new`)

test('a thread takes look after look', async () => {
  const ready = await withFile(...many)
  const lookIn = await lookerAt(ready)
  await withJudge(ready.ana.book_id, async (thread) => {
    for (let looks = 0; looks < 5; looks++) assert.deepEqual(await lookIn(thread), ALL_NEW)
  })
})

test('a look ends when nobody waits for it, wherever it is, and the next one in its thread has its own rows only', async () => {
  const ready = await withFile(...many)
  const lookIn = await lookerAt(ready)
  await withJudge(ready.ana.book_id, async (thread) => {
    let [asked, cuts] = [0, 0]
    for (let isCut = true; isCut; cuts++) {
      asked = 0
      const leaving = queuedAs(world.service, 'gone', () => ++asked > cuts)
      isCut = await lookIn(thread, leaving).then(
        (rows) => {
          assert.deepEqual(rows, ALL_NEW)
          return false
        },
        (error: unknown) => {
          assert(error instanceof ClientGone)
          return true
        },
      )
      assert.deepEqual(await lookIn(thread), ALL_NEW)
    }
    assert(cuts > ROWS / 200, `it was asked ${cuts} times, of which one is for each piece of rows`)
  })
})

test('a commit that holds the book records nothing if a row is seen differently', async () => {
  const { ana, bank, food, id } = await withFile('2026-11-02,LIDL,-10.00', '2026-11-03,SHELL,-20.00')
  await spend(ana, { amount: 10, category_id: food.id, asset_account_id: bank.id, date: '2026-11-02' })
  const commit = (judge: Thread) =>
    makeWriter(world.service).write({
      bookId: ana.book_id,
      verb: commitRows(ana.book_id, id, { alsoLooksAt: {}, judge }),
      token: null,
      by: florinFor(ana.user.id),
      admit: () => undefined,
      key: undefined,
      isGone: () => false,
      command: 'POST /imports/{id}/commit',
      most: { rows: 1e6, bytes: 1e9 },
      serialise: (answer) => JSON.stringify(answer),
    })
  await assert.rejects(withJudge(ana.book_id, commit), Outdated)
  assert.equal((await ana.call(getImport, { params: { id } })).status, 'ready')
  assert.deepEqual(await balances(ana, bank.id), { USD: -10 })
  assert.deepEqual(
    (await rowsOf(ana, { id })).map(({ verdict }) => verdict),
    ['new', 'new'],
  )
})

test('a decision that a person takes while the rows are looked at again stays', async () => {
  const { ana, bank, food, id } = await withFile('2026-11-02,LIDL,-10.00', '2026-11-03,SHELL,-20.00')
  await spend(ana, { amount: 10, category_id: food.id, asset_account_id: bank.id, date: '2026-11-02' })
  let looking: ReturnType<typeof recheck> | undefined
  await transaction(world.db, async (tx) => {
    await change(tx, sql`lock table import_rules in access exclusive mode`)
    looking = recheck(world.service, ana.book_id, id)
    await until(async () => (await waitingSessions(world.db)) > 0, 10_000)
    await ana.call(updateImportRow, { params: { id, n: '2' }, body: { is_chosen: false } })
  })
  assert.equal((await looking)?.changed, 1)
  assert.deepEqual(
    (await rowsOf(ana, { id })).map(({ verdict, is_chosen }) => [verdict, is_chosen]),
    [
      ['duplicate', false],
      ['new', false],
    ],
  )
})

/** Begins work for three books, and answers with how many of them are done at once. */
async function atOnce(begin: (bookId: string, work: () => Promise<never>) => Promise<unknown>) {
  const hold = Promise.withResolvers<never>()
  let begun = 0
  const all = [1, 2, 3].map(() => {
    const made = begin(newId(), () => {
      begun++
      return hold.promise
    })
    return assert.rejects(made, /let go/)
  })
  await until(() => begun >= 2, 10_000)
  await sleep(100)
  const count = begun
  hold.reject(new Error('let go'))
  await Promise.all(all)
  assert.equal(begun, 3, 'the third has its turn after them')
  return count
}

test('the rows of two files are judged at once, and two books restored, whoever else waits', async () => {
  const { stored } = await withFile('2026-11-02,LIDL,-10.00')
  const book = { id: '' } as Parameters<typeof commitWholeBook>[1] // nothing else of it is looked at
  assert.equal(await atOnce(withJudge), 2)
  // An import of another book has no bytes, and so is not read: only the turn matters.
  const restore = (id: string, work: () => Promise<never>) =>
    commitWholeBook(world.service, { ...book, id }, stored, work)
  assert.equal(await atOnce(restore), 2)
})
