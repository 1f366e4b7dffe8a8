import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, test } from 'node:test'
import { createAccount, listAccounts } from '../contract/accounts.ts'
import { api } from '../contract/api.ts'
import { login } from '../contract/auth.ts'
import { createExpense, createIncome, createTransfer } from '../contract/budgeting.ts'
import { createCategory } from '../contract/categories.ts'
import { addressOf } from '../contract/client.ts'
import { createContact } from '../contract/contacts.ts'
import { putExchangeRate } from '../contract/currencies.ts'
import { createGoal, createGoalMove } from '../contract/goals.ts'
import { createImportRule } from '../contract/import-rules.ts'
import { createInvitation, listInvitations } from '../contract/invitations.ts'
import { createObligation, createPayment } from '../contract/obligations.ts'
import { createPlan } from '../contract/plans.ts'
import { createReconciliation } from '../contract/reconciliations.ts'
import { isList, type Route } from '../contract/route.ts'
import { putValue } from '../contract/values.ts'
import { cursorSeal } from '../server/lists/lists.ts'
import { sendFile } from './importing.ts'
import { addKey } from './passkeys.ts'
import { onePlainEach } from './plain.ts'
import { instanceKey, makeWorld, PASSWORD, type Person } from './world.ts'

/** Every list of the API, with forged cursors. */
const world = await makeWorld()
const lists = api.filter(({ route }) => isList(route))
let ana: Person
let bela: Person
const params = new Map<Person, Record<string, string>>()

/** Two of every listed kind, so that each list has a second page. */
async function fill(person: Person): Promise<Record<string, string>> {
  const { call } = person
  const spent = await call(createCategory, { body: { name: 'Food' } })
  const earned = await call(createCategory, { body: { name: 'Salary', kind: 'income' } })
  const bank = await call(createAccount, { body: { name: 'Savings', type: 'asset' } })
  const cash = (await call(listAccounts, { query: { q: 'Cash' } })).data[0] ?? assert.fail('no cash')
  const car = await call(createAccount, { body: { name: 'Car', type: 'asset', currency_id: 'USD' } })
  const today = '2026-03-01'
  let [obligationId, planId, importId, goalId] = ['', '', '', '']
  for (const amount of [10, 20]) {
    await onePlainEach(person)
    await call(createExpense, { body: { amount, category_id: spent.id, date: today } })
    await call(createIncome, { body: { amount, category_id: earned.id, date: today } })
    await call(createTransfer, {
      body: { amount, from_account_id: cash.id, to_account_id: bank.id, date: today },
    })
    const contact = await call(createContact, { body: { name: `Contact ${amount}` } })
    const obligation = await call(createObligation, {
      body: {
        name: `Loan ${amount}`,
        opened_date: today,
        original_amount: 100,
        outstanding_amount: 100,
        contact_id: contact.id,
        account_id: cash.id,
        currency_id: 'USD',
      },
    })
    obligationId = obligation.id
    await call(putExchangeRate, {
      params: { from: 'EUR', to: 'USD', date: `2026-03-${amount}` },
      body: { rate: 1.1 },
    })
    await call(putValue, { params: { id: car.id, date: `2026-03-${amount}` }, body: { amount } })
    const plan = await call(createPlan, {
      body: {
        name: `Plan ${amount}`,
        kind: 'expense',
        draft: { amount, category_id: spent.id },
        schedule: { start: today, unit: 'month' },
      },
    })
    planId = plan.id
    const envelope = { account_id: bank.id }
    goalId = (await call(createGoal, { body: { name: `Goal ${amount}`, target_amount: amount, envelope } }))
      .id
    const file = 'date,text,amount\n2026-03-01,BILLA,-5.00\n2026-03-02,LIDL,-6.00\n'
    importId = (await sendFile(person, { account_id: cash.id }, file)).id
    await call(createImportRule, {
      body: {
        name: `Rule ${amount}`,
        set: { category_id: spent.id },
        when: { match: 'all', conditions: [{ field: 'amount', is: 'equals', value: amount }] },
      },
    })
    await call(login, { body: { email: person.user.email, password: PASSWORD } })
  }
  for (const amount of [1, 2]) {
    await call(createPayment, { params: { id: obligationId }, body: { amount, date: today } })
    await call(createGoalMove, { params: { id: goalId }, body: { amount, date: today } })
  }
  for (const currency_id of ['USD', 'EUR'])
    await call(createReconciliation, {
      params: { id: cash.id },
      body: { date: today, balance: 0, currency_id },
    })
  return {
    '/accounts/{id}/lines': cash.id,
    '/accounts/{id}/values': car.id,
    '/accounts/{id}/reconciliations': cash.id,
    '/obligations/{id}/payments': obligationId,
    '/plans/{id}/occurrences': planId,
    '/goals/{id}/moves': goalId,
    '/imports/{id}/rows': importId,
  }
}

before(async () => {
  ;[ana, bela] = [await world.person(), await world.person()]
  for (const person of [ana, bela]) params.set(person, await fill(person))
  for (const person of [ana, bela]) for (const name of ['Laptop', 'Phone']) await addKey(person, name)
  for (const _ of [1, 2]) await ana.call(createInvitation, { body: {} }) // the first person of the instance
})

