import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCluster } from '../../test/waiting.ts'
import { makeWorld, serviceConnection } from '../../test/world.ts'
import { change, row, script, transaction } from '../database/database.ts'
import { closeDatabase, openDatabase } from '../database/open.ts'
import { type Sql, sql } from '../database/sql.ts'
import { forgetThePast, importRows, OLDEST, outdated, STEP, stepOf } from './housekeeping.ts'

const MANY = 50_000
const world = await makeWorld()
const ana = await world.person()
const past = (statement: Sql) => transaction(world.db, (tx) => change(tx, statement))

const countOf = async (table: Sql) =>
  (await row<{ count: number }>(world.db, sql`select count(*)::int as count from ${table}`))?.count ?? 0

// Nothing is analysed behind the back of these tests.
for (const table of ['tokens', 'login_attempts', 'idempotency_keys', 'imports', 'import_rows'])
  await transaction(world.db, (tx) => script(tx, `alter table ${table} set (autovacuum_enabled = false)`))

/** Old keys, half of them of one moment, so that no time tells one from the next. */
const oldKeys = (prefix: string, count: number) =>
  past(sql`insert into idempotency_keys (book_id, key, request_hash, reply, created_at)
           select ${ana.book_id}, ${prefix} || n, '', '', now() - interval '2 days' - make_interval(secs => greatest(n, ${count / 2}))
           from generate_series(1, ${count}) n`)

test('50,000 old rows go in steps that each take no more than a step from the index, also before anything was analysed', async () => {
  await forgetThePast(world.service) // plans of empty tables
  await oldKeys('k', MANY)
  await past(
    sql`insert into idempotency_keys (book_id, key, request_hash, reply, created_at) values (${ana.book_id}, 'young', '', '', now())`,
  )
  const steps: number[] = []
  assert.equal(
    await forgetThePast(world.service, (what, count) => {
      if (what === 'idempotency keys') steps.push(count)
    }),
    true,
  )
  assert.deepEqual([Math.max(...steps), steps.reduce((sum, one) => sum + one, 0)], [STEP, MANY])
  assert.equal(steps.length, MANY / STEP + 1)
  assert.equal(await countOf(sql`idempotency_keys`), 1)
})

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** The scans of a statement in a step, which is then rolled back. */
async function scansOf(statement: Sql): Promise<Plan[]> {
  let found: Plan[] = []
  const isEnough = new Error('this step was a trial')
  await stepOf(world.service)(async (tx) => {
    const [explained] = await change<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      tx,
      sql`explain (analyze, format json) ${statement}`,
    )
    found = explained ? nodesOf(explained['QUERY PLAN'][0].Plan) : []
    throw isEnough
  }).catch((error) => assert.equal(error, isEnough))
  return found.filter((node) => node['Relation Name'] !== undefined && node['Node Type'].includes('Scan'))
}

