import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listen } from '../../test/raw.ts'
import { makeWorld } from '../../test/world.ts'
import { languageAsked } from './language.ts'

const world = await makeWorld()
const ana = await world.person({ language: 'es' })

/** A refusal as it is sent to somebody who asks for a language. */
async function refusedIn(
  accepted: string | undefined,
  request: { method?: 'GET' | 'POST'; url: string; payload?: object },
) {
  const headers = accepted === undefined ? {} : { 'accept-language': accepted }
  const { status, headers: sent, body } = await ana.send({ method: 'GET', ...request, headers })
  assert.equal(body.detail, body.message)
  const { request_id, ...problem } = body
  assert.equal(request_id, sent['x-request-id'])
  return { status, language: sent['content-language'], vary: sent.vary, ...problem }
}

const nameless = { method: 'POST', url: '/contacts', payload: { phone: 'x'.repeat(51) } } as const

test('a refusal is said in the language of Accept-Language; its code, title, faults and params are the same in all', async () => {
  const english = await refusedIn(undefined, nameless)
  const german = await refusedIn('de', nameless)
  assert.equal(english.message, 'name is required. phone must have at most 50 characters; this one has 51.')
  assert.deepEqual(english.errors, {
    name: ['name is required.'],
    phone: ['phone must have at most 50 characters; this one has 51.'],
  })
  assert.deepEqual([english.status, english.code, english.language], [422, 'invalid', 'en'])
  assert.equal(german.message, 'name fehlt. phone darf höchstens 50 Zeichen haben; hier sind es 51.')
  assert.deepEqual(german.errors, {
    name: ['name fehlt.'],
    phone: ['phone darf höchstens 50 Zeichen haben; hier sind es 51.'],
  })
  const { message, detail, errors } = english
  assert.deepEqual({ ...german, message, detail, errors, language: 'en' }, english)
  assert.equal(german.language, 'de')
  for (const { vary } of [english, german]) assert.match(vary ?? '', /\bAccept-Language\b/)
})

test('a reason inside a sentence is in its language, and English in the params', async () => {
  const broken = { url: '/contacts/%zz' }
  const [english, german] = [await refusedIn('en', broken), await refusedIn('de', broken)]
  assert.equal(english.message, 'The request could not be read: its path has a broken percent code.')
  assert.equal(
    german.message,
    'Die Anfrage konnte nicht gelesen werden: Der Pfad enthält eine fehlerhafte Prozentcodierung.',
  )
  assert.deepEqual(german.params, { reason: 'its path has a broken percent code' })
  assert.deepEqual(english.params, german.params)
})

test('of several languages the most wanted that Florin speaks is taken, and English for any other and for anything else', async () => {
  for (const [accepted, language] of [
    ['fr;q=0.1, de', 'de'],
    ['fr;q=0.1,de;q=0.2', 'de'],
    ['tlh, pl;q=0.3', 'pl'],
    ['de-CH-1996', 'de'],
    ['DE', 'de'],
    ['zh-CN', 'zh-Hans'],
    ['zh-TW, uk;q=0.2', 'uk'],
    ['de;q=0, fr;q=0.1', 'fr'],
    ['en, de', 'en'],
    ['tlh', 'en'],
    ['*', 'en'],
    ['', 'en'],
    ['de;q=nonsense', 'en'],
    [';;;,,,=;q=;', 'en'],
    ['__proto__, constructor', 'en'],
    [undefined, 'en'],
  ] as const)
    assert.equal(languageAsked(accepted), language, accepted ?? 'none')
  assert.equal((await refusedIn('fr;q=0.1, de', nameless)).language, 'de')
  const unknown = await refusedIn('tlh', nameless)
  assert.deepEqual([unknown.language, unknown.status], ['en', 422], 'and not the language of the profile')
})

test('no header is too long, too odd or too often there for a refusal', async () => {
  const { send } = await listen(world.app)
  const refuse = (headers: string) =>
    send(`GET /api/v1/nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`)
  for (const [headers, status, language] of [
    [`Accept-Language: ${'tlh,'.repeat(1_500)}de\r\n`, 404, 'en'],
    [`Accept-Language: de,${'x'.repeat(7_000)}\r\n`, 404, 'de'],
    [`Accept-Language: ${'q='.repeat(3_000)}\r\n`, 404, 'en'],
    [`Accept-Language: ${'de;'.repeat(2_000)}\r\n`, 404, 'de'],
    [`Accept-Language: \u00e4\u00ff\t%00;q=1e999, de;q=-1\r\n`, 404, 'en'],
    ['Accept-Language: fr;q=0.5\r\nAccept-Language: de\r\n', 404, 'de'],
    [`Accept-Language: ${'de'.repeat(5_000)}\r\n`, 431, undefined],
  ] as const) {
    const answer = await refuse(headers)
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), headers.slice(0, 60))
    assert.equal(/\ncontent-language: (\S+)\r/i.exec(answer)?.[1], language, headers.slice(0, 60))
  }
})
