import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteMe, getMe, login, register } from '../../contract/auth.ts'
import { client } from '../../contract/client.ts'
import { createContact } from '../../contract/contacts.ts'
import { createGoal, createGoalMove } from '../../contract/goals.ts'
import { createImportRule } from '../../contract/import-rules.ts'
import { createObligation, createPayment } from '../../contract/obligations.ts'
import { createPlan, settleOccurrence } from '../../contract/plans.ts'
import { createReconciliation, updateReconciliation } from '../../contract/reconciliations.ts'
import { account, category, spend } from '../../test/books.ts'
import { csv, sendFile } from '../../test/importing.ts'
import { onePlainEach } from '../../test/plain.ts'
import { until } from '../../test/until.ts'
import { endWaiting, waitingSessions } from '../../test/waiting.ts'
import { makeWorld, type Person, refused, through } from '../../test/world.ts'
import { change, rows, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { verify } from '../verify/verify.ts'
import { emailKey } from './email-key.ts'
import { forgetThePast } from './housekeeping.ts'
import { addJob, countMail } from './mail.sql.ts'

const world = await makeWorld()
const stranger = client(through(world.app), '/api/v1')

/** Something of every kind that a book holds. */
async function fill(person: Person): Promise<void> {
  await onePlainEach(person)
  const food = await category(person, 'Food')
  const friend = await person.call(createContact, { body: { name: 'Friend' } })
  await spend(person, { amount: 5, category_id: food.id })
  await person.send({
    method: 'POST',
    url: '/contacts',
    payload: { name: 'Kept reply' },
    headers: { 'idempotency-key': 'once' },
  })
  await person.send({ method: 'PUT', url: '/exchange-rates/EUR/USD/2026-01-05', payload: { rate: 1.1 } })
  await person.send({ method: 'PUT', url: `/budgeting/budgets/${food.id}/2026-01`, payload: { amount: 9 } })
  const car = { name: 'Car', type: 'asset', currency_id: 'USD', is_valued: true }
  const { body: opened } = await person.send({ method: 'POST', url: '/accounts', payload: car })
  await person.send({
    method: 'PUT',
    url: `/accounts/${opened.id}/values/2026-01-05`,
    payload: { amount: 9 },
  })
  const [cash, bank] = [await account(person, 'Cash'), await account(person, 'Bank')]
  const move = { from_account_id: cash.id, to_account_id: bank.id, amount: 1, date: '2026-01-15' }
  const moved = await person.send({ method: 'POST', url: '/budgeting/transfers', payload: move })
  const { id } = await person.call(createReconciliation, {
    params: { id: bank.id },
    body: { date: '2026-01-31', balance: 1 },
  })
  const line = moved.body.lines.find((one: { account_id: string }) => one.account_id === bank.id)
  await person.call(updateReconciliation, {
    params: { id: bank.id, reconciliation_id: id },
    body: { cleared_line_ids: [line.id] },
  })
  const shares = [{ contact_id: friend.id, amount: 2 }]
  await person.send({
    method: 'POST',
    url: '/budgeting/expenses',
    payload: { amount: 6, category_id: food.id, shares },
  })
  const loan = await person.call(createObligation, {
    body: {
      name: 'Loan',
      opened_date: '2026-01-10',
      original_amount: 100,
      outstanding_amount: 100,
      contact_id: friend.id,
      account_id: (await account(person, 'Receivables')).id,
      currency_id: 'USD',
    },
  })
  await person.call(createPayment, { params: { id: loan.id }, body: { amount: 1 } })
  const plan = await person.call(createPlan, {
    body: {
      name: 'Gym',
      kind: 'expense',
      draft: { amount: 6, category_id: food.id },
      schedule: { start: '2026-01-01', unit: 'month' },
    },
  })
  const goal = await person.call(createGoal, {
    body: { name: 'Trip', target_amount: 5, envelope: { account_id: bank.id } },
  })
  await person.call(createGoalMove, { params: { id: goal.id }, body: { amount: 1 } })
  await person.call(createImportRule, {
    body: {
      name: 'Food',
      set: { category_id: food.id },
      when: { match: 'all', conditions: [{ field: 'text', is: 'contains', value: 'billa' }] },
    },
  })
  await sendFile(person, { account_id: bank.id }, csv('2026-01-05,BILLA,-5.00'))
  await transaction(world.db, async (tx) => {
    await change(tx, sql`insert into second_factors (user_id, secret) values (${person.user.id}, '')`)
    await change(
      tx,
      sql`insert into oidc_links (issuer, subject, user_id, created_at, last_used_at)
          values ('https://sso.example', ${person.user.id}, ${person.user.id}, now(), now())`,
    )
    await change(
      tx,
      sql`insert into recovery_links (user_id, id, secret_hash, expires_at) values (${person.user.id}, gen_random_uuid(), '', now())`,
    )
    await change(
      tx,
      sql`insert into passkeys (user_id, id, credential_id, public_key, counter, rp_id, name, created_at)
          values (${person.user.id}, gen_random_uuid(), '', '', 0, 'localhost', 'Laptop', now())`,
    )
    await change(
      tx,
      sql`insert into used_challenges (user_id, nonce, expires_at) values (${person.user.id}, ${Buffer.from(person.user.id)}, now())`,
    )
    await change(
      tx,
      sql`insert into email_links (user_id, id, secret_hash, email, expires_at)
          values (${person.user.id}, gen_random_uuid(), '', ${person.user.email}, now())`,
    )
    await change(
      tx,
      sql`insert into book_invitations (book_id, id, secret_hash, role, created_by, created_at, expires_at)
          values (${person.book_id}, gen_random_uuid(), '', 'viewer', ${person.user.id}, now(), now())`,
    )
    await change(
      tx,
      sql`insert into former_members (book_id, user_id, joined_at, left_at) values (${person.book_id}, gen_random_uuid(), now(), now())`,
    )
    await change(
      tx,
      sql`insert into book_halves (book_id, transaction_id, other_book_id, other_transaction_id)
          values (${person.book_id}, gen_random_uuid(), gen_random_uuid(), gen_random_uuid())`,
    )
    const key = emailKey(person.user.email)
    for (const kind of ['recovery', 'confirmation'] as const) await countMail(tx, { kind, to: key })
    await countMail(tx, { by: person.user.id })
    const payload = { email_key: key, address: '127.0.0.1' }
    await addJob(tx, { kind: 'recovery', userId: null, payload })
    await addJob(tx, { kind: 'confirmation', userId: person.user.id, payload: { address: '127.0.0.1' } })
    await change(tx, sql`insert into recovery_codes (user_id, code_hash) values (${person.user.id}, '')`)
  })
  const params = { id: plan.id, date: '2026-01-01' }
  await person.call(settleOccurrence, { params, body: { action: 'skip' } })
}

/** Every row of every table, as text, by table: the catalog knows them all. */
async function everything(): Promise<Map<string, string[]>> {
  const tables = await rows<{ name: string }>(
    world.db,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const found = new Map<string, string[]>()
  for (const { name } of tables) {
    const all = await rows<{ text: string }>(
      world.db,
      sql`select line as text from xmltable('/table/row' passing query_to_xml(
            ${`select to_jsonb(t)::text as line from public."${name}" t`}, false, false, '')
            columns line text path 'line') order by 1`,
    )
    found.set(
      name,
      all.map(({ text }) => text),
    )
  }
  return found
}

/** How many rows there are of a person's book, itself included. */
async function rowsOf({ book_id }: Person): Promise<number> {
  const counted = await rows<{ count: number }>(
    world.db,
    sql`select (select count(*) from books where id = ${book_id})::int + (select count(*) from contacts where book_id = ${book_id})::int
               + (select count(*) from events where book_id = ${book_id})::int as count`,
  )
  return counted[0]?.count ?? 0
}

test('deleting a person leaves no row of theirs in any table, and touches nobody else', async () => {
  const bea = await world.person()
  await fill(bea)
  const before = await everything()
  const ana = await world.person({ email: 'Gone@Example.com' })
  await fill(ana)
  await stranger.ask(login, { body: { email: ana.user.email, password: 'wrong' } })
  const during = await everything()
  const holdsBoth = [...during].filter(
    ([name, lines]) => lines.length > (before.get(name)?.length ?? 0) && name !== 'login_attempts',
  )
  const tenant = await rows<{ name: string }>(
    world.db,
    sql`select distinct table_name as name from information_schema.columns
        where table_schema = 'public' and column_name in ('book_id', 'user_id')`,
  )
  for (const { name } of tenant)
    assert(
      holdsBoth.some(([table]) => table === name),
      `the test puts no row into ${name}: add one, and delete it with the person`,
    )

  const wrong = { body: { current_password: 'wrong' } }
  assert.equal((await refused(ana.call(deleteMe, wrong))).code, 'password_wrong')
  await ana.call(getMe)
  const answer = await ana.send({
    method: 'DELETE',
    url: '/auth/me',
    payload: { current_password: ana.password },
  })
  assert.equal(answer.status, 204, answer.text)
  assert.match(
    answer.headers['set-cookie'] ?? '',
    /^service-session=; .*Max-Age=0.*service-device=; .*Max-Age=0/,
  )

  await until(async () => (await rowsOf(ana)) === 0, 5_000)
  const after = await everything()
  for (const [name, lines] of after) {
    const traces = lines.filter(
      (line) => line.includes(ana.user.id) || line.includes(ana.book_id) || /gone@example/i.test(line),
    )
    assert.deepEqual(traces, [], name)
    if (name !== 'login_attempts') assert.deepEqual(lines, before.get(name), name)
  }
  assert.equal((await refused(ana.call(getMe))).code, 'unauthenticated')
  const body = { email: ana.user.email, password: ana.password }
  assert.equal((await refused(stranger.call(login, { body }))).code, 'bad_credentials')
  await stranger.call(register, { body: { ...body, name: 'Ana', password_confirmation: ana.password } })
})

test('the book of somebody who is still there cannot be erased', async () => {
  const ana = await world.person()
  await assert.rejects(
    transaction(world.service, (tx) => change(tx, sql`select erase_book(${ana.book_id}, 1)`)),
    /has a member/,
  )
})

/** Waits until this many sessions of PostgreSQL wait for rows that another has locked. */
const waiting = (sessions: number) => until(async () => (await waitingSessions(world.db)) >= sessions, 5_000)

/** A book of more rows than are deleted at once. */
async function largeBook(): Promise<Person> {
  const ana = await world.person()
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`insert into contacts (book_id, id, name, created_version, version, created_at, updated_at)
          select ${ana.book_id}, gen_random_uuid(), 'Contact ' || n, 1, 1, now(), now() from generate_series(1, 5000) n`,
    ),
  )
  return ana
}

