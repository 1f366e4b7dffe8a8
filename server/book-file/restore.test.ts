import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { listAccounts } from '../../contract/accounts.ts'
import { addStarter, getBook, updateBook } from '../../contract/books.ts'
import { listTransactions, restoreExpense } from '../../contract/budgeting.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import { createContact, listContacts } from '../../contract/contacts.ts'
import { commitImport, listImports } from '../../contract/imports.ts'
import {
  createPayment,
  deletePayment,
  listObligations,
  restoreObligation,
} from '../../contract/obligations.ts'
import {
  createReconciliation,
  listReconciliations,
  reopenReconciliation,
} from '../../contract/reconciliations.ts'
import { account, category, spend } from '../../test/books.ts'
import { richWorld } from '../../test/prepared.ts'
import { fileOf, type Json, restoreInto, sealed } from '../../test/round-trip.ts'
import { type Person, refused } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const { world, ana } = await richWorld()
const file = await fileOf(ana)

/** Somebody with a book that is not used yet. */
const somebody = () => world.person({ name: 'Somebody', base_currency_id: 'USD' })

async function restored(): Promise<Person> {
  const bob = await somebody()
  const { status, text } = await restoreInto(bob, Buffer.from(file))
  assert.equal(status, 200, text)
  return bob
}

test('a book with ready-made accounts and categories is empty, and becomes that of the file with its settings, in one change', async () => {
  const bob = await somebody()
  await bob.call(addStarter)
  const { version } = await bob.call(getBook)
  const answer = await restoreInto(bob, gzipSync(file))
  assert.equal(answer.body.version, version + 1, answer.text)
  const { id: _, version: __, seal: ___, ...settings } = await bob.call(getBook)
  assert.deepEqual(settings, {
    name: 'Household',
    base_currency_id: 'EUR',
    time_zone: 'Europe/Vienna',
    closed_through: '2025-12-31',
    month_starts_on: 25,
    ecb_rates: true,
    is_archived: false,
  })
  const ids = async (person: Person) => (await person.call(listAccounts)).data.map(({ id }) => id)
  assert.deepEqual(await ids(bob), await ids(ana))
  const { data } = await bob.call(listChanges, { query: { since: version, limit: 1000 } })
  assert.equal(new Set(data.map((one) => one.version)).size, 1)
  assert.equal(
    data.filter(({ action, resource }) => action === 'deleted' && resource === 'account').length > 7,
    true,
  )
})

test('the change cannot be undone, nor what was before it; committing once more answers with the same version', async () => {
  const bob = await somebody()
  await bob.call(addStarter)
  const { body } = await restoreInto(bob, Buffer.from(file))
  const undo = (version: number) => refused(bob.call(undoChange, { params: { version: String(version) } }))
  const problem = await undo(body.version)
  assert.equal(problem.code, 'not_undoable')
  assert.match(problem.message, /restored the book, which cannot be undone/)
  assert.equal((await undo(body.version - 1)).code, 'undo_blocked')
  const again = await bob.send({ method: 'POST', url: `/imports/${body.import.id}/commit` })
  assert.equal(again.body.version, body.version, again.text)
})

test('a book in which something was recorded is refused, and keeps what it has', async () => {
  const bob = await somebody()
  await bob.call(createContact, { body: { name: 'Friend' } })
  const before = await bob.call(getBook)
  const { status, body } = await restoreInto(bob, Buffer.from(file))
  assert.equal(status, 409)
  assert.equal(body.code, 'book_not_empty')
  assert.match(body.message, /this book already has 1 record/)
  assert.deepEqual(await bob.call(getBook), before)
  assert.deepEqual((await bob.call(listImports)).data, [], 'the file is not taken in')
  const cara = await restored()
  assert.equal((await restoreInto(cara, Buffer.from(file))).body.code, 'book_not_empty')
})

test('a book that came into use after the file was sent is refused by the commit', async () => {
  const bob = await somebody()
  const headers = { 'content-type': 'application/json' }
  const url = '/imports?filename=book.json'
  const { body } = await bob.send({ method: 'POST', url, payload: Buffer.from(file), headers })
  await bob.call(createContact, { body: { name: 'Friend' } })
  const problem = await refused(bob.call(commitImport, { params: { id: body.id } }))
  assert.equal(problem.code, 'book_not_empty')
  assert.equal((await bob.call(listContacts)).data.length, 1)
})

