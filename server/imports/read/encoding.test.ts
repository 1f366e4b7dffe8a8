import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomFrom } from '../../../demo/random.ts'
import { decode } from './encoding.ts'

/** The bytes of a text in a single-byte encoding, found by decoding each byte. */
function encoded(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding)
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  return Uint8Array.from(
    text,
    (character) => bytes.get(character) ?? assert.fail(`${character} is not in ${encoding}`),
  )
}

const samples: readonly (readonly [language: string, encodings: readonly string[], text: string])[] = [
  [
    'German',
    ['windows-1252', 'macintosh', 'iso-8859-15'],
    'Buchung;Empfänger;Überweisung für Müller & Söhne, Straße 5, Gebühr für Bäckerei',
  ],
  [
    'French',
    ['windows-1252', 'macintosh'],
    'Libellé;Débit;Prélèvement à la boulangerie, café crème, reçu du théâtre, Noël',
  ],
  [
    'Spanish',
    ['windows-1252', 'macintosh'],
    'Operación;Número;Panadería Núñez, señora María, año pasado, ¿devolución?',
  ],
  [
    'Portuguese',
    ['windows-1252', 'macintosh'],
    'Descrição;Crédito;Padaria São João, pão e maçã, transferência não',
  ],
  ['Swedish', ['windows-1252', 'macintosh'], 'Bokföring;Köp på Åhléns, räkning från Göteborg, överföring'],
  [
    'Polish',
    ['windows-1250', 'iso-8859-2'],
    'Data;Kwota;Płatność kartą, Żabka Łódź, ul. Święta 5, zażółć gęślą jaźń, opłata',
  ],
  [
    'Hungarian',
    ['windows-1250', 'iso-8859-2'],
    'Könyvelés;Összeg;Vásárlás, Fő út, bérűtalás, közüzemi díj, gyűjtő, őszi kedvezmény',
  ],
  [
    'Czech',
    ['windows-1250', 'iso-8859-2'],
    'Částka;Měna;Příchozí platba, Dvořák, pekařství U Růže, žluťoučký kůň, účet',
  ],
  [
    'Russian',
    ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic'],
    'Дата;Сумма;Покупка в Пятёрочке, Перевод от Ивана, зарплата за ноябрь',
  ],
  ['Turkish', ['windows-1254'], 'Tarih;Açıklama;Alışveriş Şişli, İş Bankası, ödeme için, ağustos, Doğuş'],
  ['Greek', ['windows-1253'], 'Ημερομηνία;Ποσό;Αγορά στην Αθήνα, μισθός, λογαριασμός'],
  [
    'Lithuanian',
    ['windows-1257'],
    'Suma;Gavėjas;Mokėjimas už paslaugas, Vilniaus šilumos tinklai, ačiū, įmoka, žąsis',
  ],
]

test('valid UTF-8 is UTF-8, with or without a mark, and so is UTF-16', () => {
  for (const [, , text] of samples) {
    assert.deepEqual(decode(Buffer.from(text)), { text, encoding: 'utf-8' })
    assert.deepEqual(decode(Buffer.from(`\ufeff${text}`)), { text, encoding: 'utf-8' })
  }
  const text = 'Date;Amount;Überweisung\n2026-11-04;1,00;Bäcker\n'
  const little = Buffer.from(text, 'utf16le')
  const big = Buffer.from(little).swap16()
  assert.deepEqual(decode(little), { text, encoding: 'utf-16le' })
  assert.deepEqual(decode(big), { text, encoding: 'utf-16be' })
  assert.deepEqual(decode(Buffer.concat([Buffer.of(0xff, 0xfe), little])), { text, encoding: 'utf-16le' })
  assert.deepEqual(decode(Buffer.concat([Buffer.of(0xfe, 0xff), big])), { text, encoding: 'utf-16be' })
})

