import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createInvitation } from '../../contract/invitations.ts'
import {
  type AppBrowser,
  atProvider,
  codeIn,
  enter,
  linkAs,
  makeBrowser,
  PUBLIC,
  settingsOf,
  startProvider,
  walk,
} from '../../test/oidc.ts'
import { makeWorld, PASSWORD, signedIn } from '../../test/world.ts'
import { change, rows, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { newId } from '../process/ids.ts'

const accounts = {
  ana: { email: 'ana@sso.example', name: 'Ana Kertész' },
  bea: { email: 'bea@sso.example', name: 'Bea' },
  cleo: { email: 'cleo@sso.example' },
  dora: { name: 'Dora' },
  ed: { email: 'ed@sso.example', name: 'Ed' },
  equal: { email: 'equal@sso.example', name: 'Equal' },
  gerda: { email: 'gerda@sso.example', name: 'Gerda' },
  guest: { email: 'guest@sso.example', name: 'Guest' },
  late: { email: 'late@sso.example', name: 'Late' },
  twin: { email: 'twin@sso.example', name: 'Twin' },
  wanda: { email: 'wanda@sso.example', name: 'Wanda' },
}
const provider = await startProvider(accounts)
after(provider.stop)
const world = await makeWorld({ ...settingsOf(provider.issuer), logLevel: 'info' })
await world.person() // the operator

const me = async (browser: AppBrowser) => (await browser.ask('GET', '/auth/me')).body
const count = async (table: 'users' | 'tokens' | 'oidc_links') =>
  (
    await rows(
      world.db,
      sql`select from ${{ users: sql`users`, tokens: sql`tokens`, oidc_links: sql`oidc_links` }[table]}`,
    )
  ).length

const age = (userId: string, minutes: number) =>
  transaction(world.db, (tx) =>
    change(
      tx,
      sql`update tokens set created_at = created_at - make_interval(mins => ${minutes}),
                            proven_at = proven_at - make_interval(mins => ${minutes}) where user_id = ${userId}`,
    ),
  )

test('somebody new opens an account without a password, and signs in again by the same way', async () => {
  const browser = makeBrowser(world.app)
  const first = await enter(browser, 'ana', '?to=/reports')
  assert.equal(first.location, `${PUBLIC}/welcome`)
  const ana = await me(browser)
  assert.deepEqual([ana.name, ana.email, ana.base_currency_id], ['Ana Kertész', 'ana@sso.example', 'USD'])
  const linked = (await browser.ask('GET', '/auth/oidc')).body
  assert.deepEqual([linked.is_linked, linked.has_password], [true, false])
  const phone = makeBrowser(world.app)
  const again = await enter(phone, 'ana', '?to=/reports%3Fmonth=2026-03')
  assert.equal(again.location, `${PUBLIC}/reports?month=2026-03`)
  assert.equal((await me(phone)).id, ana.id)
  assert(!phone.jar.has('service-oidc'), 'the way is over')
  assert(phone.jar.has('service-device'), 'the device is known')
  const cookies = [again.headers['set-cookie'] ?? []].flat().join('\n')
  assert.match(cookies, /service-session=flo_\w+; Path=\/; HttpOnly; SameSite=Lax/)
  const log = (await browser.ask('GET', '/auth/log')).body.data
  assert.deepEqual(
    log.map(({ resource, action }: { resource: string; action: string }) => `${resource} ${action}`),
    ['device signed_in', 'device signed_in', 'oidc created', 'profile created'],
  )
})

test('the cookie of the way, and the address of the provider, hold no more than they must', async () => {
  const browser = makeBrowser(world.app)
  const { headers, location } = await browser.open('/api/v1/auth/oidc/start')
  const [cookie = ''] = [headers['set-cookie'] ?? []].flat()
  assert.match(cookie, /^service-oidc=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/)
  const query = new URL(location).searchParams
  assert.deepEqual(
    [query.get('redirect_uri'), query.get('code_challenge_method'), query.get('scope')],
    [`${PUBLIC}/api/v1/auth/oidc/callback`, 'S256', 'openid profile email'],
  )
  assert.match(query.get('state') ?? '', /^[\da-f-]{36}$/)
  assert.match(query.get('nonce') ?? '', /^[\w-]{43}$/)
  const elsewhere = await world.app.inject({
    url: '/api/v1/auth/oidc/start',
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
  })
  assert.equal(
    new URL(String(elsewhere.headers.location)).searchParams.get('redirect_uri'),
    query.get('redirect_uri'),
  )
  const https = world.another({ publicUrl: new URL('https://florin.example') })
  const secure = await https.inject({ url: '/api/v1/auth/oidc/start' })
  assert.match(String(secure.headers['set-cookie']), /^__Host-service-oidc=.*; Secure$/)
  const [, sealed = ''] = /=([^;]+)/.exec(String(secure.headers['set-cookie'])) ?? []
  const state = new URL(String(secure.headers.location)).searchParams.get('state')
  const planted = await https.inject({
    url: `/api/v1/auth/oidc/callback?code=x&state=${state}`,
    headers: { cookie: `service-oidc=${sealed}` },
  })
  assert.equal(
    codeIn(String(planted.headers.location)),
    'oidc_expired',
    'another host can set the other name',
  )
})

test('nobody is sent to another site afterwards', async () => {
  for (const to of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/api/v1/auth/oidc/start',
    'evil',
    '',
  ]) {
    const browser = makeBrowser(world.app)
    const { location } = await enter(browser, 'ana', `?to=${encodeURIComponent(to)}`)
    assert.equal(location, `${PUBLIC}/`, to)
  }
})

