import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { CreationOptions, NewPasskey, PasskeyAnswer, RequestOptions } from '../contract/webauthn.ts'

/** As much of CBOR as a key needs. */
type Cbor = number | string | Buffer | Map<number | string, Cbor>

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}

export function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)])
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const text = (bytes: Buffer) => bytes.toString('base64url')

/** The lies that a browser and its device would not tell. */
export type Lies = {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** The flags of the device: present 1, verified 4. */
  flags?: number
  counter?: number
  userHandle?: string | null
  credentialId?: Buffer
  format?: string
  algorithm?: number
  crossOrigin?: boolean
  topOrigin?: string
}

/** A passkey in software: a device with one key, which answers as a browser at this address would. */
export function makeAuthenticator(origin = 'http://localhost:3000') {
  const credentialId = randomBytes(32)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let counter = 0
  let userHandle: string | null = null

  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: lies.crossOrigin ?? false,
        ...(lies.topOrigin && { topOrigin: lies.topOrigin }),
      }),
    )

  function deviceData(rpId: string, flags: number, lies: Lies): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lies.counter ?? counter)
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([lies.flags ?? flags]), count])
  }

  return {
    credentialId,
    /** Makes the key, as navigator.credentials.create does. */
    create(options: CreationOptions, lies: Lies = {}): NewPasskey {
      userHandle = options.user.id
      const jwk = publicKey.export({ format: 'jwk' })
      const key = new Map<number, Cbor>([
        [1, 2],
        [3, lies.algorithm ?? -7],
        [-1, 1],
        [-2, Buffer.from(jwk.x ?? '', 'base64url')],
        [-3, Buffer.from(jwk.y ?? '', 'base64url')],
      ])
      const id = lies.credentialId ?? credentialId
      const length = Buffer.from([id.length >> 8, id.length & 255])
      const flags = (lies.flags ?? 0b101) | 0b100_0000
      const authData = Buffer.concat([
        deviceData(options.rp.id, flags, { ...lies, flags }),
        Buffer.alloc(16),
        length,
        id,
        cbor(key),
      ])
      const statement = new Map<string, Cbor>([
        ['fmt', lies.format ?? 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        id: text(id),
        rawId: text(id),
        type: 'public-key',
        response: {
          clientDataJSON: text(clientData('webauthn.create', options.challenge, lies)),
          attestationObject: text(cbor(statement)),
        },
      }
    },
    /** Answers a challenge, as navigator.credentials.get does. */
    answer(options: RequestOptions, lies: Lies = {}, by: KeyObject = privateKey): PasskeyAnswer {
      counter += 1
      const client = clientData('webauthn.get', options.challenge, lies)
      const device = deviceData(options.rpId, 0b101, lies)
      const signature = sign('sha256', Buffer.concat([device, sha256(client)]), by)
      const id = text(lies.credentialId ?? credentialId)
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(device),
          signature: text(signature),
          userHandle: lies.userHandle === undefined ? userHandle : lies.userHandle,
        },
      }
    },
  }
}
