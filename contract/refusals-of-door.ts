import { entry } from './refusal.ts'

/** Refusals about how people get in: registering, invitations and links. */
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
