import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../contract/accounts.ts'
import { deleteExpense, deleteTransfer, listTransactions } from '../../contract/budgeting.ts'
import { undoChange } from '../../contract/changes.ts'
import { commitImport, type Import, updateImport, updateImportRow } from '../../contract/imports.ts'
import { account, category, spend } from '../../test/books.ts'
import { csv, rowsOf, sendFile, untilRead } from '../../test/importing.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { recheck } from './recheck.ts'

const world = await makeWorld()

const commit = (person: Person, { id }: Import) => person.call(commitImport, { params: { id } })
const verdictsOf = async (person: Person, made: Import) =>
  (await rowsOf(person, made)).map(({ verdict }) => verdict)

/** A person with a file of two coffees and a shop in the book. */
async function imported(filename = 'oct.csv') {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const bank = await account(ana, 'Bank')
  const rows = ['2026-11-02,COFFEE,-3.50', '2026-11-02,COFFEE,-3.50', '2026-11-03,SHOP,-20.00']
  const query = { account_id: bank.id, filename }
  const made = await sendFile(ana, query, csv(...rows))
  const { version } = await commit(ana, made)
  return { ana, bank, rows, query, version, made }
}

test('the same file twice adds nothing, and says when it was imported and from which file', async () => {
  const { ana, query, rows } = await imported()
  const again = await sendFile(ana, query, csv(...rows))
  assert.deepEqual(await verdictsOf(ana, again), ['duplicate', 'duplicate', 'duplicate'])
  const [row] = await rowsOf(ana, again)
  assert.match(row?.reason ?? '', /^Imported on \d+ \w+( \d+)? from oct\.csv\.$/)
  assert.equal((await refused(commit(ana, again))).code, 'import_nothing')
})

test('an overlapping file adds the difference, and a third coffee is a third coffee', async () => {
  const { ana, query, rows } = await imported()
  const more = await sendFile(ana, query, csv(...rows, '2026-11-02,COFFEE,-3.50', '2026-11-04,SHOP,-20.00'))
  assert.deepEqual(await verdictsOf(ana, more), ['duplicate', 'duplicate', 'duplicate', 'new', 'new'])
  await commit(ana, more)
  const { data } = await ana.call(listTransactions)
  assert.equal(data.length, 5)
  assert.deepEqual(
    new Set(await verdictsOf(ana, await sendFile(ana, query, csv(...rows)))),
    new Set(['duplicate']),
  )
})

test('the same amount at the same shop a day after the file is new, since the bank tells days apart', async () => {
  const { ana, query } = await imported()
  const next = await sendFile(ana, query, csv('2026-11-04,SHOP,-20.00'))
  assert.deepEqual(await verdictsOf(ana, next), ['new'])
})

test('a row of a day that the bank words differently now is the same row', async () => {
  const { ana, query } = await imported()
  const booked = await sendFile(ana, query, csv('2026-11-03,SHOP GRAZ BOOKED,-20.00'))
  const [row] = await rowsOf(ana, booked)
  assert.equal(row?.verdict, 'duplicate')
  assert.match(row?.reason ?? '', /, in other words\.$/)
})

test('an import that was undone does not come back beside another one of the same rows', async () => {
  const { ana, query, rows, version } = await imported()
  const undo = (one: number) => ana.call(undoChange, { params: { version: String(one) } })
  const undone = await undo(version)
  const second = await commit(
    ana,
    await sendFile(ana, { ...query, filename: 'nov.csv' }, csv(...rows.slice(1))),
  )
  const twice = await refused(undo(undone.version))
  assert.equal(twice.code, 'imported_again')
  assert.match(
    twice.detail,
    new RegExp(
      `"oct\\.csv" once more, and 2 of its rows were .* from "nov\\.csv" as version ${second.version}: `,
    ),
  )
  assert.equal((await ana.call(listTransactions)).data.length, 2)

  const without = await undo(second.version)
  const back = await undo(undone.version)
  assert.equal((await ana.call(listTransactions)).data.length, 3)
  assert.equal((await refused(undo(without.version))).code, 'imported_again')
  await undo(back.version)
  await undo(without.version)
  assert.equal((await ana.call(listTransactions)).data.length, 2)
})

