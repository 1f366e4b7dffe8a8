import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '../contract/api.ts'
import { addressOf } from '../contract/client.ts'
import { createContact } from '../contract/contacts.ts'
import { createGoal, createGoalMove } from '../contract/goals.ts'
import { createImportRule } from '../contract/import-rules.ts'
import { createBookInvitation } from '../contract/members.ts'
import { createObligation, createPayment } from '../contract/obligations.ts'
import { createPlan } from '../contract/plans.ts'
import { createReconciliation } from '../contract/reconciliations.ts'
import { takesIfMatch } from '../contract/route.ts'
import { newId } from '../server/process/ids.ts'
import { account, category, spend } from './books.ts'
import { csv, sendFile } from './importing.ts'
import { addKey } from './passkeys.ts'
import { onePlainEach } from './plain.ts'
import { PASSWORD, type Person, sharedWorld } from './world.ts'

const world = await sharedWorld()

/** One of every kind that has an id in an address, and the body of a change of it, unless it is plain. */
async function belongings(person: Person) {
  const food = await category(person, 'Food')
  const pay = await category(person, 'Pay', 'income')
  const contact = await person.call(createContact, { body: { name: 'Friend' } })
  const [cash, bank] = [await account(person, 'Cash'), await account(person, 'Bank')]
  const spent = await spend(person, { amount: 5, category_id: food.id })
  const income = await person.send({
    method: 'POST',
    url: '/budgeting/incomes',
    payload: { amount: 5, category_id: pay.id },
  })
  const move = { from_account_id: cash.id, to_account_id: bank.id, amount: 1 }
  const transfer = await person.send({ method: 'POST', url: '/budgeting/transfers', payload: move })
  const loan = {
    name: 'Loan',
    opened_date: '2026-01-10',
    original_amount: 100,
    outstanding_amount: 100,
    contact_id: contact.id,
    account_id: (await account(person, 'Receivables')).id,
    currency_id: 'USD',
  }
  const obligation = await person.call(createObligation, { body: loan })
  const payment = await person.call(createPayment, { params: { id: obligation.id }, body: { amount: 1 } })
  const plan = {
    name: 'Rent',
    kind: 'expense' as const,
    draft: { amount: 5, category_id: food.id },
    schedule: { start: '2026-01-01', unit: 'month' as const },
  }
  const planned = await person.call(createPlan, { body: plan })
  const trial = {
    when: {
      match: 'all' as const,
      conditions: [{ field: 'direction' as const, is: 'equals' as const, value: 'out' as const }],
    },
    set: { category_id: food.id },
  }
  const rule = await person.call(createImportRule, { body: { name: 'All', ...trial } })
  const reconciliation = await person.call(createReconciliation, {
    params: { id: bank.id },
    body: { date: '2026-01-31', balance: 0 },
  })
  const goal = await person.call(createGoal, {
    body: { name: 'Trip', target_amount: 5, envelope: { account_id: bank.id } },
  })
  const filled = await person.call(createGoalMove, { params: { id: goal.id }, body: { amount: 1 } })
  const file = await sendFile(person, { account_id: bank.id }, csv('2026-01-05,BILLA,-5.00'))
  const devices = await person.send({ url: '/auth/tokens' })
  const { passkey } = await addKey(person)
  const ids: Record<string, string> = {
    '/auth/passkeys': passkey.id,
    '/auth/tokens': devices.body.data[0].id,
    '/books/current/invitations': (await person.call(createBookInvitation, { body: { role: 'viewer' } })).id,
    '/auth/invitations': newId(), // to everybody but the operator none exists, as its own tests show
    ...(await onePlainEach(person)),
    '/obligations': obligation.id,
    '/budgeting/categories': food.id,
    '/budgeting/expenses': spent.id,
    '/budgeting/incomes': income.body.id,
    '/budgeting/transfers': transfer.body.id,
    '/budgeting/transactions': payment.transaction_id,
    '/accounts': bank.id,
    '/plans': planned.id,
    '/goals': goal.id,
    '/imports': file.id,
    '/import-rules': rule.id,
  }
  const bodies: Record<string, object> = {
    renamePasskey: { name: 'Phone' },
    updateObligation: loan,
    createPayment: { amount: 1 },
    createGoalMove: { amount: 1 },
    payContact: { direction: 'receivable', amount: 1 },
    createReconciliation: { date: '2026-01-31', balance: 0 },
    putValue: { amount: 5 },
    mergeCategories: { into: food.id },
    writeOff: { category_id: food.id },
    settleOccurrence: { action: 'skip' },
    updateImportRows: { set: { is_chosen: false } },
    changePassword: {
      current_password: PASSWORD,
      password: 'another one',
      password_confirmation: 'another one',
    },
  }
  return { ids, bodies, payment_id: payment.id, reconciliation_id: reconciliation.id, move_id: filled.id }
}

