import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCluster } from '../../test/waiting.ts'
import { makeWorld } from '../../test/world.ts'
import { recordPrivileges } from '../records/kinds.ts'
import { change, row, rows, transaction } from './database.ts'
import { privileges, SERVICE_ROLE } from './privileges.ts'
import { names, type Sql, sql } from './sql.ts'

const world = await makeWorld()

/** PostgreSQL's error code for a statement of the service's role, or "done". */
const attempt = (statement: Sql) =>
  transaction(world.service, (tx) => change(tx, statement)).then(
    () => 'done',
    (error: Error & { code?: string }) => error.code,
  )

test('the service signs in as a role that owns nothing and is not a superuser', async () => {
  const who = await row(
    world.service,
    sql`select current_user as current, session_user as session, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
        from pg_roles where rolname = current_user`,
  )
  assert.deepEqual(who, {
    current: SERVICE_ROLE,
    session: SERVICE_ROLE,
    rolsuper: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolreplication: false,
    rolbypassrls: false,
  })
  const owned = await rows(
    world.db,
    sql`select relname from pg_class where relowner = (select oid from pg_roles where rolname = ${SERVICE_ROLE})`,
  )
  assert.deepEqual(owned, [])
  const member = await rows(
    world.db,
    sql`select roleid from pg_auth_members where member = (select oid from pg_roles where rolname = ${SERVICE_ROLE})`,
  )
  assert.deepEqual(member, [])
})

const skip = isCluster && 'on Citus the service erases by itself, and may do more for that'

test('the role has what is listed and nothing else, on every table and column there is', {
  skip,
}, async () => {
  const granted = await rows<{ relname: string; granted: string }>(
    world.db,
    sql`select relname, string_agg(verb || case when is_whole then '' else ' (' || columns || ')' end, ', ' order by place) as granted
        from pg_class cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'])
             with ordinality as verbs (verb, place)
        cross join lateral (select has_table_privilege(${SERVICE_ROLE}, pg_class.oid, verb) as is_whole) whole
        left join lateral (
          select string_agg(attname, ', ' order by attnum) as columns from pg_attribute
          where attrelid = pg_class.oid and attnum > 0 and verb in ('select', 'insert', 'update', 'references')
            and case when verb in ('select', 'insert', 'update', 'references')
                then has_column_privilege(${SERVICE_ROLE}, attrelid, attnum, verb) end) parts on not is_whole
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and (is_whole or columns is not null)
        group by relname`,
  )
  assert.deepEqual(Object.fromEntries(granted.map(({ relname, granted }) => [relname, granted])), {
    ...privileges,
    ...recordPrivileges,
  })
})

test('nothing of the log and the journal that counts can be overwritten by the service', {
  skip,
}, async () => {
  const denied = '42501'
  const columns = await rows<{ table: string; column: string }>(
    world.db,
    sql`select table_name as table, column_name as column from information_schema.columns
        where table_schema = 'public' and table_name in ('entries', 'changes', 'events')`,
  )
  const isOpen = (table: string, column: string) =>
    ['entries until_version', 'changes undone_by'].includes(`${table} ${column}`)
  for (const { table, column } of columns)
    assert.equal(
      await attempt(sql`update ${names(table)} set ${names(column)} = null where false`),
      isOpen(table, column) ? 'done' : denied,
      `${table}.${column}`,
    )
  for (const table of ['entries', 'changes', 'events'])
    assert.equal(await attempt(sql`delete from ${names(table)} where false`), denied, table)
})

test('PostgreSQL refuses the service everything that is not its work', { skip }, async () => {
  const denied = '42501'
  const ana = (await world.person()).book_id
  assert.equal(await attempt(sql`select key from instance`), denied)
  assert.equal(await attempt(sql`create table public.loot (id int)`), denied)
  assert.equal(await attempt(sql`drop table events`), denied)
  assert.equal(await attempt(sql`alter table events disable trigger all`), denied)
  assert.equal(await attempt(sql`delete from events where book_id = ${ana}`), denied)
  assert.equal(await attempt(sql`delete from books where id = ${ana}`), denied)
  assert.equal(await attempt(sql`update events set action = 'created' where book_id = ${ana}`), denied)
  assert.equal(await attempt(sql`truncate entries`), denied)
  assert.equal(await attempt(sql`select rolpassword from pg_authid`), denied)
  assert.equal(await attempt(sql`select pg_read_file('postgresql.conf')`), denied)
  assert.equal(await attempt(sql`select lo_import('/etc/passwd')`), denied)
  assert.equal(await attempt(sql`select lo_create(0)`), denied)
  assert.equal(await attempt(sql`select lo_from_bytea(0, 'loot')`), denied)
  assert.equal(await attempt(sql`select lo_open(1, 131072)`), denied)
  assert.equal(await attempt(sql`copy users to program 'cat'`), denied)
  assert.equal(await attempt(sql`create role intruder`), denied)
  assert.equal(await attempt(sql`select set_config('role', 'florin', false)`), denied)
  assert.equal(await attempt(sql`set session authorization florin`), denied)
  assert.equal(await attempt(sql`alter role florin_service superuser`), denied)
  assert.equal((await world.app.inject('/ready')).statusCode, 200)
})
