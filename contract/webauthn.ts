import { type Static, Type } from 'typebox'
import { Nullable, named } from './route.ts'

/** Bytes in base64url, as WebAuthn's JSON has them. */
const Bytes = (maxLength: number) => Type.String({ maxLength, pattern: '^[\\w-]*$' })

const Descriptor = Type.Object({ type: Type.Literal('public-key'), id: Type.String() })
const example = { challenge: 'AZr0Zt6Jc1bQ9fHa…', id: 'mXv0Zt6Jc1bQ9fHa', clientDataJSON: 'eyJ0eXBlIjoi' }
const CredentialId = { ...Bytes(1_364), examples: [example.id] }

export const CreationOptions = named(
  'PasskeyCreationOptions',
  Type.Object(
    {
      challenge: Type.String(),
      rp: Type.Object({ id: Type.String(), name: Type.String() }),
      user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
      pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
      timeout: Type.Integer(),
      attestation: Type.Literal('none'),
      excludeCredentials: Type.Array(Descriptor),
      authenticatorSelection: Type.Object({
        residentKey: Type.Literal('required'),
        requireResidentKey: Type.Literal(true),
        userVerification: Type.Literal('required'),
      }),
    },
    { description: 'PublicKeyCredentialCreationOptionsJSON of WebAuthn, for navigator.credentials.create.' },
  ),
  {
    challenge: example.challenge,
    rp: { id: 'florin.example', name: 'Florin' },
    user: { id: 'AZr0Zt6Jc1bQ9fHa', name: 'ana@example.com', displayName: 'Ana' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    timeout: 300_000,
    attestation: 'none',
    excludeCredentials: [],
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  },
)
export type CreationOptions = Static<typeof CreationOptions>

export const RequestOptions = named(
  'PasskeyRequestOptions',
  Type.Object(
    {
      challenge: Type.String(),
      rpId: Type.String(),
      timeout: Type.Integer(),
      userVerification: Type.Literal('required'),
      allowCredentials: Type.Array(Descriptor),
    },
    { description: 'PublicKeyCredentialRequestOptionsJSON of WebAuthn, for navigator.credentials.get.' },
  ),
  {
    challenge: example.challenge,
    rpId: 'florin.example',
    timeout: 300_000,
    userVerification: 'required',
    allowCredentials: [],
  },
)
export type RequestOptions = Static<typeof RequestOptions>

export const created = {
  id: example.id,
  rawId: example.id,
  type: 'public-key' as const,
  response: { clientDataJSON: example.clientDataJSON, attestationObject: 'o2NmbXRkbm9uZQ' },
}

/** A new key, as navigator.credentials.create answers. */
export const NewPasskey = named(
  'NewPasskey',
  Type.Object(
    {
      id: CredentialId,
      rawId: CredentialId,
      type: Type.Literal('public-key'),
      response: Type.Object({ clientDataJSON: Bytes(4_096), attestationObject: Bytes(10_240) }),
    },
    { description: 'RegistrationResponseJSON of WebAuthn. Its other fields are ignored.' },
  ),
  created,
)
export type NewPasskey = Static<typeof NewPasskey>

export const answered = {
  id: example.id,
  rawId: example.id,
  type: 'public-key' as const,
  response: {
    clientDataJSON: example.clientDataJSON,
    authenticatorData: 'SZYN5YgOjGh0NBcP',
    signature: 'MEUCIQDZ6Jc1bQ9f',
    userHandle: 'AZr0Zt6Jc1bQ9fHa',
  },
}

/** The answer of a key that is known, as navigator.credentials.get gives it. */
export const PasskeyAnswer = named(
  'PasskeyAnswer',
  Type.Object(
    {
      id: CredentialId,
      rawId: CredentialId,
      type: Type.Literal('public-key'),
      response: Type.Object({
        clientDataJSON: Bytes(4_096),
        authenticatorData: Bytes(4_096),
        signature: Bytes(4_096),
        userHandle: Type.Optional(Nullable(Bytes(88))),
      }),
    },
    { description: 'AuthenticationResponseJSON of WebAuthn. Its other fields are ignored.' },
  ),
  answered,
)
export type PasskeyAnswer = Static<typeof PasskeyAnswer>
