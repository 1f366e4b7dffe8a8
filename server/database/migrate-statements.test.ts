import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrationsOf, statementsIn } from './migrate.ts'

test('a migration runs statement by statement, whatever semicolons are in comments, texts and functions', () => {
  const text = `
    -- one; two
    create table a (b text default 'x;y'); insert into a values (E'it''s; fine');
    create function f() returns void language plpgsql as $$ begin perform 1; perform 2; end $$;
    select $tag$;$tag$, 5 - 3, '$$;$$' -- the end;
  `
  assert.deepEqual(statementsIn(text), [
    "create table a (b text default 'x;y')",
    "insert into a values (E'it''s; fine')",
    'create function f() returns void language plpgsql as $$ begin perform 1; perform 2; end $$',
    "select $tag$;$tag$, 5 - 3, '$$;$$'",
  ])
})

test('every migration is cut where its statements end', async () => {
  for (const { id, text } of await migrationsOf()) {
    const statements = statementsIn(text)
    assert(statements.length > 0, id)
    for (const statement of statements) assert.match(statement, /^(create|alter|insert|drop|comment) /, id)
  }
})

/** The SHA-256 of each migration, as it was when it came to main. */
const FROZEN: Record<string, string> = {
  '0001_people_and_books': '16f09a21c293279774c6de151b2024ede5a82cccdeefdd8efef5d041b9cf7ef8',
  '0002_ledger': 'e6c3c8ddbf53c95c337a5626ff3cb0d13e0de853f9018f5d91cd1c36ef19d237',
  '0003_obligations': '8a39861a580c5c7b39ee8cc18098efcf358f1048dd1b54cacc29f9d7609ae832',
  '0004_imports': '3285818dd56fbb404a663bd8c06f5a009409cb8c0a3ce40afb61b2426d8de2b0',
  '0005_obligations_by_account': '46a081b7c1b67616282df83eae4ad973b82ea84144d240b04eec2165370fb62d',
  '0006_external_ids': '5889ebcca89ab7f5ad067f1545983e0aa8c1376841efe37cb7ec46074e9e4e9a',
}

test('a migration is never edited: a change is a new one', async () => {
  const known = await migrationsOf()
  for (const { id, checksum } of known) {
    const frozen =
      FROZEN[id] ??
      assert.fail(`${id} is new: add its checksum to this test, ${checksum}, and never edit it again`)
    assert.equal(
      checksum,
      frozen,
      `${id} was edited. Databases have been through it as it was: put it back, and write a new migration`,
    )
  }
  assert.deepEqual(
    Object.keys(FROZEN),
    known.map(({ id }) => id),
    'a migration was removed',
  )
})

/** The last migration that made tables with rows in them: every later one finds books. */
const LAST_OF_EMPTY = '0004_imports'

test('a migration changes no record: the log is sealed, and says what every row is', async () => {
  for (const { id, text } of (await migrationsOf()).filter(({ id }) => id > LAST_OF_EMPTY))
    for (const statement of statementsIn(text))
      assert.doesNotMatch(
        statement.replace(/(\$\w*\$)[\s\S]*?\1/g, ''), // a function may write when the service calls it
        /^(insert|update|delete|truncate|merge|copy|call|do|select|with)\b|\btype\b.*\busing\b/i,
        `${id}: ${statement}`,
      )
})
