import assert from 'node:assert/strict'
import { test } from 'node:test'
import { undoChange } from '../../contract/changes.ts'
import { listContacts } from '../../contract/contacts.ts'
import { commitImport, updateImport, updateImportRow } from '../../contract/imports.ts'
import { listObligations } from '../../contract/obligations.ts'
import { account } from '../../test/books.ts'
import { csv, rowsOf, sendFile, untilRead, zipOf } from '../../test/importing.ts'
import { committed, figures, undone } from '../../test/moving.ts'
import { type Person, refused, sharedWorld } from '../../test/world.ts'

/** The spreadsheet of a group of Splitwise, figure by figure. */

const world = await sharedWorld()

const GROUP = `Date,Description,Category,Cost,Currency,Ana Berg,Bea Sol,Cid Rao

2024-03-01,Dinner at Luma,Dining out,60.00,EUR,40.00,-20.00,-20.00
2024-03-02,Tickets,Entertainment,30.00,EUR,-10.00,20.00,-10.00
2024-03-03,Bea paid Ana,Payment,15.00,EUR,-15.00,15.00,0.00
2024-03-04,Coffee,General,6.00,EUR,0.00,3.00,-3.00
2024-03-05,Hotel,Hotel,90.00,EUR,-30.00,45.00,-15.00
2024-03-06,Cid paid Ana,Payment,25.00,EUR,-25.00,0.00,25.00

2024-03-07,Total balance, , ,EUR,-40.00,63.00,-23.00
`

/** The amounts between the person and each contact: above 0 the contact owes them. */
async function between(person: Person): Promise<Record<string, Record<string, number>>> {
  const { data } = await person.call(listContacts, { query: { include: 'balance' } })
  return Object.fromEntries(
    data.map(({ name, balance }) => [
      name,
      Object.fromEntries((balance?.currencies ?? []).map(({ currency_id, net }) => [currency_id, net])),
    ]),
  )
}

async function started() {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const bank = await account(ana, 'Bank')
  const send = async (filename: string, text: string, name?: string) => {
    const made = await sendFile(ana, { account_id: bank.id, filename }, text)
    if (name === undefined) return made
    assert.deepEqual(
      made.needs.map(({ what, choices }) => [what, choices.map(({ value }) => value)]),
      [['person', ['Ana Berg', 'Bea Sol', 'Cid Rao']]],
    )
    const mapping = made.needs[0]?.choices.find(({ value }) => value === name)?.mapping ?? {}
    return untilRead(ana, await ana.call(updateImport, { params: { id: made.id }, body: { mapping } }))
  }
  return { ana, bank, send }
}

test('a group of Splitwise: people, shares, payers and payments, with its total balances', async () => {
  const { ana, send } = await started()
  const open = await send('group.csv', GROUP)
  const early = await refused(ana.call(commitImport, { params: { id: open.id } }))
  assert.equal(early.code, 'import_undecided')
  const made = await send('group.csv', GROUP, 'Ana Berg')
  assert.deepEqual([made.status, made.needs, made.mapping?.person], ['ready', [], 'Ana Berg'])
  const rows = await rowsOf(ana, made)
  assert.deepEqual(
    rows.map(({ verdict, amount, reason }) => [verdict, amount, reason]),
    [
      ['new', -60, 'The file has it under Dining out.'],
      ['new', 20, 'Bea Sol owes you 20.00 EUR of it.'],
      ['new', 20, 'Cid Rao owes you 20.00 EUR of it.'],
      ['new', -10, 'You owe Bea Sol 10.00 EUR for it.'],
      ['settles', 15, 'Bea Sol paid you 15.00 EUR. It pays what the list has between you, the oldest first.'],
      ['new', -30, 'You owe Bea Sol 30.00 EUR for it.'],
      ['settles', 25, 'Cid Rao paid you 25.00 EUR. It pays what the list has between you, the oldest first.'],
    ],
  )
  const { version } = await committed(ana, made)
  const { accounts, categories } = await figures(ana)
  assert.deepEqual(accounts.Bank, { EUR: -20 })
  assert.deepEqual(categories, { 'Dining out': 20, Entertainment: 10, Hotel: 30 })
  // Together -40.00, the total balance of the file. Bea's 63.00 there are 35.00 of Ana and 28.00 of Cid.
  assert.deepEqual(await between(ana), { 'Bea Sol': { EUR: -35 }, 'Cid Rao': { EUR: -5 } })
  const { data } = await ana.call(listObligations, { query: { status: 'open' } })
  assert.deepEqual(
    data.map(({ name, direction, outstanding_amount }) => [name, direction, outstanding_amount]).sort(),
    [
      ['Cid paid Ana', 'payable', 5],
      ['Hotel', 'payable', 30],
      ['Tickets', 'payable', 5],
    ],
  )

  // The next list has one entry more; its person is remembered.
  const longer = GROUP.replace(
    '\n\n2024-03-07,Total',
    '\n2024-03-08,Ana paid Bea,Payment,35.00,EUR,35.00,-35.00,0.00\n\n2024-03-08,Total',
  ).replace('-40.00,63.00', '-5.00,28.00')
  const next = await send('group.csv', longer)
  assert.deepEqual([next.needs, next.counts.duplicate, next.counts.chosen], [[], 7, 1])
  const second = await committed(ana, next)
  assert.deepEqual((await between(ana))['Bea Sol'], {})
  assert.deepEqual((await figures(ana)).accounts.Bank, { EUR: -55 })
  await ana.call(undoChange, { params: { version: String(second.version) } })
  await undone(ana, version)
  assert.deepEqual(await between(ana), {})
})

