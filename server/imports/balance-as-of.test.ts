import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, getAccount, listAccountLines, updateAccount } from '../../contract/accounts.ts'
import { updateBook } from '../../contract/books.ts'
import { undoChange } from '../../contract/changes.ts'
import { addDays } from '../../contract/day.ts'
import {
  commitImport,
  getImport,
  type Import,
  listImports,
  updateImportRow,
  updateImportRows,
} from '../../contract/imports.ts'
import { reopenReconciliation } from '../../contract/reconciliations.ts'
import { balanced, balances, bank, category, spend } from '../../test/books.ts'
import { csv, rowsOf, sendFile } from '../../test/importing.ts'
import { at, finish, read, start, tick } from '../../test/reconciling.ts'
import { refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()
const today = new Date().toISOString().slice(0, 10)
const day = (count: number) => addDays(today, count)

/** A person who said today what is in the bank. */
async function household(amount = 2450.3, currency = 'USD') {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const giro = await bank(ana, 'Giro', currency, { balance_as_of: { date: today, amount } })
  const shop = (amount: number, date: string) =>
    spend(ana, { amount, category_id: food.id, asset_account_id: giro.id, date })
  const send = (body: string) => sendFile(ana, { account_id: giro.id, filename: 'bank.csv' }, body)
  const commit = ({ id }: { id: string }) => ana.call(commitImport, { params: { id } })
  return { ana, giro, shop, send, commit }
}

test('a file of the past leaves the balance as it was said, and its undo too', async () => {
  const { ana, giro, send, commit } = await household()
  const made = await send(
    csv(`${day(-40)},RENT,-890.00`, `${day(-20)},PAY,3240.00`, `${day(-2)},SHOP,-10.99`),
  )
  const { version } = await commit(made)
  assert.deepEqual(await balances(ana, giro.id), { USD: 2450.3 })
  const lines = async () => (await ana.call(listAccountLines, { params: { id: giro.id } })).data
  assert.deepEqual(
    (await lines()).map(({ kind, running_balance }) => [kind, running_balance]),
    [
      ['expense', 2450.3],
      ['income', 2461.29],
      ['expense', -778.71],
      ['opening', 111.29],
    ],
  )
  await ana.call(undoChange, { params: { version: String(version) } })
  assert.deepEqual(
    (await lines()).map(({ kind, running_balance }) => [kind, running_balance]),
    [['opening', 2450.3]],
  )
  await balanced(ana)
})

const QIF = (date: string) =>
  `!Type:Bank\nD${date}\nT1,000.00\nPOpening Balance\nL[Giro]\n^\nD${date}\nT-5.00\nPKiosk\n^\n`

test('the opening balance of a file is compared with the balance that was said, not recorded', async () => {
  const { ana, giro, send, commit } = await household()
  const made = await send(QIF('2026-01-05'))
  const [opening, kiosk] = await rowsOf(ana, made)
  assert.deepEqual(
    [opening?.verdict, opening?.is_chosen, opening?.needs_attention],
    ['duplicate', false, false],
  )
  assert.match(
    opening?.reason ?? '',
    /^You said that Giro had 2450\.30 USD as of \d+ \w+, and its opening follows from that: 1000\.00 USD is compared, not recorded\.$/,
  )
  assert.equal(kiosk?.is_chosen, true)
  const params = { id: made.id, n: '1' }
  await ana.call(updateImportRow, { params, body: { is_chosen: true } })
  const answer = await ana.send({ method: 'POST', url: `/imports/${made.id}/commit` })
  assert.deepEqual([answer.status, answer.body.code], [409, 'row_refused'])
  assert.match(answer.body.message, /"Giro" has 2450\.30 USD as of/)
  await ana.call(updateImportRow, { params, body: { is_chosen: false } })
  await commit(made)
  assert.deepEqual(await balances(ana, giro.id), { USD: 2450.3 })
  assert.equal((await ana.call(getAccount, { params: { id: giro.id } })).balance_as_of?.amount, 2450.3)
})

test('rows that would move an opening in closed days wait, with the sentence, and the others do not', async () => {
  const { ana, giro, shop, send, commit } = await household()
  await shop(10, day(-30))
  await ana.call(updateBook, { body: { closed_through: day(-25) } })
  const made = await send(csv(`${day(-20)},SHOP,-10.00`, `${today},KIOSK,-2.00`))
  const rows = await rowsOf(ana, made)
  assert.deepEqual(
    rows.map(({ is_chosen, needs_attention }) => [is_chosen, needs_attention]),
    [
      [false, true],
      [true, false],
    ],
  )
  assert.match(
    rows[0]?.reason ?? '',
    /^You said that Giro had 2450\.30 USD as of .* A row before that moves the account's opening, and the book is closed through .*\.$/,
  )
  await ana.call(updateImportRow, { params: { id: made.id, n: '1' }, body: { is_chosen: true } })
  assert.equal((await refused(commit(made))).code, 'locked', 'the sentence was right')
  await ana.call(updateAccount, { params: { id: giro.id }, body: { balance_as_of: null } })
  const again = await rowsOf(ana, await send(csv(`${day(-20)},SHOP,-10.00`)))
  assert.equal(again[0]?.is_chosen, true)
})

test('rows on the first open day wait too, because the opening goes to the day before', async () => {
  const { ana, send, commit } = await household()
  await ana.call(updateBook, { body: { closed_through: day(-25) } })
  const made = await send(csv(`${day(-24)},SHOP,-10.00`, `${day(-23)},SHOP,-11.00`))
  const rows = await rowsOf(ana, made)
  assert.deepEqual(
    rows.map(({ is_chosen }) => is_chosen),
    [false, true],
  )
  const all = { params: { id: made.id }, body: { set: { is_chosen: true } } }
  assert.equal((await ana.call(updateImportRows, all)).counts.chosen, 1, 'a filter does not choose it either')
  await commit(made)
  assert.match(
    (await rowsOf(ana, await send(csv(`${day(-24)},OTHER,-10.00`))))[0]?.reason ?? '',
    /closed through/,
  )
})

test('an opening that a file moves keeps its tick in an open reconciliation', async () => {
  const { ana, giro, shop, send, commit } = await household(100)
  const opening = async () => {
    const { opening_balance, opening_date } = await ana.call(getAccount, { params: { id: giro.id } })
    return [opening_balance, opening_date]
  }
  await shop(10, day(-20))
  const { data } = await ana.call(listAccountLines, { params: { id: giro.id } })
  const statement = await start(ana, giro, day(-10), 100)
  await tick(
    ana,
    statement,
    data.map(({ id }) => id),
  )
  assert.deepEqual([await opening(), (await read(ana, statement)).difference], [[110, day(-21)], 0])
  await commit(await send(csv(`${day(-30)},SHOP,-7.00`)))
  const now = await read(ana, statement)
  assert.deepEqual([await opening(), now.cleared_count, now.difference], [[117, day(-31)], 2, -7])
  const lines = (await ana.call(listAccountLines, { params: { id: giro.id } })).data
  await tick(
    ana,
    now,
    lines.map(({ id }) => id),
  )
  await finish(ana, now)
})

test('rows that would move an opening on a reconciled statement wait', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const giro = await bank(ana, 'Giro', 'USD', { opening_balance: 110, opening_date: day(-30) })
  await spend(ana, { amount: 10, category_id: food.id, asset_account_id: giro.id, date: day(-29) })
  const { data } = await ana.call(listAccountLines, { params: { id: giro.id } })
  const statement = await start(ana, giro, day(-20), 100)
  await tick(
    ana,
    statement,
    data.map(({ id }) => id),
  )
  await finish(ana, statement)
  await ana.call(updateAccount, {
    params: { id: giro.id },
    body: { balance_as_of: { date: today, amount: 100 } },
  })
  const made = await sendFile(ana, { account_id: giro.id }, csv(`${day(-10)},SHOP,-10.00`))
  const [row] = await rowsOf(ana, made)
  assert.deepEqual([row?.is_chosen, row?.needs_attention], [false, true])
  assert.match(
    row?.reason ?? '',
    /moves the account's opening, which is on a statement that was reconciled\. To add the row, reopen that statement, or end/,
  )
  assert.deepEqual(row?.held, { by: 'statement', account_id: giro.id })
  // Neither a filter nor a category chooses it: the commit would refuse it.
  const params = { id: made.id }
  assert.equal(
    (await ana.call(updateImportRows, { params, body: { set: { is_chosen: true } } })).counts.chosen,
    0,
  )
  const sorted = await ana.call(updateImportRow, {
    params: { ...params, n: '1' },
    body: { draft: { category_id: food.id } },
  })
  assert.deepEqual([sorted.is_chosen, sorted.needs_attention, sorted.held?.by], [false, true, 'statement'])
  await ana.call(reopenReconciliation, at(statement))
  assert.equal((await rowsOf(ana, made))[0]?.held, null, 'as the book is now')
  await ana.call(updateImportRows, { params, body: { set: { is_chosen: true } } })
  await ana.call(commitImport, { params }).catch(() => ana.call(commitImport, { params }))
  assert.deepEqual(await balances(ana, giro.id), { USD: 100 })
})

