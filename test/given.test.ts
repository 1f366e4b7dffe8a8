import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateAccount } from '../contract/accounts.ts'
import * as budgeting from '../contract/budgeting.ts'
import { createContact } from '../contract/contacts.ts'
import * as obligations from '../contract/obligations.ts'
import { account, bank, category, publish } from './books.ts'
import { makeWorld, type Person } from './world.ts'

/**
 * Values that a person gave are kept, and values that Florin found are found again only when necessary. Every such field, times how it
 * is sent, times the other changes, times whether it was given or found: the expected cell is computed by the rule as it is documented.
 */
const world = await makeWorld()
const FIRST = '2026-03-02'
const SECOND = '2026-04-20'

/** Units for one euro: on the first day before and after a correction of the published rates, and on the second. */
const RATES = {
  before: { EUR: 1, USD: 2, GBP: 4, JPY: 100 },
  [FIRST]: { EUR: 1, USD: 4, GBP: 8, JPY: 100 },
  [SECOND]: { EUR: 1, USD: 10, GBP: 20, JPY: 125 },
}
type Rates = Record<string, number>
const publishOn = (day: string, { EUR: _, ...rates }: Rates) =>
  publish(world, day, Object.fromEntries(Object.entries(rates).map(([id, rate]) => [id, String(rate)])))

type State = { date: typeof FIRST | typeof SECOND; amount: number; from: string; to: string }
type Change = { body: Record<string, unknown>; state: Partial<State>; isPair?: boolean }
type Record_ = Record<string, unknown> & { id: string }
type Subject = {
  field: string
  source: string
  start: State
  create: (given: number | undefined) => Promise<Record_>
  /** Sends a change; the fields of the record are there for routes that require some of them. */
  update: (record: Record_, body: object) => Promise<Record_>
  changes: Record<string, Change>
}

const SENT = ['left out', 'sent back', 'sent same', 'sent other', 'null'] as const
type Sent = (typeof SENT)[number]

/** The rule. */
function expected(stored: 'given' | 'found', sent: Sent, { body, isPair = false }: Change): string {
  if (sent === 'sent other') return 'the other, given'
  if (sent === 'sent same') return 'the same, given'
  if (sent === 'null') return 'found anew'
  if (stored === 'given') return isPair ? 'found anew' : 'the same, given'
  return Object.keys(body).length > 0 ? 'found anew' : 'as it was'
}

/** The value found by the rates: the rate into euros, or the amount in the other currency. */
const found = (subject: Subject, { amount, from, to }: State, rates: Rates): number =>
  subject.field === 'fx_rate' ? 1 / Number(rates[from]) : (amount / Number(rates[from])) * Number(rates[to])

const [GIVEN, OTHER] = [
  { fx_rate: 0.6, amount: 44 },
  { fx_rate: 0.7, amount: 33 },
]
const pick = (values: typeof GIVEN, field: string) => (field === 'fx_rate' ? values.fx_rate : values.amount)

async function cellsOf(subject: Subject) {
  const cells = []
  for (const stored of ['given', 'found'] as const)
    for (const sent of SENT)
      for (const [name, change] of Object.entries(subject.changes)) {
        const given = stored === 'given' ? pick(GIVEN, subject.field) : undefined
        cells.push({ stored, sent, name, change, record: await subject.create(given) })
      }
  return cells
}

async function checkCells(subject: Subject, cells: Awaited<ReturnType<typeof cellsOf>>): Promise<void> {
  const { field, source, start } = subject
  const isRate = field === 'fx_rate'
  for (const { stored, sent, name, change, record } of cells) {
    const label = `${field}, ${stored}, ${sent}, ${name} changed`
    assert.equal(record[source] === 'given', stored === 'given', label)
    const ways = {
      'left out': {},
      'sent back': { [field]: record[field], [source]: record[source] },
      'sent same': { [field]: record[field] },
      'sent other': { [field]: pick(OTHER, field) },
      null: { [field]: null },
    }
    const after = await subject.update(record, { ...change.body, ...ways[sent] })
    const state = { ...start, ...change.state }
    const values: Record<string, [unknown, string]> = {
      'the other, given': [pick(OTHER, field), 'given'],
      'the same, given': [record[field], 'given'],
      'as it was': [record[field], isRate ? 'ecb' : 'found'],
      'found anew': [found(subject, state, RATES[state.date]), isRate ? 'ecb' : 'found'],
    }
    assert.deepEqual([after[field], after[source]], values[expected(stored, sent, change)], label)
  }
}

