import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { makeApp } from '../../server/app.ts'
import { listen } from '../../test/raw.ts'
import { instanceKey, makeWorld } from '../../test/world.ts'
import { readSettings } from '../settings.ts'
import type { Web } from './pages.ts'
import { ensureBuild, placesOf } from './prepare.ts'
import { APP_POLICY, readSite, type Site } from './site.ts'

const world = await makeWorld()
const folder = await ensureBuild(placesOf(undefined))
const site = (await readSite(folder)) ?? assert.fail('the build is damaged')
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** An instance with an app: the real build, unless something else is given. */
function florin(web: Partial<Web> = {}, env: Record<string, string> = {}) {
  const settings = readSettings({ LOG_LEVEL: 'error', ...env })
  const all: Web = { site, previous: undefined, hasFailed: false, ...web }
  const app = makeApp({ db: world.service, instanceKey, settings, web: all })
  after(() => app.close())
  return app
}
const app = florin()
const script =
  [...site.keys()].find((path) => /^\/assets\/index-.*\.js$/.test(path)) ?? assert.fail('no script')

test('the front door is the app, never taken from a cache unasked, under a policy that allows its own origin only', async () => {
  const answer = await app.inject('/')
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
  assert.equal(answer.headers['cache-control'], 'no-cache')
  assert.equal(answer.headers['content-security-policy'], APP_POLICY)
  assert.equal(answer.headers['x-content-type-options'], 'nosniff')
  assert.match(APP_POLICY, /^default-src 'none'; /)
  assert.match(APP_POLICY, /; require-trusted-types-for 'script'; /)
  assert.doesNotMatch(APP_POLICY, /unsafe|data:|blob:|https?:|\*/)
  assert.doesNotMatch(answer.payload, /<script>|<script [^>]*>[^<]|<style| style=| on\w+=|https?:\/\//)

  const known = String(answer.headers.etag)
  const again = await app.inject({ url: '/', headers: { 'if-none-match': `"other", W/${known}` } })
  assert.equal(again.statusCode, 304)
  assert.equal(again.payload, '')
  assert.equal(again.headers.etag, known)
})

test('every screen has an address that can be opened directly', async () => {
  const id = '01a1dff9-7898-71c7-9106-a5fe081888c9'
  for (const url of [
    '/transactions',
    `/transactions?open=${id}&q=a%2Fb`,
    `/accounts/${id}`,
    `/contacts/${id}/statement/`,
  ]) {
    const answer = await app.inject({ url, headers: html })
    assert.equal(answer.statusCode, 200, url)
    assert.match(answer.payload, /<div id="root">/)
    assert.equal(answer.headers['content-security-policy'], APP_POLICY)
    const head = await app.inject({ method: 'HEAD', url, headers: html })
    assert.deepEqual([head.statusCode, head.payload], [200, ''])
    const program = await app.inject({ url, headers: { accept: 'application/json' } })
    assert.equal(program.statusCode, 404)
    assert.equal(program.json().code, 'route_not_found')
  }
})

test('what is neither a file nor a screen is refused in the shape of all refusals', async () => {
  const urls = [
    '/assets/index-00000000.js',
    '/assets/',
    '/assets',
    '/api',
    '/api/v1/nowhere',
    '/docs/nowhere',
  ]
  for (const url of [...urls, '/nowhere.js', '/build.json', '/index.html.br', '/a/b/c/d/e/f/g', '/%C3%BC']) {
    const answer = await app.inject({ url, headers: html })
    assert.equal(answer.statusCode, 404, url)
    assert.equal(answer.json().code, 'route_not_found', url)
    assert.equal(answer.headers['cache-control'], 'no-store', url)
  }
  assert.equal(
    (await app.inject({ url: '/api/v1/contacts/', method: 'PATCH', headers: html })).statusCode,
    405,
  )
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const)
    assert.equal((await app.inject({ method, url: '/', headers: html })).statusCode, 404, method)
  assert.match((await app.inject({ url: '/docs', headers: html })).payload, /Florin API/)
  assert.deepEqual((await app.inject({ url: '/health', headers: html })).json(), { status: 'up' })
})

test('no path reaches a file of the machine', async () => {
  const { send } = await listen(florin())
  const paths = [
    '/../package.json',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e%5cbuild.json',
    '/assets/../index.html',
    '//etc/passwd.txt',
    '/.git/config',
    '/%00',
    '/assets/%zz',
    `/${'a/'.repeat(1_000)}`,
    `/${'a'.repeat(5_000)}`,
  ]
  for (const path of paths) {
    const answer = await send(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
    )
    assert.match(answer, /^HTTP\/1\.1 (400|404|414) /, path)
    assert.match(answer, /"request_id":/, path)
  }
})

