import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { statementsIn } from './migrate.ts'

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
  const folder = new URL('./migrations/', import.meta.url)
  for (const name of await readdir(folder)) {
    const statements = statementsIn(await readFile(new URL(name, folder), 'utf8'))
    assert(statements.length > 3)
    for (const statement of statements) assert.match(statement, /^(create|alter|insert) /, name)
  }
})
