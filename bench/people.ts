import { listAccounts } from '../contract/accounts.ts'
import { register } from '../contract/auth.ts'
import { createExpense } from '../contract/budgeting.ts'
import { createCategory } from '../contract/categories.ts'
import { type Client, client } from '../contract/client.ts'
import type { Service } from './processes.ts'

/** Somebody with a book of their own, and what an expense in it refers to. */
export type Person = {
  token: string
  call: Client['call']
  categoryId: string
  accountId: string
}

let registered = 0

export async function newPerson({ port }: Service): Promise<Person> {
  const base = `http://127.0.0.1:${port}/api/v1`
  const password = 'correct horse battery'
  const body = {
    name: 'Somebody',
    email: `person-${registered++}@example.com`,
    password,
    password_confirmation: password,
  }
  const { token } = await client(fetch, base).call(register, { body })
  const { call } = client(fetch, base, token)
  const { id: categoryId } = await call(createCategory, { body: { name: 'Food' } })
  const [account] = (await call(listAccounts, { query: { q: 'Cash' } })).data
  return { token, call, categoryId, accountId: account?.id ?? '' }
}

export const newPeople = (service: Service, count: number): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, () => newPerson(service)))

export const expenseOf = ({ categoryId, accountId }: Person) => ({
  amount: 12.5,
  category_id: categoryId,
  asset_account_id: accountId,
  notes: 'a note',
})

/** The text of the request that creates an expense, as it goes over the wire. */
export function createRequest(person: Person): string {
  const body = JSON.stringify(expenseOf(person))
  return [
    `${createExpense.method} /api/v1${createExpense.path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${person.token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}
