import assert from 'node:assert/strict'
import { type Account, createAccount, getAccount, listAccounts } from '../contract/accounts.ts'
import {
  createExpense,
  type ExpenseDraft,
  type Transaction,
  type TransactionChange,
  type TransferChange,
} from '../contract/budgeting.ts'
import { createCategory } from '../contract/categories.ts'
import { trialBalance } from '../contract/reports.ts'
import { change, transaction } from '../server/database/database.ts'
import { sql } from '../server/database/sql.ts'
import type { Person, World } from './world.ts'

/** Words for the tests of the books. */

/** Published rates for the tests: units of each currency for one euro, on one day. */
export async function publish(world: World, date: string, perEuro: Record<string, string>): Promise<void> {
  await transaction(world.db, async (tx) => {
    for (const [currency, rate] of Object.entries({ EUR: '1', ...perEuro })) {
      await change(
        tx,
        sql`insert into published_rates (currency_id, date, per_euro) values (${currency}, ${date}, ${rate})
            on conflict (currency_id, date) do update set per_euro = excluded.per_euro`,
      )
    }
  })
}

export const category = (person: Person, name: string, kind: 'expense' | 'income' = 'expense') =>
  person.call(createCategory, { body: { name, kind } })

export const spend = (person: Person, body: ExpenseDraft) => person.call(createExpense, { body })

export async function account(person: Person, name: string): Promise<Account> {
  const { data } = await person.call(listAccounts, { query: { q: name } })
  const found = data.find((one) => one.name === name)
  assert(found, `no account ${name}`)
  return found
}

export const bank = (person: Person, name: string, currency_id: string, more: object = {}) =>
  person.call(createAccount, { body: { name, type: 'asset', currency_id, ...more } })

/** The balances of an account by currency, without those that are zero. */
export async function balances(person: Person, id: string): Promise<Record<string, number>> {
  const { balances } = await person.call(getAccount, { params: { id } })
  return Object.fromEntries(
    balances.filter(({ amount }) => amount !== 0).map(({ currency_id, amount }) => [currency_id, amount]),
  )
}

/** A record as it was read, to be sent back. The types differ only in fields that this kind of transaction never leaves empty. */
export const back = (record: Transaction, more: object = {}): TransactionChange & TransferChange =>
  ({ ...record, ...more }) as TransactionChange & TransferChange

/** Both sides of the trial balance are equal, on any date; returns their total. */
export async function balanced(person: Person, date = '2200-12-31'): Promise<number> {
  const report = await person.call(trialBalance, { query: { date } })
  assert.equal(report.total_debit_base, report.total_credit_base)
  return report.total_debit_base
}
