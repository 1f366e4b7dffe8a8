import { type Static, Type } from 'typebox'
import { Email } from './auth.ts'
import { named, route } from './route.ts'

export const askRecovery = route({
  method: 'POST',
  path: '/auth/recovery',
  summary:
    'Ask for a mail with a link that sets a new password. The answer is the same whether anybody has this e-mail or not; the mail follows within a minute, and one address gets three at once, and then one in twenty minutes; one network, with its registrations, ten, and then one in six minutes. Where GET /auth/options says that no mail is sent, whoever runs the server makes a link.',
  open: true,
  body: named('RecoveryRequest', Type.Object({ email: Email }), { email: 'ana@example.com' }),
  reply: named(
    'RecoveryAsked',
    Type.Object({
      link_minutes: Type.Integer({ description: 'How long a link is good, from its mail on.' }),
    }),
    { link_minutes: 30 },
  ),
  refuses: ['mail_off', 'too_many_attempts'],
})

export const confirmEmail = route({
  method: 'PUT',
  path: '/auth/email',
  summary:
    'Confirm an e-mail address with the link that was sent to it. A changed address counts from then on; nobody is signed in or out by it.',
  open: true,
  body: named(
    'EmailConfirmation',
    Type.Object({
      token: Type.String({ maxLength: 255, description: 'The token of the link: all that is behind #.' }),
    }),
    { token: 'flc_4fzyo82mvyr0e9…' },
  ),
  reply: named('EmailConfirmed', Type.Object({ email: Type.String() }), { email: 'ana@example.com' }),
  refuses: ['link_invalid', 'email_taken', 'mail_off'],
})
export type EmailConfirmation = Static<typeof confirmEmail.body>

export const sendConfirmation = route({
  method: 'POST',
  path: '/auth/email/confirmation',
  summary:
    'Send the mail again that asks to confirm the e-mail: the pending one, else the one of the account. Links of earlier mails end with the new one.',
  refuses: ['mail_off', 'email_confirmed', 'too_many_attempts'],
})
