import { Type } from 'typebox'
import { ProofFields } from './auth.ts'
import { at } from './examples/ids.ts'
import { CurrencyId, LanguageTag, Nullable, named, route, Timestamp } from './route.ts'

/** Why a sign-in with the provider ended without one: the page that it comes back to has the code in its address, as `oidc`, and a sentence for it. */
export const OIDC_FAULTS = [
  'oidc_off',
  'oidc_unavailable',
  'oidc_denied',
  'oidc_expired',
  'oidc_failed',
  'oidc_email_missing',
  'oidc_taken',
  'oidc_linked',
  'oidc_other',
  'oidc_stale',
  'email_taken',
  'registration_closed',
  'link_invalid',
  'too_many_members',
  'too_many_attempts',
  'cross_site',
  'unauthenticated',
] as const
export type OidcFault = (typeof OIDC_FAULTS)[number]

const To = Type.Optional(
  Type.String({
    maxLength: 1000,
    description: 'The page of the app to go to afterwards: a path. Anything else is the first page.',
  }),
)

const Begun = named(
  'OidcBegun',
  Type.Object({ url: Type.String({ description: 'The page of the provider, for the browser to go to.' }) }),
  { url: 'https://sso.example/authorize?client_id=florin&…' },
)

export const getOidcLink = route({
  method: 'GET',
  path: '/auth/oidc',
  summary: 'Read whether an account of the provider is linked, and whether there is a password beside it.',
  reply: named(
    'OidcLink',
    Type.Object({
      is_linked: Type.Boolean(),
      since: Nullable(Timestamp),
      last_used_at: Nullable(Timestamp),
      has_password: Type.Boolean({
        description: 'Whether a password signs this person in. False where passwords are off, too.',
      }),
    }),
    { is_linked: true, since: at, last_used_at: at, has_password: true },
  ),
})

export const linkOidc = route({
  method: 'POST',
  path: '/auth/oidc',
  setsCookies: true,
  summary:
    'Begin to link an account of the provider. The browser goes to url, and comes back to the settings; the session has to be the same then.',
  body: named('OidcLinking', Type.Object(ProofFields), { current_password: 'correct horse battery' }),
  reply: Begun,
  proof: true,
  refuses: ['oidc_off', 'oidc_unavailable', 'oidc_linked'],
})

export const unlinkOidc = route({
  method: 'DELETE',
  path: '/auth/oidc',
  summary: 'Unlink the account of the provider, unless it is the only way in.',
  body: named('OidcUnlinking', Type.Object(ProofFields), { current_password: 'correct horse battery' }),
  proof: true,
  refuses: ['oidc_unlinked', 'only_way_in'],
})

export const startOidc = route({
  method: 'GET',
  path: '/auth/oidc/start',
  setsCookies: true,
  redirects: true,
  summary:
    'For browsers: go to the provider to sign in, or with proof to prove that it is you. A failure leads to a page of the app.',
  open: true,
  query: Type.Object({
    to: To,
    proof: Type.Optional(
      Type.Boolean({
        description:
          'true: sign in anew at the provider, with the account that is linked, as a proof for this session.',
      }),
    ),
  }),
})

export const prepareOidc = route({
  method: 'POST',
  path: '/auth/oidc/start',
  setsCookies: true,
  summary:
    "For the app's own pages: the same as GET, for somebody who may open an account by it. The answer says where the browser has to go.",
  open: true,
  body: named(
    'OidcStart',
    Type.Object({
      to: To,
      invitation: Type.Optional(
        Nullable(
          Type.String({
            maxLength: 255,
            description: 'The token of an invitation, where GET /auth/options says that one is needed.',
          }),
        ),
      ),
      base_currency_id: Type.Optional(CurrencyId()),
      language: Type.Optional(
        LanguageTag('As for POST /auth/register, for somebody who has no account yet.'),
      ),
    }),
    { to: '/reports' },
  ),
  reply: Begun,
  refuses: ['oidc_off', 'oidc_unavailable', 'currency_not_found'],
})

export const finishOidc = route({
  method: 'GET',
  path: '/auth/oidc/callback',
  setsCookies: true,
  redirects: true,
  summary: 'For browsers: the way back from the provider, which appends the parameters.',
  open: true,
  query: Type.Object({
    state: Type.Optional(Type.String({ description: 'As the request to the provider had it.' })),
    code: Type.Optional(Type.String({ description: 'The code of the provider.' })),
    iss: Type.Optional(Type.String({ description: 'The issuer of the answer (RFC 9207).' })),
    error: Type.Optional(Type.String({ description: 'The reason why there is no code.' })),
    error_description: Type.Optional(Type.String({ description: 'The same in words; not shown.' })),
    session_state: Type.Optional(Type.String({ description: 'Of some providers; not used.' })),
    scope: Type.Optional(Type.String({ description: 'Of some providers; not used.' })),
  }),
})