test('what the bank has too is not recorded twice, whichever file comes first', async () => {
  const { ana, bank, send } = await started()
  const statement = csv(
    '2024-03-03,LUMA RESTAURANT CARD 8841,-60.00',
    '2024-03-04,BEA SOL TICKETS,15.00',
    '2024-03-06,CID RAO THANKS,25.00',
  )
  const made = await send('group.csv', GROUP, 'Ana Berg')
  await committed(ana, made)
  const after = await sendFile(ana, { account_id: bank.id, filename: 'bank.csv' }, statement)
  assert.deepEqual([after.counts.chosen, after.counts.duplicate], [0, 3])

  const other = await started()
  await committed(other.ana, await sendFile(other.ana, { account_id: other.bank.id }, statement))
  const list = await other.send('group.csv', GROUP, 'Ana Berg')
  const rows = await rowsOf(other.ana, list)
  assert.deepEqual(
    rows.map(({ verdict, is_chosen, needs_attention }) => [verdict, is_chosen, needs_attention]),
    [
      ['duplicate', false, false],
      ['new', true, false],
      ['new', true, false],
      ['new', true, false],
      ['duplicate', false, true],
      ['new', true, false],
      ['duplicate', false, true],
    ],
  )
  assert.match(rows[4]?.reason ?? '', /^The book has it in another way, which pays no debt\./)
  // What others owe is taken from the category that the bank's entry is in.
  const spent = rows[0]?.of?.id
  assert.ok(spent)
  assert.notEqual(rows[1]?.draft?.category_name, 'Dining out')
  await other.ana.call(commitImport, { params: { id: list.id } })
  const { accounts, categories } = await figures(other.ana)
  assert.deepEqual(accounts.Bank, { EUR: -20 })
  assert.equal(
    Object.entries(categories).reduce(
      (sum, [name, amount]) => (/income/i.test(name) ? sum : sum + amount),
      0,
    ),
    60,
  )
})

test('lists that cannot be right are said: totals that do not follow, several payers, two contacts of one name', async () => {
  const { ana, send } = await started()
  const wrong = `Note: does not include group expenses

Date,Description,Category,Cost,Currency,Ana Berg,Bea Sol,Cid Rao
2024-03-01,Dinner,Dining out,60.00,EUR,40.00,-20.00,-20.00
2024-03-02,Flat,Rent,900.00,EUR,200.00,100.00,-300.00
2024-03-03,Nonsense,General,1e9/0,EUR,1.00,-1.00,0.00
2024-13-40,Nonsense,General,10.00,XXY,=cmd,-1.00,0.00
2024-03-07,Total balance, , ,EUR,240.00,99.00,-320.00
`
  const made = await send('wrong.csv', wrong, 'Ana Berg')
  const rows = await rowsOf(ana, made)
  assert.deepEqual(
    rows.map(({ verdict, amount, reason }) => (verdict === 'invalid' ? reason : amount)),
    [
      -60,
      20,
      20,
      200,
      'Line 5: 2 people paid, and the file does not say how much of the 900.00 EUR you did. Only what others owe you is read.',
      'Line 6: "1e9/0" is not an amount.',
      'Line 7: "2024-13-40" is not a date. Line 7: "XXY" is not a currency. Line 7: "=cmd" of "Ana Berg" is not an amount.',
      'Line 8: the total balance of "Bea Sol" is "99.00" EUR, and the entries make 80.',
    ],
  )
  const short = await send('short.csv', GROUP.split('\n\n2024-03-07')[0] ?? '')
  const last = (await rowsOf(ana, short)).at(-1)
  assert.equal(
    last?.reason,
    'Line 8: the line "Total balance" is missing below it, so a part of the file may be missing.',
  )
  const params = { id: short.id }
  const stranger = await ana.call(updateImport, { params, body: { mapping: { person: 'Zoe' } } })
  assert.equal((await untilRead(ana, stranger)).fault, 'The list has no column "Zoe".')
  const both = await sendFile(ana, { filename: 'both.zip' }, await zipOf({ 'a.csv': GROUP, 'b.csv': GROUP }))
  assert.match(both.fault ?? '', /^The zip holds several lists of shared expenses\./)
  const body = { draft: { kind: 'income' as const } }
  await ana.call(updateImportRow, { params: { id: made.id, n: '2' }, body })
  const { code, detail } = await refused(ana.call(commitImport, { params: { id: made.id } }))
  assert.equal(code, 'row_refused')
  assert.match(detail ?? '', /It is a part of an expense, and nothing else\./)
  assert.deepEqual(await figures(ana), { accounts: {}, categories: {} })
})
