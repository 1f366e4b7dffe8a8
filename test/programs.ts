import { type Device, listDevices } from '../contract/auth.ts'
import { type Ability, createProgramKey } from '../contract/programs.ts'
import { type Person, signedIn, type World } from './world.ts'

/** A person with another token, or at another instance. */
export const as = ({ user, book_id, password }: Person, token: string, app: World['app']): Person =>
  signedIn(app, { user, book_id, password, token })

/** A program that works for a person, by a key of its own. */
export async function programOf(
  app: World['app'],
  person: Person,
  abilities: Ability[],
  more: { name?: string; expires_at?: string } = {},
): Promise<Person & { key: Device }> {
  const { data, token } = await person.call(createProgramKey, {
    body: { name: 'Coffee shortcut', abilities, ...more },
  })
  return { ...as(person, token, app), key: data }
}

export const keysOf = async (person: Person): Promise<Device[]> =>
  (await person.call(listDevices, { query: { kind: 'program' } })).data

export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()