test('a book that is closed takes no entry of a closed day from a file either', async () => {
  const bob = await somebody()
  await bob.call(updateBook, { body: { closed_through: '2026-03-31' } })
  const { body } = await restoreInto(bob, Buffer.from(file))
  assert.equal(body.code, 'locked', JSON.stringify(body))
})

test('the file of a new book can be restored into that very book, and into no other use of its ids', async () => {
  const bob = await somebody()
  await category(bob, 'Food')
  const own = await fileOf(bob)
  const { status, text } = await restoreInto(bob, Buffer.from(own))
  assert.equal(status, 200, text)
  assert.equal((await bob.call(listAccounts)).data.length, 8)
  await spend(bob, { amount: 1, category_id: (await category(bob, 'Fun')).id })
})

test('a restored book goes on: the trash comes back, debts are paid, statements follow on each other', async () => {
  const bob = await restored()
  const trash = await bob.call(listTransactions, { query: { deleted: 'only', kind: 'expense', limit: 1000 } })
  assert(trash.data.length > 0)
  for (const { id } of trash.data)
    await bob
      .call(restoreExpense, { params: { id } })
      .catch((error) => assert.equal(error.problem.code, 'link_deleted'))
  const gone = await bob.call(listObligations, { query: { deleted: 'only' } })
  for (const { id, expense_id } of gone.data)
    if (expense_id === null) await bob.call(restoreObligation, { params: { id } })
  const [open] = (await bob.call(listObligations, { query: { status: 'open', direction: 'receivable' } }))
    .data
  assert(open)
  const at = { params: { id: open.id } }
  const cash = await account(bob, 'Cash')
  const paid = await bob.call(createPayment, {
    ...at,
    body: { amount: 0.5, asset_account_id: cash.id, fx_rate: 0.9 },
  })
  await bob.call(deletePayment, { params: { id: open.id, payment_id: paid.id } })
  const statements = (await bob.call(listReconciliations, { params: { id: cash.id } })).data
  const last = statements.find(({ status }) => status === 'finished')
  assert(last, 'the book has a finished statement')
  const { id: reconciliation_id } = statements[0] ?? last
  if (statements[0]?.status === 'finished')
    await bob.call(reopenReconciliation, { params: { id: cash.id, reconciliation_id } })
  else
    await refused(
      bob.call(createReconciliation, { params: { id: cash.id }, body: { date: '2026-11-01', balance: 1 } }),
    )
  assert.deepEqual(await verify(world.db), [])
})

/** The fault with which a file is refused. */
async function faultOf(bytes: Uint8Array): Promise<string> {
  const { body, text } = await restoreInto(await somebody(), bytes)
  assert.equal(body.status, 'failed', text)
  const commit = await ana.send({ method: 'POST', url: `/imports/${body.id}/commit` })
  assert.equal(commit.status, 404, 'it is of another book')
  return body.fault
}

test('a file that is damaged, cut, of a newer Florin or written anew is refused with its line', async () => {
  const changed = (from: string | RegExp, to: string) => Buffer.from(file.replace(from, to))
  const last = file.trimEnd().split('\n').length
  const cutAt = (length: number) => faultOf(Buffer.from(file.slice(0, length)))
  assert.equal(
    await faultOf(changed('"Household"', '"Hausehold"')),
    `Line ${last}: the checksum here is not that of the lines above: the file is damaged, or was changed.`,
  )
  assert.equal(
    await faultOf(changed('\n{"', '\n{{"')),
    'Line 2: it is not JSON as Florin writes it: the file is damaged, or was changed.',
  )
  const missing = 'a part of it is missing. Download it again.'
  for (const [line, length] of [
    [1, 20],
    [2, file.indexOf('\n') + 20],
    [last, file.length - 3],
  ] as const)
    assert.equal(await cutAt(length), `Line ${line}: the file ends in the middle of this line: ${missing}`)
  for (const [line, length] of [
    [2, file.indexOf('\n') + 1],
    [last - 1, file.lastIndexOf('],')],
    [last, file.lastIndexOf('"end"')],
  ] as const)
    assert.equal(await cutAt(length), `Line ${line}: the file ends before this line: ${missing}`)
  assert.match(
    await faultOf(changed('{"florin":1,', '{"florin":2,')),
    /^Line 1: .*newer Florin wrote it, in format 2/,
  )
  assert.match(await faultOf(Buffer.from(`${file}more`)), /goes on after its end/)
  assert.match(
    await faultOf(Buffer.from(`${file.split('\n')[0]}\n{"account":${'['.repeat(2_000_000)}`)),
    /^Line 2: it is longer than any record/,
  )
  assert.equal(
    await faultOf(gzipSync(file).subarray(0, 3_000)),
    `Line 1: the file cannot be unpacked: ${missing}`,
  )
  const bomb = Buffer.concat([Buffer.from('{"florin":1'), Buffer.alloc(70 * 1024 * 1024, ' ')])
  assert.match(await faultOf(gzipSync(bomb)), /more than 64 MiB/)
})

