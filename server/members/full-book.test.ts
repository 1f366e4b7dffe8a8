import assert from 'node:assert/strict'
import { test } from 'node:test'
import { client } from '../../contract/client.ts'
import { createBookInvitation } from '../../contract/members.ts'
import { passkeyRegister, passkeyRegisterOptions } from '../../contract/passkeys.ts'
import { makeAuthenticator } from '../../test/authenticator.ts'
import { makeWorld, refused, through } from '../../test/world.ts'
import { change, rows, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'

const world = await makeWorld()

test('an invitation to a book that is full opens no account, by a passkey neither', async () => {
  const ana = await world.person()
  const { token: invitation } = await ana.call(createBookInvitation, { body: { role: 'viewer' } })
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`with made as (insert into users (id, name, email, version, created_at, updated_at)
            select gen_random_uuid(), 'One', 'one' || n || '@full.example', 1, now(), now() from generate_series(1, 19) n returning id)
          insert into members (user_id, book_id, role, is_default, created_at) select id, ${ana.book_id}, 'viewer', false, now() from made`,
    ),
  )
  const open = client(through(world.another({ passwords: false })), '/api/v1')
  const person = { name: 'Bea', email: 'bea@full.example', invitation }
  const options = await open.call(passkeyRegisterOptions, { body: person })
  const body = { ...person, passkey: makeAuthenticator().create(options, {}), passkey_name: 'Laptop' }
  assert.equal((await refused(open.call(passkeyRegister, { body }))).code, 'too_many_members')
  assert.equal((await rows(world.db, sql`select from users`)).length, 20)
})
