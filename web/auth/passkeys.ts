import type { authOptions } from '../../contract/auth.ts'
import { Refused } from '../../contract/client.ts'
import type { ReplyOf } from '../../contract/route.ts'
import type { CreationOptions, NewPasskey, PasskeyAnswer, RequestOptions } from '../../contract/webauthn.ts'
import { t } from '../../words/t.ts'
import { sentenceOf } from '../api/change.ts'
import { Unreachable } from '../api/session.ts'

type DoorOptions = ReplyOf<typeof authOptions>

/** The part that talks to the browser, loaded once somebody uses a passkey. */
const library = () => import('@simplewebauthn/browser')

/** Why passkeys are not offered in this page; undefined if they are, or nothing is known yet. */
export function whyNoPasskeys(
  door: DoorOptions | undefined,
  here: { origin: string; isSupported: boolean } = {
    origin: location.origin,
    isSupported: 'PublicKeyCredential' in window,
  },
): string | undefined {
  if (!door) return undefined
  if (!door.passkeys)
    return t('Passkeys need an address with https and a name. Whoever runs this server can give it one.')
  if (here.origin !== door.origin)
    return t('Passkeys work at {address}; this page was opened at {own_address}.', {
      address: door.origin,
      own_address: here.origin,
    })
  return here.isSupported ? undefined : t('This browser does not know passkeys.')
}

export const areOffered = (door: DoorOptions | undefined): boolean =>
  door !== undefined && whyNoPasskeys(door) === undefined

/** Makes a key on this device, or on another one that the browser leads to. */
export const makePasskey = async (optionsJSON: CreationOptions): Promise<NewPasskey> =>
  (await library()).startRegistration({ optionsJSON })

/** Asks for the answer of a key; with `isAutofill` it waits until the person picks one in the field of the e-mail. */
export const askPasskey = async (optionsJSON: RequestOptions, isAutofill = false): Promise<PasskeyAnswer> =>
  (await library()).startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill })

export const knowsAutofill = async (): Promise<boolean> => (await library()).browserSupportsWebAuthnAutofill()

/** Ends a question that is open: two at once are refused by browsers. */
export const endQuestion = async (): Promise<void> => (await library()).WebAuthnAbortService.cancelCeremony()

/** Why no key came, in a sentence. A person who closes the browser's question knows it. */
export function passkeyFault(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError')
    return t('No passkey was used. Try again, or take another way.')
  if (name === 'InvalidStateError') return t('This device has a passkey for your account already.')
  if (name === 'NotSupportedError' || name === 'ConstraintError')
    return t('This device cannot make a passkey that asks for a finger, a face or a PIN.')
  if (name === 'SecurityError') return t('The browser allows no passkeys at this address.')
  if (error instanceof Refused || error instanceof Unreachable) return sentenceOf(error)
  return t('The browser could not use a passkey. Try again.') // browsers and their helpers throw much, and a part may not have loaded
}