const none: Change = { body: {}, state: {} }
const later: Change = { body: { date: SECOND }, state: { date: SECOND } }
const more: Change = { body: { amount: 2000 }, state: { amount: 2000 } }
const pounds: Change = { body: { currency_id: 'GBP' }, state: { from: 'GBP' }, isPair: true }
const dollars: State = { date: FIRST, amount: 1000, from: 'USD', to: 'EUR' }
const yen: State = { date: FIRST, amount: 1000, from: 'JPY', to: 'USD' }

/** The record of a route, whatever its kind: the tests look at fields by name. */
const plain = (record: object) => record as Record_

async function bookings(ana: Person): Promise<Subject[]> {
  const [food, pay] = [await category(ana, 'Food'), await category(ana, 'Pay', 'income')]
  const [card, sterling] = [await bank(ana, 'Card', 'USD'), await bank(ana, 'Sterling', 'GBP')]
  const rate = (
    create: typeof budgeting.createExpense | typeof budgeting.createIncome,
    update: typeof budgeting.updateExpense | typeof budgeting.updateIncome,
    category_id: string,
    changes: Subject['changes'],
  ): Subject => ({
    field: 'fx_rate',
    source: 'fx_source',
    start: dollars,
    changes,
    create: async (given) => {
      const body = { amount: 1000, date: FIRST, currency_id: 'USD', category_id }
      return plain(await ana.call(create, { body: { ...body, ...(given && { fx_rate: given }) } }))
    },
    update: async ({ id }, body) => plain(await ana.call(update, { params: { id }, body })),
  })
  return [
    rate(budgeting.createExpense, budgeting.updateExpense, food.id, {
      nothing: none,
      date: later,
      amount: more,
      pair: pounds,
    }),
    rate(budgeting.createIncome, budgeting.updateIncome, pay.id, { nothing: none, date: later }),
    {
      field: 'charged_amount',
      source: 'charged_source',
      start: yen,
      changes: {
        nothing: none,
        date: later,
        amount: more,
        account: { body: { asset_account_id: sterling.id }, state: { to: 'GBP' }, isPair: true },
      },
      create: async (given) => {
        const body = { amount: 1000, date: FIRST, currency_id: 'JPY', category_id: food.id }
        const charged = { asset_account_id: card.id, ...(given && { charged_amount: given }) }
        return plain(await ana.call(budgeting.createExpense, { body: { ...body, ...charged } }))
      },
      update: async ({ id }, body) =>
        plain(await ana.call(budgeting.updateExpense, { params: { id }, body })),
    },
  ]
}

async function transfers(ana: Person): Promise<Subject[]> {
  const [from, to] = [await account(ana, 'Cash'), await account(ana, 'Bank')]
  const sides = { from_account_id: from.id, to_account_id: to.id, amount: 1000, date: FIRST }
  const update: Subject['update'] = async ({ id }, body) =>
    plain(await ana.call(budgeting.updateTransfer, { params: { id }, body }))
  const create = async (body: object) =>
    plain(await ana.call(budgeting.createTransfer, { body: { ...sides, ...body } }))
  return [
    {
      field: 'fx_rate',
      source: 'fx_source',
      start: dollars,
      update,
      changes: { nothing: none, date: later, pair: pounds },
      create: (given) => create({ currency_id: 'USD', ...(given && { fx_rate: given }) }),
    },
    {
      field: 'to_amount',
      source: 'to_source',
      start: yen,
      update,
      changes: {
        nothing: none,
        date: later,
        amount: more,
        pair: { body: { to_currency_id: 'GBP' }, state: { to: 'GBP' }, isPair: true },
      },
      create: (given) =>
        create({ currency_id: 'JPY', to_currency_id: 'USD', ...(given && { to_amount: given }) }),
    },
  ]
}

