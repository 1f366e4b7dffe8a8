import type { FastifyInstance } from 'fastify'
import { client } from '../contract/client.ts'
import { addPasskey, passkeyOptions, passkeySignIn, passkeySignInOptions } from '../contract/passkeys.ts'
import { type Lies, makeAuthenticator } from './authenticator.ts'
import { type Person, through } from './world.ts'

export type Authenticator = ReturnType<typeof makeAuthenticator>

/** Adds a passkey to a person's account. */
export async function addKey(person: Person, name = 'Laptop', device = makeAuthenticator()) {
  const options = await person.call(passkeyOptions, { body: {} })
  const passkey = await person.call(addPasskey, { body: { name, passkey: device.create(options) } })
  return { device, passkey, options }
}

/** Signs in with a passkey, as a browser would or with lies. */
export async function signInBy(
  device: Authenticator,
  app: FastifyInstance,
  lies: Lies = {},
  address?: string,
) {
  const stranger = client(through(app, address), '/api/v1')
  const options = await stranger.call(passkeySignInOptions)
  return stranger.ask(passkeySignIn, { body: { passkey: device.answer(options, lies) } })
}
