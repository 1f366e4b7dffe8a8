import { Type } from 'typebox'
import { named, route } from './route.ts'

const WaysBack = named(
  'WaysBack',
  Type.Object({
    password: Type.Boolean({ description: 'Whether a password signs you in here.' }),
    passkeys: Type.Integer({ description: 'How many passkeys work at the address of this instance.' }),
    recovery_codes: Type.Integer({ description: 'How many recovery codes are left.' }),
    mail: Type.Boolean({ description: 'Whether a link can be sent to a confirmed e-mail.' }),
    oidc: Type.Boolean({ description: 'Whether an account of the provider is linked.' }),
    is_due: Type.Boolean({
      description:
        'Whether a client reminds the person of a second way back in: there is only one, the account is a week old, and nobody has said that they do not want it.',
    }),
  }),
  { password: true, passkeys: 0, recovery_codes: 0, mail: false, oidc: false, is_due: true },
)

export const getWaysBack = route({
  method: 'GET',
  path: '/auth/ways-back',
  summary: 'Read how you would get back in after losing a device or a password.',
  reply: WaysBack,
})

export const setReminder = route({
  method: 'PUT',
  path: '/auth/ways-back',
  summary: 'Say whether you want to be reminded of a second way back in, on every device.',
  body: named('Reminder', Type.Object({ is_reminded: Type.Boolean() }), { is_reminded: false }),
  reply: WaysBack,
})
