import { createContact } from '../contract/contacts.ts'
import {
  createObligation,
  createPayment,
  getObligation,
  type Obligation,
  type ObligationDraft,
  type PaymentDraft,
  updateObligation,
} from '../contract/obligations.ts'
import { account } from './books.ts'
import type { Person, SharedWorld } from './world.ts'

/** Functions for the tests of debts. */

/** Somebody with a friend to owe or be owed by, and functions to record it. */
export async function lender(world: SharedWorld, more: object = {}) {
  const ana = await world.person(more)
  const friend = await ana.call(createContact, { body: { name: 'Friend' } })
  const draft = async (name: string, change: object = {}): Promise<ObligationDraft> => ({
    name: 'Loan',
    opened_date: '2026-01-10',
    original_amount: 100,
    outstanding_amount: 100,
    contact_id: friend.id,
    account_id: (await account(ana, name)).id,
    currency_id: 'USD',
    ...change,
  })
  const owe = async (name: string, change: object = {}) =>
    ana.call(createObligation, { body: await draft(name, change) })
  return { ana, friend, draft, owe }
}

/** The same with a debt of 100 euros, on an account of this name. */
export async function owing(world: SharedWorld, base_currency_id: string, name: string, change: object = {}) {
  const { ana, friend, owe } = await lender(world, { base_currency_id })
  return { ana, friend, debt: await owe(name, { currency_id: 'EUR', ...change }) }
}

export const put = (person: Person, obligation: Obligation, change: object = {}) =>
  person.call(updateObligation, { params: { id: obligation.id }, body: { ...obligation, ...change } })

export const pay = (person: Person, { id }: Obligation, body: PaymentDraft) =>
  person.call(createPayment, { params: { id }, body })

export const read = (person: Person, { id }: Obligation) => person.call(getObligation, { params: { id } })
