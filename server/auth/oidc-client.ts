import type { Configuration, CustomFetch } from 'openid-client'
import { refuse } from '../../contract/refusals.ts'
import { isBadText } from '../http/body.ts'
import type { Settings } from '../settings.ts'
import { pageOf } from './links.ts'
import type { Begun } from './oidc-cookie.ts'

/** An answer that did not pass a check. The reason is for the log; it holds no secret. */
export class OidcFailure extends Error {}

/** A sign-in at the provider may be as old as a session: a year, in seconds. */
const SIGN_IN_MAX_AGE = '31536000'

const TIMEOUT_SECONDS = 5
const MAX_BYTES = 262_144
const FRESH_MS = 3_600_000
const RETRY_MS = 1_000
const MAX_SUBJECT = 255

/** Loaded with the first use: most instances have no provider. */
const library = () => import('openid-client')

/** Fetches an answer of the provider, as a whole: it has a bound in time and in bytes. */
const boundedFetch: CustomFetch = async (url, options) => {
  const timeout = AbortSignal.timeout(TIMEOUT_SECONDS * 1_000)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  const answer = await fetch(url, { ...(options as RequestInit), redirect: 'manual', signal }) // the same shape, in a type of its own
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of answer.body ?? []) {
    bytes += piece.length
    if (bytes > MAX_BYTES) throw new Error(`an answer of more than ${MAX_BYTES} bytes`)
    pieces.push(piece)
  }
  const body = bytes === 0 ? null : Buffer.concat(pieces)
  return new Response(body, { status: answer.status, headers: answer.headers })
}

async function discover(settings: Settings): Promise<Configuration> {
  const { oidcIssuer: issuer = refuse('oidc_off'), oidcClientId, oidcClientSecret } = settings
  const { allowInsecureRequests, ClientSecretBasic, ClientSecretPost, customFetch, discovery, ...more } =
    await library()
  const [basic, post] = [ClientSecretBasic(oidcClientSecret), ClientSecretPost(oidcClientSecret)]
  return discovery(
    issuer,
    oidcClientId,
    undefined,
    (server, ...rest) => {
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
      return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
    },
    {
      timeout: TIMEOUT_SECONDS,
      [customFetch]: boundedFetch,
      execute: [
        more.enableNonRepudiationChecks, // without it, the signature of a token is not looked at
        ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : []), // on this machine only, as the settings say
      ],
    },
  )
}

type KnownProvider = {
  config?: Configuration
  at: number
  asked?: Promise<Configuration> | undefined
  failedAt: number
}
const found = new WeakMap<Settings, KnownProvider>()

/**
 * The provider's own description of itself: asked for when it is needed, by one request at a time, and kept for an hour. The one of before still counts while
 * the provider does not answer.
 */
async function configOf(settings: Settings): Promise<Configuration> {
  const known = found.get(settings) ?? { at: 0, failedAt: Number.NEGATIVE_INFINITY }
  found.set(settings, known)
  if (known.config && performance.now() - known.at < FRESH_MS) return known.config
  const isResting = performance.now() - known.failedAt < RETRY_MS
  if (!isResting)
    known.asked ??= discover(settings).finally(() => {
      known.asked = undefined
    })
  try {
    const config = (await known.asked) ?? refuse('oidc_unavailable')
    Object.assign(known, { config, at: performance.now() })
    return config
  } catch {
    if (!isResting) known.failedAt = performance.now()
    return known.config ?? refuse('oidc_unavailable')
  }
}

/** Where the provider sends people back to: from the settings, never from a request. */
const redirectUri = (settings: Settings) => pageOf('/api/v1/auth/oidc/callback', settings)

/** The page of the provider for a way that begins. A proof has to be given anew there. */
export async function providerPage(
  settings: Settings,
  { state, nonce, verifier, purpose }: Pick<Begun, 'state' | 'nonce' | 'verifier' | 'purpose'>,
): Promise<string> {
  const config = await configOf(settings)
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library()
  try {
    return buildAuthorizationUrl(config, {
      redirect_uri: redirectUri(settings),
      scope: 'openid profile email',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      // With max_age, a provider has to say when the person signed in there: without asking again, unless it is a proof.
      ...(purpose === 'proof' ? { prompt: 'login', max_age: '0' } : { max_age: SIGN_IN_MAX_AGE }),
    }).href
  } catch {
    return refuse('oidc_unavailable') // it names no page to sign in at
  }
}

/** An account of the provider: who it is there, when they last signed in there if it says so, and their name and e-mail if they are asked for. */
export type ProviderIdentity = {
  issuer: string
  subject: string
  authTime: number | undefined
  profile: () => Promise<{ name: string | undefined; email: string | undefined }>
}

/** Changes the code in the address of the way back for an account of the provider, after every check of it. */
export async function identityOf(
  settings: Settings,
  { state, nonce, verifier }: Begun,
  search: string,
): Promise<ProviderIdentity> {
  const config = await configOf(settings)
  const { authorizationCodeGrant, fetchUserInfo } = await library()
  const back = new URL(redirectUri(settings))
  back.search = search
  const tokens = await reached(() =>
    authorizationCodeGrant(config, back, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    }),
  )
  const claims = tokens.claims()
  if (!claims || claims.sub === '' || claims.sub.length > MAX_SUBJECT || isBadText(claims.sub))
    throw new OidcFailure('the token has no subject, or one that cannot be kept')
  const profile = async () => {
    const isWhole = typeof claims.email === 'string' && typeof claims.name === 'string'
    const { userinfo_endpoint } = config.serverMetadata()
    const more =
      isWhole || userinfo_endpoint === undefined
        ? {}
        : await reached(() => fetchUserInfo(config, tokens.access_token, claims.sub))
    const all: Record<string, unknown> = { ...claims, ...more }
    const text = (name: string) => (typeof all[name] === 'string' ? all[name].trim() || undefined : undefined)
    return { name: text('name') ?? text('preferred_username'), email: text('email') }
  }
  return { issuer: claims.iss, subject: claims.sub, authTime: claims.auth_time, profile }
}

/** Any failure of the library is one of the provider's answer, or of a forged one. */
async function reached<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, message, cause } = error as Error & { code?: string }
    if (error instanceof TypeError || /TIMEOUT/.test(code ?? '') || (cause as Error)?.name === 'TimeoutError')
      return refuse('oidc_unavailable')
    throw new OidcFailure(`${code ?? 'no code'}: ${message}`)
  }
}