test('a wrong, missing, reused, foreign or swapped state changes nothing', async () => {
  const before = [await count('users'), await count('tokens'), await count('oidc_links')]
  const browser = makeBrowser(world.app)
  const back = await walk(browser, 'ana')
  const kept = new Map(browser.jar)
  const refusedAt = async (url: string, jar = kept) => {
    browser.jar.clear()
    for (const [name, value] of jar) browser.jar.set(name, value)
    const { status, location } = await browser.open(url, 'cross-site')
    assert.deepEqual([status, codeIn(location)], [303, 'oidc_expired'], url)
    assert.equal(new URL(location).pathname, '/sign-in')
    assert.deepEqual([...browser.jar], [])
  }
  const changed = (name: string, value?: string) => {
    const url = new URL(back)
    url.searchParams.delete(name)
    if (value !== undefined) url.searchParams.set(name, value)
    return url.href
  }
  await refusedAt(back, new Map())
  await refusedAt(changed('state'))
  await refusedAt(changed('state', 'wrong'))
  const other = makeBrowser(world.app)
  const foreign = await walk(other, 'bea')
  await refusedAt(changed('state', new URL(foreign).searchParams.get('state') ?? ''))
  await refusedAt(back, other.jar) // another's cookie
  await refusedAt(foreign) // another's way back in this browser
  const sealed = kept.get('service-oidc') ?? ''
  for (const wrong of ['', 'x', `${sealed}A`, sealed.slice(1), sealed.replace(/^../, 'AA'), 'x'.repeat(4000)])
    await refusedAt(back, new Map([['service-oidc', wrong]]))
  assert.deepEqual([await count('users'), await count('tokens'), await count('oidc_links')], before)
  for (const [name, value] of kept) browser.jar.set(name, value)
  assert.equal((await browser.open(back, 'cross-site')).location, `${PUBLIC}/`)
  await refusedAt(back) // it was used
})

test("another's code, and a code that was used, do not count", async () => {
  const [browser, other] = [makeBrowser(world.app), makeBrowser(world.app)]
  const [mine, theirs] = [new URL(await walk(browser, 'ana')), new URL(await walk(other, 'bea'))]
  mine.searchParams.set('code', theirs.searchParams.get('code') ?? '')
  const swapped = await browser.open(mine.href, 'cross-site')
  assert.deepEqual([codeIn(swapped.location), browser.jar.size], ['oidc_failed', 0])
  const first = makeBrowser(world.app)
  const used = new URL(await walk(first, 'ana'))
  assert.equal((await first.open(used.href, 'cross-site')).location, `${PUBLIC}/`)
  const second = makeBrowser(world.app)
  const next = new URL(await walk(second, 'ana'))
  next.searchParams.set('code', used.searchParams.get('code') ?? '')
  assert.equal(codeIn((await second.open(next.href, 'cross-site')).location), 'oidc_failed')
})