test('a row deleted since is not ticked, and says so; an undone row counts as never imported', async () => {
  const { ana, query, rows, version } = await imported()
  const { data } = await ana.call(listTransactions, { query: { q: 'shop' } })
  await ana.call(deleteExpense, { params: { id: data[0]?.id ?? '' } })
  const [, , row] = await rowsOf(ana, await sendFile(ana, query, csv(...rows)))
  assert.deepEqual([row?.verdict, row?.is_chosen], ['duplicate', false])
  assert.match(row?.reason ?? '', /You deleted it on \d+ \w+/)

  const other = await imported()
  await other.ana.call(undoChange, { params: { version: String(other.version) } })
  const undone = await refused(commit(other.ana, other.made))
  assert.equal(undone.code, 'import_undone')
  assert.match(
    undone.detail,
    /^"oct\.csv" was recorded as version \d+, and that was undone\..* send the file again/,
  )
  const again = await sendFile(other.ana, other.query, csv(...other.rows))
  assert.deepEqual(await verdictsOf(other.ana, again), ['new', 'new', 'new'])
  assert(version > 0)
})

test('a row that was left out stays out, with the reason, and can be chosen all the same', async () => {
  const ana = await world.person()
  const query = { account_id: (await account(ana, 'Bank')).id, filename: 'nov.csv' }
  const file = csv('2026-11-02,A,-1.00', '2026-11-02,B,-2.00')
  const made = await sendFile(ana, query, file)
  await ana.call(updateImportRow, { params: { id: made.id, n: '2' }, body: { is_chosen: false } })
  await commit(ana, made)
  const [, row] = await rowsOf(ana, await sendFile(ana, query, file))
  assert.deepEqual([row?.verdict, row?.is_chosen], ['new', false])
  assert.match(row?.reason ?? '', /^You left it out of nov\.csv on/)
})

const numbered = (...rows: string[]) => `Date,Text,Amount,Reference\n${rows.join('\n')}\n`

test("the bank's own numbers tell two alike apart, unless the bank numbers anew with every download", async () => {
  const ana = await world.person()
  const query = { account_id: (await account(ana, 'Bank')).id }
  const first = numbered('2026-11-02,COFFEE,-3.50,R1', '2026-11-02,SHOP,-20.00,R2', '2026-11-03,BUS,-2.00,R3')
  await commit(ana, await sendFile(ana, query, first))
  const stable = numbered('2026-11-02,COFFEE,-3.50,R4', '2026-11-02,SHOP,-20.00,R2')
  assert.deepEqual(await verdictsOf(ana, await sendFile(ana, query, stable)), ['new', 'duplicate'])
  const anew = numbered('2026-11-02,COFFEE,-3.50,X1', '2026-11-02,SHOP,-20.00,X2', '2026-11-03,BUS,-2.00,X3')
  const rows = await rowsOf(ana, await sendFile(ana, query, anew))
  assert.deepEqual(
    rows.map(({ verdict, needs_attention }) => [verdict, needs_attention]),
    [
      ['duplicate', false],
      ['duplicate', false],
      ['duplicate', false],
    ],
  )
  const reused = numbered('2026-11-09,HOTEL,-99.00,R1')
  assert.deepEqual(await verdictsOf(ana, await sendFile(ana, query, reused)), ['new'])
})

