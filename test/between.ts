import { createAccount, listAccounts } from '../contract/accounts.ts'
import { type BetweenDraft, moveBetween } from '../contract/between.ts'
import { type Client, client } from '../contract/client.ts'
import { acceptInvitation, createBook, createBookInvitation, type Role } from '../contract/members.ts'
import { type Person, through, type World } from './world.ts'

/** A person in one of their books. */
export const inBook = (world: World, person: Person, bookId: string): Client =>
  client(through(world.app), '/api/v1', person.token, bookId)

export async function join(world: World, owner: Person, bookId: string, person: Person, role: Role) {
  const { token } = await inBook(world, owner, bookId).call(createBookInvitation, { body: { role } })
  return person.call(acceptInvitation, { body: { token } })
}

/** Somebody with two books: their own, and the household's, each with an account in its currency. */
export async function twoBooks(world: World, [own, household]: [string, string] = ['EUR', 'EUR']) {
  const ana = await world.person({ name: 'Ana', base_currency_id: own })
  const book = await ana.call(createBook, { body: { name: 'Annenstraße', base_currency_id: household } })
  const there = inBook(world, ana, book.id)
  const [giro, joint] = [
    await ana.call(createAccount, { body: { name: 'Giro', type: 'asset', currency_id: own } }),
    await there.call(createAccount, { body: { name: 'Joint', type: 'asset', currency_id: household } }),
  ]
  const draft = (more: Partial<BetweenDraft> = {}): BetweenDraft => ({
    to_book_id: book.id,
    from_account_id: giro.id,
    to_account_id: joint.id,
    amount: 100,
    date: '2026-03-02',
    ...more,
  })
  const move = (more?: Partial<BetweenDraft>) => ana.call(moveBetween, { body: draft(more) })
  return { ana, book, there, giro, joint, draft, move }
}

/** The balance of an account in its currency. */
export async function balanceOf(person: Client, accountId: string): Promise<number> {
  const { data } = await person.call(listAccounts)
  return data.find(({ id }) => id === accountId)?.balances[0]?.amount ?? 0
}
