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
