import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getBook, updateBook } from '../../contract/books.ts'
import { addDays } from '../../contract/day.ts'
import { commitImport } from '../../contract/imports.ts'
import { account, category, spend } from '../../test/books.ts'
import { untilRead } from '../../test/importing.ts'
import { longestTurn } from '../../test/longest-turn.ts'
import { fileOf, type Json, sealed } from '../../test/round-trip.ts'
import { until } from '../../test/until.ts'
import { waitingSessions } from '../../test/waiting.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { change, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'

const world = await makeWorld()
const ana = await world.person({ base_currency_id: 'EUR' })
const money = await account(ana, 'Bank')
const { id: category_id } = await category(ana, 'Food')
await spend(ana, { amount: 1, category_id, asset_account_id: money.id, date: '2026-03-01' })
const short = await fileOf(ana)

/** The file with a rate for each of so many days. */
function withRates(count: number): Buffer {
  const [head = '', ...rest] = short.trimEnd().split('\n')
  const records: Json[] = rest.slice(0, -2).map((line) => JSON.parse(line.replace(/,$/, '')))
  const rates = Array.from({ length: count }, (_, day) => ({
    exchange_rate: { from_id: 'USD', to_id: 'EUR', date: addDays('1950-01-01', day), rate: '0.9' },
  }))
  return sealed(head, [...records, ...rates])
}

/** Somebody who has sent a file to an empty book, and the id of the import. */
async function sender(file: Buffer): Promise<{ person: Person; id: string }> {
  const person = await world.person({ base_currency_id: 'EUR' })
  const headers = { 'content-type': 'application/json' }
  const { body } = await person.send({ method: 'POST', url: '/imports', payload: file, headers })
  const { id, status, fault } = await untilRead(person, body)
  assert.equal(status, 'ready', fault ?? '')
  return { person, id }
}

const restore = ({ person, id }: Awaited<ReturnType<typeof sender>>) =>
  person.call(commitImport, { params: { id } })

test('a file is read and checked for its restore beside the thread that answers others, which takes its records in pieces', async () => {
  const bob = await sender(withRates(40_000))
  await bob.person.call(updateBook, { body: { closed_through: '2026-03-31' } })
  const [all, ours] = [process.cpuUsage(), process.threadCpuUsage()]
  const { done, ms } = await longestTurn(() => refused(restore(bob)))
  const share = process.threadCpuUsage(ours).user / process.cpuUsage(all).user
  assert.equal(done.code, 'locked', 'refused once the records were taken')
  assert(ms < 50, `nobody was answered for ${ms} ms`)
  // Half of it is the measuring itself, which lets this thread never rest.
  assert(share < 0.7, `the thread that answers did ${Math.round(share * 100)} % of the work`)
})

test('a book is restored while the restore of somebody else waits, and one that is asked for twice is made once', async () => {
  const [bob, cara] = [await sender(Buffer.from(short)), await sender(Buffer.from(short))]
  const { version } = await bob.person.call(getBook)
  let held: Promise<{ version: number }>[] = []
  await transaction(world.db, async (tx) => {
    await change(tx, sql`select from books where id = ${bob.person.book_id} for update`)
    held = [restore(bob), restore(bob)]
    await until(async () => (await waitingSessions(world.db)) === 1, 5_000)
    assert.equal((await restore(cara)).import.status, 'committed')
  })
  const made = await Promise.all(held)
  assert.deepEqual(
    made.map((one) => one.version),
    [version + 1, version + 1],
  )
})
