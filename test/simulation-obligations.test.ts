import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getBook } from '../contract/books.ts'
import { createExpense, deleteExpense } from '../contract/budgeting.ts'
import { Refused } from '../contract/client.ts'
import { createContact } from '../contract/contacts.ts'
import {
  createObligation,
  createPayment,
  deleteObligation,
  deletePayment,
  getObligation,
  getPayment,
  getStatement,
  listObligations,
  type Obligation,
  restoreObligation,
  undoWriteOff,
  updateObligation,
  updatePayment,
  writeOff,
} from '../contract/obligations.ts'
import { type Random, randomFrom } from '../demo/random.ts'
import { verify } from '../server/verify/verify.ts'
import { account, balanced, balances, category, publish } from './books.ts'
import { journalsAgree } from './journals.ts'
import { numberOf, units } from './model.ts'
import { reportsAgree } from './reports.ts'
import { roundTrip } from './round-trip.ts'
import {
  type Debt,
  outstanding,
  type Posting,
  postingsOf,
  remember,
  type Written,
} from './simulation/owed.ts'
import { move, nextVersion, post } from './simulation/owed-changes.ts'
import { pastAgrees, undoOne } from './simulation/owed-past.ts'
import { amountFrom } from './simulation/random.ts'
import { historyLeadsHere } from './simulation/replay.ts'
import { makeWorld, type Person, type World } from './world.ts'

/**
 * Debts opened, corrected, paid, written off, taken back, deleted and restored at random, against a plain model: the outstanding amount
 * of each, in minor units. After every step the service agrees, and so do the books on the claims.
 */
const seed = Number(process.env.SIMULATION_SEED ?? 7)
const steps = Number(process.env.SIMULATION_STEPS ?? 72)
const CURRENCIES = ['EUR', 'USD', 'JPY'] as const

type Play = {
  person: Person
  random: Random
  owed: { debts: Map<string, Debt>; postings: Map<string, Posting> }
  past: Written[]
  base: string
  contact: string
  food: string
  gifts: string
  accounts: string[]
}

const day = (random: Random) => `2026-0${1 + random.below(3)}-${10 + random.below(18)}`

/** A day on which a debt can be settled: not before it was opened. */
const later = (random: Random, { opened }: Debt) => {
  const date = day(random)
  return date < opened ? opened : date
}

/** A live debt with this much outstanding and this many postings of a kind. */
type Open = Debt & { outstanding: bigint; payments: [string, Posting][]; writeOffs: [string, Posting][] }
const open = ({ owed, random }: Play, isWanted: (debt: Open) => boolean): Open | undefined => {
  const fitting = [...owed.debts.values()]
    .filter(({ isThere }) => isThere)
    .map((debt) => {
      const all = postingsOf(owed, debt.id)
      const [payments, writeOffs] = ['payment', 'write_off'].map((kind) =>
        all.filter(([, one]) => one.kind === kind),
      )
      return {
        ...debt,
        outstanding: outstanding(owed, debt.id),
        payments: payments ?? [],
        writeOffs: writeOffs ?? [],
      }
    })
    .filter(isWanted)
  return fitting.length > 0 ? random.pick(fitting) : undefined
}

type Move = (play: Play) => Promise<string | undefined>