async function debts(ana: Person): Promise<Subject[]> {
  const { id: contact_id } = await ana.call(createContact, { body: { name: 'Friend' } })
  const draft = {
    name: 'Loan',
    opened_date: FIRST,
    original_amount: 1000,
    outstanding_amount: 1000,
    contact_id,
    account_id: (await account(ana, 'Receivables')).id,
    currency_id: 'USD',
  }
  const large = { ...draft, original_amount: 1e9, outstanding_amount: 1e9 }
  const debt = await ana.call(obligations.createObligation, { body: large })
  const params = { id: debt.id }
  const update: Subject['update'] = async ({ id: payment_id }, body) =>
    plain(await ana.call(obligations.updatePayment, { params: { ...params, payment_id }, body }))
  const pay = async (body: object) =>
    plain(await ana.call(obligations.createPayment, { params, body: { amount: 1000, date: FIRST, ...body } }))
  return [
    {
      field: 'fx_rate',
      source: 'fx_source',
      start: dollars,
      changes: {
        nothing: none,
        date: { body: { opened_date: SECOND }, state: { date: SECOND } },
        pair: pounds,
      },
      create: async (given) => {
        const body = { ...draft, ...(given && { fx_rate: given }) }
        return plain(await ana.call(obligations.createObligation, { body }))
      },
      update: async ({ id }, body) =>
        plain(await ana.call(obligations.updateObligation, { params: { id }, body: { ...draft, ...body } })),
    },
    {
      field: 'fx_rate',
      source: 'fx_source',
      start: dollars,
      update,
      changes: { nothing: none, date: later, pair: pounds },
      create: (given) => pay({ ...(given && { fx_rate: given }) }),
    },
    {
      field: 'applied_amount',
      source: 'applied_source',
      start: yen,
      update,
      changes: { nothing: none, date: later, amount: more, pair: pounds },
      create: (given) => pay({ currency_id: 'JPY', ...(given && { applied_amount: given }) }),
    },
  ]
}

const openings = (ana: Person): Subject[] => [
  {
    field: 'fx_rate',
    source: 'fx_source',
    start: dollars,
    changes: {
      nothing: none,
      date: { body: { opening_date: SECOND }, state: { date: SECOND } },
      amount: { body: { opening_balance: 2000 }, state: { amount: 2000 } },
    },
    create: async (given) => {
      const opening = { opening_balance: 1000, opening_date: FIRST, ...(given && { fx_rate: given }) }
      return plain(await bank(ana, 'Dollars', 'USD', opening))
    },
    update: async ({ id }, body) => plain(await ana.call(updateAccount, { params: { id }, body })),
  },
]

/** Every subject with a person of its own, so that they can run at the same time. */
async function allSubjects(): Promise<Subject[]> {
  const somebody = () => world.person({ base_currency_id: 'EUR' })
  const makers = [bookings, transfers, debts, async (ana: Person) => openings(ana)]
  const made = await Promise.all(makers.map(async (make) => make(await somebody())))
  return made.flat()
}

test('what was given stays, what was found is found anew when it must be, in every cell of the table', async () => {
  await publishOn(FIRST, RATES.before)
  const subjects = await allSubjects()
  const table = await Promise.all(
    subjects.map(async (subject) => ({ subject, cells: await cellsOf(subject) })),
  )
  await publishOn(FIRST, RATES[FIRST])
  await publishOn(SECOND, RATES[SECOND])
  await Promise.all(table.map(({ subject, cells }) => checkCells(subject, cells)))
  assert.equal(table.flatMap(({ cells }) => cells).length, 300)
})

test('a record of any kind that was read and is sent back whole changes nothing, whatever the rates became', async () => {
  await publishOn(FIRST, RATES.before)
  for (const subject of await allSubjects())
    for (const given of [undefined, pick(GIVEN, subject.field)]) {
      await publishOn(FIRST, RATES.before)
      const record = await subject.create(given)
      await publishOn(FIRST, RATES[FIRST])
      const { base_value: _, ...same } = await subject.update(record, record)
      const { base_value: __, ...before } = record
      assert.deepEqual(same, before, subject.field)
    }
})
