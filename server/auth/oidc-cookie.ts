import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { isHttps, type Settings } from '../settings.ts'
import { readCookie, setCookie } from './cookies.ts'
import { pageOf } from './links.ts'

/** The cookie of the way to the provider and back. */
export const OIDC = 'service-oidc'
export const BEGUN_SECONDS = 600

/** A way to the provider that has begun in this browser: its secrets, its purpose, and the page afterwards. */
export type Begun = {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly at: number
  readonly to: string
} & (
  | { readonly purpose: 'sign_in'; readonly invitation: string | null; readonly base_currency_id: string }
  /** For a session: the one that comes back has to be the same. */
  | { readonly purpose: 'link' | 'proof'; readonly userId: string; readonly tokenId: string }
)

const IV_BYTES = 12
const TAG_BYTES = 16
const keyOf = (instanceKey: Uint8Array) => Buffer.from(hkdfSync('sha256', instanceKey, '', OIDC, 32))

/** Encrypts it, since it may hold an invitation. */
function sealBegun(instanceKey: Uint8Array, begun: Begun): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(instanceKey), iv)
  const sealed = [iv, cipher.update(JSON.stringify(begun)), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(sealed).toString('base64url')
}

/** Undefined for anything that this instance has not sealed within the last ten minutes. */
function openBegun(instanceKey: Uint8Array, cookie: string | undefined): Begun | undefined {
  const sealed = Buffer.from(cookie ?? '', 'base64url')
  if (sealed.length <= IV_BYTES + TAG_BYTES) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(instanceKey), sealed.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    }).setAuthTag(sealed.subarray(-TAG_BYTES))
    const text = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
    const begun = JSON.parse(text.toString()) as Begun // sealed by `sealBegun`
    const age = Date.now() - begun.at
    return age >= 0 && age < BEGUN_SECONDS * 1_000 ? begun : undefined
  } catch {
    return undefined
  }
}

/** The cookie, as a header sets it. */
export const setBegun = (instanceKey: Uint8Array, settings: Settings, begun: Begun): string =>
  setCookie(OIDC, sealBegun(instanceKey, begun), BEGUN_SECONDS, isHttps(settings))

/** Over https, only the name that no other host can set counts: a cookie from elsewhere would sign a visitor in as somebody else. */
export const begunIn = (
  cookies: string | undefined,
  settings: Settings,
  key: Uint8Array,
): Begun | undefined =>
  openBegun(key, readCookie(cookies, `${isHttps(settings) ? '__Host-' : ''}${OIDC}`, false))

/** A page of this app, as a whole address: only the settings say where the app is. */
export function pageAfter(to: string | undefined, settings: Settings): string {
  const home = pageOf('/', settings)
  const page = to?.startsWith('/') ? URL.parse(to, home) : null
  const isOurs = page?.origin === new URL(home).origin && !/^\/(\/|api(\/|$))/.test(page.pathname)
  return isOurs ? page.href : home
}