const moves: Move[] = [
  async function opened(play) {
    const { person, random, owed, contact, accounts } = play
    const currency = random.pick(CURRENCIES)
    const original = amountFrom(random, currency)
    const left = random.chance(0.6) ? original : random.chance(0.3) ? 0 : amountFrom(random, currency)
    const opened = day(random)
    const made = await person.call(createObligation, {
      body: {
        name: 'Debt',
        opened_date: opened,
        original_amount: original,
        outstanding_amount: left,
        contact_id: contact,
        account_id: random.pick(accounts),
        currency_id: currency,
      },
    })
    const { id, direction } = made
    const debt = { id, currency, direction, opened, expense: null, isThere: true, version: nextVersion(play) }
    owed.debts.set(id, debt)
    post(play, 'opening', debt, units(left, currency))
    return 'opened'
  },
  async function shared(play) {
    const { person, random, owed, contact, food } = play
    const currency = random.pick(CURRENCIES)
    const mine = units(amountFrom(random, currency), currency)
    const theirs = units(amountFrom(random, currency), currency)
    const opened = day(random)
    const made = await person.call(createExpense, {
      body: {
        amount: numberOf(mine + theirs, currency),
        currency_id: currency,
        category_id: food,
        date: opened,
        shares: [{ contact_id: contact, amount: numberOf(theirs, currency) }],
      },
    })
    const id = made.shares[0]?.obligation_id ?? ''
    const marks = { isThere: true, version: nextVersion(play) }
    const debt = { id, currency, direction: 'receivable', opened, expense: made.id, ...marks }
    owed.debts.set(id, debt)
    post(play, 'opening', debt, theirs)
    return 'shared'
  },
  async function paid(play) {
    const { person, random } = play
    const debt = open(play, ({ outstanding }) => outstanding > 0n)
    if (!debt) return undefined
    const part = random.chance(0.3) ? debt.outstanding : 1n + BigInt(random.below(Number(debt.outstanding)))
    const currency = random.chance(0.6) ? debt.currency : random.pick(CURRENCIES)
    const amount = currency === debt.currency ? numberOf(part, currency) : amountFrom(random, currency)
    const payment = await person.call(createPayment, {
      params: { id: debt.id },
      body: {
        amount,
        currency_id: currency,
        date: later(random, debt),
        ...(currency === debt.currency ? {} : { applied_amount: numberOf(part, debt.currency) }),
      },
    })
    play.owed.postings.set(payment.id, {
      kind: 'payment',
      debt: debt.id,
      amount: -part,
      date: payment.date,
      isThere: true,
      version: nextVersion(play),
    })
    assert.equal(payment.outstanding_amount, numberOf(debt.outstanding - part, debt.currency))
    return 'paid'
  },
  async function overpaid(play) {
    const debt = open(play, () => true)
    if (!debt) return undefined
    const amount = numberOf(debt.outstanding + 1n, debt.currency)
    const paying = play.person.call(createPayment, {
      params: { id: debt.id },
      body: { amount, date: later(play.random, debt) },
    })
    await assert.rejects(paying, (error) => error instanceof Refused && error.problem.code === 'overpaid')
    return 'overpaid'
  },
  async function paidOtherwise(play) {
    const { person, random } = play
    const debt = open(play, ({ payments }) => payments.length > 0)
    if (!debt) return undefined
    const [id, posting] = random.pick(debt.payments)
    const part = -posting.amount
    const params = { id: debt.id, payment_id: id }
    const before = await person.call(getPayment, { params })
    assert.deepEqual(await person.call(updatePayment, { params, body: before }), before, 'sent back whole')
    const settled = random.chance(0.4) ? part : 1n + BigInt(random.below(Number(debt.outstanding + part)))
    const field = before.currency_id === debt.currency ? 'amount' : 'applied_amount'
    const body = {
      // Another day does not change the settled amount, which was given or is the payment's own.
      ...(random.chance(0.5) && { date: later(random, debt) }),
      ...(settled !== part && { [field]: numberOf(settled, debt.currency) }),
    }
    const after = await person.call(updatePayment, { params, body })
    assert.equal(after.applied_amount, numberOf(settled, debt.currency))
    assert.deepEqual(await person.call(getPayment, { params }), after)
    if (after.version !== before.version)
      play.owed.postings.set(id, {
        ...posting,
        amount: -settled,
        date: after.date,
        version: nextVersion(play),
      })
    return 'paid otherwise'
  },
  async function tookBack(play) {
    const debt = open(play, ({ payments }) => payments.length > 0)
    if (!debt) return undefined
    const [id, posting] = play.random.pick(debt.payments)
    await play.person.call(deletePayment, { params: { id: debt.id, payment_id: id } })
    play.owed.postings.set(id, { ...posting, isThere: false, version: nextVersion(play) })
    return 'took back'
  },
  async function corrected(play) {
    const { person, random } = play
    const debt = open(play, () => true)
    if (!debt) return undefined
    const read = await person.call(getObligation, { params: { id: debt.id } })
    const left = random.chance(0.3) ? 0 : amountFrom(random, debt.currency)
    await person.call(updateObligation, {
      params: { id: debt.id },
      body: { ...read, outstanding_amount: left },
    })
    const missing = units(left, debt.currency) - debt.outstanding
    if (missing !== 0n) post(play, 'correction', debt, missing)
    return 'corrected'
  },
  async function writtenOff(play) {
    const debt = open(play, ({ outstanding }) => outstanding > 0n)
    if (!debt) return undefined
    const isAll = play.random.chance(0.5)
    const part = isAll ? debt.outstanding : 1n + BigInt(play.random.below(Number(debt.outstanding)))
    await play.person.call(writeOff, {
      params: { id: debt.id },
      body: {
        category_id: debt.direction === 'payable' ? play.gifts : play.food,
        date: later(play.random, debt),
        ...(isAll ? {} : { amount: numberOf(part, debt.currency) }),
      },
    })
    post(play, 'write_off', debt, -part)
    return 'wrote off'
  },
  async function broughtBack(play) {
    const debt = open(play, ({ writeOffs }) => writeOffs.length > 0)
    const [id, latest] = debt?.writeOffs.at(-1) ?? []
    if (!debt || !id || !latest) return undefined
    await play.person.call(undoWriteOff, { params: { id: debt.id } })
    play.owed.postings.set(id, { ...latest, isThere: false, version: nextVersion(play) })
    return 'took a write-off back'
  },
  async function deleted(play) {
    const debt = open(play, () => true)
    if (!debt) return undefined
    if (debt.expense === null) {
      await play.person.call(deleteObligation, { params: { id: debt.id } })
      move(play, debt, false)
      return 'deleted'
    }
    try {
      await play.person.call(deleteExpense, { params: { id: debt.expense } })
      move(play, debt, false)
      return 'deleted a shared expense'
    } catch (error) {
      assert(error instanceof Refused && error.problem.code === 'share_paid', String(error))
      return 'kept a paid share'
    }
  },
  async function restored(play) {
    const { person, random, owed } = play
    const gone = [...owed.debts.values()].filter(({ isThere, expense }) => !isThere && expense === null)
    if (gone.length === 0) return undefined
    const debt = random.pick(gone)
    await person.call(restoreObligation, { params: { id: debt.id } })
    move(play, debt, true)
    return 'restored'
  },
  undoOne,
  undoOne,
  undoOne,
]