const OFX = (day: string, amount: string) => `OFXHEADER:100
DATA:OFXSGML

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>4711</BANKACCTFROM>
<BANKTRANLIST>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${compact(-20)}<TRNAMT>-40.00<FITID>1<NAME>SHOP</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${compact(-3)}<TRNAMT>-9.50<FITID>2<NAME>KIOSK</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>${amount}<DTASOF>${day}</LEDGERBAL><AVAILBAL><BALAMT>99999<DTASOF>${day}</AVAILBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
const compact = (count: number) => day(count).replaceAll('-', '')
const short = (count: number) => compact(count).slice(2)
const showing = ({ balances }: Import) =>
  balances.map(({ date, file, book, difference }) => [date, file, book, difference])

test('the balance of an OFX file is compared with the book, before and after the commit, and can be used and undone', async () => {
  const { ana, giro, send, commit } = await household()
  const made = await send(OFX(compact(-2), '3191.35'))
  assert.deepEqual(showing(made), [[day(-2), 3191.35, 2450.3, 741.05]])
  const { account_id, account_name, currency_id } = made.balances[0] ?? {}
  assert.deepEqual([account_id, account_name, currency_id], [giro.id, 'Giro', 'USD'])
  await commit(made)
  const shown = () => ana.call(getImport, { params: { id: made.id } })
  assert.deepEqual(showing(await shown()), [[day(-2), 3191.35, 2450.3, 741.05]])
  const { version } = await ana.call(updateAccount, {
    params: { id: giro.id },
    body: { balance_as_of: { date: day(-2), amount: 3191.35, includes_day: true } },
  })
  assert.deepEqual(await balances(ana, giro.id), { USD: 3191.35 })
  assert.deepEqual(showing(await shown()), [[day(-2), 3191.35, 3191.35, 0]])
  await ana.call(undoChange, { params: { version: String(version) } })
  assert.deepEqual(await balances(ana, giro.id), { USD: 2450.3 })
})

test('before the commit, the rows that are chosen count, those before a balance that was said move the start', async () => {
  const ana = await world.person()
  const plain = await bank(ana, 'Plain', 'USD', { opening_balance: 100, opening_date: day(-60) })
  const made = await sendFile(ana, { account_id: plain.id }, OFX(compact(-2), '50.50'))
  assert.deepEqual(showing(made), [[day(-2), 50.5, 50.5, 0]])
  await ana.call(updateImportRow, { params: { id: made.id, n: '2' }, body: { is_chosen: false } })
  const now = await ana.call(getImport, { params: { id: made.id } })
  assert.deepEqual(showing(now), [[day(-2), 50.5, 60, -9.5]])
  const said = await household(500)
  await ana.call(commitImport, { params: { id: made.id } })
  assert.deepEqual(showing(await ana.call(getImport, { params: { id: made.id } })), [
    [day(-2), 50.5, 60, -9.5],
  ])
  const past = await said.send(OFX(compact(-3), '490.50'))
  assert.deepEqual(showing(past), [[day(-3), 490.5, 500, -9.5]])
  await said.commit(past)
  assert.deepEqual(showing(await said.ana.call(getImport, { params: { id: past.id } })), [
    [day(-3), 490.5, 500, -9.5],
  ])
  const earlier = await said.send(OFX(compact(-9), '509.50'))
  assert.deepEqual(
    showing(earlier),
    [[day(-3), 509.5, 500, 9.5]],
    'a row of the file is later than its balance',
  )
})

test('MT940 and CAMT state an opening and a closing balance', async () => {
  const { send } = await household(70)
  const mt940 = (closing: string) =>
    `:20:1\n:25:4711\n:28C:1\n:60F:C${short(-9)}USD100,00\n:61:${short(-8)}D30,00NTRF\n:86:SHOP\n:62F:C${short(-7)}USD${closing}\n-\n`
  assert.deepEqual(showing(await send(mt940('70,00'))), [
    [day(-9), 100, 100, 0],
    [day(-7), 70, 70, 0],
  ])
  assert.deepEqual(showing(await send(mt940('71,00'))), [], 'its entries contradict it')
  assert.deepEqual(
    showing(await send(mt940('70,00').replace(short(-9), short(-20)))).map(([date]) => date),
    [day(-9), day(-7)],
    'an opening balance counts before the first entry, whatever its own day',
  )
  const balance = (code: string, date: string, amount: string, side = 'CRDT') =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Dt><Dt>${date}</Dt></Dt></Bal>`
  const camt = (
    balances: string,
  ) => `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>AT611904300234573201</IBAN></Id></Acct>${balances}
    <Ntry><Amt Ccy="USD">30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day(-8)}</Dt></BookgDt><AddtlNtryInf>SHOP</AddtlNtryInf></Ntry>
    </Stmt></BkToCstmrStmt></Document>`
  assert.deepEqual(
    showing(
      await send(
        camt(
          balance('OPBD', day(-8), '100.00') +
            balance('CLBD', day(-7), '70.00') +
            balance('CLAV', day(-7), '999.00'),
        ),
      ),
    ),
    [
      [day(-9), 100, 100, 0],
      [day(-7), 70, 70, 0],
    ],
    'an opening balance of the day of the first entry is that before it',
  )
  assert.deepEqual(showing(await send(camt(balance('CLBD', day(-7), '12.34', 'DBIT')))), [
    [day(-7), -12.34, 70, -82.34],
  ])
})

