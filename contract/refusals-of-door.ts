import { t } from '../words/t.ts'
import { entry } from './refusal.ts'

/** Refusals about how people get in: registering, invitations, links, second factors and keys for programs. */
export const doorRefusals = {
  registration_closed: entry(403, 'Registration closed', (d: { registration: string }) =>
    d.registration === 'invited'
      ? t(
          'Accounts are opened by invitation here. Ask whoever runs this server for a link, and send its token as invitation.',
        )
      : t('No more accounts are opened here. Ask whoever runs this server.'),
  ),
  link_invalid: entry(422, 'The link does not work', () =>
    t('This link does not work any more. Links expire, can be revoked, and open once. Ask for a new one.'),
  ),
  proof_required: entry(403, 'Prove that it is you', () =>
    t(
      'Your last sign-in is more than ten minutes ago. Prove that it is you with POST /auth/proof, or send current_password along.',
    ),
  ),
  second_factor_required: entry(401, 'Second factor required', () =>
    t(
      'So far it is right, and a second factor is on. Send the same request with code: six digits of your app, or a recovery code.',
    ),
  ),
  second_factor_wrong: entry(401, 'Wrong code', () =>
    t(
      'This code does not count. A code of the app is good for half a minute, and each code for one sign-in.',
    ),
  ),
  code_wrong: entry(
    422,
    'Wrong code',
    () => t('code must be the present code of your app, or a recovery code, that was not used before.'),
    'code',
  ),
  second_factor_on: entry(409, 'Second factor is on', () =>
    t('A second factor is on already. Switch it off to begin with another one.'),
  ),
  second_factor_off: entry(409, 'No second factor', () =>
    t('There is no second factor. Begin with POST /auth/second-factor.'),
  ),
  second_factor_unavailable: entry(409, 'No second factor here', () =>
    t(
      'This server has no key to encrypt the secret of a second factor with. Whoever runs it has to set the key.',
    ),
  ),
  passwords_off: entry(403, 'No passwords here', () =>
    t(
      'This server takes no passwords. Sign in with a passkey, or ask whoever runs it for a link that adds one.',
    ),
  ),
  passkey_refused: entry(401, 'Passkey refused', () =>
    t(
      'This passkey does not sign in: it was removed, belongs to another address, or the request took too long. Try again, or sign in another way.',
    ),
  ),
  passkey_wrong: entry(
    422,
    'Wrong passkey',
    () =>
      t('passkey must be the answer of your device to options of this server, within five minutes, once.'),
    'passkey',
  ),
  passkeys_unavailable: entry(409, 'No passkeys here', () =>
    t(
      'Passkeys need an address with https and a name, or localhost. Whoever runs this server decides on its address.',
    ),
  ),
  last_passkey: entry(409, 'The last passkey', () =>
    t(
      'This is your last passkey, and the only way into this account. Add another one first, or set a password where passwords are on.',
    ),
  ),
  mail_off: entry(409, 'No mail here', () =>
    t('This server sends no mail. Ask whoever runs this server for a link.'),
  ),
  email_confirmed: entry(409, 'Confirmed already', () =>
    t('Your e-mail is confirmed already, and no other one is pending.'),
  ),
  oidc_off: entry(409, 'No single sign-on here', () =>
    t('Nobody signs in with a provider here. Whoever runs this server can set one up.'),
  ),
  oidc_unavailable: entry(409, 'The provider does not answer', () =>
    t('The provider that people sign in with does not answer as it should. Try again in a while.'),
  ),
  oidc_linked: entry(409, 'Linked already', () =>
    t('An account of the provider is linked already. Unlink it to link another one.'),
  ),
  oidc_unlinked: entry(409, 'Nothing is linked', () => t('No account of the provider is linked.')),
  only_way_in: entry(409, 'The only way in', () =>
    t('This is the only way into this account. Set a password or add a passkey first.'),
  ),
  operator_only: entry(403, 'For the operator', () =>
    t('Only the operator of this instance, the first person who registered, may do this.'),
  ),
  ability_missing: entry(403, 'The key may not do this', (d: { name: string; ability: string }) =>
    t('The key "{name}" may not do this. It needs the ability {ability}, or {wide} for all areas.', {
      ...d,
      wide: d.ability.split(':')[0] ?? d.ability,
    }),
  ),
  not_for_programs: entry(403, 'Not for keys of programs', (d: { name: string }) =>
    t('The key "{name}" reaches the book only. Sign-in and security need a person who is signed in.', d),
  ),
  too_many_open: entry(
    409,
    'Too many',
    (d: { what: 'invitations' | 'passkeys' | 'keys for programs'; most: number }) =>
      t(
        '{what, select, invitations {There can be at most {most} invitations at a time. Remove one that is not needed any more.} passkeys {There can be at most {most} passkeys at a time. Remove one that is not needed any more.} other {There can be at most {most} keys for programs at a time. Remove one that is not needed any more.}}',
        d,
      ),
  ),
} as const
