import createClient from 'openapi-fetch'
import type { components, paths } from './generated/openapi-typescript.js'

type Problem = components['schemas']['Problem']

function done<T>({ data, error }: { data?: T; error?: Problem }): T {
  if (data === undefined) throw new Error(error?.message ?? 'no answer')
  return data
}

/** The README's walk, and every record that can be changed sent back as it was read. */
export async function walk(baseUrl: string) {
  const stranger = createClient<paths, 'application/json'>({ baseUrl })
  const body = {
    name: 'Ana',
    email: 'ana-of-openapi-fetch@example.com',
    password: 'correct horse battery',
    password_confirmation: 'correct horse battery',
  }
  const { token } = done(await stranger.POST('/auth/register', { body }))
  const florin = createClient<paths, 'application/json'>({
    baseUrl,
    headers: { authorization: `Bearer ${token}` },
  })
  const me = done(await florin.GET('/auth/me'))

  const contact = done(await florin.POST('/contacts', { body: { name: 'Bela', email: 'bela@example.com' } }))
  const ofContact = { params: { path: { id: contact.id } } }
  const changed = done(await florin.PUT('/contacts/{id}', { ...ofContact, body: { phone: '+36 1 234' } }))
  done(await florin.DELETE('/contacts/{id}', ofContact))
  const restored = done(await florin.POST('/contacts/{id}/restore', ofContact))

  const { id: category_id } = done(await florin.POST('/budgeting/categories', { body: { name: 'Travel' } }))
  const ofCategory = { params: { path: { id: category_id } } }
  done(
    await florin.PUT('/exchange-rates/{from}/{to}/{date}', {
      params: { path: { from: 'JPY', to: 'USD', date: '2026-04-13' } },
      body: { rate: 0.00626 },
    }),
  )
  const spent = { category_id, contact_id: contact.id, date: '2026-04-13', currency_id: 'JPY', amount: 1200 }
  const expense = done(
    await florin.POST('/budgeting/expenses', {
      body: spent,
      params: { header: { 'Idempotency-Key': 'the-yen' } },
    }),
  )
  const { data: cash } = done(await florin.GET('/accounts', { params: { query: { q: 'Cash' } } }))
  const trial = done(await florin.GET('/reports/trial-balance'))
  const changes = done(await florin.GET('/changes', { params: { query: { since: 1 } } }))

  // The state before a change, and the change undone.
  const ofExpense = { params: { path: { id: expense.id } } }
  const { version } = done(
    await florin.PUT('/budgeting/expenses/{id}', { ...ofExpense, body: { amount: 12_000 } }),
  )
  const before = done(
    await florin.GET('/accounts', { params: { query: { q: 'Cash', known_at: String(version - 1) } } }),
  )
  const undone = done(await florin.POST('/changes/{version}/undo', { params: { path: { version } } }))
  const [undoing] = undone.data

  // A record that was read fits the change of its kind, and changes nothing when it is sent back whole.
  const [box] = cash
  if (!box) throw new Error('there is no cash box')
  const bank = done(await florin.POST('/accounts', { body: { name: 'Savings', type: 'asset' } }))
  const transfer = done(
    await florin.POST('/budgeting/transfers', {
      body: { from_account_id: box.id, to_account_id: bank.id, amount: 5 },
    }),
  )
  const salary = done(
    await florin.POST('/budgeting/categories', { body: { name: 'Salary', kind: 'income' } }),
  )
  const income = done(
    await florin.POST('/budgeting/incomes', { body: { category_id: salary.id, amount: 100 } }),
  )
  const debt = done(
    await florin.POST('/obligations', {
      body: {
        name: 'Loan',
        opened_date: '2026-04-13',
        original_amount: 50,
        outstanding_amount: 50,
        contact_id: contact.id,
        account_id: box.id,
        currency_id: 'USD',
      },
    }),
  )
  const ofDebt = { params: { path: { id: debt.id } } }
  const payment = done(
    await florin.POST('/obligations/{id}/payments', { ...ofDebt, body: { amount: 20, date: '2026-04-14' } }),
  )
  const ofPayment = { params: { path: { id: debt.id, payment_id: payment.id } } }
  const paidDebt = done(await florin.GET('/obligations/{id}', ofDebt))
  const spentBack = done(await florin.GET('/budgeting/expenses/{id}', ofExpense))
  const book = done(await florin.GET('/books/current'))
  const category = done(await florin.GET('/budgeting/categories/{id}', ofCategory))
  const by = (id: string) => ({ params: { path: { id } } })
  const back: [sent: { version: number }, answered: { version: number }][] = [
    [restored, done(await florin.PUT('/contacts/{id}', { ...ofContact, body: restored }))],
    [category, done(await florin.PUT('/budgeting/categories/{id}', { ...ofCategory, body: category }))],
    [spentBack, done(await florin.PUT('/budgeting/expenses/{id}', { ...ofExpense, body: spentBack }))],
    [income, done(await florin.PUT('/budgeting/incomes/{id}', { ...by(income.id), body: income }))],
    [transfer, done(await florin.PUT('/budgeting/transfers/{id}', { ...by(transfer.id), body: transfer }))],
    [bank, done(await florin.PUT('/accounts/{id}', { ...by(bank.id), body: bank }))],
    [paidDebt, done(await florin.PUT('/obligations/{id}', { ...ofDebt, body: paidDebt }))],
    [
      payment,
      done(await florin.PUT('/obligations/{id}/payments/{payment_id}', { ...ofPayment, body: payment })),
    ],
    [book, done(await florin.PUT('/books/current', { body: book }))],
    [me, done(await florin.PUT('/auth/me', { body: me }))],
  ]

  // A category that is not active stays so when it is renamed.
  done(await florin.PUT('/budgeting/categories/{id}', { ...ofCategory, body: { is_active: false } }))
  const renamed = done(
    await florin.PUT('/budgeting/categories/{id}', { ...ofCategory, body: { name: 'Journeys' } }),
  )

  // Refusals and unchanged answers are typed as well.
  const { error } = await florin.POST('/contacts', { body: { name: '' } })
  const read = await florin.GET('/contacts/{id}', ofContact)
  const again = await florin.GET('/contacts/{id}', {
    params: {
      path: { id: contact.id },
      header: { 'If-None-Match': read.response.headers.get('etag') ?? '' },
    },
  })
  return {
    me: me.email,
    phone: changed.phone,
    restored: restored.deleted_at,
    expense: [expense.fx_rate, expense.base_amount, expense.fx_source],
    cash: [box.balances, box.base_balance],
    trial: trial.total_debit_base,
    changes: changes.data.map(({ action, resource }) => `${resource} ${action}`),
    past: [before.data[0]?.balances, `${undoing?.resource} ${undoing?.action}`, undoing?.after?.amount],
    back: back.filter(([sent, answered]) => sent.version !== answered.version),
    renamed: [renamed.name, renamed.is_active],
    refused: [error?.title, error?.code, error?.errors?.name],
    unchanged: again.response.status,
  }
}
