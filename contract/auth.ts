import { type Static, Type } from 'typebox'
import {
  CurrencyId,
  Id,
  IdOf,
  LanguageTag,
  listOf,
  listQuery,
  Name,
  Nullable,
  named,
  route,
  Timestamp,
} from './route.ts'
import { PasskeyAnswer } from './webauthn.ts'

const PersonsLanguage = LanguageTag(
  'The language of the web app for this person, and of mails; null: whichever the browser asks for.',
)

export const User = named(
  'User',
  Type.Object({
    id: Id,
    name: Type.String(),
    email: Type.String({ format: 'email' }),
    base_currency_id: Type.String({
      description: 'The base currency of the default book: an ISO 4217 code.',
    }),
    default_book_id: IdOf('The book that requests without /books/{book_id} are about.'),
    language: PersonsLanguage,
    is_operator: Type.Boolean({
      description: 'Whether this is the first person of the instance, who may invite others.',
    }),
    email_confirmed_at: Nullable(Timestamp),
    pending_email: Nullable(
      Type.String({
        description:
          'A new e-mail that was not confirmed yet: until then, email is the one that counts. Both are null where no mail is sent.',
      }),
    ),
    needs_confirmation: Type.Boolean({
      description:
        'Whether an e-mail waits to be confirmed: the pending one, or that of the account. Never where no mail is sent.',
    }),
    version: Type.Integer({
      description:
        "The version of the person's own log (GET /auth/log) at which the profile or the password last changed.",
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
)
export type User = Static<typeof User>

export const AuthResult = named(
  'AuthResult',
  Type.Object({
    data: User,
    token: Type.String({ description: 'The access token: send it as "Authorization: Bearer <token>".' }),
    token_type: Type.Literal('Bearer'),
  }),
)

export const Device = named(
  'Device',
  Type.Object({
    id: Id,
    device_name: Type.String({ description: 'The name of the device, or of the program that has this key.' }),
    is_current: Type.Boolean({ description: 'Whether this request came from this device.' }),
    created_at: Timestamp,
    last_used_at: Timestamp,
    expires_at: Nullable(
      Type.String({
        format: 'date-time',
        description: 'null only for the key of a program that has no end.',
      }),
    ),
    abilities: Nullable(
      Type.Array(Type.String(), { description: 'What the key of a program may do; null for a device.' }),
    ),
    book_id: Nullable(IdOf('The only book that the key of a program opens; null: all of yours.')),
    last_address: Nullable(
      Type.String({
        description:
          'The address of the last use; null for a key that was never used, and for a new session.',
      }),
    ),
  }),
)
export type Device = Static<typeof Device>

const Logged = Nullable(Type.Object({}, { additionalProperties: true }))

export const UserEvent = named(
  'UserEvent',
  Type.Object({
    version: Type.Integer({ description: "The number of the event in the person's own log." }),
    at: Timestamp,
    action: Type.String({
      description:
        'created or updated; of a profile also confirmed (its e-mail, by a link); of a password also recovered (by a link); of an invitation also revoked; of a second factor also removed, and used (a recovery code); of a passkey also removed, and recovered (added by a link); of oidc also removed; of a program also revoked and ended_by_recovery (by a recovery link); of a device: signed_in, signed_out, revoked (by the person), ended_by_password (a new password ends every session), ended_by_recovery (so does a passkey that a link adds) or ended_by_limit (100 sessions are the most).',
    }),
    resource: Type.String({
      description: 'profile, password, device, program, invitation, second_factor, passkey or oidc.',
    }),
    id: IdOf('The id of the person, the device, the key, the invitation or the passkey.'),
    device_id: Nullable(IdOf('The device that was used; null if nobody was signed in yet.')),
    before: Logged,
    after: Logged,
  }),
)
export type UserEvent = Static<typeof UserEvent>

export const Email = Type.String({ format: 'email', minLength: 3, maxLength: 254 })
/** The minimum length is a setting, and has a refusal of its own: `password_too_short`. */
export const NewPassword = Type.String({
  maxLength: 1024,
  description: 'At least 8 characters of any kind; the setting PASSWORD_MIN_LENGTH can require more.',
})
const Password = Type.String({ minLength: 1, maxLength: 1024 })
export const Code = Type.Optional(
  Nullable(
    Type.String({
      maxLength: 64,
      description:
        'With a second factor: six digits of the app, or a recovery code. Blanks and dashes do not count.',
    }),
  ),
)
/** The way to prove who it is in a request itself. */
export const ProofFields = {
  current_password: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1024,
      description:
        'A proof by itself, with code where a second factor is on; without it, the last proof of the session must be at most ten minutes old.',
    }),
  ),
  code: Code,
}
export const DeviceName = Type.Optional(Nullable(Type.String({ maxLength: 255 })))

export const register = route({
  method: 'POST',
  path: '/auth/register',
  setsCookies: true,
  summary: 'Create a user account, with a book.',
  open: true,
  body: named(
    'Registration',
    Type.Object({
      name: Name(255),
      email: Email,
      password: NewPassword,
      password_confirmation: Type.String({ maxLength: 1024 }),
      device_name: DeviceName,
      base_currency_id: Type.Optional(CurrencyId()),
      language: Type.Optional(
        LanguageTag(
          'The language of the web app for this person, of mails, and of the names that their book begins with; null: the browser says the first, mails and names are English.',
        ),
      ),
      invitation: Type.Optional(
        Nullable(
          Type.String({
            maxLength: 255,
            description: 'The token of an invitation, where GET /auth/options says that one is needed.',
          }),
        ),
      ),
    }),
  ),
  reply: AuthResult,
  refuses: [
    'passwords_off',
    'registration_closed',
    'link_invalid',
    'too_many_members',
    'email_taken',
    'password_mismatch',
    'password_too_short',
    'password_common',
    'too_many_attempts',
    'currency_not_found',
  ],
})
export type Registration = Static<typeof register.body>

export const login = route({
  method: 'POST',
  path: '/auth/login',
  setsCookies: true,
  summary:
    'Sign in on a device. Where a second factor is on, the right password alone is answered 401, second_factor_required: send the same request with code. A credential sent with the request does not sign anybody in. A valid credential of the same account only shows that the device is known, so that failed attempts of strangers do not delay its sign-in.',
  open: true,
  body: named(
    'Login',
    Type.Object({ email: Email, password: Password, code: Code, device_name: DeviceName }),
  ),
  reply: AuthResult,
  refuses: [
    'passwords_off',
    'bad_credentials',
    'second_factor_required',
    'second_factor_wrong',
    'too_many_attempts',
  ],
})
export type Login = Static<typeof login.body>

export const authOptions = route({
  method: 'GET',
  path: '/auth/options',
  summary:
    'Read how people get in here, without signing in: whether anybody has an account yet, and who may open one.',
  open: true,
  reply: named(
    'AuthOptions',
    Type.Object({
      is_empty: Type.Boolean({
        description:
          'Whether nobody has an account yet: then a client shows how to create one, not how to sign in.',
      }),
      mail: Type.Boolean({
        description:
          'Whether this server sends mail: then POST /auth/recovery sends a link to whoever has lost the password, and e-mail addresses are confirmed.',
      }),
      registration: Type.Unsafe<'open' | 'invited' | 'closed'>({
        type: 'string',
        enum: ['open', 'invited', 'closed'],
        description:
          'Who may open an account: anybody, whoever has an invitation, or nobody. The first person always may.',
      }),
      passwords: Type.Boolean({
        description:
          'Whether passwords open accounts and sign in. Passkeys, and a provider where there is one, do so either way.',
      }),
      passkeys: Type.Boolean({
        description: 'Whether passkeys work at the address of this instance: https, or localhost.',
      }),
      origin: Type.String({
        description: 'The address of this instance. Passkeys work in pages that were opened there.',
      }),
      oidc_name: Nullable(
        Type.String({
          description:
            'The name of the provider that people can sign in with (GET /auth/oidc/start); null if there is none.',
        }),
      ),
    }),
  ),
})

export const logout = route({
  method: 'POST',
  path: '/auth/logout',
  setsCookies: true,
  summary: 'Sign out: the token used for this call ends, and the session cookie is cleared.',
})

export const getMe = route({
  method: 'GET',
  path: '/auth/me',
  summary: 'Read who is signed in.',
  reply: User,
})

export const updateMe = route({
  method: 'PUT',
  path: '/auth/me',
  summary:
    'Change name, e-mail, language, default book or base currency; an omitted field keeps its value. Where mail is sent, a new e-mail is pending_email until its link is confirmed, and the old one, sent again, takes the change back. A new e-mail needs a proof that is at most ten minutes old (POST /auth/proof), or current_password; the base currency is that of the default book, as it is after this request, and only an owner of that book can change it.',
  body: named(
    'UserChange',
    Type.Object({
      name: Type.Optional(Name(255)),
      email: Type.Optional(Email),
      base_currency_id: Type.Optional(CurrencyId()),
      language: Type.Optional(PersonsLanguage),
      default_book_id: Type.Optional(
        IdOf(
          'The book that requests without /books/{book_id} are about from now on: one of yours that is not archived.',
        ),
      ),
      ...ProofFields,
    }),
  ),
  reply: User,
  proof: true,
  refuses: [
    'email_taken',
    'currency_not_found',
    'base_currency_fixed',
    'fx_rate_missing',
    'amount_too_large',
    'locked',
    'not_allowed',
    'book_archived',
    'default_book_unusable',
  ],
})
export type UserChange = Static<typeof updateMe.body>

export const proveIdentity = route({
  method: 'POST',
  path: '/auth/proof',
  summary:
    'Prove that it is you, for ten minutes. E-mail, password, second factor, passkeys, keys for programs, the link to a provider and deleting the account need it, and so does signing out all other devices; signing in is such a proof too. In a browser, GET /auth/oidc/start?proof=true is another. Send password (with code where a second factor is on), or passkey: the answer to POST /auth/passkeys/proof/options.',
  body: named(
    'IdentityProof',
    Type.Object({
      password: Type.Optional(Password),
      code: Code,
      passkey: Type.Optional(PasskeyAnswer),
    }),
  ),
  reply: named('Proven', Type.Object({ expires_at: Timestamp })),
  refuses: ['password_wrong', 'code_wrong', 'passkey_wrong', 'passwords_off', 'too_many_attempts'],
})

export const changePassword = route({
  method: 'PUT',
  path: '/auth/password',
  setsCookies: true,
  summary:
    'Change the password: every device is signed out, and this one gets a new token, as after signing in. Keys of programs go on working.',
  body: named(
    'PasswordChange',
    Type.Object({
      ...ProofFields,
      password: NewPassword,
      password_confirmation: Type.String({ maxLength: 1024 }),
    }),
  ),
  reply: AuthResult,
  proof: true,
  refuses: ['password_mismatch', 'password_too_short', 'password_common'],
})
export type PasswordChange = Static<typeof changePassword.body>

const PasswordProof = named('PasswordProof', Type.Object(ProofFields))

export const deleteMe = route({
  method: 'DELETE',
  path: '/auth/me',
  setsCookies: true,
  summary:
    'Delete this account, and the books that have no other member, for good: nothing is kept, and nothing can be restored. In books with others, what you recorded stays, without your name; as their last owner, hand them over first.',
  body: PasswordProof,
  proof: true,
  refuses: ['last_owner'],
})

export const listDevices = route({
  method: 'GET',
  path: '/auth/tokens',
  summary: 'List the devices that are signed in, or the keys of programs, the latest first.',
  query: listQuery(['created_at'], {
    kind: Type.Optional(
      Type.Unsafe<'device' | 'program'>({
        type: 'string',
        enum: ['device', 'program'],
        default: 'device',
        description: 'program: the keys of programs instead, with those that have expired.',
      }),
    ),
  }),
  reply: listOf(Device),
})

export const revokeDevice = route({
  method: 'DELETE',
  path: '/auth/tokens/{id}',
  summary: 'Sign out a device, or revoke the key of a program.',
  reply: Device,
})

export const revokeOtherDevices = route({
  method: 'DELETE',
  path: '/auth/tokens',
  summary: 'Sign out all other devices. Keys of programs go on working.',
  body: PasswordProof,
  proof: true,
})

export const listUserEvents = route({
  method: 'GET',
  path: '/auth/log',
  summary:
    'List the changes of your profile and of every way into your account, the latest first. The latest 1,000 entries are kept.',
  query: listQuery(['version'], {}),
  reply: listOf(UserEvent),
})
