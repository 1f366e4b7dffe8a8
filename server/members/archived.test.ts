import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getMe, updateMe } from '../../contract/auth.ts'
import { updateBook } from '../../contract/books.ts'
import { listExpenses } from '../../contract/budgeting.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import { createBook, deleteBook } from '../../contract/members.ts'
import { createPlan } from '../../contract/plans.ts'
import { category } from '../../test/books.ts'
import { inBook, join } from '../../test/household.ts'
import { csv, sendFile } from '../../test/importing.ts'
import { makeWorld, refused } from '../../test/world.ts'
import { makeWriter } from '../ledger/writer.ts'
import { makePostingJob, postWhatIsDue } from '../plans/post-due.ts'

const world = await makeWorld()
const codeOf = async (work: Promise<unknown>) => (await refused(work)).code

test('of an archived book everything is read and nothing is written; its plans wait, and are posted once it is taken out', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const second = await ana.call(createBook, { body: { name: 'Other' } })
  await ana.call(createPlan, {
    body: {
      name: 'Rent',
      kind: 'expense',
      draft: { amount: 5, category_id: food.id },
      schedule: { start: '2026-11-01', unit: 'month' },
      auto: true,
    },
  })
  const file = await sendFile(ana, {}, csv('2026-01-05,BILLA,-5.00'))
  await ana.call(updateMe, { body: { default_book_id: second.id } })
  const there = inBook(world.app, ana, ana.book_id)
  const { version } = await there.call(updateBook, { body: { is_archived: true } })
  const at = `/books/${ana.book_id}`
  for (const [method, url, payload] of [
    ['POST', '/contacts', { name: 'X' }],
    ['POST', '/imports', 'Date,Text,Amount\n2026-01-01,x,-1\n'],
    ['PUT', `/imports/${file.id}`, {}],
    ['PUT', `/imports/${file.id}/rows`, { set: { is_chosen: false } }],
    ['DELETE', `/imports/${file.id}`, undefined],
    ['POST', `/imports/${file.id}/commit`, {}],
    ['POST', '/changes/2/undo', undefined],
  ] as const) {
    const headers = typeof payload === 'string' ? { headers: { 'content-type': 'text/csv' } } : {}
    const { status, body } = await ana.send({
      method,
      url: `${at}${url}`,
      ...(payload === undefined ? {} : { payload }),
      ...headers,
    })
    assert.deepEqual([status, body?.code], [409, 'book_archived'], `${method} ${url}`)
  }
  const warned: string[] = []
  const warn = (text: string) => void warned.push(text)
  const log = { warn, info: warn, error: warn }
  const settings = { bookMaxRows: 1e9, bookMaxBytes: 1e12 } as never
  const job = () => makePostingJob({ db: world.service, settings, writer: makeWriter(world.service) }, log)
  await postWhatIsDue(job())
  assert.deepEqual(warned, [])
  assert.equal((await ana.send({ url: at })).body.version, version)
  await there.call(updateBook, { body: { is_archived: false } })
  assert((await postWhatIsDue(job())) > 0)
  assert.equal(await codeOf(there.call(deleteBook, { body: { name: 'Wrong' } })), 'book_name_wrong')
})

test('an archived book keeps its settings, for the owner whose default it is too, until it is taken out', async () => {
  const [ana, kai] = [await world.person(), await world.person()]
  const { id } = await ana.call(createBook, { body: { name: 'Flat' } })
  await join(world, ana, id, kai, 'owner')
  await kai.call(updateMe, { body: { default_book_id: id } })
  const there = inBook(world.app, ana, id)
  await there.call(updateBook, { body: { is_archived: true } })
  for (const work of [
    () => there.call(updateBook, { body: { name: 'House' } }),
    () => there.call(updateBook, { body: { closed_through: '2026-01-31' } }),
    () => kai.call(updateMe, { body: { base_currency_id: 'CHF' } }),
    () => kai.call(updateBook, { body: { name: 'House' } }),
  ])
    assert.equal(await codeOf(work()), 'book_archived')
  assert.equal((await there.call(updateBook, { body: { is_archived: true } })).name, 'Flat')
  const taken = await there.call(updateBook, { body: { is_archived: false, name: 'House' } })
  assert.deepEqual([taken.name, taken.is_archived], ['House', false])
})

test('a book does not become the default while it is put away', async () => {
  for (let round = 0; round < 5; round++) {
    const [ana, kai] = [await world.person(), await world.person()]
    const { id } = await ana.call(createBook, { body: { name: 'Flat' } })
    await join(world, ana, id, kai, 'owner')
    const there = inBook(world.app, ana, id)
    const [, moved] = await Promise.allSettled([
      there.call(updateBook, { body: { is_archived: true } }),
      kai.call(updateMe, { body: { default_book_id: id.toUpperCase() } }),
    ])
    const { default_book_id } = await kai.call(getMe)
    assert.equal(default_book_id, moved.status === 'fulfilled' ? id : kai.book_id)
  }
})

test('joining a book is the change of whoever joins, and is not undone', async () => {
  const [ana, kai] = [await world.person(), await world.person({ name: 'Kai' })]
  await join(world, ana, ana.book_id, kai, 'viewer')
  const [joined] = (await ana.call(listChanges, { query: { resource: 'book', limit: 1, order: 'desc' } }))
    .data
  assert.deepEqual([joined?.user_id, joined?.device_name], [kai.user.id, 'Florin'])
  const refusal = await refused(ana.call(undoChange, { params: { version: String(joined?.version) } }))
  assert.equal(refusal.code, 'not_undoable')
  assert.match(refusal.message, /is the first time that somebody joined/)
})

test('what a plan records by itself is of whoever made the plan', async () => {
  const [ana, kai] = [await world.person(), await world.person()]
  const food = await category(ana, 'Food')
  const there = await join(world, ana, ana.book_id, kai, 'editor')
  const today = Temporal.Now.plainDateISO().toString()
  const schedule = { start: today, unit: 'month' } as const
  for (const maker of [ana, there])
    await maker.call(createPlan, {
      body: {
        name: 'Rent',
        kind: 'expense',
        draft: { amount: 5, category_id: food.id },
        schedule,
        auto: true,
      },
    })
  const settings = { bookMaxRows: 1e9, bookMaxBytes: 1e12 } as never
  const quiet = { warn: () => undefined, info: () => undefined, error: () => undefined }
  const writer = makeWriter(world.service)
  assert.equal(await postWhatIsDue(makePostingJob({ db: world.service, settings, writer }, quiet)), 2)
  const { data } = await ana.call(listExpenses)
  assert.deepEqual(data.map(({ created_by }) => created_by).sort(), [ana.user.id, kai.user.id].sort())
})
