import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../server/settings.ts'

export const PUBLIC = 'http://localhost:3000'
export const CALLBACK = '/api/v1/auth/oidc/callback'
const CLIENT = { id: 'florin', secret: 'a-secret-of-the-client' }

type AnswerRequest = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** A server on loopback whose answers are given later: its address has to be known first. */
async function listen() {
  let answer: AnswerRequest | undefined
  const server = createServer((request, response) => {
    answer?.(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
  return {
    issuer,
    answerWith(given: AnswerRequest): void {
      answer = given
    },
    async stop(): Promise<void> {
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer) // bytes, since it has no encoding
  return new URLSearchParams(Buffer.concat(pieces).toString())
}

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

export const settingsOf = (issuer: string): Partial<Settings> => ({
  publicUrl: new URL(PUBLIC),
  oidcIssuer: new URL(issuer),
  oidcClientId: CLIENT.id,
  oidcClientSecret: CLIENT.secret,
  oidcName: 'Example SSO',
})

const PAGE = (uid: string) =>
  `<!doctype html><title>Example SSO</title><h1>Example SSO</h1><form method="post" action="/interaction/${uid}">
   <label>Account <input name="login" autofocus></label> <button>Sign in</button> <button name="deny" value="yes">Cancel</button></form>`

/** The people of the provider, by their id there. */
export type Accounts = Record<string, { email?: string; name?: string }>

/** A real provider, at which people sign in by their id, without a password. */
export async function startProvider(accounts: Accounts, mayLeadTo?: (url: string) => boolean) {
  const { issuer, answerWith, stop } = await listen()
  const { default: Provider } = await import('oidc-provider')
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${PUBLIC}${CALLBACK}`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: {
      keys: [{ ...keyPair().privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] as never,
    },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], email: ['email'], profile: ['name'] },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...accounts[id] }) }),
    // Nobody is asked for consent.
    async loadExistingGrant(context) {
      const { client, session, provider: own } = context.oidc
      const grant = new own.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  // The ports of services in a browser are not known beforehand.
  if (mayLeadTo) provider.Client.prototype.redirectUriAllowed = mayLeadTo
  const callback = provider.callback()
  answerWith(async (request, response) => {
    const uid = /^\/interaction\/([\w-]+)$/.exec(request.url ?? '')?.[1]
    if (!uid) return void callback(request, response)
    if (request.method === 'GET') return void response.setHeader('content-type', 'text/html').end(PAGE(uid))
    const form = await bodyOf(request)
    const result = form.has('deny')
      ? { error: 'access_denied' }
      : { login: { accountId: form.get('login') ?? '', remember: true } }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  })
  return { issuer, stop }
}

/** A browser at a provider: signs in there as somebody, and returns the address that it is sent back to. */
export async function atProvider(url: string, login: string | undefined, jar = new Map<string, string>()) {
  for (let count = 0; count < 10; count++) {
    if (new URL(url).pathname === CALLBACK) return url
    const isForm = /\/interaction\//.test(url)
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(isForm && {
        method: 'POST',
        body: new URLSearchParams(login === undefined ? { deny: 'yes' } : { login }),
      }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    const next = answer.headers.get('location')
    assert(next, `${url} leads nowhere: ${answer.status} ${await answer.text()}`)
    url = new URL(next, url).href
  }
  return assert.fail('too many redirects')
}

/** The answers of a provider that forges them. */
export type Forgery = {
  /** Changes of the claims, and of the header of the token. */
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  /** Whether it is signed with a key that the provider does not publish. */
  isForeign?: boolean
  /** Changes of what the provider says about itself. */
  metadata?: Record<string, unknown>
  /** Answers a request for a path, in place of the usual answer, if it is true. */
  answer?: (path: string, response: ServerResponse) => boolean | Promise<boolean>
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A provider that answers as a test wants it. The code of a request is its nonce, so that any code gives a token. */
export async function startForger() {
  const { issuer, answerWith, stop } = await listen()
  const [own, foreign] = [keyPair(), keyPair()]
  const asked: string[] = []
  let forgery: Forgery = {}
  const tokenOf = (nonce: string) => {
    const at = Math.floor(Date.now() / 1_000)
    const header = { alg: 'RS256', kid: 'one', ...forgery.header }
    const payload = {
      iss: issuer,
      aud: CLIENT.id,
      sub: 'forged',
      nonce,
      iat: at,
      exp: at + 60,
      email: 'forged@example.com',
      name: 'Forged',
      ...forgery.claims,
    }
    const text = `${part(header)}.${part(payload)}`
    if (header.alg === 'none') return `${text}.`
    const { privateKey } = forgery.isForeign ? foreign : own
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
  }
  answerWith(async (request, response) => {
    const path = new URL(request.url ?? '', issuer).pathname
    asked.push(path)
    if (await forgery.answer?.(path, response)) return
    const json = (value: object) =>
      void response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
    if (path === '/.well-known/openid-configuration')
      return json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        ...forgery.metadata,
      })
    if (path === '/jwks') {
      const key = own.publicKey.export({ format: 'jwk' })
      return json({ keys: [{ ...key, use: 'sig', alg: 'RS256', kid: 'one' }] })
    }
    const form = await bodyOf(request)
    const id_token = tokenOf(form.get('code') ?? '')
    return json({ access_token: 'a', token_type: 'Bearer', id_token })
  })
  return {
    issuer,
    stop,
    /** The paths that were asked for. */
    asked,
    forge(next: Forgery): void {
      forgery = next
    },
  }
}

/** A browser at an app, with its cookies. `from` is the site that a page of it navigates from. */
export function makeBrowser(app: FastifyInstance, remoteAddress = '127.0.0.1') {
  const jar = new Map<string, string>()
  const send = async (method: 'GET' | 'POST' | 'DELETE', url: string, site: string, payload?: object) => {
    const { pathname, search } = new URL(url, PUBLIC)
    const answer = await app.inject({
      method,
      url: pathname + search,
      remoteAddress,
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        'sec-fetch-site': site,
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0',
      },
      ...(payload && { payload }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    const isJson = String(answer.headers['content-type']).includes('json')
    return {
      status: answer.statusCode,
      headers: answer.headers,
      location: String(answer.headers.location ?? ''),
      body: isJson ? answer.json() : undefined,
      text: answer.payload,
    }
  }
  return {
    jar,
    /** Opens an address: typed, or as the way back from the provider. */
    open: (url: string, site = 'none') => send('GET', url, site),
    /** A request of a page of the app. */
    ask: (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, site = 'same-origin') =>
      send(method, `/api/v1${path}`, site, payload),
  }
}
export type AppBrowser = ReturnType<typeof makeBrowser>

/** Begins in a browser, signs in at the provider, and returns the address of the way back. */
export async function walk(browser: AppBrowser, login: string | undefined, query = ''): Promise<string> {
  const { status, location } = await browser.open(`/api/v1/auth/oidc/start${query}`, 'same-origin')
  assert.equal(status, 303, location)
  return atProvider(location, login)
}

/** Signs in, with an account that is opened by it where there is none. */
export const enter = async (browser: AppBrowser, login: string, query?: string) =>
  browser.open(await walk(browser, login, query), 'cross-site')

/** The reason why a way ended, in the address of the page that says it. */
export const codeIn = (location: string) => new URL(location).searchParams.get('oidc')

/** Links an account of the provider from the settings. */
export async function linkAs(browser: AppBrowser, login: string) {
  const begun = await browser.ask('POST', '/auth/oidc', {})
  assert.equal(begun.status, 200, begun.text)
  return browser.open(await atProvider(begun.body.url, login), 'cross-site')
}
