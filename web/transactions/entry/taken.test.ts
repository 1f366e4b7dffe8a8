import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestsOf } from './entry-requests.ts'
import { exampleBook, TODAY } from './example-book.ts'
import { readEntry } from './grammar.ts'
import { rateTaken, takenAtRates, takenQuestion, takenTyped, takenWords, typedTaken } from './taken.ts'

const book = exampleBook()
const asked = (text: string) => takenQuestion(readEntry(text, book))
const questionOf = (text: string) => asked(text) ?? assert.fail(text)
const rateOf = (rate: number, source: 'base' | 'ecb' | 'own' = 'ecb') => ({
  rate,
  source,
  rate_date: '2026-11-13',
})
const euro = rateOf(1, 'base')

test('the bank is asked about foreign money on an account of one currency, and about nothing else', () => {
  const bank = questionOf('25 usd leisure book !erste')
  assert.deepEqual(
    [bank.currency_id, bank.date, bank.isIncome, bank.amount.minor],
    ['EUR', TODAY, false, 2500n],
  )
  assert.equal(questionOf('got 25 usd salary !erste').isIncome, true)
  assert.equal(questionOf('25 eur leisure !travel').currency_id, 'USD')
  for (const text of [
    '25 usd leisure',
    '25 leisure !erste',
    '25 usd leisure !travel',
    'lent sam 20 usd !erste',
  ])
    assert.equal(asked(text), null, text)
})

test('the amount filled in is the one that the service finds, by way of the base currency', () => {
  const bank = questionOf('25 usd leisure !erste')
  assert.equal(takenAtRates(bank, { amount: rateOf(0.9221), account: euro }, 'EUR'), 2305n)
  const card = questionOf('25 eur leisure !travel')
  assert.equal(takenAtRates(card, { amount: euro, account: rateOf(0.9221) }, 'EUR'), 2711n)
  // 100 pounds are 115.00 euros, rounded before they become dollars.
  const third = questionOf('100 gbp leisure !travel')
  assert.equal(takenAtRates(third, { amount: rateOf(1.15004), account: rateOf(0.92) }, 'EUR'), 12500n)
  assert.equal(takenAtRates(bank, { amount: undefined, account: euro }, 'EUR'), undefined)
})

test('the words say whose rate it is, and where there is none', () => {
  const words = (text: string, amount: ReturnType<typeof rateOf> | undefined, account = euro) =>
    takenWords(questionOf(text), { amount, account }, 'EUR', TODAY)
  assert.match(words('25 usd leisure !erste', rateOf(0.9221)), /^0\.9221 is the ECB’s rate of .*13/)
  assert.match(words('25 usd leisure !erste', rateOf(0.9, 'own')), /^0\.9 is your own rate/)
  assert.match(words('25 usd leisure !erste', undefined), /no rate for that day/)
  assert.equal(words('9 gbp leisure !travel', rateOf(1.1), rateOf(0.9)), 'At the rates of that day')
})

test('a typed amount is sent, the one that was filled in is not, and another amount asks anew', () => {
  const text = '25 usd leisure !erste'
  const bank = questionOf(text)
  assert.equal(takenTyped(bank, '23.05', 2305n), undefined)
  assert.equal(takenTyped(bank, '', 2305n), undefined)
  const charged = takenTyped(bank, '23.40', 2305n) ?? assert.fail()
  assert.equal(rateTaken(bank, charged), 0.936)
  const bodies = (requestsOf(readEntry(text, book), book, undefined, charged) ?? []).map(({ body }) => body)
  assert.equal(bodies.length, 1)
  assert.deepEqual(
    bodies.map((body) => (body as { charged_amount?: number }).charged_amount),
    [23.4],
  )
  assert.equal(typedTaken(bank, '1').of, typedTaken(questionOf(`${text} yesterday`), '2').of)
  assert.notEqual(typedTaken(bank, '1').of, typedTaken(questionOf('26 usd leisure !erste'), '1').of)
})
