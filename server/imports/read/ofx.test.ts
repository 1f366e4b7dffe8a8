import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readText, sample, short } from '../../../test/samples.ts'

const statement = (transactions: string) =>
  `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>7</BANKACCTFROM><BANKTRANLIST>${transactions}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

test('OFX 1: values without closing tags, two equal coffees, an ampersand that is none, an empty FITID, a transaction that is not closed', () => {
  const { rows, bad } = readText('ofx', sample('checking-v1.ofx'))
  assert.deepEqual(bad, [])
  assert.deepEqual(rows.map(short), [
    '2026-11-03 -4.50 USD BLUE KETTLE COFFEE CARD 1234 PORTLAND OR',
    '2026-11-03 -4.50 USD BLUE KETTLE COFFEE CARD 1234 PORTLAND OR',
    '2026-11-04 -1249.99 USD NUTS & BOLTS HARDWARE',
    '2026-11-05 -60.00 USD CHECK 1042',
    '2026-11-06 2150.00 USD Harbor Lights Theatre PAYROLL',
    '2026-11-07 0.37 USD INT',
  ])
  assert.deepEqual(
    rows.map(({ reference }) => reference),
    ['2026110301', '2026110302', undefined, '2026110501', '2026110601', '2026110701'],
  )
  assert.deepEqual(rows[4], {
    n: 5,
    line: 62,
    account: '0004711',
    date: '2026-11-06',
    amount: '2150.00',
    currency: 'USD',
    payee: 'Harbor Lights Theatre',
    text: 'Harbor Lights Theatre PAYROLL',
    reference: '2026110601',
  })
  assert.equal(rows[3]?.notes, 'Check number 1042.')
})

test('OFX 2: several statements name their accounts, and a transaction may have a currency of its own', () => {
  const { rows } = readText('ofx', sample('bank-and-card-v2.ofx'))
  assert.deepEqual(rows.map(short), [
    '2026-11-02 -1234.56 EUR Loyer décembre Bail 7 & caution <2026>',
    '2026-11-03 80.00 EUR Théo Marchand',
    '2026-11-04 -46.12 EUR HOTEL MIRADOR',
    '2026-11-05 -900 JPY KIOSK TOKYO',
    '2026-11-04 10.00 EUR DIVIDENDE',
  ])
  assert.deepEqual(
    rows.map(({ account }) => account),
    ['00012345678', '00012345678', '4970XXXXXXXX0000', '4970XXXXXXXX0000', 'PEA-77'],
  )
  assert.equal(rows[0]?.counter_account, 'FR7630006000011234567890189')
  assert.equal(rows[2]?.notes, 'Paid in USD, at the rate 1.0842.')
})

test('OFX: a transaction that cannot be read says so with its line', () => {
  const { bad } = readText('ofx', sample('bank-and-card-v2.ofx'))
  assert.deepEqual(bad, [
    {
      n: 5,
      line: 77,
      text: 'BROKEN LINE',
      faults: [
        {
          field: 'date',
          message: 'Line 77: DTPOSTED "20261331" is not a day.',
          code: 'field_not_a_day',
          params: { line: 77, name: 'DTPOSTED', value: '20261331' },
        },
        {
          field: 'amount',
          message: 'Line 77: TRNAMT "12,5x" is not an amount.',
          code: 'field_not_an_amount',
          params: { line: 77, name: 'TRNAMT', value: '12,5x' },
        },
      ],
    },
  ])
})

test('QFX: one long line, and the day that the bank means in whichever time zone', () => {
  const { rows } = readText('ofx', sample('card.qfx'))
  assert.deepEqual(rows.map(short), [
    '2026-10-12 -73.19 CAD MAPLE GROCER #12',
    '2026-10-20 500.00 CAD PAYMENT - THANK YOU',
  ])
  const reversed = readText('ofx', sample('card.qfx'), { given: { is_reversed: true } })
  assert.deepEqual(
    reversed.rows.map(({ amount }) => amount),
    ['73.19', '-500.00'],
  )
})

test('OFX: it has no thousands, so a single mark is the decimal one whatever follows it', () => {
  const amount = (written: string, currency: string) =>
    readText(
      'ofx',
      statement(`<STMTTRN><DTPOSTED>20261101<TRNAMT>${written}<NAME>x</STMTTRN>`).replace('EUR', currency),
    ).rows[0]?.amount
  assert.equal(amount('1,234', 'EUR'), '1.234')
  assert.equal(amount('-30.000', 'EUR'), '-30.000')
  assert.equal(amount('1,234', 'KWD'), '1.234')
  assert.equal(amount('1.234.567,8', 'EUR'), '1234567.8')
  assert.equal(amount('99999999999999999', 'EUR'), undefined)
})

test('OFX: the bank entries of an investment account are read, and its securities are said not to be', () => {
  const investments = (list: string) =>
    `<OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><CURDEF>USD<INVACCTFROM><BROKERID>b<ACCTID>PEA-77</INVACCTFROM><INVTRANLIST>${list}</INVTRANLIST></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1></OFX>`
  const entry =
    '<INVBANKTRAN><STMTTRN><DTPOSTED>20261101<TRNAMT>-25.00<FITID>1<NAME>Fee</STMTTRN><SUBACCTFUND>CASH</INVBANKTRAN>'
  const stock = '<BUYSTOCK><INVBUY><SECID><UNIQUEID>1</SECID><UNITS>5</INVBUY></BUYSTOCK>'
  const alone = readText('ofx', investments(entry))
  assert.deepEqual([alone.rows.map(short), alone.bad], [['2026-11-01 -25.00 USD Fee'], []])
  assert.equal(alone.rows[0]?.account, 'PEA-77')
  const both = readText('ofx', investments(stock + entry))
  assert.equal(both.rows.length, 1)
  assert.match(
    both.bad[0]?.faults[0]?.message ?? '',
    /the securities .*"PEA-77" are not read; its 1 bank entry is/,
  )
  assert.match(readText('ofx', investments(stock)).bad[0]?.faults[0]?.message ?? '', /"PEA-77" is not read/)
})

test('OFX: a truncated file, one without a statement and one with a document type are refused with their line', () => {
  const text = sample('checking-v1.ofx')
  assert.throws(() => readText('ofx', text.slice(0, text.indexOf('<FITID>2026110601'))), {
    message:
      'The file ends at line 66, within the list of transactions that begins at line 28: a part of it is missing. Download it again.',
  })
  const failed =
    '<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>15500<MESSAGE>Signon invalid</STATUS></SONRS></OFX>'
  assert.throws(() => readText('ofx', failed), {
    message: 'The file has no statement; the bank answered "Signon invalid".',
  })
  assert.throws(
    () => readText('ofx', `\n<!DOCTYPE lolz [\n<!ENTITY lol "lol">]>${text}`),
    /Line 2: "<!DOCTYPE lolz/,
  )
})

test('a file of nothing but opening tags is refused at the first thousand', () => {
  for (const piece of ['<A>', '<STMTTRN>', '<A>\n'])
    assert.throws(
      () => readText('ofx', `<OFX><STMTRS><BANKTRANLIST>${piece.repeat(300_000)}`),
      /^(Error|Unreadable): Line \d+: more than 1,000 tags open here without a value\. This is not a statement\.$/,
    )
})

test('a statement whose signs all contradict DEBIT and CREDIT counts a debt: purchases are money out; one sign that agrees proves nothing, and one kind alone is asked about', () => {
  const amounts = (...transactions: [kind: string, amount: string][]) => {
    const list = transactions.map(
      ([kind, amount]) =>
        `<STMTTRN><TRNTYPE>${kind}<DTPOSTED>20261104<TRNAMT>${amount}<FITID>1<NAME>x</STMTTRN>`,
    )
    return readText('ofx', statement(list.join(''))).rows.map((row) => row.amount)
  }
  assert.deepEqual(amounts(['DEBIT', '12.50'], ['CREDIT', '-100.00']), ['-12.50', '100.00'])
  assert.deepEqual(
    amounts(['DEBIT', '12.50'], ['CREDIT', '100.00']),
    ['-12.50', '100.00'],
    'without any sign',
  )
  assert.deepEqual(amounts(['DEBIT', '12.50'], ['CREDIT', '100.00'], ['XFER', '-1.00']), [
    '12.50',
    '100.00',
    '-1.00',
  ])
  assert.deepEqual(amounts(['DEBIT', '12.50'], ['DEBIT', '3.00']), ['-12.50', '-3.00'], 'it is asked about')
  assert.deepEqual(amounts(['DEBIT', '0.00'], ['CREDIT', '5.00'], ['DEBIT', '-3.00']), [
    '0.00',
    '5.00',
    '-3.00',
  ])
})
