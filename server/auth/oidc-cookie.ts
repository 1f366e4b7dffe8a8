import { isHttps, type Settings } from '../settings.ts'
import type { AccountDraft } from './auth.ts'
import { readCookie, setCookie } from './cookies.ts'
import { pageOf } from './links.ts'
import { sealed, unsealed } from './sealed.ts'

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
  | ({ readonly purpose: 'sign_in'; readonly invitation: string | null } & Pick<
      AccountDraft,
      'base_currency_id' | 'language'
    >)
  /** For a session: the one that comes back has to be the same. */
  | { readonly purpose: 'link' | 'proof'; readonly userId: string; readonly tokenId: string }
)

const sealOf = (secret: Uint8Array) => ({ secret, purpose: OIDC })

/** Undefined for anything that this instance has not sealed within the last ten minutes. */
function openBegun(instanceKey: Uint8Array, cookie: string | undefined): Begun | undefined {
  const text = unsealed(sealOf(instanceKey), Buffer.from(cookie ?? '', 'base64url'))
  if (!text) return undefined
  const begun = JSON.parse(text.toString()) as Begun // sealed by `setBegun`
  const age = Date.now() - begun.at
  return age >= 0 && age < BEGUN_SECONDS * 1_000 ? begun : undefined
}

/** The cookie, as a header sets it. It is encrypted, since it may hold an invitation. */
export function setBegun(instanceKey: Uint8Array, settings: Settings, begun: Begun): string {
  const text = sealed(sealOf(instanceKey), Buffer.from(JSON.stringify(begun))).toString('base64url')
  return setCookie(OIDC, text, BEGUN_SECONDS, isHttps(settings))
}

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
