import { refuse } from '../../contract/refusals.ts'
import type { CreationOptions, NewPasskey, PasskeyAnswer, RequestOptions } from '../../contract/webauthn.ts'
import { newId } from '../process/ids.ts'
import type { House } from '../serve.ts'
import { placeOf, type Settings } from '../settings.ts'
import {
  CHALLENGE_MS,
  type Challenge,
  handleOf,
  makeChallenge,
  openChallenge,
  type Purpose,
} from './challenges.ts'
import type { KeyRow } from './passkeys.sql.ts'

/** EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257]

/** The settings that say where passkeys work, and the key that seals their challenges. */
export type PasskeySite = Pick<House, 'instanceKey'> & { settings: Pick<Settings, 'publicUrl' | 'port'> }

function requirePlace({ settings }: PasskeySite) {
  const place = placeOf(settings)
  if (!place.isUsable) refuse('passkeys_unavailable')
  return place
}

const descriptorsOf = (credentials: readonly Buffer[]) =>
  credentials.map((id) => ({ type: 'public-key' as const, id: id.toString('base64url') }))

/** The options for a new key of a person. It is one that the device offers by itself, and that asks for a finger, a face or a PIN. */
export function creationOptions(
  site: PasskeySite,
  purpose: Purpose,
  { id, name, email }: { id: string; name: string; email: string },
  known: readonly Buffer[],
): CreationOptions {
  const { rpId } = requirePlace(site)
  return {
    challenge: makeChallenge(site.instanceKey, purpose, id),
    rp: { id: rpId, name: 'Florin' },
    user: { id: handleOf(id), name: email, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MS,
    attestation: 'none',
    excludeCredentials: descriptorsOf(known),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
}

/** The options for an answer of a known key; without credentials, of any that the device has for this site. */
export function requestOptions(
  site: PasskeySite,
  purpose: Purpose,
  userId: string,
  known: readonly Buffer[],
): RequestOptions {
  const { rpId } = requirePlace(site)
  return {
    challenge: makeChallenge(site.instanceKey, purpose, userId),
    rpId,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: descriptorsOf(known),
  }
}

/** A key that was made for a challenge of ours. */
export type NewKey = {
  id: string
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  rpId: string
  challenge: Challenge
}

/**
 * Checks a new key; undefined for anything but an answer to a challenge of ours for this purpose, at our address, with the person verified. The statement
 * about the make of the device is left out before: nobody asked for it, and checking its certificates would fetch addresses that the sender chose.
 */
export async function checkNewKey(
  { settings, instanceKey }: PasskeySite,
  purpose: Purpose,
  answer: NewPasskey,
): Promise<NewKey | undefined> {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject, isoCBOR }] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  const { origin, rpId } = placeOf(settings)
  let challenge: Challenge | undefined
  try {
    const { id, rawId, type, response } = answer
    const authData = decodeAttestationObject(
      new Uint8Array(Buffer.from(response.attestationObject, 'base64url')),
    ).get('authData')
    const plain = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', authData],
      ]),
    )
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: {
          clientDataJSON: response.clientDataJSON,
          attestationObject: Buffer.from(plain).toString('base64url'),
        },
        clientExtensionResults: {},
      },
      expectedChallenge: (text) => {
        challenge = openChallenge(instanceKey, purpose, text)
        return challenge !== undefined
      },
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!registrationInfo || !challenge) return undefined
    const { credential } = registrationInfo
    return {
      id: newId(),
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      rpId,
      challenge,
    }
  } catch {
    return undefined // the library throws for every kind of wrong answer; which one it is, is told to nobody
  }
}

/** Checks the answer of a key; undefined unless it answers a challenge of ours for this purpose, at our address, with the person verified and the counter ahead. */
export async function checkAnswer(
  { settings, instanceKey }: PasskeySite,
  purpose: Purpose,
  { id, rawId, type, response }: PasskeyAnswer,
  key: KeyRow,
): Promise<{ challenge: Challenge; counter: number } | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { origin, rpId } = placeOf(settings)
  let challenge: Challenge | undefined
  try {
    const { clientDataJSON, authenticatorData, signature } = response
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: (text) => {
        challenge = openChallenge(instanceKey, purpose, text)
        return challenge !== undefined
      },
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: { id, publicKey: new Uint8Array(key.public_key), counter: Number(key.counter) },
    })
    return verified && challenge ? { challenge, counter: authenticationInfo.newCounter } : undefined
  } catch {
    return undefined // as for a new key
  }
}
