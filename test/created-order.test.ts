import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { createContact } from '../contract/contacts.ts'
import { change, transaction } from '../server/database/database.ts'
import { type Sql, sql } from '../server/database/sql.ts'
import { account } from './books.ts'
import { makeWorld, personOf } from './world.ts'

const world = await makeWorld()

test('records of one moment are listed in the order in which they were created, also once they are edited', async () => {
  const app = world.another({}, world.service, () => '2026-05-01T12:00:00.000Z')
  const ana = await personOf(app)
  const friend = await ana.call(createContact, { body: { name: 'Friend' } })
  const loan = {
    opened_date: '2026-01-10',
    original_amount: 100,
    outstanding_amount: 100,
    contact_id: friend.id,
    account_id: (await account(ana, 'Receivables')).id,
    currency_id: 'USD',
  }
  const lists: [path: string, draft: object, table?: Sql][] = [
    ['/contacts', { name: 'Person' }, sql`contacts`],
    ['/budgeting/categories', { name: 'Category' }, sql`categories`],
    ['/accounts', { name: 'Card', type: 'liability' }, sql`accounts`],
    ['/obligations', { name: 'Debt', ...loan }],
  ]
  for (const [path, draft, table] of lists) {
    let created: string[] = []
    for (let n = 0; n < 12; n++) {
      created.push((await ana.send({ method: 'POST', url: path, payload: draft })).body.id)
    }
    if (table) {
      // Ids of one millisecond are in no order, and a test cannot be that fast.
      const ids = created.map((id) => createHash('md5').update(id).digest('hex'))
      await transaction(world.db, (tx) =>
        change(tx, sql`update ${table} set id = md5(id::text)::uuid where id = any (${created}::uuid[])`),
      )
      created = ids.map((id) => id.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5'))
    }
    await ana.send({ method: 'PUT', url: `${path}/${created[3]}`, payload: { ...draft, name: 'Other' } })
    await ana.send({ method: 'PUT', url: `${path}/${created[3]}`, payload: draft })
    const listed = async (sort: string) => {
      const found: string[] = []
      let url: string | undefined = `${path}?limit=5&sort=${sort}`
      while (url !== undefined) {
        const { body, headers } = await ana.send({ url })
        found.push(
          ...body.data.map(({ id }: { id: string }) => id).filter((id: string) => created.includes(id)),
        )
        url = /^<\/api\/v1(.+)>/.exec(headers.link ?? '')?.[1]
      }
      return found
    }
    for (const sort of ['created_at', 'name']) {
      assert.deepEqual(await listed(sort), created, `${path} by ${sort}`)
      assert.deepEqual(await listed(`-${sort}`), created.toReversed(), `${path} by -${sort}`)
    }
  }
})