test('the answer does not wait for the rows of the book; stopped in the middle, their deletion is resumed by housekeeping', async () => {
  const ana = await largeBook()
  await transaction(world.db, async (tx) => {
    await change(tx, sql`select version from events where book_id = ${ana.book_id} for update`)
    const answer = await ana.ask(deleteMe, { body: { current_password: ana.password } })
    assert.equal(answer.status, 204)
    await until(async () => (await endWaiting(world.db)) === 1, 5_000)
  })
  const left = await rowsOf(ana)
  assert(left > 1 && left < 5_000, `${left} rows are left`)
  assert.deepEqual(await verify(world.db), [])
  assert.equal((await refused(ana.call(getMe))).code, 'unauthenticated')
  const body = { name: 'Ana', email: ana.user.email, password: ana.password }
  await stranger.call(register, { body: { ...body, password_confirmation: ana.password } })

  await forgetThePast(world.service)
  assert.equal(await rowsOf(ana), 0)
})

test('a request that waited while the account was deleted changes nothing in the book that is left', async () => {
  const ana = await largeBook()
  let answers: Promise<Response>[] = []
  await transaction(world.db, async (tx) => {
    await change(tx, sql`select version from events where book_id = ${ana.book_id} for update`)
    await transaction(world.db, async (first) => {
      await change(first, sql`select id from books where id = ${ana.book_id} for update`)
      const deleted = ana.ask(deleteMe, { body: { current_password: ana.password } })
      await waiting(1)
      answers = [deleted, ana.ask(createContact, { body: { name: 'Late' } })]
      await waiting(2)
    })
    assert.deepEqual(
      (await Promise.all(answers)).map(({ status }) => status),
      [204, 401],
    )
  })
  await forgetThePast(world.service)
  assert.equal(await rowsOf(ana), 0)
})

