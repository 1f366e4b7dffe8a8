import { listAccounts } from '../contract/accounts.ts'
import { register } from '../contract/auth.ts'
import { createExpense } from '../contract/budgeting.ts'
import { createCategory } from '../contract/categories.ts'
import { type Client, client } from '../contract/client.ts'
import type { Route } from '../contract/route.ts'
import type { Started } from './processes.ts'

/** Somebody with a book of their own, and the records that an expense in it refers to. */
export type Person = {
  token: string
  call: Client['call']
  categoryId: string
  accountId: string
}

let registered = 0

/** The registration of a new person. */
export function registration() {
  const password = 'correct horse battery'
  const email = `person-${registered++}@example.com`
  return { name: 'Somebody', email, password, password_confirmation: password }
}

export async function newPerson({ port }: Started): Promise<Person> {
  const base = `http://127.0.0.1:${port}/api/v1`
  const { token } = await client(fetch, base).call(register, { body: registration() })
  const { call } = client(fetch, base, token)
  const { id: categoryId } = await call(createCategory, { body: { name: 'Food' } })
  const [account] = (await call(listAccounts, { query: { q: 'Cash' } })).data
  return { token, call, categoryId, accountId: account?.id ?? '' }
}

export const newPeople = (service: Started, count: number): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, () => newPerson(service)))

export const expenseOf = ({ categoryId, accountId }: Person) => ({
  amount: 12.5,
  category_id: categoryId,
  asset_account_id: accountId,
  notes: 'a note',
})

/** A request below /api/v1. */
export type Request = { method: Route['method']; path: string; body?: object }

export const createRequest = (person: Person): Request => ({
  ...createExpense,
  body: expenseOf(person),
})

/** The text of a request as it goes over the wire. */
export function wireText({ token }: Pick<Person, 'token'>, { method, path, body }: Request): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const ofBody =
    body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${text.length}`]
  const head = [`${method} /api/v1${path} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: Bearer ${token}`]
  return [...head, ...ofBody, '', text].join('\r\n')
}

/** The text of the request that creates an expense. */
export const createText = (person: Person): string => wireText(person, createRequest(person))
