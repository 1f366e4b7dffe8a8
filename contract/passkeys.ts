import { type Static, Type } from 'typebox'
import { AuthResult, Code, DeviceName, Email, ProofFields } from './auth.ts'
import { at, id } from './examples/ids.ts'
import {
  CurrencyId,
  Id,
  LanguageTag,
  listOf,
  listQuery,
  Name,
  Nullable,
  named,
  route,
  Timestamp,
} from './route.ts'
import { answered, CreationOptions, created, NewPasskey, PasskeyAnswer, RequestOptions } from './webauthn.ts'

const KeyName = Name(100)
const KeyDraft = { passkey: NewPasskey, passkey_name: Type.Optional(Nullable(KeyName)) }

const keep = {
  id: id.phone,
  name: "Ana's MacBook",
  site: 'florin.example',
  works_here: true,
  created_at: at,
  last_used_at: null,
}

export const Passkey = named(
  'Passkey',
  Type.Object({
    id: Id,
    name: Type.String(),
    site: Type.String({
      description: 'The name of the site that the key was made for: it works there alone.',
    }),
    works_here: Type.Boolean({ description: 'Whether that site is still the address of this instance.' }),
    created_at: Timestamp,
    last_used_at: Nullable(Timestamp),
  }),
  keep,
)
export type Passkey = Static<typeof Passkey>

const Proof = named('PasskeyProof', Type.Object(ProofFields), { current_password: 'correct horse battery' })

export const listPasskeys = route({
  method: 'GET',
  path: '/auth/passkeys',
  summary: 'List your passkeys, the latest first.',
  query: listQuery(['created_at'], {}),
  reply: listOf(Passkey),
})

export const passkeyOptions = route({
  method: 'POST',
  path: '/auth/passkeys/options',
  summary: 'Begin to add a passkey: the options for the browser. They are good for five minutes, once.',
  body: Proof,
  reply: CreationOptions,
  proof: true,
  refuses: ['passkeys_unavailable', 'too_many_open'],
})

export const addPasskey = route({
  method: 'POST',
  path: '/auth/passkeys',
  summary: 'Add a passkey. It signs in by itself, also where a second factor is on. At most 20.',
  body: named('PasskeyDraft', Type.Object({ ...ProofFields, name: KeyName, passkey: NewPasskey }), {
    name: "Ana's MacBook",
    passkey: created,
  }),
  reply: Passkey,
  proof: true,
  refuses: ['passkey_wrong', 'too_many_open'],
})
export type PasskeyDraft = Static<typeof addPasskey.body>

export const renamePasskey = route({
  method: 'PUT',
  path: '/auth/passkeys/{id}',
  summary: 'Rename a passkey.',
  body: named('PasskeyName', Type.Object({ name: KeyName }), { name: 'Blue key on the keyring' }),
  reply: Passkey,
})

export const removePasskey = route({
  method: 'DELETE',
  path: '/auth/passkeys/{id}',
  summary:
    'Remove a passkey: it signs nobody in any more. The last one that works stays if nothing else lets you in.',
  body: Proof,
  reply: Passkey,
  proof: true,
  refuses: ['last_passkey'],
})

export const passkeyProofOptions = route({
  method: 'POST',
  path: '/auth/passkeys/proof/options',
  summary:
    'Begin a proof with a passkey: the options for the browser, whose answer goes to POST /auth/proof.',
  reply: RequestOptions,
  refuses: ['passkeys_unavailable'],
})

export const passkeySignInOptions = route({
  method: 'POST',
  path: '/auth/passkeys/sign-in/options',
  summary:
    'Begin to sign in with a passkey: the options for the browser. They are good for five minutes, once.',
  open: true,
  reply: RequestOptions,
  refuses: ['passkeys_unavailable'],
})

export const passkeySignIn = route({
  method: 'POST',
  path: '/auth/passkeys/sign-in',
  setsCookies: true,
  summary:
    'Sign in with a passkey, without an e-mail: the key knows whose it is. It counts as both factors, since the device has asked for a finger, a face or a PIN.',
  open: true,
  body: named('PasskeySignIn', Type.Object({ passkey: PasskeyAnswer, device_name: DeviceName }), {
    passkey: answered,
  }),
  reply: AuthResult,
  refuses: ['passkey_refused', 'too_many_attempts'],
})

const Invitation = Type.Optional(
  Nullable(
    Type.String({ maxLength: 255, description: 'The token of an invitation, as in POST /auth/register.' }),
  ),
)

export const passkeyRegisterOptions = route({
  method: 'POST',
  path: '/auth/passkeys/register/options',
  summary: 'Begin to open an account with a passkey in place of a password: the options for the browser.',
  open: true,
  body: named(
    'PasskeyRegistrationStart',
    Type.Object({ name: Name(255), email: Email, invitation: Invitation }),
    { name: 'Ana', email: 'ana@example.com' },
  ),
  reply: CreationOptions,
  refuses: ['passkeys_unavailable', 'registration_closed', 'link_invalid'],
})

export const passkeyRegister = route({
  method: 'POST',
  path: '/auth/passkeys/register',
  setsCookies: true,
  summary: 'Create a user account, with a book, whose first way in is a passkey and not a password.',
  open: true,
  body: named(
    'PasskeyRegistration',
    Type.Object({
      name: Name(255),
      email: Email,
      ...KeyDraft,
      device_name: DeviceName,
      base_currency_id: Type.Optional(CurrencyId()),
      language: Type.Optional(
        LanguageTag(
          'As for POST /auth/register: the language of this person and of the names in their book.',
        ),
      ),
      invitation: Invitation,
    }),
    {
      name: 'Ana',
      email: 'ana@example.com',
      passkey: created,
    },
  ),
  reply: AuthResult,
  refuses: [
    'registration_closed',
    'link_invalid',
    'too_many_members',
    'email_taken',
    'passkey_wrong',
    'too_many_attempts',
    'currency_not_found',
  ],
})
export type PasskeyRegistration = Static<typeof passkeyRegister.body>

const Token = Type.String({ maxLength: 255, description: 'The token of the link: all that is behind #.' })

export const passkeyRecoveryOptions = route({
  method: 'POST',
  path: '/auth/passkeys/recovery/options',
  summary:
    'Begin to add a passkey with a recovery link, which this does not use up: the options for the browser.',
  open: true,
  body: named('PasskeyRecoveryStart', Type.Object({ token: Token }), { token: 'flr_4fzyo82mvyr0e9…' }),
  reply: CreationOptions,
  refuses: ['passkeys_unavailable', 'link_invalid'],
})

export const passkeyRecovery = route({
  method: 'POST',
  path: '/auth/passkeys/recovery',
  summary:
    'Add a passkey with a recovery link, in place of a new password. The password of before ends, every device is signed out, keys for programs end, and so does a pending e-mail; other passkeys and a second factor stay, and where one is on, code is needed. Sign in afterwards.',
  open: true,
  body: named('PasskeyRecovery', Type.Object({ token: Token, ...KeyDraft, code: Code }), {
    token: 'flr_4fzyo82mvyr0e9…',
    passkey: created,
  }),
  refuses: [
    'link_invalid',
    'passkey_wrong',
    'second_factor_required',
    'second_factor_wrong',
    'too_many_attempts',
  ],
})
export type PasskeyRecovery = Static<typeof passkeyRecovery.body>
