import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changePassword, login, register } from '../../contract/auth.ts'
import { client } from '../../contract/client.ts'
import { makeWorld, PASSWORD, refused, through } from '../../test/world.ts'
import { readSettings } from '../settings.ts'

const world = await makeWorld()
const draft = (email: string, password: string) => ({
  name: 'Anastasia Example',
  email,
  password,
  password_confirmation: password,
})

test('a password that is too short has one code, whichever minimum it misses', async () => {
  const ana = await world.person()
  for (const [passwordMinLength, password, length] of [
    [8, '', 0],
    [8, 'seven77', 7],
    [8, '😀😀😀😀😀😀😀', 7],
    [12, 'seven77', 7],
    [12, 'elevenchars', 11],
  ] as const) {
    const app = world.another({ passwordMinLength })
    const body = { ...draft('short@example.com', password), current_password: PASSWORD }
    for (const problem of [
      await refused(client(through(app), '/api/v1').call(register, { body })),
      await refused(client(through(app), '/api/v1', ana.token).call(changePassword, { body })),
    ]) {
      assert.equal(problem.code, 'password_too_short')
      assert.deepEqual(problem.errors?.password, [
        `password must have at least ${passwordMinLength} characters; it has ${length}.`,
      ])
    }
  }
})

test('a blocklist refuses the most used passwords and what anybody knows of the person', async () => {
  const app = world.another({ passwordBlocklist: true })
  const strict = client(through(app), '/api/v1')
  const ana = await world.person({ name: 'Anastasia Example' })
  const me = client(through(app), '/api/v1', ana.token)
  for (const password of [
    'password',
    'Password2026!',
    'iloveyou',
    'baseball',
    'trustno1',
    'Liverpool1!',
    'abcabcabcabc',
    '012345678901',
    '        ',
    'Anastasia Example',
    'anastasia1990',
    'strict@example.com',
  ]) {
    const body = draft('strict@example.com', password)
    assert.equal((await refused(strict.call(register, { body }))).code, 'password_common', password)
    if (password.includes('@')) continue
    const change = { current_password: PASSWORD, password, password_confirmation: password }
    assert.equal((await refused(me.call(changePassword, { body: change }))).code, 'password_common', password)
  }
  await strict.call(register, { body: draft('strict@example.com', 'twelve chars, fine') })
  await client(through(world.app), '/api/v1').call(register, { body: draft('lax@example.com', 'password') })
})

test('the blocklist is on where Florin is public, and off on a private machine, unless it is set', () => {
  const isOn = (env: Record<string, string>) => readSettings(env).passwordBlocklist
  assert.equal(isOn({}), false)
  assert.equal(isOn({ PUBLIC_URL: 'http://florin.local' }), false)
  assert.equal(isOn({ PUBLIC_URL: 'https://florin.example' }), true)
  assert.equal(isOn({ PUBLIC_URL: 'https://florin.example', PASSWORD_BLOCKLIST: 'off' }), false)
  assert.equal(isOn({ PASSWORD_BLOCKLIST: 'on' }), true)
})

test('a password is the same however a keyboard composes its letters', async () => {
  const stranger = client(through(world.app), '/api/v1')
  await stranger.call(register, { body: draft('nfc@example.com', 'cafe\u0301 au lait') })
  await stranger.call(login, { body: { email: 'nfc@example.com', password: 'caf\u00e9 au lait' } })
})
