import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLocale } from '../ui/locale.ts'
import { aDebt } from './a-debt.ts'
import { mailTo, messageParts, messageTo } from './message.ts'
import type { Debt } from './owed.ts'

chooseLocale('en-GB')
const told = (debts: Debt[]) =>
  messageTo({ contact: 'Bela Kovács', me: 'Ana Kertész', debts, base: 'EUR', today: '2026-11-15' })

test('the message says every open debt with its day, and what they come to', () => {
  const debts = [
    aDebt({ due_date: '2026-11-02' }),
    aDebt({
      name: 'Loan for the bike',
      original_amount: 600,
      outstanding_amount: 350,
      due_date: '2026-11-30',
    }),
    aDebt({ name: 'Sushi', outstanding_amount: 0 }),
  ]
  assert.equal(
    told(debts),
    'Hi Bela, this is where we stand: €45.00 for “Concert tickets”, due on 2 November, and €350.00 for ' +
      '“Loan for the bike”, by 30 November. That makes €395.00. Thank you! Ana',
  )
})

test('one debt needs no total, and one without a day names none', () => {
  assert.equal(
    told([aDebt()]),
    'Hi Bela, this is where we stand: €45.00 for “Concert tickets”. Thank you! Ana',
  )
})

test('my own debts are said as mine', () => {
  assert.equal(
    told([aDebt({ direction: 'payable', name: 'Invoice 2211', due_date: '2026-11-15' })]),
    'Hi Bela, this is what I owe you: €45.00 for “Invoice 2211”, by today. Thank you! Ana',
  )
})

test('where both owe, both sides and the rest are said', () => {
  const debts = [aDebt({ outstanding_amount: 28 }), aDebt({ direction: 'payable', outstanding_amount: 62.4 })]
  assert.equal(
    told(debts),
    'Hi Bela, this is where we stand. From you to me: €28.00 for “Concert tickets”. ' +
      'From me to you: €62.40 for “Concert tickets”. That makes €34.40 from me to you. Thank you! Ana',
  )
  const even = [aDebt({ outstanding_amount: 28 }), aDebt({ direction: 'payable', outstanding_amount: 28 })]
  assert.match(told(even), /That makes nothing at all\./)
})

test('a share is said as one, currencies are kept apart, and a long list is cut with its rest as a sum', () => {
  const share = { expense_id: 'dinner', opened_date: '2026-11-11' }
  assert.match(told([aDebt({ ...share, name: 'Shared expense' })]), /€45\.00 for the bill of 11 November\./)
  assert.match(told([aDebt({ ...share, name: 'Dinner' })]), /€45\.00 for “Dinner” \(your share\)\./)
  assert.match(
    told([aDebt(), aDebt({ currency_id: 'JPY', outstanding_amount: 1200, outstanding_base: 7 })]),
    /and ¥1,200 for “Concert tickets”\. That makes €45\.00 and ¥1,200\./,
  )
  assert.match(
    told(Array.from({ length: 9 }, () => aDebt())),
    /and €135\.00 for 3 more\. That makes €405\.00\./,
  )
})

test('where nothing is open, the message says so', () => {
  assert.equal(
    told([aDebt({ outstanding_amount: 0 })]),
    'Hi Bela, everything between us is settled. Thank you! Ana',
  )
})

test('where to pay to is said on one line, to somebody who is to pay, and to nobody else', () => {
  const asked = (debts: Debt[]) =>
    messageParts({
      contact: 'Bela',
      me: 'Ana',
      debts,
      base: 'EUR',
      today: '2026-11-15',
      payTo: ' Ana Kertész \n\nDE89 3704\n',
    })
  const line = 'Please pay to: Ana Kertész, DE89 3704.'
  const mine = aDebt({ direction: 'payable', outstanding_amount: 50 })
  assert.deepEqual(asked([aDebt()]).slice(-3), [line, 'Thank you!', 'Ana'])
  assert(!asked([mine]).includes(line), 'I owe')
  assert(!asked([aDebt(), mine]).includes(line), 'I owe more')
  assert(!asked([aDebt({ outstanding_amount: 0 })]).includes(line), 'settled')
})

test('a mail has the address, the subject and the message in paragraphs, each written for an address', () => {
  const mail = mailTo('b&c@example.org', 'Where we stand?', ['Hi Bela,', '50 % & more'])
  assert.equal(
    mail,
    'mailto:b%26c%40example.org?subject=Where%20we%20stand%3F&body=Hi%20Bela%2C%0D%0A%0D%0A50%20%25%20%26%20more',
  )
  assert.match(mailTo(null, 'a', []), /^mailto:\?subject=/)
})