test('balances that cannot be are left out: of the future, in another currency, without a day or an amount', async () => {
  const { send } = await household()
  for (const [date, amount] of [
    [compact(3), '10'],
    ['20269999', '10'],
    [compact(-2), 'much'],
    [compact(-2), '10.0055'],
    [compact(-2), '999999999999999'],
    ['', ''],
  ] as const)
    assert.deepEqual(showing(await send(OFX(date, amount))), [], `${date} ${amount}`)
  assert.deepEqual(showing(await send(OFX(compact(-2), '10').replace('<CURDEF>USD', '<CURDEF>EUR'))), [])
  const none = await send(OFX(compact(-2), '0'))
  assert.deepEqual(
    showing(none).map(([, file]) => file),
    [0],
    'nothing is a balance too',
  )
})

test('the column of balances counts if the rows prove it, in either order, and the debt of a card is positive', async () => {
  const { ana, send } = await household(70)
  const table = (...rows: string[]) => `Date,Text,Amount,Balance\n${rows.join('\n')}\n`
  const rows = [
    `${day(-9)},PAY,100.00,150.00`,
    `${day(-8)},SHOP,-30.00,120.00`,
    `${day(-8)},RENT,-50.00,70.00`,
  ]
  const stated = [
    [day(-10), 50, 50, 0],
    [day(-8), 70, 70, 0],
  ]
  assert.deepEqual(showing(await send(table(...rows))), stated)
  assert.deepEqual(showing(await send(table(...rows.toReversed()))), stated)
  const contradicted = [...rows, `${day(-7)},KIOSK,-1.00,68.00`]
  assert.deepEqual(showing(await send(table(...contradicted))), [])
  assert.deepEqual(showing(await send(table(rows[0] ?? ''))), [], 'one row proves nothing')
  const card = await ana.call(createAccount, { body: { name: 'Card', type: 'liability' } })
  const [, owed] = showing(
    await sendFile(
      ana,
      { account_id: card.id },
      table(`${day(-9)},A,-10.00,-10.00`, `${day(-8)},B,-5.00,-15.00`),
    ),
  )
  assert.deepEqual(owed, [day(-8), 15, 15, 0])
})