for (const [language, encodings, text] of samples)
  for (const encoding of encodings)
    test(`${language} in ${encoding} is read as it was written, a file or a line of it`, () => {
      const bytes = encoded(text, encoding)
      assert.equal(decode(bytes).text, text)
      const lines = `Date;Amount\n${`2026-11-04;-12,50;${text}\n`.repeat(20)}`
      assert.equal(decode(encoded(lines, encoding)).text, lines)
      // The person's choice, or the encoding of the account's last file, comes before a guess.
      assert.equal(decode(bytes, encoding).text, text)
      assert.equal(decode(bytes, undefined, encoding).text, text)
    })

/** The bytes of a text in an encoding of pairs of bytes. */
function encodedInPairs(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding)
  const bytes = new Map(Array.from({ length: 0x80 }, (_, byte) => [String.fromCharCode(byte), [byte]]))
  for (let first = 0x81; first < 0xff; first++)
    for (let second = 0x40; second < 0xff; second++) {
      const character = decoder.decode(Uint8Array.of(first, second))
      if (character.length === 1 && !bytes.has(character)) bytes.set(character, [first, second])
    }
  return Buffer.from(
    [...text].flatMap((one) => bytes.get(one) ?? assert.fail(`${one} is not in ${encoding}`)),
  )
}

for (const [encoding, text] of [
  ['shift_jis', '日付,摘要,支払い金額,差引残高\n2026/11/4,カード コンビニ,3000,97000\n'],
  ['gb18030', '交易时间,交易对方,金额\n2026-11-04,面包店 早餐和咖啡,18.50\n'],
  ['euc-kr', '거래일시,내용,거래금액\n2026-11-04,빵집에서 결제,-8500\n'],
] as const)
  test(`${encoding} is read as it was written`, () => {
    assert.deepEqual(decode(encodedInPairs(text, encoding)), { text, encoding })
  })

test('the sign of a currency beside numbers is no letter of another language', () => {
  for (const text of [
    'Paid out;Balance\n£7.60;£412.40\n',
    'Betrag;Empfänger\n-24,99 €;Müller\n26,70 €;Hof\n9,00 €;Tor\n',
  ])
    assert.equal(decode(encoded(text, 'windows-1252')).text, text)
})

test('a few texts that were cut within a character leave the file UTF-8', () => {
  const good = Buffer.from('Überweisung für Müller;Bäckerei\n'.repeat(20))
  const { text, encoding } = decode(
    Buffer.concat([good, Buffer.from('Straß').subarray(0, -1), Buffer.from('\n'), good]),
  )
  assert.equal(encoding, 'utf-8')
  assert.match(text, /^Stra\ufffd$/m)
  assert.equal(text.match(/\ufffd/g)?.length, 1)
})

test('control characters and halves of characters are left out, an unknown encoding is named', () => {
  assert.equal(decode(Buffer.from('a\0b\x01c\x1fd\x7fe\u0085f\tg\r\nh')).text, 'abcdef\tg\r\nh')
  const half = Buffer.from('a\ud83db', 'utf16le')
  assert.equal(decode(Buffer.concat([Buffer.of(0xff, 0xfe), half])).text.isWellFormed(), true)
  assert.throws(() => decode(Buffer.from('a'), 'klingon'), /There is no encoding with the name "klingon"/)
})

test('a file of random bytes is not text, and control characters of a few kinds leave a file what it is', () => {
  const random = randomFrom(1)
  for (const length of [300, 3_000, 100_000]) {
    const bytes = Uint8Array.from({ length }, () => random.below(256))
    if (bytes[0] === 0xff || bytes[0] === 0xfe) bytes[0] = 0 // marks of UTF-16
    assert.throws(() => decode(bytes), /^Error: The file is not text: it is full of control characters/)
    assert.throws(() => decode(bytes, 'windows-1252'), /The file is not text/)
  }
  const line = '2026-11-04;-12,50;B\u00e4cker'
  for (const padded of [
    `${line}${'\0'.repeat(80)}\n`,
    `\x01{1:F01BANK}${line}\x03\n`,
    `${line.replaceAll(';', '\x1f')}\x1e\x1d\x1c\n`,
    `${line}\f\v\x1b\x1a\n`,
  ])
    for (const encoding of ['utf8', 'latin1', 'utf16le'] as const)
      assert.match(decode(Buffer.from(padded.repeat(50), encoding)).text, /B\u00e4cker/, encoding)
})