test('of many ways back with the same state at once, over two instances, one signs in', async () => {
  const browser = makeBrowser(world.app)
  const back = new URL(await walk(browser, 'ana'))
  const cookie = `service-oidc=${browser.jar.get('service-oidc')}`
  const apps = [world.app, world.another()]
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      apps[index % 2]?.inject({ url: back.pathname + back.search, headers: { cookie } }),
    ),
  )
  const locations = answers.map((answer) => String(answer?.headers.location))
  assert.equal(locations.filter((one) => one === `${PUBLIC}/`).length, 1, locations.join('\n'))
  assert.equal(locations.filter((one) => codeIn(one) === 'oidc_expired').length, 5, locations.join('\n'))
})

test('of two first sign-ins of one person at once, both end in the same account', async () => {
  const browsers = [makeBrowser(world.app), makeBrowser(world.another())]
  const backs = await Promise.all(browsers.map((browser) => walk(browser, 'twin')))
  const answers = await Promise.all(
    browsers.map((browser, index) => browser.open(backs[index] ?? '', 'cross-site')),
  )
  assert.deepEqual(answers.map(({ location }) => location).sort(), [`${PUBLIC}/`, `${PUBLIC}/welcome`])
  const [one, two] = await Promise.all(browsers.map(me))
  assert.equal(one.id, two.id)
})

test('an expired way, and one that the person has broken off, say so', async () => {
  const browser = makeBrowser(world.app)
  const denied = await browser.open(await walk(browser, undefined), 'cross-site')
  assert.equal(codeIn(denied.location), 'oidc_denied')
  const back = await walk(browser, 'ana')
  const { now } = Date
  try {
    Date.now = () => now() + 601_000
    assert.equal(codeIn((await browser.open(back, 'cross-site')).location), 'oidc_expired')
  } finally {
    Date.now = now
  }
})

test('an equal e-mail links nothing and opens nothing', async () => {
  const equal = await world.person({ email: 'Equal@sso.example' })
  const before = [await count('users'), await count('tokens'), await count('oidc_links')]
  const browser = makeBrowser(world.app)
  const { location } = await enter(browser, 'equal')
  assert.equal(codeIn(location), 'email_taken')
  assert.deepEqual([await count('users'), await count('tokens'), await count('oidc_links')], before)
  browser.jar.set('service-session', equal.token)
  assert.equal((await linkAs(browser, 'equal')).location, `${PUBLIC}/settings/security`)
  const other = makeBrowser(world.app)
  await enter(other, 'equal')
  assert.equal((await me(other)).id, equal.user.id, 'linked by the person, it signs in')
})

test('an account without an e-mail is refused, and one without a name is called by it', async () => {
  const browser = makeBrowser(world.app)
  assert.equal(codeIn((await enter(browser, 'dora')).location), 'oidc_email_missing')
  await enter(browser, 'cleo')
  assert.equal((await me(browser)).name, 'cleo')
})

test('REGISTRATION holds here too: nobody where it is closed, and one with an invitation', async () => {
  const closed = makeBrowser(world.another({ registration: 'closed' }))
  assert.equal(codeIn((await enter(closed, 'guest')).location), 'registration_closed')
  await enter(closed, 'ana')
  assert.equal((await me(closed)).email, 'ana@sso.example', 'whoever is linked gets in')
  const app = world.another({ registration: 'invited' })
  assert.equal(codeIn((await enter(makeBrowser(app), 'guest')).location), 'registration_closed')
  const invitation = await inviteOf()
  const invited = async (login: string, token: string) => {
    const browser = makeBrowser(app)
    const body = { invitation: token, base_currency_id: 'EUR', to: '/welcome' }
    const begun = await browser.ask('POST', '/auth/oidc/start', body)
    assert(!begun.text.includes(token) && !begun.body.url.includes(token), 'in no address')
    const answer = await browser.open(await atProvider(begun.body.url, login), 'cross-site')
    return { browser, location: answer.location }
  }
  assert.equal(codeIn((await invited('guest', 'fli_wrong')).location), 'link_invalid')
  const { browser, location } = await invited('guest', invitation)
  assert.equal(location, `${PUBLIC}/welcome`)
  assert.equal((await me(browser)).base_currency_id, 'EUR')
  assert.equal(codeIn((await invited('late', invitation)).location), 'link_invalid', 'it opens one account')
})

/** An invitation of the operator. */
async function inviteOf(): Promise<string> {
  const [found] = await rows<{ id: string; email: string }>(
    world.db,
    sql`select u.id, u.email from users u join operators o on o.operator_id = u.id`,
  )
  const login = await world.send({
    method: 'POST',
    url: '/auth/login',
    payload: { email: found?.email ?? '', password: PASSWORD },
  })
  const { data: user, token } = login.body
  const operator = signedIn(world.app, { user, token, password: PASSWORD, book_id: user.id })
  return (await operator.call(createInvitation, { body: {} })).token
}

