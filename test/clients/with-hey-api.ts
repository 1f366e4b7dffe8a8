import { client } from './generated/hey-api/client.gen.js'
import * as florin from './generated/hey-api/index.js'

/** The README's walk, and every record that can be changed sent back as it was read. */
export async function walk(baseUrl: string) {
  client.setConfig({ baseUrl, throwOnError: true })
  const throwOnError = true
  const { data: signedIn } = await florin.register({
    throwOnError,
    body: {
      name: 'Ana',
      email: 'ana-of-hey-api@example.com',
      password: 'correct horse battery',
      password_confirmation: 'correct horse battery',
    },
  })
  client.setConfig({ auth: signedIn.token })
  const { data: me } = await florin.getMe({ throwOnError })

  const { data: contact } = await florin.createContact({
    throwOnError,
    body: { name: 'Bela', email: 'bela@example.com' },
  })
  const ofContact = { throwOnError, path: { id: contact.id } } as const
  const { data: changed } = await florin.updateContact({ ...ofContact, body: { phone: '+36 1 234' } })
  await florin.deleteContact(ofContact)
  const { data: restored } = await florin.restoreContact(ofContact)

  const { data: travel } = await florin.createCategory({ throwOnError, body: { name: 'Travel' } })
  const ofCategory = { throwOnError, path: { id: travel.id } } as const
  await florin.putExchangeRate({
    throwOnError,
    path: { from: 'JPY', to: 'USD', date: '2026-04-13' },
    body: { rate: 0.00626 },
  })
  const { data: expense } = await florin.createExpense({
    throwOnError,
    headers: { 'Idempotency-Key': 'the-yen' },
    body: {
      category_id: travel.id,
      contact_id: contact.id,
      date: '2026-04-13',
      currency_id: 'JPY',
      amount: 1200,
    },
  })
  const { data: cash } = await florin.listAccounts({ throwOnError, query: { q: 'Cash' } })
  const { data: trial } = await florin.trialBalance({ throwOnError })
  const { data: changes } = await florin.listChanges({ throwOnError, query: { since: 1 } })

  // The state before a change, and the change undone.
  const ofExpense = { throwOnError, path: { id: expense.id } } as const
  const { data: more } = await florin.updateExpense({ ...ofExpense, body: { amount: 12_000 } })
  const known_at = String(more.version - 1)
  const { data: before } = await florin.listAccounts({ throwOnError, query: { q: 'Cash', known_at } })
  const { data: undone } = await florin.undoChange({ throwOnError, path: { version: more.version } })
  const [undoing] = undone.data

  // A record that was read fits the change of its kind, and changes nothing when it is sent back whole.
  const [box] = cash.data
  if (!box) throw new Error('there is no cash box')
  const { data: bank } = await florin.createAccount({
    throwOnError,
    body: { name: 'Savings', type: 'asset' },
  })
  const { data: transfer } = await florin.createTransfer({
    throwOnError,
    body: { from_account_id: box.id, to_account_id: bank.id, amount: 5 },
  })
  const { data: salary } = await florin.createCategory({
    throwOnError,
    body: { name: 'Salary', kind: 'income' },
  })
  const { data: income } = await florin.createIncome({
    throwOnError,
    body: { category_id: salary.id, amount: 100 },
  })
  const { data: debt } = await florin.createObligation({
    throwOnError,
    body: {
      name: 'Loan',
      opened_date: '2026-04-13',
      original_amount: 50,
      outstanding_amount: 50,
      contact_id: contact.id,
      account_id: box.id,
      currency_id: 'USD',
    },
  })
  const ofDebt = { throwOnError, path: { id: debt.id } } as const
  const { data: payment } = await florin.createPayment({
    ...ofDebt,
    body: { amount: 20, date: '2026-04-14' },
  })
  const { data: paidDebt } = await florin.getObligation(ofDebt)
  const { data: spentBack } = await florin.getExpense(ofExpense)
  const { data: book } = await florin.getBook({ throwOnError })
  const { data: category } = await florin.getCategory(ofCategory)
  const by = (id: string) => ({ throwOnError, path: { id } }) as const
  const back: [sent: { version: number }, answered: { data: { version: number } }][] = [
    [restored, await florin.updateContact({ ...ofContact, body: restored })],
    [category, await florin.updateCategory({ ...ofCategory, body: category })],
    [spentBack, await florin.updateExpense({ ...ofExpense, body: spentBack })],
    [income, await florin.updateIncome({ ...by(income.id), body: income })],
    [transfer, await florin.updateTransfer({ ...by(transfer.id), body: transfer })],
    [bank, await florin.updateAccount({ ...by(bank.id), body: bank })],
    [paidDebt, await florin.updateObligation({ ...ofDebt, body: paidDebt })],
    [
      payment,
      await florin.updatePayment({
        throwOnError,
        path: { id: debt.id, payment_id: payment.id },
        body: payment,
      }),
    ],
    [book, await florin.updateBook({ throwOnError, body: book })],
    [me, await florin.updateMe({ throwOnError, body: me })],
  ]

  // A category that is not active stays so when it is renamed.
  await florin.updateCategory({ ...ofCategory, body: { is_active: false } })
  const { data: renamed } = await florin.updateCategory({ ...ofCategory, body: { name: 'Journeys' } })

  // Refusals and unchanged answers are typed as well.
  const { error } = await florin.createContact({ throwOnError: false, body: { name: '' } })
  const read = await florin.getContact(ofContact)
  const again = await florin.getContact({
    throwOnError: false,
    path: { id: contact.id },
    headers: { 'If-None-Match': read.response.headers.get('etag') ?? '' },
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
    back: back.filter(([sent, { data }]) => sent.version !== data.version),
    renamed: [renamed.name, renamed.is_active],
    refused: [error?.title, error?.code, error?.errors?.name],
    unchanged: again.response?.status,
  }
}