test('every step finds its rows by an index, and looks at no more rows than it takes', {
  skip: isCluster && 'the plan of the coordinator does not say what the nodes do',
}, async () => {
  const count = 5_000
  const book = ana.book_id
  await past(sql`insert into tokens (user_id, id, secret_hash, device_name, created_at, last_used_at)
    select ${ana.user.id}, gen_random_uuid(), '', '', now() - make_interval(days => 400, secs => n), now() - make_interval(days => 200, secs => n)
    from generate_series(1, ${count}) n`)
  // Keys for programs end at a time of their own, or never.
  await past(sql`insert into tokens (user_id, id, secret_hash, device_name, created_at, last_used_at, abilities, expires_at)
    select ${ana.user.id}, gen_random_uuid(), '', '', now() - make_interval(days => 300), now() - make_interval(days => 80), '{read}',
           now() - make_interval(days => 91, secs => n) from generate_series(1, ${count}) n`)
  await past(sql`insert into tokens (user_id, id, secret_hash, device_name, created_at, last_used_at, abilities, expires_at)
    select ${ana.user.id}, gen_random_uuid(), '', 'stays', now() - make_interval(days => 800), now() - make_interval(days => 700), '{read}', ends
    from (values (null), (now() - make_interval(days => 89)), (now() + make_interval(days => 1))) v (ends)`)
  await past(sql`insert into login_attempts (email_key, address, level, at, succeeded_at)
    select n::text, '192.0.2.1', 1, now() - make_interval(days => 100, secs => n), case when n % 2 = 0 then now() - make_interval(days => 100, secs => n) end
    from generate_series(1, ${count}) n`)
  await past(sql`insert into invitations (id, secret_hash, created_at, expires_at)
    select gen_random_uuid(), '', now(), now() - make_interval(days => 40, secs => n) from generate_series(1, ${count}) n`)
  await past(sql`insert into book_invitations (book_id, id, secret_hash, role, created_by, created_at, expires_at)
    select ${book}, gen_random_uuid(), '', 'viewer', ${ana.user.id}, now(), now() - make_interval(days => 40, secs => n) from generate_series(1, ${count}) n`)
  await past(sql`insert into recovery_links (user_id, id, secret_hash, expires_at)
    select ${ana.user.id}, gen_random_uuid(), '', now() - make_interval(days => 2, secs => n) from generate_series(1, ${count}) n`)
  await past(sql`insert into used_challenges (user_id, nonce, expires_at)
    select ${ana.user.id}, int4send(n), now() - make_interval(days => 2, secs => n) from generate_series(1, ${count}) n`)
  await past(sql`insert into email_links (user_id, id, secret_hash, email, expires_at)
    select ${ana.user.id}, gen_random_uuid(), '', '', now() - make_interval(days => 2, secs => n) from generate_series(1, ${count}) n`)
  await past(sql`insert into jobs (id, kind, payload, created_at, due_at)
    select gen_random_uuid(), '', '{}', now(), now() - make_interval(days => 2, secs => n) from generate_series(1, ${count}) n`)
  await past(sql`insert into oidc_states (id, expires_at)
    select gen_random_uuid(), now() - make_interval(days => 2, secs => n) from generate_series(1, ${count}) n`)
  await oldKeys('p', count)
  await past(sql`insert into imports (book_id, id, filename, bytes, status, progress, counts, created_at)
    select ${book}, gen_random_uuid(), 'x', 1, 'ready', 1, '{}', now() - make_interval(days => 40, secs => n) from generate_series(1, ${count}) n`)
  const importId = '00000000-0000-0000-0000-000000000001'
  await past(sql`insert into import_rows (book_id, import_id, n, occurrence, file_row, verdict, reason, search, is_chosen, needs_attention)
    select ${book}, ${importId}, n, 0, '{}', 'new', '', '', true, false from generate_series(1, ${count}) n`)
  const statements = { ...outdated, 'rows of imports': (_: string) => importRows(book, importId, 0) }
  for (const [what, statement] of Object.entries(statements)) {
    const scans = await scansOf(statement(OLDEST))
    assert(scans.length >= 2, what)
    for (const scan of scans) {
      assert.match(scan['Node Type'], /^Index/, `${what}: ${JSON.stringify(scan)}`)
      const looked = scan['Actual Rows'] * scan['Actual Loops']
      assert(looked <= STEP, `${what}: ${scan['Index Name']} gave ${looked} rows`)
    }
  }
  await past(sql`delete from imports where id not in (select id from imports limit 150)`)
  const removed = new Map<string, number>()
  await forgetThePast(world.service, (what, count) => removed.set(what, (removed.get(what) ?? 0) + count))
  assert.deepEqual(Object.fromEntries(removed), {
    'tokens by age': count,
    'tokens by use': 0,
    'ended keys of programs': count,
    'failed attempts': count / 2,
    'known addresses': count / 2,
    'ended invitations': count,
    'ended invitations to books': count,
    'ended recovery links': count,
    'ended challenges': count,
    'ended confirmation links': count,
    'mails that nobody sent': count,
    'states of single sign-on': count,
    'idempotency keys': count,
    'forgotten imports': 150,
    imports: 150,
    'rows of imports': 0,
  })
  assert.equal(await countOf(sql`tokens where device_name = 'stays'`), 3)
})

test('while one instance is at a step another one leaves it alone, and together they remove every row once', async () => {
  await oldKeys('t', 10_000)
  const before = await countOf(sql`idempotency_keys`)
  await stepOf(world.service)(async () => {
    assert.equal(await forgetThePast(world.service), false)
    assert.equal(await countOf(sql`idempotency_keys`), before)
  })
  const { database } = (world.service as unknown as { pool: { options: { database: string } } }).pool.options // the driver's own
  const other = openDatabase({ ...serviceConnection, database }, () => undefined)
  let count = 0
  const observe = (what: string, removed: number) => {
    if (what === 'idempotency keys') count += removed
  }
  const outcomes = await Promise.all([world.service, other].map((db) => forgetThePast(db, observe)))
  // An instance that was turned away leaves the rest to the other, or to the next run.
  if (!outcomes.includes(true)) await forgetThePast(other, observe)
  await closeDatabase(other)
  assert.equal(count, 10_000)
  assert.equal(await countOf(sql`idempotency_keys`), before - 10_000)
})
