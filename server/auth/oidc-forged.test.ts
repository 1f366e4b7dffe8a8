import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { deleteMe } from '../../contract/auth.ts'
import {
  CALLBACK,
  codeIn,
  type Forgery,
  makeBrowser,
  PUBLIC,
  settingsOf,
  startForger,
} from '../../test/oidc.ts'
import { isWithin } from '../../test/until.ts'
import { makeWorld } from '../../test/world.ts'
import { change, rows, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'

const forger = await startForger()
after(forger.stop)
/** Settings of their own, so that nothing is known of the provider yet. */
const fresh = () => settingsOf(forger.issuer)
const world = await makeWorld({ ...fresh(), logLevel: 'info' })
await world.person() // the operator
let network = 0

/** A way back whose code is taken for its nonce: the forger puts that into the token. */
async function backOf(
  browser: ReturnType<typeof makeBrowser>,
  more: Record<string, string> = {},
  query = '',
) {
  const { location } = await browser.open(`/api/v1/auth/oidc/start${query}`, 'same-origin')
  const { searchParams } = new URL(location)
  const parameters = {
    state: searchParams.get('state') ?? '',
    code: searchParams.get('nonce') ?? '',
    ...more,
  }
  return `${CALLBACK}?${new URLSearchParams(parameters)}`
}

/** Signs in with what the provider forges. */
async function signInWith(forgery: Forgery, more?: Record<string, string>, app = world.another(fresh())) {
  forger.forge(forgery)
  const browser = makeBrowser(app, `10.2.${network++}.1`)
  const answer = await browser.open(await backOf(browser, more), 'cross-site')
  return { ...answer, browser }
}

const everything = async () =>
  JSON.stringify([
    await rows(world.db, sql`select id, email, log_version::text from users order by 1`),
    await rows(world.db, sql`select id, proven_at from tokens order by 1`),
    await rows(world.db, sql`select issuer, subject, user_id from oidc_links order by 1, 2`),
  ])

test('the forger signs in with a token in order', async () => {
  const { location, browser } = await signInWith({})
  assert.equal(location, `${PUBLIC}/welcome`)
  assert.equal((await browser.ask('GET', '/auth/me')).body.email, 'forged@example.com')
})

const at = Math.floor(Date.now() / 1_000)
const forgeries: Record<string, Forgery> = {
  'another nonce': { claims: { nonce: 'another' } },
  'no nonce': { claims: { nonce: undefined } },
  'another issuer': { claims: { iss: 'https://evil.example' } },
  'another audience': { claims: { aud: 'somebody-else' } },
  'several audiences, and somebody else who asked': { claims: { aud: ['florin', 'x'], azp: 'x' } },
  'a token that has expired': { claims: { iat: at - 7200, exp: at - 3600 } },
  'no subject': { claims: { sub: undefined } },
  'an empty subject': { claims: { sub: '' } },
  'a long subject': { claims: { sub: 's'.repeat(256) } },
  'a subject that is no text': { claims: { sub: 7 } },
  'a subject with half a character': { claims: { sub: 'y\ud800' } },
  'a subject with a NUL': { claims: { sub: 'a\0b' } },
  'no signature': { header: { alg: 'none' } },
  'a signature with the secret': { header: { alg: 'HS256' } },
  'a key that is not published': { isForeign: true },
  'an unknown key': { header: { kid: 'two' } },
  'an e-mail that is none': { claims: { sub: 'x1', email: 'nobody' } },
  'an e-mail with a NUL': { claims: { sub: 'x2', email: 'a\0b@example.com' } },
  'an e-mail that is too long': { claims: { sub: 'x3', email: `${'e'.repeat(250)}@example.com` } },
  'an e-mail of an impossible domain': { claims: { sub: 'x4', email: 'a@xn--ñ.example' } },
  'an e-mail with more than a domain': { claims: { sub: 'x6', email: 'victim@example.com/foo.bar' } },
  'an e-mail that is a list': { claims: { sub: 'x5', email: ['a@example.com'] } },
}
for (const [name, forgery] of Object.entries(forgeries))
  test(`a token with ${name} signs nobody in, and changes nothing`, async () => {
    const before = await everything()
    const { status, location, browser } = await signInWith(forgery)
    assert.equal(status, 303)
    assert.match(String(codeIn(location)), /^oidc_(failed|email_missing)$/)
    assert.deepEqual([...browser.jar], [])
    assert.equal(await everything(), before)
  })

test('a name of any kind is kept as it can be', async () => {
  const long = await signInWith({ claims: { sub: 'n1', email: 'n1@example.com', name: '😀'.repeat(300) } })
  assert.equal((await long.browser.ask('GET', '/auth/me')).body.name, '😀'.repeat(255))
  const bad = await signInWith({ claims: { sub: 'n2', email: 'n2@example.com', name: 'a\0' } })
  assert.equal((await bad.browser.ask('GET', '/auth/me')).body.name, 'n2')
})

test('an answer of another provider is refused (mix-up)', async () => {
  const before = await everything()
  const mixed = await signInWith({}, { iss: 'https://evil.example' })
  assert.equal(codeIn(mixed.location), 'oidc_failed')
  const missing = await signInWith({ metadata: { authorization_response_iss_parameter_supported: true } })
  assert.equal(codeIn(missing.location), 'oidc_failed', 'it says that it always names itself')
  assert.equal(await everything(), before)
})

test('an error of the provider is not shown, and asks it nothing', async () => {
  const asked = forger.asked.length
  const { location } = await signInWith(
    {},
    { error: 'server_error', error_description: '<script>alert(1)</script>' },
  )
  assert.equal(location, `${PUBLIC}/sign-in?oidc=oidc_failed`)
  assert(!forger.asked.slice(asked).includes('/token'))
})

/** An answer in place of the usual one. */
type Answer = (response: ServerResponse) => true
const json = (response: ServerResponse, text: string): true => {
  response.setHeader('content-type', 'application/json').end(text)
  return true
}
const broken: Answer = (response) => {
  response.destroy()
  return true
}
const said =
  (status: number, headers: Record<string, string>, text: string): Answer =>
  (response) => {
    response.writeHead(status, headers).end(text)
    return true
  }
const answers: Record<string, Answer> = {
  'a broken connection': broken,
  'an error': said(500, {}, 'oops'),
  'no JSON': (response) => json(response, '{"issuer":'),
  'JSON of another kind': (response) => json(response, '[]'),
  'a page': said(200, { 'content-type': 'text/html' }, '<h1>Sign in</h1>'),
  'a redirect': said(302, { location: 'https://evil.example/' }, ''),
  'ten megabytes': (response) => json(response, `{"x":"${'x'.repeat(10_000_000)}"}`),
  nothing: () => true,
}
for (const [name, answer] of Object.entries(answers))
  test(`a provider that answers with ${name} is said to be unavailable, and nothing changes`, async () => {
    const before = await everything()
    // An answer that does not come takes its time.
    const paths = ['/token', ...(name === 'nothing' ? [] : ['/.well-known/openid-configuration', '/jwks'])]
    for (const path of paths) {
      const app = world.another(fresh())
      forger.forge({})
      if (path !== '/.well-known/openid-configuration') await makeBrowser(app).open('/api/v1/auth/oidc/start')
      const began = performance.now()
      const { status, location } = await signInWith(
        { answer: (asked, response) => asked === path && answer(response) },
        {},
        app,
      )
      assert.deepEqual([status, new URL(location).pathname], [303, '/sign-in'], `${path}: ${location}`)
      assert.match(String(codeIn(location)), /^oidc_(unavailable|failed|expired)$/, path)
      assert(isWithin(9_000, began), `${path} took too long`)
    }
    assert.equal(await everything(), before)
  })

test('a provider that is down is asked again, and one that was there before still signs in', async () => {
  const app = world.another(fresh())
  forger.forge({ answer: (_, response) => broken(response) })
  const down = await makeBrowser(app).open('/api/v1/auth/oidc/start')
  assert.equal(down.location, `${PUBLIC}/sign-in?oidc=oidc_unavailable`)
  const asked = await makeBrowser(app).ask('POST', '/auth/oidc/start', {})
  assert.deepEqual([asked.status, asked.body.code], [409, 'oidc_unavailable'])
  const ana = await world.person()
  const linking = makeBrowser(app)
  linking.jar.set('service-session', ana.token)
  assert.equal((await linking.ask('POST', '/auth/oidc', {})).body.code, 'oidc_unavailable')
  forger.forge({})
  await wait(1_100)
  const before = forger.asked.length
  const many = await Promise.all(
    Array.from({ length: 8 }, () => makeBrowser(app).open('/api/v1/auth/oidc/start')),
  )
  assert(many.every(({ location }) => location.startsWith(forger.issuer)))
  assert.equal(forger.asked.length, before + 1, 'all of them wait for one answer')
})

test('a provider that says it is another one is not asked for anything', async () => {
  const { location } = await signInWith({ metadata: { issuer: 'https://evil.example' } })
  assert.equal(codeIn(location), 'oidc_expired', 'nothing was begun')
})

test('a person who is deleted while the provider is asked gets no link', async () => {
  const app = world.another(fresh())
  forger.forge({})
  const ana = await world.person()
  const browser = makeBrowser(app, '10.3.0.1')
  browser.jar.set('service-session', ana.token)
  const { searchParams } = new URL((await browser.ask('POST', '/auth/oidc', {})).body.url)
  const back = new URLSearchParams({
    state: searchParams.get('state') ?? '',
    code: searchParams.get('nonce') ?? '',
  })
  forger.forge({
    claims: { sub: 'ghost' },
    async answer(path) {
      if (path === '/jwks') await ana.call(deleteMe, { body: {} }) // between the look at the session and the link
      return false
    },
  })
  const { location } = await browser.open(`${CALLBACK}?${back}`, 'cross-site')
  assert.equal(codeIn(location), 'unauthenticated')
  assert.deepEqual(await rows(world.db, sql`select from oidc_links where subject = 'ghost'`), [])
})

test('many wrong ways back from one network are refused for a while, and others sign in', async () => {
  forger.forge({ claims: { nonce: 'wrong' } })
  const app = world.another(fresh())
  const codes: (string | null)[] = []
  for (let count = 0; count < 11; count++) {
    const browser = makeBrowser(app, '10.9.0.1')
    codes.push(codeIn((await browser.open(await backOf(browser), 'cross-site')).location))
  }
  assert.deepEqual([codes[9], codes[10]], ['oidc_failed', 'too_many_attempts'])
  const { browser } = await signInWith({})
  assert.equal((await browser.ask('GET', '/auth/me')).status, 200)
})

test('a proof needs a sign-in at the provider that is younger than the question', async () => {
  const now = Math.floor(Date.now() / 1_000)
  const { browser } = await signInWith({})
  const { id } = (await browser.ask('GET', '/auth/me')).body
  await transaction(world.db, (tx) =>
    change(tx, sql`update tokens set created_at = created_at - interval '11 minutes' where user_id = ${id}`),
  )
  const before = await everything()
  for (const auth_time of [undefined, now - 3600, 'now']) {
    forger.forge({ claims: { auth_time } })
    const { location } = await browser.open(await backOf(browser, {}, '?proof=true'), 'cross-site')
    assert.match(String(codeIn(location)), /^oidc_(stale|failed)$/)
  }
  assert.equal(await everything(), before)
  forger.forge({ claims: { auth_time: now } })
  const { location } = await browser.open(await backOf(browser, {}, '?proof=true'), 'cross-site')
  assert.equal(codeIn(location), null)
  assert.notEqual(await everything(), before)
})

test('a sign-in by a click alone is as old a proof as the sign-in at the provider', async () => {
  const now = Math.floor(Date.now() / 1_000)
  const old = await signInWith({ claims: { auth_time: now - 3600 } })
  assert.equal((await old.browser.ask('POST', '/auth/oidc', {})).body.code, 'proof_required')
  const young = await signInWith({ claims: { auth_time: now + 3600 } })
  assert.equal((await young.browser.ask('POST', '/auth/oidc', {})).body.code, 'oidc_linked')
})