test('files with a checksum in their name are kept for a year, the others are asked for again', async () => {
  for (const path of site.keys()) {
    const { headers } = await app.inject(path)
    const caching = path.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : ['/index.html', '/service-worker.js'].includes(path)
        ? 'no-cache'
        : 'public, max-age=300'
    assert.equal(headers['cache-control'], caching, path)
    assert.notEqual(headers['content-type'], 'application/octet-stream', path)
    if (path.startsWith('/assets/')) assert.match(path, /-[\w-]{8}\.\w+$/)
  }
  for (const path of ['/theme.js', '/manifest.webmanifest', '/icon.svg', '/icon-180.png'])
    assert(site.has(path))
})

test('texts are sent as they were compressed by the build, in a coding that the browser takes', async () => {
  const plain = await readFile(join(folder, script))
  const ask = async (accepted?: string) => {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
    const answer = await app.inject({ url: script, headers })
    assert.equal(answer.headers.vary, 'Accept-Encoding')
    assert.equal(Number(answer.headers['content-length']), answer.rawPayload.length)
    return { coding: answer.headers['content-encoding'], bytes: answer.rawPayload, etag: answer.headers.etag }
  }
  const [br, gzip, none] = [await ask('gzip, deflate, br, zstd'), await ask('gzip'), await ask()]
  assert.deepEqual([br.coding, gzip.coding, none.coding], ['br', 'gzip', undefined])
  assert.deepEqual(brotliDecompressSync(br.bytes), plain)
  assert.deepEqual(gunzipSync(gzip.bytes), plain)
  assert.deepEqual(none.bytes, plain)
  assert.equal(new Set([br.etag, gzip.etag, none.etag]).size, 3)
  assert.equal((await ask('br;q=0, gzip')).coding, 'gzip')
  assert.equal((await ask('identity')).coding, undefined)
  assert(br.bytes.length < gzip.bytes.length && gzip.bytes.length < plain.length)
})

test('a tab of the build before still finds its files, and its page is not shown any more', async () => {
  const file = site.get('/index.html') ?? assert.fail()
  const previous: Site = new Map([
    ['/index.html', file],
    ['/old.js', file],
    ['/assets/lazy-aaaaaaaa.js', file],
  ])
  const later = florin({ previous })
  assert.equal((await later.inject('/assets/lazy-aaaaaaaa.js')).statusCode, 200)
  assert.equal((await later.inject('/old.js')).statusCode, 404)
  const building = florin({ site: undefined, previous })
  assert.equal((await building.inject('/assets/lazy-aaaaaaaa.js')).statusCode, 200)
  assert.equal((await building.inject('/')).statusCode, 503)
})

test('until the app is built, its screens show a page that reloads itself, and the API answers', async () => {
  const building = florin({ site: undefined })
  for (const url of ['/', '/transactions']) {
    const answer = await building.inject({ url, headers: html })
    assert.equal(answer.statusCode, 503)
    assert.equal(answer.headers['retry-after'], '2')
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.match(answer.payload, /<meta http-equiv="refresh" content="2">/)
    assert.match(answer.payload, /Florin is being prepared/)
    assert.match(String(answer.headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-/)
  }
  assert.equal((await building.inject(script)).statusCode, 404)
  assert.equal((await building.inject('/api/v1/auth/me')).statusCode, 401)
})

test('a build that failed is said on the page, which looks every half a minute whether another try has succeeded', async () => {
  const failed = await florin({ site: undefined, hasFailed: true }).inject({ url: '/', headers: html })
  assert.equal(failed.statusCode, 503)
  assert.match(failed.payload, /could not be built/)
  assert.match(failed.payload, /The log of the service says why/)
  assert.match(failed.payload, /http-equiv="refresh" content="30"/)
})

test('files of the app do not count towards the limit on requests', async () => {
  const limited = florin({}, { RATE_LIMIT_PER_MINUTE: '2' })
  for (const _ of Array(5)) assert.equal((await limited.inject(script)).statusCode, 200)
  assert.deepEqual(
    [await limited.inject('/health'), await limited.inject('/health'), await limited.inject('/health')].map(
      ({ statusCode }) => statusCode,
    ),
    [200, 200, 429],
  )
})