test('without a password, a sign-in with one is refused as an unknown e-mail is, until one is set', async () => {
  const browser = makeBrowser(world.app)
  await enter(browser, 'ana')
  const signIn = (email: string, password: string) =>
    world.send({ method: 'POST', url: '/auth/login', payload: { email, password } })
  const answers = [
    await signIn('ana@sso.example', 'guessed'),
    await signIn('ana@sso.example', ''.padEnd(32, '\u0001')),
    await signIn('nobody@sso.example', 'guessed'),
  ]
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.code, body.detail]),
    Array.from({ length: 3 }, () => [401, 'bad_credentials', answers[0]?.body.detail]),
  )
  const proof = await browser.ask('POST', '/auth/proof', { password: 'guessed' })
  assert.equal(proof.body.code, 'password_wrong')
  const only = await browser.ask('DELETE', '/auth/oidc', {})
  assert.deepEqual([only.status, only.body.code], [409, 'only_way_in'])
  const { id } = await me(browser)
  await age(id, 11)
  const app = world.app
  const cookie = `service-session=${browser.jar.get('service-session')}`
  const set = () =>
    app.inject({
      method: 'PUT',
      url: '/api/v1/auth/password',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      payload: { password: PASSWORD, password_confirmation: PASSWORD },
    })
  assert.equal((await set()).json().code, 'proof_required')
  const proven = await enter(browser, 'ana', '?proof=true&to=/settings/security')
  assert.equal(proven.location, `${PUBLIC}/settings/security`)
  assert.equal((await set()).statusCode, 200)
  assert.equal((await signIn('ana@sso.example', PASSWORD)).status, 200)
  await enter(browser, 'ana')
  const log = (await browser.ask('GET', '/auth/log')).body.data
  assert(
    log.some(
      (one: { resource: string; action: string }) => `${one.resource} ${one.action}` === 'password created',
    ),
  )
})

test('whoever has a passkey can unlink the provider, and then keeps the passkey', async () => {
  const browser = makeBrowser(world.app)
  await enter(browser, 'wanda')
  const { id } = await me(browser)
  const [one, other] = [newId(), newId()]
  const addKey = (keyId: string, rpId: string) =>
    transaction(world.db, (tx) =>
      change(
        tx,
        sql`insert into passkeys (user_id, id, credential_id, public_key, counter, rp_id, name, created_at)
            values (${id}, ${keyId}, ${Buffer.from(keyId)}, '', 0, ${rpId}, 'Laptop', now())`,
      ),
    )
  await addKey(other, 'elsewhere.example')
  assert.equal(
    (await browser.ask('DELETE', '/auth/oidc', {})).body.code,
    'only_way_in',
    'it works elsewhere only',
  )
  await addKey(one, new URL(PUBLIC).hostname)
  assert.equal(
    (await browser.ask('DELETE', `/auth/passkeys/${one}`, {})).status,
    200,
    'the provider lets her in',
  )
  await addKey(one, new URL(PUBLIC).hostname)
  assert.equal((await browser.ask('DELETE', '/auth/oidc', {})).status, 204)
  const last = await browser.ask('DELETE', `/auth/passkeys/${one}`, {})
  assert.deepEqual([last.status, last.body.code], [409, 'last_passkey'])
})

test('an account that is opened through the provider has the language of the page where that began', async () => {
  const openIn = async (login: string, body: object) => {
    const browser = makeBrowser(world.app)
    const begun = await browser.ask('POST', '/auth/oidc/start', body)
    await browser.open(await atProvider(begun.body.url, login), 'cross-site')
    const { data } = (await browser.ask('GET', '/accounts')).body
    return [(await me(browser)).language, data.find(({ code }: { code: string }) => code === '1000').name]
  }
  assert.deepEqual(await openIn('gerda', { language: 'de' }), ['de', 'Bargeld'])
  assert.deepEqual(await openIn('gerda', { language: 'fr' }), ['de', 'Bargeld'], 'she has an account')
  assert.deepEqual(await openIn('ed', {}), [null, 'Cash'])
  const unknown = await makeBrowser(world.app).ask('POST', '/auth/oidc/start', { language: 'tlh' })
  assert.deepEqual([unknown.status, Object.keys(unknown.body.errors)], [422, ['language']])
})
