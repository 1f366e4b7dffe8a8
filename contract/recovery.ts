import { type Static, Type } from 'typebox'
import { NewPassword } from './auth.ts'
import { named, route } from './route.ts'

export const recoverPassword = route({
  method: 'PUT',
  path: '/auth/recovery',
  summary:
    'Set a new password with a recovery link, from a mail (POST /auth/recovery) or from whoever runs the instance. A link from a mail confirms the e-mail, too, and a pending one ends; if the e-mail was never confirmed before, passkeys and the link to a provider end as well. Every device is signed out, keys for programs end, and a second factor stays on; sign in afterwards.',
  open: true,
  body: named(
    'Recovery',
    Type.Object({
      token: Type.String({ maxLength: 255, description: 'The token of the link: all that is behind #.' }),
      password: NewPassword,
      password_confirmation: Type.String({ maxLength: 1024 }),
    }),
    {
      token: 'flr_4fzyo82mvyr0e9…',
      password: 'better horse battery',
      password_confirmation: 'better horse battery',
    },
  ),
  refuses: ['passwords_off', 'link_invalid', 'password_mismatch', 'password_too_short', 'password_common'],
})
export type Recovery = Static<typeof recoverPassword.body>
