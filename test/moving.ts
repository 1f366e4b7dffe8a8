import assert from 'node:assert/strict'
import { listAccounts } from '../contract/accounts.ts'
import { undoChange } from '../contract/changes.ts'
import { commitImport, getImport, type Import } from '../contract/imports.ts'
import { incomeStatement } from '../contract/reports.ts'
import { balanced, balances } from './books.ts'
import { sendFile } from './importing.ts'
import type { Person } from './world.ts'

/** Words for the tests of what comes over from another program. */

/** The balance of each account that has one, in its own currency, and what each category came to in the base currency. */
export async function figures(person: Person) {
  const { data } = await person.call(listAccounts, { query: { limit: 1000 } })
  const accounts: Record<string, Record<string, number>> = {}
  for (const { id, name, type } of data) {
    if (type !== 'asset' && type !== 'liability') continue
    const found = await balances(person, id)
    if (Object.keys(found).length > 0) accounts[name] = found
  }
  const { income, expense } = await person.call(incomeStatement, {
    query: { date_from: '1900-01-01', date_to: '2200-12-31' },
  })
  const categories = Object.fromEntries(
    [...income, ...expense]
      .filter(({ total }) => total !== 0)
      .map(({ category_name: name, total }) => [name, total]),
  )
  await balanced(person)
  return { accounts, categories }
}

/** Sends a file a second time: nothing of it is chosen, and every row that can be read is here already. */
export async function sameAgain(
  person: Person,
  filename: string,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<Import> {
  const again = await sendFile(person, { filename }, body)
  assert.equal(again.status, 'ready', again.fault ?? '')
  const { duplicate, rows, invalid, chosen } = again.counts
  assert.deepEqual([duplicate, chosen], [rows - invalid, 0])
  return again
}

/** Records all that an import proposes, and gives it as it is then. */
export async function committed(person: Person, { id }: Import): Promise<Import & { version: number }> {
  const { version } = await person.call(commitImport, { params: { id } })
  return { ...(await person.call(getImport, { params: { id } })), version }
}

/** Takes an import back, after which the book has no figure at all. */
export async function undone(person: Person, version: number): Promise<void> {
  await person.call(undoChange, { params: { version: String(version) } })
  assert.deepEqual(await figures(person), { accounts: {}, categories: {} })
}
