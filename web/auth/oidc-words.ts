import type { OidcFault } from '../../contract/oidc.ts'
import { t } from '../../words/t.ts'

/** Why a sign-in with the provider came to nothing, and the next step. */
const sentences: Readonly<Record<OidcFault, (name: string) => string>> = {
  oidc_off: () => t('Nobody signs in with a provider here.'),
  oidc_unavailable: (name) =>
    t('{provider} does not answer as it should. Try again in a while.', { provider: name }),
  oidc_denied: (name) => t('You were not signed in: it was cancelled at {provider}.', { provider: name }),
  oidc_expired: () => t('That took too long, or was begun in another window. Try it again here.'),
  oidc_failed: (name) =>
    t('The answer of {provider} did not pass a check, so nothing was changed. Try it again.', {
      provider: name,
    }),
  oidc_email_missing: (name) =>
    t(
      '{provider} did not say your e-mail, which an account here needs. Add it there, or open an account in another way.',
      { provider: name },
    ),
  oidc_taken: (name) => t('That account of {provider} is linked to somebody else here.', { provider: name }),
  oidc_linked: (name) =>
    t('An account of {provider} is linked already. Unlink it to link another one.', { provider: name }),
  oidc_other: (name) =>
    t('That was another account of {provider}, or you have signed in anew here meanwhile.', {
      provider: name,
    }),
  oidc_stale: (name) =>
    t(
      '{provider} did not say that you have just signed in there. Confirm in another way, or sign out and in again.',
      { provider: name },
    ),
  email_taken: (name) =>
    t(
      'There is an account with your e-mail here already. Sign in as before, then link {provider} in Settings → Sign-in and security.',
      { provider: name },
    ),
  registration_closed: (name) =>
    t(
      'Your account of {provider} is not linked to anybody here, and no account is opened for it: ask whoever runs this server.',
      { provider: name },
    ),
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
