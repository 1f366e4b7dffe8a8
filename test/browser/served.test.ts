import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { Site } from '../../server/web/site.ts'
import { PASSWORD } from '../world.ts'
import { contextOf, makeStage, open, picture, watch } from './browser.ts'

const stage = await makeStage()

test('the page to sign up loads under the strict policy, without a fault', async (t) => {
  const page = await open(t, stage, '/sign-up')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await picture(page, 'sign-up')
  const answer = await page.request.get(`${stage.address}/sign-up`, { headers: { accept: 'text/html' } })
  assert.match(answer.headers()['content-security-policy'] ?? '', /require-trusted-types-for 'script'/)
})

test('a test in the browser notices what goes wrong in the page, and the policy stops it', async () => {
  const context = await contextOf(stage, {})
  const page = await context.newPage()
  const faults = watch(page, stage.address, { refusals: [] })
  await page.goto(`${stage.address}/sign-up`)
  const wrong = [
    `document.createElement('p').innerHTML = '<b>markup</b>'`,
    `document.body.setAttribute('style', 'color: red')`,
    `document.body.append(Object.assign(document.createElement('style'), { textContent: 'p { color: red }' }))`,
    `fetch('http://127.0.0.1:9/').catch(() => undefined)`,
    `fetch('/api/v1/contacts')`,
    `console.error('something')`,
    `void setTimeout(() => { throw new Error('a bug') })`,
  ]
  for (const script of wrong) await page.evaluate(script).catch(() => undefined)
  await page.waitForTimeout(100)
  await context.close()
  for (const part of [
    /TrustedHTML/,
    /inline style.*attribute/is,
    /inline style(?!.*attribute)/is,
    /^console: .*127\.0\.0\.1:9.*connect-src/is,
    /^401: GET \/api\/v1\/contacts$/,
    /^console: something$/,
    /^script: Error: a bug/,
  ])
    assert(
      faults.some((fault) => part.test(fault)),
      `${part} is not among ${faults.join('\n')}`,
    )
})

test('no script can read the session, and a page of another site cannot use it', async (t) => {
  const ana = await stage.person({ name: 'Ana' })
  const page = await open(t, stage, '/sign-in')
  const body = { email: ana.user.email, password: PASSWORD }
  const signIn = `fetch('/api/v1/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' },
    body: ${JSON.stringify(JSON.stringify(body))} }).then((answer) => answer.status)`
  assert.equal(await page.evaluate(signIn), 200)
  const me = `fetch('/api/v1/auth/me').then((answer) => answer.status)`
  assert.equal(await page.evaluate(me), 200)
  assert.equal(await page.evaluate('document.cookie'), '')
  assert.doesNotMatch(
    String(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')),
    /flo_/,
  )

  const other = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<p>Other</p>'),
  )
  t.after(() => other.close())
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const foreign = await page.context().newPage()
  // The same host on another port is the same site, so that the browser sends the cookie: the service itself has to refuse.
  await foreign.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`) // a port, not a pipe
  const attack = `fetch('${stage.address}/api/v1/auth/logout', { method: 'POST', mode: 'no-cors', credentials: 'include' })
    .catch(() => undefined)`
  await foreign.evaluate(attack)
  assert.equal(await page.evaluate(me), 200, 'it has signed Ana out')
  const own = `fetch('/api/v1/auth/logout', { method: 'POST' }).then(() => ${me})`
  assert.equal(await page.evaluate(own), 401, 'the same request of our own page does')
})

test('the app opens without a network, and its service worker keeps nothing of the books', async (t) => {
  const ana = await stage.person({ name: 'Ana' })
  const page = await open(t, stage, '/', { as: ana, serviceWorker: true, errors: /cannot be reached/ })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const kept = `caches.keys().then(async (names) => (await Promise.all(names.map(async (name) =>
    (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat())`
  const paths = (await page.evaluate(kept)) as string[] // the script above makes a list of texts
  assert(paths.includes('/'))
  assert.deepEqual(
    paths.filter((path) => path !== '/' && !path.startsWith('/assets/')),
    [],
  )
  await page.context().setOffline(true)
  await page.goto(`${stage.address}/transactions`)
  await page.locator('#root > *').first().waitFor()
  await picture(page, 'without-a-network')
})

/** The same files under another name, as the next build would be. */
function renamed(site: Site, from: string, to: string): Site {
  const files = [...site].map(([path, file]) => {
    const plain = Buffer.from(file.plain.toString('latin1').replaceAll(from, to), 'latin1')
    return plain.equals(file.plain)
      ? ([path, file] as const)
      : ([path, { ...file, plain, br: undefined, gzip: undefined, sum: `${to}${path.length}` }] as const)
  })
  return new Map(files)
}

test('a new build shows with the next load, and the build before goes when its tabs are closed', async (t) => {
  const { web } = stage
  const { site } = web
  if (!site) return assert.fail('no build')
  t.after(() => Object.assign(web, { site, previous: undefined }))
  const page = await open(t, stage, '/sign-in', { serviceWorker: true })
  const nameOf = (tab = page) => tab.locator('meta[name=florin-build]').getAttribute('content')
  const from = (await nameOf()) ?? ''
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')

  const to = 'f'.repeat(20)
  Object.assign(web, { site: renamed(site, from, to), previous: site })
  await page.reload()
  assert.equal(await nameOf(), to)
  const isWaiting = `navigator.serviceWorker.ready.then(async (registration) => {
    await registration.update()
    while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 10))
    return caches.keys() })`
  const names = (await page.evaluate(isWaiting)) as string[] // the script above makes a list of texts
  assert.deepEqual(new Set(names), new Set([`florin-${from}`, `florin-${to}`]))

  const context = page.context()
  await page.goto('about:blank')
  const next = await context.newPage()
  await next.goto(`${stage.address}/sign-in`)
  const isAlone = `(async () => {
    while ((await caches.keys()).length > 1) await new Promise((resolve) => setTimeout(resolve, 10))
    return caches.keys() })()`
  assert.deepEqual(await next.evaluate(isAlone), [`florin-${to}`])
})