/** A CAMT file with one entry of several payments, each of 500, which all have the number of the entry. */
const batch = (...names: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>
<Acct><Id><IBAN>AT611904300234573201</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Ntry><Amt Ccy="EUR">${names.length * 500}.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>2026-11-02</Dt></BookgDt><AcctSvcrRef>B1</AcctSvcrRef><NtryDtls>
${names
  .map(
    (name) =>
      `<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">500.00</Amt></TxAmt></AmtDtls><RltdPties><Cdtr><Nm>${name}</Nm></Cdtr></RltdPties></TxDtls>`,
  )
  .join('\n')}
</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`

test('payments of a batch that have one number of the bank are each remembered', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const query = { account_id: (await account(ana, 'Bank')).id }
  const first = batch('Ana', 'Bela', 'Ana')
  await commit(ana, await sendFile(ana, query, first))
  assert.deepEqual(await verdictsOf(ana, await sendFile(ana, query, first)), [
    'duplicate',
    'duplicate',
    'duplicate',
  ])
  const more = batch('Carla', 'Ana', 'Bela', 'Ana')
  const made = await sendFile(ana, query, more)
  assert.deepEqual(await verdictsOf(ana, made), ['new', 'duplicate', 'duplicate', 'duplicate'])
  await commit(ana, made)
  assert.deepEqual(new Set(await verdictsOf(ana, await sendFile(ana, query, more))), new Set(['duplicate']))
  assert.equal((await ana.call(listTransactions)).data.length, 4)
})

test('both halves of a transfer within a file are remembered, also of an account that the commit makes', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  await account(ana, 'Bank')
  const file = `Date,Text,Amount,Account
2026-11-02,TRANSFER TO RAINY DAY,-400.00,Bank
2026-11-03,TRANSFER FROM BANK,400.00,Rainy day
2026-11-03,INTEREST,1.00,Rainy day
`
  const made = await sendFile(ana, {}, file)
  assert.deepEqual(
    (await rowsOf(ana, made)).map(({ verdict, is_chosen, pair_n }) => [verdict, is_chosen, pair_n]),
    [
      ['transfer', true, 2],
      ['duplicate', false, 1],
      ['new', true, null],
    ],
  )
  await commit(ana, made)
  const [out, into] = await rowsOf(ana, made)
  assert(out?.transaction_id)
  assert.equal(into?.transaction_id, out.transaction_id)
  const { data } = await ana.call(listTransactions)
  assert.deepEqual(new Set(data.map(({ kind }) => kind)), new Set(['transfer', 'income']))
  assert.equal(data.length, 2)

  await ana.call(deleteTransfer, { params: { id: out.transaction_id } })
  const again = await rowsOf(ana, await sendFile(ana, {}, file))
  assert.deepEqual(
    again.map(({ verdict, is_chosen }) => [verdict, is_chosen]),
    [
      ['duplicate', false],
      ['duplicate', false],
      ['duplicate', false],
    ],
  )
  for (const row of again.slice(0, 2)) assert.match(row.reason, /You deleted it on/)
})

test('the account that a file names is found by itself once an import connected it', async () => {
  const ana = await world.person()
  const savings = await ana.call(createAccount, { body: { name: 'Savings', type: 'asset' } })
  const file = (day: string) => `Date,Text,Amount,Account\n${day},A,-1.00,AT61 1904 3002\n`
  /** A person says that the last column names the account. */
  const read = async (day: string, query: { account_id?: string }) => {
    const { id } = await sendFile(ana, query, file(day))
    const columns = (['date', 'text', 'amount', 'account'] as const).map((role) => ({ role }))
    return untilRead(ana, await ana.call(updateImport, { params: { id }, body: { mapping: { columns } } }))
  }
  const accountsOf = ({ mapping }: Import) =>
    mapping?.accounts.map(({ name, account_id }) => [name, account_id])
  const first = await read('2026-11-02', { account_id: savings.id })
  assert.deepEqual(accountsOf(first), [['AT61 1904 3002', savings.id]])
  await commit(ana, first)
  assert.deepEqual(accountsOf(await read('2026-11-05', {})), [['AT61 1904 3002', savings.id]])
})

test('a new look for the commit sees what the book has by now, and keeps what a person decided', async () => {
  const { ana, bank, query } = await imported()
  const food = await category(ana, 'Food')
  const made = await sendFile(ana, query, csv('2026-11-10,BAKER,-4.00', '2026-11-11,KIOSK,-5.00'))
  await ana.call(updateImportRow, {
    params: { id: made.id, n: '2' },
    body: { draft: { category_id: food.id } },
  })
  await spend(ana, { amount: 4, date: '2026-11-10', category_id: food.id, asset_account_id: bank.id })
  assert.equal((await refused(commit(ana, made))).code, 'import_changed')
  const [baker, kiosk] = await rowsOf(ana, made)
  assert.deepEqual([baker?.verdict, baker?.is_chosen], ['duplicate', false])
  assert.deepEqual([kiosk?.draft?.category_name, kiosk?.is_changed], ['Food', true])
  assert.equal((await recheck(world.service, ana.book_id, made.id)).changed, 0)
  assert.equal((await commit(ana, made)).import.counts.chosen, 1)
})

test('a row that a person ticked and that has become a duplicate since is not recorded, however often they commit', async () => {
  const { ana, bank, query } = await imported()
  const food = await category(ana, 'Food')
  const made = await sendFile(ana, query, csv('2026-11-10,BAKER,-4.00', '2026-11-11,KIOSK,-5.00'))
  for (const n of ['1', '2'])
    await ana.call(updateImportRow, {
      params: { id: made.id, n },
      body: { is_chosen: true, draft: { category_id: food.id } },
    })
  await spend(ana, { amount: 4, date: '2026-11-10', category_id: food.id, asset_account_id: bank.id })
  assert.equal((await refused(commit(ana, made))).code, 'import_changed')
  assert.deepEqual(
    (await rowsOf(ana, made)).map(({ verdict, is_chosen, draft }) => [
      verdict,
      is_chosen,
      draft?.category_id,
    ]),
    [
      ['duplicate', false, food.id],
      ['new', true, food.id],
    ],
  )
  assert.equal((await commit(ana, made)).import.counts.chosen, 1)
  const { data } = await ana.call(listTransactions, { query: { date_from: '2026-11-10' } })
  assert.equal(data.length, 2)
})
