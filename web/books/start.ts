import { listAccounts, updateAccount } from '../../contract/accounts.ts'
import { addStarter } from '../../contract/books.ts'
import { type Category, createCategory, deleteCategory, listCategories } from '../../contract/categories.ts'
import type { Day } from '../../contract/day.ts'
import { starterCategories } from '../../contract/starter.ts'
import { call } from '../api/ask.ts'

/** The ready-made set as somebody has changed it, before it is added. */
export type Start = {
  /** Names of the set that are not wanted. */
  leftOut: readonly string[]
  /** Categories of one's own, for expenses. */
  added: readonly string[]
  /** Balances today, by the place of the money; a card's is what one owes. Undefined where nothing was said. */
  amounts: { readonly [P in Place]: number | undefined }
}

/** The accounts that the welcome page asks about, by the names that they have in a new book. */
export const places = { bank: 'Bank', cash: 'Cash', savings: 'Savings', card: 'Credit card' } as const
export type Place = keyof typeof places
export const placeList = Object.keys(places) as Place[] // the very keys

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** The categories that are still to remove from the book and to add to it. None, once all is done. */
export function stepsFor(
  { leftOut, added }: Pick<Start, 'leftOut' | 'added'>,
  categories: readonly Pick<Category, 'id' | 'name' | 'kind'>[],
): { remove: string[]; add: string[] } {
  const has = (name: string, kind: Category['kind']) =>
    categories.find((category) => category.kind === kind && same(category.name, name))
  return {
    remove: starterCategories
      .filter(({ name }) => leftOut.some((one) => same(one, name)))
      .flatMap(({ name, kind }) => has(name, kind)?.id ?? []),
    add: added.filter((name) => !has(name, 'expense')),
  }
}

/**
 * Fills a new book: the set without the names left out, one's own categories, and today's balances, which stay true whatever is entered for
 * earlier days. Each step looks at what is there already, so that it can be called again after it was interrupted.
 */
export async function fillBook(start: Start, today: Day): Promise<void> {
  const key = () => ({ headers: { 'Idempotency-Key': crypto.randomUUID() } })
  await call(addStarter, key())
  const { data: categories } = await call(listCategories, { query: { limit: 1000 } })
  const { remove, add } = stepsFor(start, categories)
  for (const id of remove) await call(deleteCategory, { params: { id } })
  for (const name of add) await call(createCategory, { body: { name, kind: 'expense' }, ...key() })
  const { data: accounts } = await call(listAccounts, { query: { limit: 1000 } })
  for (const place of placeList) {
    const account = accounts.find((one) => one.name === places[place])
    const amount = start.amounts[place]
    if (account && amount !== undefined && amount !== account.balance_as_of?.amount)
      await call(updateAccount, {
        params: { id: account.id },
        body: { balance_as_of: { date: today, amount } },
      })
  }
}