test('a file in which a category stands in itself, on a third level, in another kind or in the trash is refused', async () => {
  const [head = '', ...rest] = file.trimEnd().split('\n')
  const lines: Json[] = rest.slice(0, -2).map((line) => JSON.parse(line.replace(/,$/, '')))
  const categories = lines.flatMap(({ category }) => (category ? [category as Json] : [])) // an object
  const named = (name: string) => categories.find((one) => one.name === name) ?? assert.fail(name)
  const inGroup = (name: string, group: unknown) => {
    const changed = lines.map((line) =>
      line.category === named(name) ? { category: { ...named(name), parent_id: group } } : line,
    )
    return faultOf(sealed(head, changed))
  }
  assert.match(
    await inGroup('Gone', named('Gone').id),
    /"Gone" stands in "Gone", which stands in a group itself/,
  )
  assert.match(
    await inGroup('Living', named('Gone').id),
    /"Food" stands in "Living", which stands in a group itself/,
  )
  assert.match(
    await inGroup('Food', named('Pay').id),
    /"Food" of expenses stands in "Pay", which is one of incomes/,
  )
  assert.match(await inGroup('Food', named('Old').id), /"Food" stands in "Old", which is in the trash/)
  assert.match(await inGroup('Food', ana.book_id), /parent_id .*/)
})

test('a file whose goal counts a claim, a thing, a debt, a category or another currency is refused, unless the goal is in the trash', async () => {
  const [head = '', ...rest] = file.trimEnd().split('\n')
  const lines: Json[] = rest.slice(0, -2).map((line) => JSON.parse(line.replace(/,$/, '')))
  const named = (kind: string, name: string) =>
    lines.map((line) => line[kind] as Json | undefined).find((one) => one?.name === name) ?? // an object
    assert.fail(name)
  const flat = named('goal', 'Flat')
  const at = lines.findIndex(({ goal }) => goal === flat) + 2
  const counting = (name: string, more: Json = {}) => {
    const goal = { ...flat, account_ids: [named('account', name).id], ...more }
    return sealed(
      head,
      lines.map((line) => (line.goal === flat ? { goal } : line)),
    )
  }
  for (const name of ['Receivables', 'Car', 'Credit card', 'Food', 'Opening balances'])
    assert.equal(
      await faultOf(counting(name)),
      `Line ${at}: the goal "Flat" counts "${name}", which is not money of one's own.`,
    )
  assert.equal(
    await faultOf(counting('Spare')),
    `Line ${at}: the goal "Flat" is in EUR, and counts "Spare", which is kept in JPY.`,
  )
  for (const name of ['Car', 'Spare']) {
    const trashed = counting(name, { deleted_at: flat.updated_at })
    const { body, text } = await restoreInto(await somebody(), trashed)
    assert.equal(body.import?.status, 'committed', text)
  }
  assert.deepEqual(await verify(world.db), [])
})

test('a value that no book has is told with its line, its field and itself, in a whole sentence', async () => {
  const changed = (from: RegExp, to: string) => faultOf(Buffer.from(file.replace(from, to)))
  assert.match(
    await changed(/"account":\{"id":"[^"]+"/, '"account":{"id":7'),
    /^Line \d+: id must be a UUID in lower case, and is 7\.$/,
  )
  assert.match(
    await changed(/"account":\{/, '"account":{"colour":"red",'),
    /^Line \d+: it has a field that is not known: "colour"\.$/,
  )
  assert.match(
    await changed(/"account":\{/, '"acount":{'),
    /^Line \d+: it is not a record of a kind that Florin knows\.$/,
  )
})