test('one step deletes as many rows as it is told to, and says whether any are left', async () => {
  const ana = await largeBook()
  await transaction(world.db, async (tx) => {
    await change(tx, sql`update books set is_ownerless = true where id = ${ana.book_id}`)
    await change(tx, sql`delete from members where user_id = ${ana.user.id}`)
    await change(tx, sql`delete from user_events where user_id = ${ana.user.id}`)
    await change(tx, sql`delete from tokens where user_id = ${ana.user.id}`)
    await change(tx, sql`delete from users where id = ${ana.user.id}`)
  })
  const before = await rowsOf(ana)
  const [first] = await transaction(world.service, (tx) =>
    change<{ left: boolean }>(tx, sql`select erase_book(${ana.book_id}, 1000) as left`),
  )
  assert.equal(first?.left, true)
  assert.equal(await rowsOf(ana), before - 1_000)
  await forgetThePast(world.service)
  assert.equal(await rowsOf(ana), 0)
})

const count = async (table: Sql) =>
  (await rows<{ count: number }>(world.db, sql`select count(*)::int as count from ${table}`))[0]?.count ?? 0

test('housekeeping removes ended sessions, old attempts and old replies of all books, in steps, and nothing else', async () => {
  const ana = await world.person()
  await forgetThePast(world.service)
  const tables = [sql`tokens`, sql`login_attempts`, sql`idempotency_keys`]
  const before = await Promise.all(tables.map(count))
  await transaction(world.db, async (tx) => {
    await change(
      tx,
      sql`insert into tokens (user_id, id, secret_hash, device_name, created_at, last_used_at)
          select ${ana.user.id}, gen_random_uuid(), '', '', now() - age, now() - age / n
          from generate_series(1, 2) n, unnest(array[interval '91 days', interval '366 days']) age`,
    )
    await change(
      tx,
      sql`insert into login_attempts (email_key, address, level, at)
          select n::text, '192.0.2.1', 1, now() - interval '25 hours' from generate_series(1, 2500) n`,
    )
    await change(
      tx,
      sql`insert into login_attempts (email_key, address, level, at, succeeded_at) values
          ('seen', '192.0.2.1', 0, now() - interval '80 days', now() - interval '80 days'),
          ('not seen', '192.0.2.1', 0, now() - interval '91 days', now() - interval '91 days'),
          ('just now', '192.0.2.1', 3, now() - interval '10 hours', null)`,
    )
    await change(
      tx,
      sql`insert into idempotency_keys (book_id, key, request_hash, reply, created_at)
          select ${ana.book_id}, n::text, '', '', now() - make_interval(hours => n) from generate_series(1, 30) n`,
    )
  })
  await forgetThePast(world.service)
  const after = await Promise.all(tables.map(count))
  assert.deepEqual(
    after.map((left, index) => left - (before[index] ?? 0)),
    [1, 2, 23],
  )
})

test('an Idempotency-Key that is a day old counts as new, whether its reply was removed yet or not', async () => {
  const ana = await world.person()
  const create = (name: string) =>
    ana.send({ method: 'POST', url: '/contacts', payload: { name }, headers: { 'idempotency-key': 'k' } })
  const first = await create('A')
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`update idempotency_keys set created_at = ${new Date(Date.now() - 25 * 3_600_000).toISOString()}`,
    ),
  )
  const second = await create('B')
  assert.equal(second.status, 200, second.text)
  assert.notEqual(second.body.id, first.body.id)
  assert.equal((await create('B')).body.id, second.body.id)
})