const idIn = (person: Person, route: Route) => params.get(person)?.[route.path] ?? ''

/** A page of a list. */
const ask = (person: Person, route: Route, query: Record<string, unknown>) =>
  person.send({ url: addressOf(route, { params: { id: idIn(person, route) }, query }) })

async function cursorOf(person: Person, route: Route, query: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await ask(person, route, { limit: 1, ...query })
  assert.equal(status, 200)
  assert(body.meta.next_cursor, `${route.path} has no second page`)
  return body.meta.next_cursor
}

async function assertRefused(
  route: Route,
  cursor: string,
  query: Record<string, unknown> = {},
): Promise<void> {
  const { status, body } = await ask(ana, route, { ...query, cursor })
  assert.equal(status, 422, `${route.path} took ${cursor}`)
  assert.match(body.code, /^(cursor_invalid|invalid)$/)
  assert(body.errors.cursor, 'the cursor is the field at fault')
}

/** The same seal as the service's own, for the list without filters. */
const sealed = (route: Route, position: unknown) => {
  const id = idIn(ana, route)
  const list = [ana.user.id, ana.book_id, route.path, id === '' ? {} : { id }, []]
  return cursorSeal(instanceKey, list).seal(JSON.stringify(position))
}

for (const { name, route } of lists) {
  test(`${name} takes its own cursor and goes on where the page ended`, async () => {
    const first = await ask(ana, route, { limit: 1 })
    const second = await ask(ana, route, { limit: 1, cursor: await cursorOf(ana, route) })
    assert.equal(second.status, 200)
    assert.equal(second.body.data.length, 1)
    assert.notDeepEqual(second.body.data, first.body.data)
  })

  test(`${name} refuses a cursor that was forged, cut short, made for another list, or is too long`, async () => {
    const own = await cursorOf(ana, route)
    const [text = '', mark = ''] = own.split('.')
    const position: string[] = JSON.parse(Buffer.from(text, 'base64url').toString())
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const statement = { strings: ['(select password_hash from users limit 1)'], values: [] }
    const forged = encoded(position.map((_, index) => (index === 0 ? statement : position[index])))
    const withoutKey = createHash('sha256').update(`${route.path}\n${forged}`).digest('base64url')
    for (const wrong of [
      `${forged}.${mark}`,
      `${forged}.${withoutKey.slice(0, 22)}`,
      `${forged}.`,
      forged,
      `${encoded(['1'])}.${mark}`,
      `${text}.${mark.slice(0, -1)}`,
      `${text}.${mark}A`,
      `${text.slice(0, -4)}.${mark}`,
      `.${mark}`,
      '.',
      '',
      '../../etc/passwd',
      'ï¿½\u0001',
    ])
      await assertRefused(route, wrong)
    for (const size of [1, 2_990, 3_001, 3_900]) await assertRefused(route, 'A'.repeat(size))

    if (route !== listInvitations) await assertRefused(route, await cursorOf(bela, route))
    const another = lists.find((list) => list.route !== route && list.route.query !== undefined)
    assert(another)
    await assertRefused(route, await cursorOf(ana, another.route))
    const sorts: string[] = (route.query?.properties.sort as { enum?: string[] } | undefined)?.enum ?? []
    const [sort] = sorts.filter((one) => one.startsWith('-'))
    if (sort) await assertRefused(route, own, { sort: sort.slice(1) === 'date' ? 'date' : sort })
  })

  test(`${name} refuses a position of other types or another length, even under our own seal`, async () => {
    const own = await cursorOf(ana, route)
    const position: string[] = JSON.parse(Buffer.from(own.split('.')[0] ?? '', 'base64url').toString())
    assert.equal((await ask(ana, route, { cursor: sealed(route, position) })).status, 200, 'the seal is ours')
    const others = [
      {},
      null,
      'text',
      [],
      position.slice(1),
      [...position, '1'],
      position.map(() => ({ strings: ['1'], values: [] })),
      position.map(() => 1),
      position.map(() => null),
      position.map(() => ['x']),
      position.map(() => '\0'),
    ]
    for (const other of others) await assertRefused(route, sealed(route, other))
  })
}

test('SQL in a cursor under a mark that anybody can compute is refused', async () => {
  const statement = { strings: ['(select password_hash from users limit 1)'], values: [] }
  const text = Buffer.from(JSON.stringify([statement, ana.user.id])).toString('base64url')
  const list = JSON.stringify([`contacts of ${ana.user.id}`, 'name', {}])
  const mark = createHash('sha256').update(`${list}\n${text}`).digest('base64url').slice(0, 12)
  const route = lists.find(({ name }) => name === 'listContacts')?.route ?? assert.fail()
  await assertRefused(route, `${text}.${mark}`)
})

test('a cursor goes through every kind of name', async () => {
  const person = await world.person()
  const name = '\u0001'.repeat(255)
  for (let n = 0; n < 2; n++) await person.call(createContact, { body: { name: `${name.slice(1)}${n}` } })
  const list = lists.find(({ name }) => name === 'listContacts')?.route ?? assert.fail()
  const cursor = await cursorOf(person, list)
  assert.equal((await ask(person, list, { cursor })).body.data.length, 1)
})