/** The service, the claims and the contact's statement agree with the model. */
async function agree(play: Play): Promise<void> {
  const { person, random, owed: all, contact } = play
  const there = [...all.debts.values()]
    .filter(({ isThere }) => isThere)
    .map((debt) => ({ ...debt, outstanding: outstanding(all, debt.id) }))
  const plain = ({ id, outstanding_amount, status }: Obligation) => `${id} ${outstanding_amount} ${status}`
  const { data } = await person.call(listObligations, { query: { limit: 1000, sort: 'created_at' } })
  const expected = there.map(
    ({ id, outstanding, currency }) =>
      `${id} ${numberOf(outstanding, currency)} ${outstanding === 0n ? 'settled' : 'open'}`,
  )
  assert.deepEqual(new Set(data.map(plain)), new Set(expected))
  for (const { status, settled_at } of data) assert.equal(status === 'settled', settled_at !== null)
  const owed = (direction: string, currency: string) =>
    there
      .filter((debt) => debt.direction === direction && debt.currency === currency)
      .reduce((sum, { outstanding }) => sum + outstanding, 0n)
  for (const [name, direction] of [
    ['Receivables', 'receivable'],
    ['Payables', 'payable'],
  ] as const) {
    const stands = await balances(person, (await account(person, name)).id)
    for (const currency of CURRENCIES)
      assert.equal(stands[currency] ?? 0, numberOf(owed(direction, currency), currency))
  }
  const { currencies } = await person.call(getStatement, { params: { id: contact } })
  for (const { currency_id, receivable, payable } of currencies) {
    assert.equal(receivable, numberOf(owed('receivable', currency_id), currency_id))
    assert.equal(payable, numberOf(owed('payable', currency_id), currency_id))
  }
  await balanced(person, random.pick(['2026-01-15', '2026-02-28', '2200-12-31']))
  if (random.chance(0.2)) await reportsAgree(person, { date_from: '2026-01-10', date_to: day(random) })
  await pastAgrees(play, CURRENCIES)
}

