import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { deleteMe, getMe, listUserEvents } from '../../contract/auth.ts'
import { getOidcLink, unlinkOidc } from '../../contract/oidc.ts'
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
import { enrol } from '../../test/second-factor.ts'
import { makeWorld, PASSWORD, type Person, refused } from '../../test/world.ts'
import { change, row, rows, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { StartError } from '../process/start-error.ts'
import { readSettings } from '../settings.ts'

const names = ['ana', 'bea', 'cleo', 'dora', 'eve', 'fay', 'gil', 'hal', 'ida', 'jon']
const provider = await startProvider(
  Object.fromEntries(names.map((name) => [name, { email: `${name}@sso.example`, name }])),
)
after(provider.stop)
const world = await makeWorld({ ...settingsOf(provider.issuer), logLevel: 'info' })
const SETTINGS = `${PUBLIC}/settings/security`

/** Somebody with a password, and a browser with their session. */
async function personIn(): Promise<{ person: Person; browser: AppBrowser }> {
  const [person, browser] = [await world.person(), makeBrowser(world.app)]
  browser.jar.set('service-session', person.token)
  return { person, browser }
}

const age = ({ user }: Person, minutes: number) =>
  transaction(world.db, (tx) =>
    change(
      tx,
      sql`update tokens set created_at = created_at - make_interval(mins => ${minutes}),
                            proven_at = proven_at - make_interval(mins => ${minutes}) where user_id = ${user.id}`,
    ),
  )

const linksOf = ({ user }: Person) =>
  rows<{ subject: string }>(world.db, sql`select subject from oidc_links where user_id = ${user.id}`)

const provenAt = async ({ user }: Person) =>
  (
    await row<{ at: string | null }>(
      world.db,
      sql`select max(proven_at) as at from tokens where user_id = ${user.id}`,
    )
  )?.at ?? null

test('a person links an account with a fresh proof, signs in with it without a code, and unlinks it', async () => {
  const { person, browser } = await personIn()
  assert.deepEqual(await person.call(getOidcLink), {
    is_linked: false,
    since: null,
    last_used_at: null,
    has_password: true,
  })
  await enrol(person)
  assert.equal((await linkAs(browser, 'ana')).location, SETTINGS)
  const linked = await person.call(getOidcLink)
  assert.equal(linked.is_linked, true)
  const phone = makeBrowser(world.app)
  assert.equal((await enter(phone, 'ana')).location, `${PUBLIC}/`, 'it counts as both factors')
  assert.equal((await phone.ask('GET', '/auth/me')).body.id, person.user.id)
  await person.call(unlinkOidc, { body: {} })
  assert.equal((await person.call(getOidcLink)).is_linked, false)
  assert.equal((await refused(person.call(unlinkOidc, { body: {} }))).code, 'oidc_unlinked')
  const log = (await person.call(listUserEvents)).data.filter(({ resource }) => resource === 'oidc')
  assert.deepEqual(
    log.map(({ action, before, after }) => [action, before, after]),
    [
      ['removed', { issuer: provider.issuer }, null],
      ['created', null, { issuer: provider.issuer }],
    ],
  )
  const lines = world.logged.filter(({ security, who }) => security && who === person.user.id)
  for (const event of ['oidc_linked', 'signed_in', 'oidc_unlinked'])
    assert(
      lines.some(({ security }) => security === event),
      event,
    )
  await enter(phone, 'ana')
  assert.equal((await phone.ask('GET', '/auth/me')).body.email, 'ana@sso.example', 'an account of its own')
})

test('without a fresh proof nothing is begun, and a password is one', async () => {
  const { person, browser } = await personIn()
  await age(person, 11)
  const refusal = await browser.ask('POST', '/auth/oidc', {})
  assert.deepEqual(
    [refusal.status, refusal.body.code, browser.jar.has('service-oidc')],
    [403, 'proof_required', false],
  )
  const begun = await browser.ask('POST', '/auth/oidc', { current_password: PASSWORD })
  assert.equal(begun.status, 200)
  const { location } = await browser.open(await atProvider(begun.body.url, 'bea'), 'cross-site')
  assert.equal(location, SETTINGS)
})

test('a page of another site links nothing', async () => {
  const { person, browser } = await personIn()
  const forged = await browser.ask('POST', '/auth/oidc', {}, 'cross-site')
  assert.deepEqual([forged.status, forged.body.code], [403, 'cross_site'])
  // A navigation begins a sign-in and no link, whatever its address says.
  const { location } = await enter(browser, 'cleo', '?link=true&purpose=link')
  assert.equal(location, `${PUBLIC}/welcome`)
  assert.deepEqual(await linksOf(person), [])
})

test('a link that began in one session does not end in another one, in none, or in one that ended meanwhile', async () => {
  const { person, browser } = await personIn()
  const other = await personIn()
  const begin = async () => {
    browser.jar.set('service-session', person.token)
    return atProvider((await browser.ask('POST', '/auth/oidc', {})).body.url, 'dora')
  }
  const end = async (back: string) => codeIn((await browser.open(back, 'cross-site')).location)
  let back = await begin()
  browser.jar.set('service-session', other.person.token)
  assert.equal(await end(back), 'oidc_other')
  back = await begin()
  browser.jar.delete('service-session')
  assert.equal(await end(back), 'oidc_other')
  back = await begin()
  await transaction(world.db, (tx) => change(tx, sql`delete from tokens where user_id = ${person.user.id}`))
  assert.equal(await end(back), 'oidc_other')
  assert.deepEqual([await linksOf(person), await linksOf(other.person)], [[], []])
})

test('an account of the provider is linked to one person, and a person to one account', async () => {
  const [one, two] = [await personIn(), await personIn()]
  const begun = await one.browser.ask('POST', '/auth/oidc', {})
  assert.equal((await linkAs(two.browser, 'eve')).location, SETTINGS)
  const taken = await one.browser.open(await atProvider(begun.body.url, 'eve'), 'cross-site')
  assert.deepEqual(
    [codeIn(taken.location), new URL(taken.location).pathname],
    ['oidc_taken', '/settings/security'],
  )
  assert.equal((await linkAs(one.browser, 'fay')).location, SETTINGS)
  const again = await one.browser.ask('POST', '/auth/oidc', {})
  assert.deepEqual([again.status, again.body.code], [409, 'oidc_linked'])
  assert.deepEqual(await linksOf(one.person), [{ subject: 'fay' }])
  assert.deepEqual(await linksOf(two.person), [{ subject: 'eve' }])
})

test('of two tabs that link two accounts at once, one does', async () => {
  const { person, browser } = await personIn()
  const tab = makeBrowser(world.another())
  tab.jar.set('service-session', person.token)
  const tabs = [browser, tab]
  const backs = await Promise.all(
    tabs.map(async (one, index) =>
      atProvider((await one.ask('POST', '/auth/oidc', {})).body.url, index === 0 ? 'gil' : 'hal'),
    ),
  )
  const ends = await Promise.all(tabs.map((one, index) => one.open(backs[index] ?? '', 'cross-site')))
  assert.deepEqual(ends.map(({ location }) => codeIn(location)).sort(), [null, 'oidc_linked'].sort())
  assert.equal((await linksOf(person)).length, 1)
})

test('a proof takes the linked account, and the session that asked for it', async () => {
  const { person, browser } = await personIn()
  await linkAs(browser, 'ida')
  await age(person, 11)
  const before = await provenAt(person)
  const start = await browser.open('/api/v1/auth/oidc/start?proof=true', 'same-origin')
  const query = new URL(start.location).searchParams
  assert.deepEqual([query.get('prompt'), query.get('max_age')], ['login', '0'])
  const other = await browser.open(await walk(browser, 'jon', '?proof=true'), 'cross-site')
  assert.equal(codeIn(other.location), 'oidc_other')
  assert.equal(await provenAt(person), before)
  const back = await walk(browser, 'ida', '?proof=true')
  const elsewhere = makeBrowser(world.app)
  await enter(elsewhere, 'ida')
  const then = await provenAt(person)
  elsewhere.jar.set('service-oidc', browser.jar.get('service-oidc') ?? '')
  const swapped = await elsewhere.open(back, 'cross-site')
  assert.equal(codeIn(swapped.location), 'oidc_other', 'another session of the same person')
  assert.equal(await provenAt(person), then)
  const proven = await browser.open(
    await walk(browser, 'ida', '?proof=true&to=/settings/profile'),
    'cross-site',
  )
  assert.equal(proven.location, `${PUBLIC}/settings/profile`)
  assert.equal((await browser.ask('DELETE', '/auth/oidc', {})).status, 204)
})

test('a page of another site, or nobody, asks for no proof', async () => {
  const { browser } = await personIn()
  const foreign = await browser.open('/api/v1/auth/oidc/start?proof=true', 'cross-site')
  assert.equal(codeIn(foreign.location), 'cross_site')
  const nobody = await makeBrowser(world.app).open('/api/v1/auth/oidc/start?proof=true', 'same-origin')
  assert.equal(codeIn(nobody.location), 'unauthenticated')
  assert(!browser.jar.has('service-oidc'))
})

test('a deleted account takes its link with it', async () => {
  const { person, browser } = await personIn()
  await linkAs(browser, 'jon')
  await person.call(deleteMe, { body: {} })
  assert.deepEqual(await linksOf(person), [])
  await enter(browser, 'jon')
  assert.notEqual((await browser.ask('GET', '/auth/me')).body.id, person.user.id)
})

test('where nobody signs in with a provider, nothing is begun, and a link that is left can be removed', async () => {
  const { person, browser } = await personIn()
  await linkAs(browser, 'ana2')
  const off = world.another({ oidcIssuer: undefined, publicUrl: undefined })
  const there = makeBrowser(off)
  there.jar.set('service-session', person.token)
  for (const path of ['/auth/oidc', '/auth/oidc/start']) {
    const { status, body } = await there.ask('POST', path, {})
    assert.deepEqual([status, body.code], [409, 'oidc_off'])
  }
  for (const path of ['start', 'callback?code=x&state=y']) {
    const { status, location } = await there.open(`/api/v1/auth/oidc/${path}`)
    assert.deepEqual([status, location], [303, '/sign-in?oidc=oidc_off'])
  }
  assert.equal((await there.ask('GET', '/auth/oidc')).body.is_linked, false)
  assert.equal((await there.ask('DELETE', '/auth/oidc', {})).status, 204)
  assert.equal((await person.call(getMe)).id, person.user.id)
  const wrong = await there.ask('POST', '/auth/oidc/start', { base_currency_id: 'XXY' })
  assert.deepEqual([wrong.status, wrong.body.code], [422, 'currency_not_found'])
})

test('no line of the log has a code, a state, a token or a name of the provider’s people', async () => {
  const { browser } = await personIn()
  const back = await walk(browser, 'bea')
  await browser.open(back, 'cross-site')
  const { searchParams } = new URL(back)
  const text = JSON.stringify(world.logged)
  for (const secret of [
    searchParams.get('code'),
    searchParams.get('state'),
    browser.jar.get('service-session'),
    'bea@sso.example',
    'a-secret-of-the-client',
  ])
    assert(secret && !text.includes(secret), String(secret))
})

test('single sign-on has all of its settings and PUBLIC_URL, or the start says what is missing', () => {
  const whole = {
    OIDC_ISSUER: 'https://sso.example/realms/home',
    OIDC_CLIENT_ID: 'florin',
    OIDC_CLIENT_SECRET: 'never-shown',
    PUBLIC_URL: 'https://florin.example',
  }
  const { oidcIssuer, oidcName } = readSettings(whole)
  assert.deepEqual([oidcIssuer?.href, oidcName], ['https://sso.example/realms/home', 'single sign-on'])
  for (const OIDC_ISSUER of ['http://localhost:9000', 'http://127.0.0.1:9000', 'http://[::1]:9000'])
    assert.doesNotThrow(() => readSettings({ ...whole, OIDC_ISSUER }), OIDC_ISSUER)
  for (const left of ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PUBLIC_URL']) {
    const isTold = ({ message }: Error) => /^[^\n]+\.$/.test(message) && !message.includes('never-shown')
    assert.throws(
      () => readSettings({ ...whole, [left]: '' }),
      (error) => error instanceof StartError && isTold(error),
      left,
    )
  }
  assert.throws(() => readSettings({ ...whole, PUBLIC_URL: '' }), /OIDC_ISSUER needs PUBLIC_URL: /)
})
