import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateRawSync } from 'node:zlib'
import { isWithin } from '../../test/until.ts'
import { readRatesFile } from './ecb.ts'
import { told } from './published.ts'

const read = (text: string) => readRatesFile(Buffer.from(text))
const euro = (date: string) => ({ currency_id: 'EUR', date, per_euro: '1' })

const daily = 'Date, USD, JPY, BGN, \n13 April 2026, 1.1684, 186.75, 1.9558, \n'
const history = 'Date,USD,JPY,CYP,\n2026-04-13,1.1684,186.75,N/A,\n2007-12-31,1.4721,164.93,0.585274,\n'
const xml = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='2026-04-13'>
			<Cube currency='USD' rate='1.1684'/>
			<Cube currency='JPY' rate='186.75'/>
		</Cube>
	</Cube>
</gesmes:Envelope>
`

/** A zip as the ECB's: sizes stand only in the directory at its end. */
function zipped(name: string, content: Buffer, method = 8): Buffer {
  const packed = method === 8 ? deflateRawSync(content) : content
  const local = Buffer.alloc(30)
  local.write('PK\x03\x04')
  local.writeUInt16LE(8, 6)
  local.writeUInt16LE(method, 8)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.write('PK\x01\x02')
  entry.writeUInt16LE(method, 10)
  entry.writeUInt32LE(crc32(content), 16)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(content.length, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + packed.length, 16)
  return Buffer.concat([local, Buffer.from(name), packed, entry, Buffer.from(name), end])
}

test('the daily CSV is read, with the euro itself beside its rates', () => {
  const file = read(daily)
  assert.deepEqual(file, {
    rates: [
      euro('2026-04-13'),
      { currency_id: 'USD', date: '2026-04-13', per_euro: '1.1684' },
      { currency_id: 'JPY', date: '2026-04-13', per_euro: '186.75' },
    ],
    days: 1,
    newest: '2026-04-13',
    leftOut: { codes: ['BGN'], count: 1 },
  })
  assert.equal(
    told(file),
    'Loaded 2 rates of 1 day, the newest of 2026-04-13; left out 1 of currencies that are not active: BGN.',
  )
})

test('the historical CSV is read; N/A is not a rate, and a currency that has ended has rates up to its end', () => {
  const { rates, ...rest } = read(history)
  assert.deepEqual(rates, [
    euro('2026-04-13'),
    { currency_id: 'USD', date: '2026-04-13', per_euro: '1.1684' },
    { currency_id: 'JPY', date: '2026-04-13', per_euro: '186.75' },
    euro('2007-12-31'),
    { currency_id: 'USD', date: '2007-12-31', per_euro: '1.4721' },
    { currency_id: 'JPY', date: '2007-12-31', per_euro: '164.93' },
    { currency_id: 'CYP', date: '2007-12-31', per_euro: '0.585274' },
  ])
  assert.deepEqual(rest, { days: 2, newest: '2026-04-13', leftOut: { codes: [], count: 0 } })
})

test('every month of the daily CSV is understood, and days that do not exist are not', () => {
  const on = (day: string) => read(`Date, USD, \n${day}, 1.1, \n`).newest
  assert.equal(on('1 January 2026'), '2026-01-01')
  assert.equal(on('09 September 2026'), '2026-09-09')
  assert.equal(on('31 December 2026'), '2026-12-31')
  for (const day of [
    '31 April 2026',
    '13 april 2026',
    '13 Smarch 2026',
    '2026-02-29',
    '13/04/2026',
    '',
    '0 May 2026',
  ])
    assert.throws(() => on(day), { message: `line 2: ${JSON.stringify(day)} is not a day` })
})

test('the XML files are read like the CSV, whichever quotes and line breaks they use', () => {
  const expected = { ...read(daily), leftOut: { codes: [], count: 0 } }
  assert.deepEqual(read(xml), expected)
  assert.deepEqual(read(xml.replaceAll("'", '"').replaceAll(/[\n\t]/g, '')), expected)
  assert.deepEqual(read(xml.replaceAll('\n', '\r\n')), expected)
  assert.equal(told(read(xml)), 'Loaded 2 rates of 1 day, the newest of 2026-04-13.')
})

test('line ends of Windows, a byte order mark and blank lines at the end change nothing', () => {
  assert.deepEqual(read(`\uFEFF${history.replaceAll('\n', '\r\n')}\r\n\n`), read(history))
  assert.deepEqual(read(`\uFEFF${xml}`), read(xml))
})

test('a zip with one file inside is read as that file', () => {
  const big = Buffer.from(`Date,USD,\n${'2026-04-13,1.1684,\n'}${'\n'.repeat(20_000_001)}`)
  assert.deepEqual(readRatesFile(zipped('eurofxref.csv', Buffer.from(daily))), read(daily))
  assert.deepEqual(readRatesFile(zipped('eurofxref.csv', Buffer.from(daily), 0)), read(daily))
  const zip = zipped('eurofxref-hist.csv', Buffer.from(history))
  const damaged = Buffer.from(zip)
  damaged.writeUInt8(damaged.readUInt8(60) ^ 0x10, 60)
  const plain = zipped('eurofxref.csv', Buffer.from(daily), 0)
  plain.write('2', plain.indexOf('1.1684'))
  const two = Buffer.from(zip)
  two.writeUInt16LE(2, two.length - 12)
  const cases: [zip: Buffer, reason: RegExp][] = [
    [damaged, /^the zip is damaged/],
    [plain, /^the zip is damaged$/],
    [zip.subarray(0, -30), /not a zip with exactly one file/],
    [two, /not a zip with exactly one file/],
    [zipped('x', Buffer.from('a,b'), 12), /zipped in a way that is not read here/],
    [zipped('bomb', big), /more than 20000000 bytes/],
    [zipped('bomb', big, 0), /more than 20000000 bytes/],
  ]
  for (const [bytes, reason] of cases) assert.throws(() => readRatesFile(bytes), { message: reason })
})

test('a CSV that is not as the ECB writes it is refused, by line and reason', () => {
  const cases: [text: string, message: string][] = [
    ['', 'line 1: it starts with "", not with Date'],
    ['hello', 'line 1: it starts with "hello", not with Date'],
    ['Date,USD,\n', 'there is no rate in it'],
    ['Date,USD,\n2026-04-13,N/A,\n', 'there is no rate in it'],
    ['Date,USD,USD,\n2026-04-13,1,1,\n', 'line 1: "USD" is there twice'],
    ['Date,usd,\n2026-04-13,1,\n', 'line 2: "usd" is not a currency'],
    ['Date,EUR,\n2026-04-13,1,\n', 'line 2: it has a rate of the euro, which all its rates are for'],
    [`${history}2007-12-28,1.4,\n`, 'line 4: it has 1 rates for the 3 currencies of line 1'],
    [history.slice(0, -3), 'line 3: it does not end with a comma as line 1 does'],
    [`${history}2026-04-13,1,2,3,\n`, 'line 4: 2026-04-13 is there twice'],
    ['Date,USD,\n2026-04-13,1,\n2026-04-13,2,\n', 'line 3: USD is there twice for 2026-04-13'],
    ['Date,USD,\n2026-04-13,0,\n', 'line 2: "0" for USD is not a rate'],
    ['Date,USD,\n2026-04-13,0.000,\n', 'line 2: "0.000" for USD is not a rate'],
    ['Date,USD,\n2026-04-13,-1.2,\n', 'line 2: "-1.2" for USD is not a rate'],
    ['Date,USD,\n2026-04-13,1e3,\n', 'line 2: "1e3" for USD is not a rate'],
    ['Date,USD,\n2026-04-13,NaN,\n', 'line 2: "NaN" for USD is not a rate'],
    ['Date,USD,\n2026-04-13,,\n', 'line 2: "" for USD is not a rate'],
    ['Date,USD,\n2026-04-13,1.1\0,\n', 'line 2: "1.1\\u0000" for USD is not a rate'],
    ['Date,USD,\n2026-04-13,1234567890123,\n', 'line 2: "1234567890123" for USD is not a rate'],
  ]
  for (const [text, message] of cases) assert.throws(() => read(text), { message }, text)
  assert.throws(() => readRatesFile(Buffer.from([0xff, 0xfe, 0x00])), { message: 'it is not text' })
})

test('an XML that is not as the ECB writes it is refused, by line and reason', () => {
  const rate = "<Cube currency='JPY' rate='186.75'/>"
  const cases: [text: string, message: RegExp][] = [
    [
      xml.replace('<gesmes:Env', '<!DOCTYPE x [<!ENTITY a "b">]>\n<gesmes:Env'),
      /^line 2: "<!DOCTYPE x .* not belong/,
    ],
    [
      '<!DOCTYPE html>\n<html><body>Not found</body></html>',
      /^line 1: "<!DOCTYPE html>.* does not belong here$/,
    ],
    ['<html></html>', /^line 1: "<html>" does not belong here$/],
    [xml.replace(rate, `<!-- ${rate} -->`), /^line 10: "<!-- <Cube .* does not belong here$/],
    [
      xml.replace("'186.75'", "'&a;'"),
      /^line 10: "<Cube currency='JPY' rate='&a;'\/>.* does not belong here$/,
    ],
    [xml.replace('Reference rates', '&a;'), /^line 3: "&a;.* does not belong here$/],
    [xml.replace(rate, 'JPY'), /^line 10: "JPY" does not belong here$/],
    [xml.replace(rate, `<Cube>${rate}</Cube>`), /^line 10: "" is not a currency$/],
    [xml.replace(rate, `${rate.replace('/', '')}${rate}</Cube>`), /^line 10: .* does not belong here$/],
    [xml.replace(rate, rate + rate), /^line 10: JPY is there twice for 2026-04-13$/],
    [xml.replace('186.75', '0'), /^line 10: "0" for JPY is not a rate$/],
    [xml.replace('2026-04-13', '2026-04-31'), /^line 8: "2026-04-31" is not a day$/],
    [xml.replace(" time='2026-04-13'", ''), /^line 8: "" is not a day$/],
    [xml.slice(0, xml.indexOf('</Cube>')), /^line 11: the file ends here, in the middle$/],
    [xml.slice(0, xml.indexOf("'186")), /^line 10: .* does not belong here$/],
    [xml + xml.slice(xml.indexOf('<g')), /^line 14: "<gesmes:Envelope .* does not belong here$/],
    [`${xml}x`, /^line 14: "x" does not belong here$/],
    [xml.replace('</gesmes:Sender>', '</Cube>'), /^line 6: "<\/Cube>" does not belong here$/],
    ['<?xml version="1.0"?>', /^line 1: the file ends here, in the middle$/],
  ]
  for (const [text, message] of cases) assert.throws(() => read(text), { message }, text)
})

test('a hostile file takes no longer than an honest one of its size', () => {
  const started = performance.now()
  for (const text of [
    `<a${' '.repeat(2_000_000)}`,
    `<a${' b="'.repeat(400_000)}`,
    `<${'a'.repeat(2_000_000)}`,
    `<gesmes:Envelope${' b=""'.repeat(400_000)}>`,
    '<gesmes:Envelope>'.repeat(100_000),
    `Date,${Array.from({ length: 100_000 }, (_, index) => index).join()}`,
    `Date,USD\n${','.repeat(2_000_000)}`,
  ])
    assert.throws(() => read(text), /^Error: (line 1|line 2|there)/)
  assert(isWithin(10_000, started), `it took ${performance.now() - started} ms`)
})