test('an opening line is compared before the next row of its account, and lists have no balances', async () => {
  const { ana, send, commit } = await household(995)
  const file = QIF(day(-30)).replace(`D${day(-30)}\nT-5`, `D${day(-9)}\nT-5`)
  const late = await send(file)
  assert.deepEqual(showing(late), [[day(-10), 1000, 1000, 0]])
  await commit(late)
  assert.deepEqual(showing(await ana.call(getImport, { params: { id: late.id } })), [
    [day(-10), 1000, 1000, 0],
  ])
  const [balance] = (await send(QIF(day(-30)))).balances
  assert.deepEqual([balance?.date, balance?.file], [day(-30), 995])
  const { data } = await ana.call(listImports)
  assert.deepEqual(data[0]?.balances, [], 'not in lists')
})

test('an account that a file names and the book does not know may be the one with the same balance', async () => {
  const { ana, giro, send } = await household(3191.35)
  const made = await sendFile(ana, { filename: 'card.ofx' }, OFX(compact(-2), '3191.35'))
  assert.deepEqual(
    made.mapping?.accounts.map((one) => [one.account_id, one.same_balance_account_id]),
    [[null, giro.id]],
  )
  const other = await sendFile(ana, { filename: 'card.ofx' }, OFX(compact(-2), '3191.36'))
  assert.equal(other.mapping?.accounts[0]?.same_balance_account_id, undefined)
  assert.equal((await send(OFX(compact(-2), '3191.35'))).mapping?.accounts[0]?.account_id, giro.id)
})