/** Keeps the version that a step has made, if it has made one that is not kept yet. */
async function keepVersion({ person, owed, past }: Play): Promise<void> {
  const { version } = await person.call(getBook)
  const last = past.at(-1)?.version
  if (version !== last) remember(past, owed, version)
  assert.equal(
    past.at(-1)?.events.length === 0,
    past.length === 1,
    'a version changes something that is owed',
  )
}

/** How many people act at once, so that their changes travel together. */
const PEOPLE = 3

/** Somebody's debts, one step after another. */
async function playOne(
  world: World,
  random: Random,
  count: number,
  counts: Map<string, number>,
): Promise<Person> {
  const base = random.pick(CURRENCIES)
  const person = await world.person({ base_currency_id: base })
  const contact = await person.call(createContact, { body: { name: 'Friend' } })
  const food = await category(person, 'Food')
  const gifts = await category(person, 'Gifts', 'income')
  const names = ['Receivables', 'Payables', 'Cash', 'Food']
  const accounts = await Promise.all(names.map(async (name) => (await account(person, name)).id))
  const play: Play = {
    person,
    random,
    owed: { debts: new Map(), postings: new Map() },
    past: [],
    base,
    contact: contact.id,
    food: food.id,
    gifts: gifts.id,
    accounts,
  }
  await keepVersion(play)
  for (let done = 0; done < count; ) {
    try {
      const what = await random.pick(moves)(play)
      if (what === undefined) continue
      counts.set(what, (counts.get(what) ?? 0) + 1)
      await keepVersion(play)
      await agree(play)
      done++
    } catch (error) {
      console.log(`SIMULATION_SEED=${seed} failed at step ${done + 1} of somebody's`)
      throw error
    }
  }
  await historyLeadsHere(person, 200)
  return person
}

test(`${steps} random steps leave what is owed as a plain model has it (SIMULATION_SEED=${seed})`, {
  timeout: 2 ** 31 - 1,
}, async () => {
  const world = await makeWorld()
  for (const [date, USD, JPY] of [
    ['2026-01-05', '1.1', '160'],
    ['2026-02-02', '1.2', '150'],
    ['2026-03-02', '0.9', '171.5'],
  ] as const) {
    await publish(world, date, { USD, JPY })
  }
  const counts = new Map<string, number>()
  // Each person has random numbers of their own: their actions do not depend on who is faster.
  const randoms = Array.from({ length: PEOPLE }, (_, index) => randomFrom(seed + index))
  const people = await Promise.all(
    randoms.map((random) => playOne(world, random, Math.ceil(steps / PEOPLE), counts)),
  )
  await journalsAgree(people[0] ?? assert.fail())
  assert.deepEqual(await verify(world.db), [])
  await roundTrip(world, people[0] as Person, 3) // there are some
  console.log(`SIMULATION_SEED=${seed}: ${[...counts].map(([what, count]) => `${count} ${what}`).join(', ')}`)
})
