import assert from 'node:assert/strict'
import { test } from 'node:test'
import { todayIn } from '../../contract/day.ts'
import { createPlan, listOccurrences, listUpcoming, settleOccurrence } from '../../contract/plans.ts'
import { category } from '../../test/books.ts'
import { makeWorld } from '../../test/world.ts'
import { change, transaction } from '../database/database.ts'
import { MAX_READ } from '../database/failures.ts'
import { sql } from '../database/sql.ts'

const world = await makeWorld()
const COUNT = 260
// The drafts of 260 occurrences come to 11 MiB. Of four bytes each, their characters would come to more than 32.
MAX_READ.bytes = 10 * 1_048_576

test('occurrences of any width come in pages of a bounded size, and all of them in a file', async () => {
  const ana = await world.person()
  const { id: category_id } = await category(ana, 'Rent')
  const today = todayIn('UTC')
  const inDays = (days: number) => Temporal.PlainDate.from(today).add({ days }).toString()
  const { id } = await ana.call(createPlan, {
    body: {
      name: 'Rent',
      kind: 'expense',
      draft: { amount: 100, category_id },
      schedule: { start: inDays(1), unit: 'day' },
    },
  })
  const splits = Array.from({ length: 100 }, () => ({
    amount: 1,
    category_id,
    memo: 'x'.repeat(255),
  }))
  const draft = { amount: 100, splits, notes: 'x'.repeat(10_000) }
  await ana.call(settleOccurrence, {
    params: { id, date: inDays(1) },
    body: { action: 'change', draft },
  })
  const put = (statement: Parameters<typeof change>[1]) =>
    transaction(world.db, (tx) => change(tx, statement))
  await put(sql`insert into plan_occurrences select copy.* from plan_occurrences o, generate_series(1, ${COUNT - 1}) n,
                  jsonb_populate_record(o, jsonb_build_object('id', md5(o.id || '-' || n), 'date', o.date + n)) copy where o.plan_id = ${id}`)

  const days = Array.from({ length: COUNT }, (_, n) => inDays(n + 1))
  const until = inDays(COUNT)
  const read: string[] = []
  let pages = 0
  for (let cursor: string | null = ''; cursor !== null; pages++) {
    const answer: Response = await ana.ask(listUpcoming, {
      query: { until, limit: 1000, ...(cursor && { cursor }) },
    })
    const text: string = await answer.text()
    assert(text.length < 9_000_000, `a page of ${text.length} characters`)
    const page = JSON.parse(text)
    for (const one of page.data) {
      assert.equal(one.draft.splits.length, 100)
      read.push(one.date)
    }
    cursor = page.meta.next_cursor
  }
  assert.deepEqual(read, days)
  assert.equal(pages, 2)

  const json = await ana.send({ url: `/plans/upcoming?until=${until}&format=json` })
  assert.deepEqual(
    json.body.data.map(({ date }: { date: string }) => date),
    days,
  )
  const csv = await ana.send({ url: `/plans/upcoming?until=${until}&format=csv` })
  assert.equal(csv.text.trim().split('\r\n').length, COUNT + 1)

  await put(sql`update plan_occurrences set action = 'skip' where plan_id = ${id}`)
  const { data, meta } = await ana.call(listOccurrences, { params: { id }, query: { limit: 1000 } })
  assert.equal(data[0]?.scheduled_date, days.at(-1))
  assert(data.length < COUNT && meta.next_cursor !== null)
  const file = await ana.send({ url: `/plans/${id}/occurrences?format=json` })
  assert.deepEqual(
    file.body.data.map((one: { scheduled_date: string }) => one.scheduled_date),
    days.toReversed(),
  )
})
