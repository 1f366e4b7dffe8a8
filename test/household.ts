import type { FastifyInstance } from 'fastify'
import { type Client, client } from '../contract/client.ts'
import { acceptInvitation, createBook, createBookInvitation, type Role } from '../contract/members.ts'
import { type Person, through, type World } from './world.ts'

/** Several people in one book. */

/** Somebody in one of their books. */
export const inBook = (app: FastifyInstance, { token }: Pick<Person, 'token'>, bookId: string): Client =>
  client(through(app), '/api/v1', token, bookId)

/** Has somebody join a book, by an invitation of its owner. */
export async function join(
  { app }: Pick<World, 'app'>,
  owner: Person,
  bookId: string,
  person: Person,
  role: Role,
): Promise<Client> {
  const { token } = await inBook(app, owner, bookId).call(createBookInvitation, { body: { role } })
  await person.call(acceptInvitation, { body: { token } })
  return inBook(app, person, bookId)
}

/** A second book of a new person, and another person in it for each role. */
export async function household(world: World) {
  const owner = await world.person({ name: 'Olga' })
  const { id: bookId } = await owner.call(createBook, { body: { name: 'Household' } })
  const member = async (name: string, role: Role) => {
    const person = await world.person({ name })
    await join(world, owner, bookId, person, role)
    return person
  }
  return {
    bookId,
    owner,
    editor: await member('Edda', 'editor'),
    annotator: await member('Anton', 'annotator'),
    viewer: await member('Vera', 'viewer'),
  }
}