test("somebody else's id, in every place of every address, is answered byte for byte like one that does not exist", async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  const [hers, mine] = [await belongings(ana), await belongings(eve)]
  const routes = api.filter(({ route }) => route.path.includes('{id}'))
  for (const { name, route } of routes) {
    const collection = route.path.slice(0, route.path.indexOf('/{id}'))
    const foreign = hers.ids[collection]
    const own = mine.ids[collection]
    assert(foreign && own, `${route.path}: nobody in this test has one; add it to belongings`)
    const body = route.method === 'PUT' || route.method === 'POST' ? (mine.bodies[name] ?? {}) : undefined
    const ask = async (
      id: string,
      payment_id: string,
      reconciliation_id = payment_id,
      move_id = payment_id,
    ) => {
      const url = addressOf(route, {
        params: { id, payment_id, reconciliation_id, move_id, date: '2026-01-01', n: '1' },
      })
      const {
        status,
        body: answer,
        text,
      } = await eve.send({ method: route.method, url, ...(body ? { payload: body } : {}) })
      return { status, text: text.replace(answer?.request_id, '') }
    }
    const unknown = await ask(newId(), newId())
    assert.equal(unknown.status, 404, `${name}: ${unknown.text}`)
    for (const id of [foreign, foreign.toUpperCase(), `${foreign}x`, 'nonsense', '\0']) {
      assert.deepEqual(
        await ask(id, hers.payment_id, hers.reconciliation_id, hers.move_id),
        unknown,
        `${name} with ${id}`,
      )
    }
    if (/\{(payment|reconciliation|move)_id\}/.test(route.path)) {
      assert.deepEqual(
        await ask(own, hers.payment_id, hers.reconciliation_id, hers.move_id),
        await ask(own, newId()),
        name,
      )
      assert.deepEqual(await ask(own, 'nonsense'), await ask(own, newId()), name)
    }
  }
  assert.equal(
    (await ana.send({ url: `/obligations/${hers.ids['/obligations']}` })).body.outstanding_amount,
    99,
  )
})

test('every change and every delete honours If-Match, whatever the record', async () => {
  const ana = await world.person()
  const mine = await belongings(ana)
  // These have no id, and are shown with the rates, the budgets and the values.
  const keyed = [
    '/exchange-rates/{from}/{to}/{date}',
    '/budgeting/budgets/{category_id}/{month}',
    '/accounts/{id}/values/{date}',
  ]
  for (const { name, route } of api.filter(
    ({ route }) => takesIfMatch(route) && !keyed.includes(route.path),
  )) {
    const id = mine.ids[route.path.split('/{')[0] ?? ''] ?? mine.ids[route.path.split('/{id}')[0] ?? ''] ?? ''
    const { payment_id, reconciliation_id, move_id } = mine
    const url = addressOf(route, { params: { id, payment_id, reconciliation_id, move_id } })
    const payload = route.method === 'PUT' ? { payload: mine.bodies[name] ?? {} } : {}
    const answer = await ana.send({ method: route.method, url, headers: { 'if-match': '"0"' }, ...payload })
    assert.deepEqual([answer.status, answer.body.code], [412, 'stale'], `${name}: ${answer.text}`)
  }
})
