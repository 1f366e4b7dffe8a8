import type { OidcFault } from '../../contract/oidc.ts'
import { t } from '../../words/t.ts'

/** Why a sign-in with the provider came to nothing, and the next step. */
const sentences: Readonly<Record<OidcFault, (name: string) => string>> = {
  oidc_off: () => t('Nobody signs in with a provider here.'),
  oidc_unavailable: (name) => `${name} does not answer as it should. Try again in a while.`,
  oidc_denied: (name) => `You were not signed in: it was cancelled at ${name}.`,
  oidc_expired: () => t('That took too long, or was begun in another window. Try it again here.'),
  oidc_failed: (name) => `The answer of ${name} did not pass a check, so nothing was changed. Try it again.`,
  oidc_email_missing: (name) =>
    `${name} did not say your e-mail, which an account here needs. Add it there, or open an account in another way.`,
  oidc_taken: (name) => `That account of ${name} is linked to somebody else here.`,
  oidc_linked: (name) => `An account of ${name} is linked already. Unlink it to link another one.`,
  oidc_other: (name) => `That was another account of ${name}, or you have signed in anew here meanwhile.`,
  oidc_stale: (name) =>
    `${name} did not say that you have just signed in there. Confirm in another way, or sign out and in again.`,
  email_taken: (name) =>
    `There is an account with your e-mail here already. Sign in as before, then link ${name} in Settings → Sign-in and security.`,
  registration_closed: (name) =>
    `Your account of ${name} is not linked to anybody here, and no account is opened for it: ask whoever runs this server.`,
  link_invalid: () => t('The invitation does not work any more. Ask for a new one.'),
  too_many_members: () => t('The book that you were invited to has as many members as it can have.'),
  too_many_attempts: () => t('Too many tries. Try again in a few minutes.'),
  cross_site: () => t('That was begun by a page of another site. Begin it here.'),
  unauthenticated: () => t('Your session had ended. Sign in, and try it again.'),
}

/** The sentence for the code in an address; none for any other text there. */
export const oidcSentence = (
  code: string | undefined,
  name: string | null | undefined,
): string | undefined =>
  code !== undefined && Object.hasOwn(sentences, code)
    ? sentences[code as OidcFault](name ?? t('The provider')) // one of its keys
    : undefined
