import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, listAccounts } from '../../contract/accounts.ts'
import { listTransactions } from '../../contract/budgeting.ts'
import { commitImport, type Import, updateImport } from '../../contract/imports.ts'
import { account } from '../../test/books.ts'
import { rowsOf, sendFile, untilRead } from '../../test/importing.ts'
import { type Person, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

async function household() {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const bank = await account(ana, 'Bank')
  const savings = await ana.call(createAccount, { body: { name: 'Savings', type: 'asset' } })
  return { ana, bank, savings }
}

const record = (day: number, amount: string, goal: string) =>
  `D11/${day}/2026\nT${amount}\nPWords\nL${goal}\n^\n`
const qif = (...records: string[]) => `!Type:Bank\n${records.join('')}`

/** The names of a file: which account of the book each is, and whether the file is of it. */
const namesOf = ({ mapping }: Import) =>
  mapping?.accounts.map(({ name, account_id, is_own }) => [name, account_id, is_own])

async function transfersOf(person: Person) {
  const { data: accounts } = await person.call(listAccounts)
  const name = (id: string | null | undefined) => accounts.find((one) => one.id === id)?.name
  const { data } = await person.call(listTransactions)
  return data
    .filter(({ kind }) => kind === 'transfer')
    .map(
      ({ from_account_id, to_account_id, amount }) =>
        `${name(from_account_id)} → ${name(to_account_id)} ${amount}`,
    )
    .sort()
}

test('a QIF file of the chosen account: the account in brackets is the other side of the transfer', async () => {
  const { ana, bank, savings } = await household()
  const body = qif(
    record(14, '-20.00', 'Food'),
    record(15, '-400.00', '[Savings]'),
    record(16, '50.00', '[Savings]'),
  )
  const made = await sendFile(ana, { account_id: bank.id, filename: 'bank.qif' }, body)
  assert.equal(made.account_id, bank.id)
  assert.deepEqual(namesOf(made), [['Savings', savings.id, false]])
  assert.deepEqual(
    (await rowsOf(ana, made)).map(({ account_id, draft }) => [account_id, draft?.other_account_id]),
    [
      [bank.id, null],
      [bank.id, savings.id],
      [bank.id, savings.id],
    ],
  )
  await ana.call(commitImport, { params: { id: made.id } })
  assert.deepEqual(await transfersOf(ana), ['Bank → Savings 400', 'Savings → Bank 50'])
})

test('a QIF file with transfers to two accounts stays that of the chosen one; an account that the book lacks is made', async () => {
  const { ana, bank, savings } = await household()
  const body = qif(record(15, '-400.00', '[Savings]'), record(16, '-50.00', '[Purse]'))
  const made = await sendFile(ana, { account_id: bank.id, filename: 'bank.qif' }, body)
  assert.equal(made.account_id, bank.id)
  assert.deepEqual(namesOf(made), [
    ['Savings', savings.id, false],
    ['Purse', null, false],
  ])
  await ana.call(commitImport, { params: { id: made.id } })
  assert.deepEqual(await transfersOf(ana), ['Bank → Purse 50', 'Bank → Savings 400'])
})

for (const goals of [['[Savings]'], ['[Savings]', '[Purse]']])
  test(`a QIF file of no chosen account with ${goals.length} on the other side waits for its account, which can be said later`, async () => {
    const { ana, bank, savings } = await household()
    const body = qif(...goals.map((goal) => record(15, '-400.00', goal)))
    const made = await sendFile(ana, { filename: 'bank.qif' }, body)
    assert.equal(made.account_id, null)
    assert.equal(made.counts.attention, goals.length)
    const change = {
      account_id: bank.id,
      mapping: { accounts: [{ name: 'Savings', account_id: savings.id }] },
    }
    const told = await untilRead(ana, await ana.call(updateImport, { params: { id: made.id }, body: change }))
    assert.equal(told.account_id, bank.id)
    await ana.call(commitImport, { params: { id: made.id } })
    assert.deepEqual(
      await transfersOf(ana),
      goals.length === 1 ? ['Bank → Savings 400'] : ['Bank → Purse 400', 'Bank → Savings 400'],
    )
  })

test('a transfer whose two sides would be one account waits for a person', async () => {
  const { ana, savings } = await household()
  const made = await sendFile(
    ana,
    { account_id: savings.id, filename: 'bank.qif' },
    qif(record(15, '-400.00', '[Savings]')),
  )
  const [row] = await rowsOf(ana, made)
  assert.deepEqual([row?.is_chosen, row?.needs_attention], [false, true])
  assert.equal(row?.reason, 'Both sides of it would be Savings: a transfer needs two accounts.')
})

const ynab =
  '"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"\n"Giro","","2026-11-15","Transfer : Savings","","","","",400.00,0.00,"Cleared"\n'
const journal = '2026-11-15 Words\n    assets:savings    400.00 EUR\n    assets:giro\n'

for (const [format, body] of [
  ['ynab.csv', ynab],
  ['book.journal', journal],
] as const)
  test(`a file of one account that it names, with a transfer, is of the chosen account: ${format}`, async () => {
    const { ana, bank, savings } = await household()
    const made = await sendFile(ana, { account_id: bank.id, filename: format }, body)
    assert.equal(made.status, 'ready', String(made.fault))
    assert.equal(made.account_id, bank.id)
    const other = made.mapping?.accounts.find(({ is_own }) => !is_own)
    const accounts = [{ name: other?.name ?? '', account_id: savings.id }]
    const sent = await ana.call(updateImport, { params: { id: made.id }, body: { mapping: { accounts } } })
    assert.equal((await untilRead(ana, sent)).account_id, bank.id)
    await ana.call(commitImport, { params: { id: made.id } })
    assert.deepEqual(await transfersOf(ana), ['Bank → Savings 400'])
  })
