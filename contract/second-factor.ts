import { Type } from 'typebox'
import { ProofFields } from './auth.ts'
import { at } from './examples/ids.ts'
import { Nullable, named, route, Timestamp } from './route.ts'

const Proof = named('SecondFactorProof', Type.Object(ProofFields), {
  current_password: 'correct horse battery',
})
const RecoveryCodes = named(
  'RecoveryCodes',
  Type.Object({
    recovery_codes: Type.Array(Type.String(), {
      description: 'Each signs in once in place of a code. They are in this answer only.',
    }),
  }),
  { recovery_codes: ['4KQ7-M2XA-9TRF', 'B3ZN-KE51-H8VC'] },
)

export const getSecondFactor = route({
  method: 'GET',
  path: '/auth/second-factor',
  summary: 'Read whether a second factor is on, and how many recovery codes are left.',
  reply: named(
    'SecondFactor',
    Type.Object({
      is_on: Type.Boolean(),
      since: Nullable(Timestamp),
      recovery_codes_left: Type.Integer(),
    }),
    { is_on: true, since: at, recovery_codes_left: 9 },
  ),
})

export const beginSecondFactor = route({
  method: 'POST',
  path: '/auth/second-factor',
  summary:
    'Begin with a second factor: a secret for an app. It counts once PUT has sent a code of it; until then, nothing changes.',
  body: Proof,
  reply: named(
    'SecondFactorSecret',
    Type.Object({
      secret: Type.String({ description: 'For an app, if it is typed.' }),
      uri: Type.String({ description: 'For an app, as a QR code.' }),
    }),
    {
      secret: 'MZXW6YTBOI',
      uri: 'otpauth://totp/Florin%3Aana%40example.com?secret=MZXW6YTBOI&issuer=Florin',
    },
  ),
  proof: true,
  refuses: ['second_factor_on', 'second_factor_unavailable'],
})

export const confirmSecondFactor = route({
  method: 'PUT',
  path: '/auth/second-factor',
  summary: 'Switch the second factor on, with a code of the app. The answer has ten recovery codes, once.',
  body: named(
    'SecondFactorCode',
    Type.Object({
      ...ProofFields,
      code: Type.String({ maxLength: 64, description: 'Six digits of the app.' }),
    }),
    { code: '407123' },
  ),
  reply: RecoveryCodes,
  proof: true,
  refuses: ['second_factor_on', 'second_factor_off'],
})

export const renewRecoveryCodes = route({
  method: 'POST',
  path: '/auth/second-factor/recovery-codes',
  summary: 'Make ten new recovery codes; those of before do not count any more.',
  body: Proof,
  reply: RecoveryCodes,
  proof: true,
  refuses: ['second_factor_off'],
})

export const endSecondFactor = route({
  method: 'DELETE',
  path: '/auth/second-factor',
  summary: 'Switch the second factor off, with its recovery codes.',
  body: Proof,
  proof: true,
  refuses: ['second_factor_off'],
})
