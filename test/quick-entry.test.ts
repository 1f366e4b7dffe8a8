import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, listAccounts } from '../contract/accounts.ts'
import { listTransactions } from '../contract/budgeting.ts'
import { listCategories } from '../contract/categories.ts'
import { undoChange } from '../contract/changes.ts'
import { createContact, listContacts } from '../contract/contacts.ts'
import { listObligations } from '../contract/obligations.ts'
import { sendRequests } from '../web/api/plain-requests.ts'
import { entryBook } from '../web/transactions/entry/book.ts'
import { requestsOf } from '../web/transactions/entry/entry-requests.ts'
import { entryWords } from '../web/transactions/entry/entry-words.ts'
import { readEntry } from '../web/transactions/entry/grammar.ts'
import { balances, category } from './books.ts'
import { type Person, sharedWorld } from './world.ts'

/** Quick entry against the service itself: the books have what a line says. */
const world = await sharedWorld()
const TODAY = '2026-11-15'

async function household() {
  const ana = await world.person({ base_currency_id: 'EUR' })
  await category(ana, 'Eating out')
  await category(ana, 'Salary', 'income')
  const make = (name: string, type: 'asset' | 'liability', is_default = false) =>
    ana.call(createAccount, { body: { name, type, is_default } })
  const [bank, savings, visa] = [
    await make('Erste Bank', 'asset', true),
    await make('Savings', 'asset'),
    await make('Visa card', 'liability'),
  ]
  await ana.call(createContact, { body: { name: 'Sam Okafor' } })
  return { ana, bank, savings, visa }
}

/** Types a line, and sends its requests. */
async function type(person: Person, line: string, today = TODAY) {
  const all = { query: { limit: 1000 } }
  const book = entryBook({
    accounts: (await person.call(listAccounts, all)).data,
    categories: (await person.call(listCategories, all)).data,
    contacts: (await person.call(listContacts, all)).data,
    base_currency_id: 'EUR',
    today,
    locale: 'en-GB',
    words: entryWords(),
  })
  const reading = readEntry(line, book)
  const steps = requestsOf(reading, book)
  assert(steps, `${line}: ${reading.faults.join(', ')}`)
  const keys = steps.map(() => crypto.randomUUID())
  const post = async ({ path, body }: { path: string; body: object }, key: string) => {
    const headers = { 'idempotency-key': key }
    const answer = await person.send({ method: 'POST', url: path, headers, payload: body })
    assert.equal(answer.status, 200, `${line}: ${answer.text}`)
    return answer.body
  }
  const reply = await sendRequests(steps, keys, post)
  assert.deepEqual(
    await sendRequests(steps, keys, post),
    reply,
    `${line}: sent again, it has no second effect`,
  )
  return reply
}

test('spending, income and moves reach the books as they were typed', async () => {
  const { ana, bank, savings } = await household()
  await type(ana, '+100 salary')
  await type(ana, '12.50+3 eating out #work yesterday')
  await type(ana, '50 erste > savings')
  assert.deepEqual(await balances(ana, bank.id), { EUR: 34.5 })
  assert.deepEqual(await balances(ana, savings.id), { EUR: 50 })
  const { data } = await ana.call(listTransactions, { query: { kind: 'expense' } })
  assert.deepEqual(
    data.map(({ date, amount, category_name, tags, memo }) => ({ date, amount, category_name, tags, memo })),
    [{ date: '2026-11-14', amount: 15.5, category_name: 'Eating out', tags: ['work'], memo: null }],
  )
})

test('a bill is split with people, new ones too: each owes a part, and one undo takes the bill back', async () => {
  const { ana, bank } = await household()
  const { version } = (await type(ana, 'eating out 100.01 split with sam, Lea and Tom')) as {
    version: number
  }
  const owed = async () =>
    (await ana.call(listObligations)).data
      .map(({ contact, original_amount }) => `${contact.name} ${original_amount}`)
      .sort()
  assert.deepEqual(await owed(), ['Lea 25', 'Sam Okafor 25', 'Tom 25'])
  assert.deepEqual(await balances(ana, bank.id), { EUR: -100.01 })
  const { data } = await ana.call(listTransactions, { query: { kind: 'expense' } })
  assert.deepEqual(
    data.map(({ amount, shares }) => [amount, shares.length]),
    [[100.01, 3]],
  )
  await ana.call(undoChange, { params: { version: String(version) } })
  assert.deepEqual(await owed(), [])
  assert.deepEqual((await ana.call(listTransactions, { query: { kind: 'expense' } })).data, [])
})

test('money lent from an account or from a card is owed to me, and is paid back', async () => {
  const { ana, bank, visa } = await household()
  await type(ana, 'lent sam 20')
  await type(ana, 'lent sam 30 for the train !visa')
  assert.deepEqual(await balances(ana, bank.id), { EUR: -20 })
  assert.deepEqual(await balances(ana, visa.id), { EUR: 30 })
  await type(ana, 'sam paid 45')
  assert.deepEqual(await balances(ana, bank.id), { EUR: 25 })
  const { data } = await ana.call(listObligations)
  assert.deepEqual(
    data
      .map(({ name, direction, outstanding_amount, status }) => [name, direction, outstanding_amount, status])
      .sort(),
    [
      ['Money lent', 'receivable', 0, 'settled'],
      ['the train', 'receivable', 5, 'open'],
    ],
  )
})

test('borrowed money arrives and is owed by me; so is what somebody paid for me, without any money', async () => {
  const { ana, bank } = await household()
  await type(ana, 'borrowed 50 from sam')
  assert.deepEqual(await balances(ana, bank.id), { EUR: 50 })
  await type(ana, 'owe sam 12 for eating out')
  assert.deepEqual(await balances(ana, bank.id), { EUR: 50 })
  await type(ana, 'paid sam 62')
  assert.deepEqual(await balances(ana, bank.id), { EUR: -12 })
  const { data } = await ana.call(listObligations)
  assert.deepEqual(
    data.map(({ direction, status }) => [direction, status]),
    [
      ['payable', 'settled'],
      ['payable', 'settled'],
    ],
  )
})

test('a new contact is added with the entry, once', async () => {
  const { ana } = await household()
  await type(ana, 'lent anna 20')
  await type(ana, '8 eating out @bakery')
  const { data } = await ana.call(listContacts)
  assert.deepEqual(data.map(({ name }) => name).sort(), ['Anna', 'Bakery', 'Sam Okafor'])
})
