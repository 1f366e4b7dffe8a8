import assert from 'node:assert/strict'
import { createIncome } from '../contract/budgeting.ts'
import { undoChange } from '../contract/changes.ts'
import {
  createReconciliation,
  finishReconciliation,
  getReconciliation,
  type Reconciliation,
  updateReconciliation,
} from '../contract/reconciliations.ts'
import { account, category, spend } from './books.ts'
import { type Person, refused, type SharedWorld } from './world.ts'

/** Functions for the tests of accounts that are compared with a bank's statements. */

/** Somebody with a bank account in the base currency: a salary of 1,000, and 20 and 30 spent. */
export async function banking(world: SharedWorld) {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const [food, pay] = [await category(ana, 'Food'), await category(ana, 'Pay', 'income')]
  const bank = await account(ana, 'Bank')
  const on = { asset_account_id: bank.id }
  const salary = await ana.call(createIncome, {
    body: { amount: 1000, category_id: pay.id, date: '2026-03-01', ...on },
  })
  const meal = await spend(ana, { amount: 20, category_id: food.id, date: '2026-03-04', ...on })
  const late = await spend(ana, { amount: 30, category_id: food.id, date: '2026-04-02', ...on })
  return { ana, food, pay, bank, salary, meal, late }
}

/** The line of a transaction on an account. */
export const lineOn = (
  bank: { id: string },
  { lines }: { lines: { id: string; account_id: string }[] },
): string => lines.find(({ account_id }) => account_id === bank.id)?.id ?? assert.fail('no line there')

export const at = ({ account_id, id }: Reconciliation) => ({
  params: { id: account_id, reconciliation_id: id },
})
export const start = (
  person: Person,
  bank: { id: string },
  date: string,
  balance: number,
  more: object = {},
) => person.call(createReconciliation, { params: { id: bank.id }, body: { date, balance, ...more } })
export const tick = (person: Person, one: Reconciliation, cleared_line_ids: string[]) =>
  person.call(updateReconciliation, { ...at(one), body: { cleared_line_ids } })
export const finish = (person: Person, one: Reconciliation, body: object = {}) =>
  person.call(finishReconciliation, { ...at(one), body })
export const read = (person: Person, one: Reconciliation) => person.call(getReconciliation, at(one))
/** The code of the refusal that a call ends with. */
export const outcome = async (work: Promise<unknown>): Promise<string> => (await refused(work)).code
export const undo = (person: Person, { version }: { version: number }) =>
  person.call(undoChange, { params: { version: String(version) } })
