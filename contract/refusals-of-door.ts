import { entry } from './refusal.ts'

/** Refusals about how people get in: registering, invitations, links and second factors. */
export const doorRefusals = {
  registration_closed: entry(403, 'Registration closed', (d: { registration: string }) =>
    d.registration === 'invited'
      ? 'Accounts are opened by invitation here. Ask whoever runs this server for a link, and send its token as invitation.'
      : 'No more accounts are opened here. Ask whoever runs this server.',
  ),
  link_invalid: entry(
    422,
    'The link does not work',
    () => 'This link does not work any more. Links expire, can be revoked, and open once. Ask for a new one.',
  ),
  proof_required: entry(
    403,
    'Prove that it is you',
    () =>
      'Your last sign-in is more than ten minutes ago. Prove that it is you with POST /auth/proof, or send current_password along.',
  ),
  second_factor_required: entry(
    401,
    'Second factor required',
    () =>
      'The password is right. Send the same request with code: six digits of your app, or a recovery code.',
  ),
  second_factor_wrong: entry(
    401,
    'Wrong code',
    () =>
      'This code does not count. A code of the app is good for half a minute, and each code for one sign-in.',
  ),
  code_wrong: entry(
    422,
    'Wrong code',
    () => 'code must be the present code of your app, or a recovery code, that was not used before.',
    'code',
  ),
  second_factor_on: entry(
    409,
    'Second factor is on',
    () => 'A second factor is on already. Switch it off to begin with another one.',
  ),
  second_factor_off: entry(
    409,
    'No second factor',
    () => 'There is no second factor. Begin with POST /auth/second-factor.',
  ),
  second_factor_unavailable: entry(
    409,
    'No second factor here',
    () =>
      'This server has no key to encrypt the secret of a second factor with. Whoever runs it has to set the key.',
  ),
  oidc_off: entry(
    409,
    'No single sign-on here',
    () => 'Nobody signs in with a provider here. Whoever runs this server can set one up.',
  ),
  oidc_unavailable: entry(
    409,
    'The provider does not answer',
    () => 'The provider that people sign in with does not answer as it should. Try again in a while.',
  ),
  oidc_linked: entry(
    409,
    'Linked already',
    () => 'An account of the provider is linked already. Unlink it to link another one.',
  ),
  oidc_unlinked: entry(409, 'Nothing is linked', () => 'No account of the provider is linked.'),
  only_way_in: entry(
    409,
    'The only way in',
    () => 'This is the only way into this account. Set a password first.',
  ),
  operator_only: entry(
    403,
    'For the operator',
    () => 'Only the operator of this instance, the first person who registered, may do this.',
  ),
  too_many_open: entry(
    409,
    'Too many',
    (d: { what: string; most: number }) =>
      `There can be at most ${d.most} ${d.what} at a time. Remove one that is not needed any more.`,
  ),
} as const
