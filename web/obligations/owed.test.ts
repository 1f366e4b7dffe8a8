import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLocale } from '../ui/locale.ts'
import { aDebt } from './a-debt.ts'
import { debtName } from './debt-name.ts'
import {
  ageing,
  ageOf,
  debtCaption,
  mutual,
  onBalance,
  parties,
  partyCaption,
  sumBase,
  sumsByCurrency,
  whoOwes,
} from './owed.ts'

chooseLocale('en-GB')
const TODAY = '2026-11-15'

test('a debt is late from the day after it was due, and never without a due day', () => {
  const cases: [string | null, string][] = [
    [null, 'not_due'],
    ['2026-11-16', 'not_due'],
    ['2026-11-15', 'not_due'],
    ['2026-11-14', 'days_1_30'],
    ['2026-10-16', 'days_1_30'],
    ['2026-10-15', 'days_31_60'],
    ['2026-09-16', 'days_31_60'],
    ['2026-09-15', 'days_61_90'],
    ['2026-08-17', 'days_61_90'],
    ['2026-08-16', 'older'],
  ]
  for (const [due, age] of cases) assert.equal(ageOf(due, TODAY), age, `${due}`)
})

test('contacts are listed by their earliest due day, so that whoever is late leads, and those without one last', () => {
  const debts = [
    aDebt({ contact_id: 'mia', contact: { id: 'mia', name: 'Mia' }, opened_date: '2026-11-11' }),
    aDebt({ contact_id: 'noor', contact: { id: 'noor', name: 'Noor' }, due_date: '2027-01-15' }),
    aDebt({ due_date: '2026-11-30', outstanding_amount: 350, original_amount: 600 }),
    aDebt({ due_date: '2026-11-02' }),
  ]
  const found = parties(debts, 'EUR', TODAY)
  assert.deepEqual(
    found.map(({ name, isLate, base }) => [name, isLate, base]),
    [
      ['Bela Kovács', true, 39_500n],
      ['Noor', false, 4_500n],
      ['Mia', false, 4_500n],
    ],
  )
  assert.deepEqual(
    found[0]?.debts.map(({ due_date }) => due_date),
    ['2026-11-02', '2026-11-30'],
  )
})

test('sums are exact, and each currency has its own', () => {
  const debts = [
    aDebt({ outstanding_amount: 0.1 }),
    aDebt({ outstanding_amount: 0.2 }),
    aDebt({ outstanding_amount: 1200, currency_id: 'JPY', outstanding_base: 7.37 }),
  ]
  assert.deepEqual(sumsByCurrency(debts, 'EUR'), [
    { currency: 'EUR', minor: 30n },
    { currency: 'JPY', minor: 1200n },
  ])
  assert.equal(sumBase(debts, 'EUR'), 767n)
})

test('the ageing adds up to the whole, and leaves out what is empty', () => {
  const debts = [
    aDebt({ due_date: '2026-11-02' }),
    aDebt({ outstanding_amount: 350 }),
    aDebt({ due_date: '2026-01-01' }),
  ]
  assert.deepEqual(ageing(debts, 'EUR', TODAY), [
    { age: 'not_due', base: 35_000n },
    { age: 'days_1_30', base: 4_500n },
    { age: 'older', base: 4_500n },
  ])
})

test('below a debt stands when it is due, else when it began, and how much of it is paid', () => {
  assert.deepEqual(debtCaption(aDebt({ due_date: '2026-11-02' }), TODAY), { late: '13 days late', text: '' })
  assert.deepEqual(debtCaption(aDebt({ due_date: '2026-11-20' }), TODAY), { text: 'due Friday' })
  assert.deepEqual(debtCaption(aDebt(), TODAY), { text: '30 Oct' })
  assert.deepEqual(debtCaption(aDebt({ expense_id: 'dinner', name: 'Dinner' }), TODAY), {
    text: '30 Oct, share of a bill',
  })
  assert.deepEqual(debtCaption(aDebt({ original_amount: 600, outstanding_amount: 350 }), TODAY).part, {
    paid: 25_000n,
    of: 60_000n,
    currency: 'EUR',
    isWhole: true,
  })
  assert.equal(debtCaption(aDebt({ due_date: '2026-11-02', outstanding_amount: 0 }), TODAY).late, undefined)
})

test('below a contact stands the only debt, or how many there are and what is late of them', () => {
  const late = aDebt({ due_date: '2026-11-02' })
  const later = aDebt({ due_date: '2026-11-30' })
  assert.deepEqual(partyCaption({ debts: [late] }, TODAY), { late: '13 days late', text: 'Concert tickets' })
  assert.deepEqual(partyCaption({ debts: [later] }, TODAY), { text: 'Concert tickets, due 30 Nov' })
  assert.deepEqual(partyCaption({ debts: [late, later] }, TODAY), {
    text: '2 debts',
    late: 'one 13 days late',
  })
  assert.deepEqual(partyCaption({ debts: [late, late, later] }, TODAY), { text: '3 debts', late: '2 late' })
  assert.deepEqual(partyCaption({ debts: [later, later] }, TODAY), { text: '2 debts' })
})

test('who owes whom is said from my side', () => {
  assert.equal(whoOwes('Bela Kovács', 39_500n), 'Bela owes you')
  assert.equal(whoOwes('City of Graz', -8_200n), 'You owe City of Graz')
  assert.equal(whoOwes('Mia', 0n), 'All settled with Mia')
  assert.equal(onBalance(1n), 'On balance, others owe you')
  assert.equal(onBalance(-1n), 'On balance, you owe others')
  assert.equal(onBalance(0n), 'On balance, nobody owes anybody anything')
  assert.equal(debtName({ name: 'Shared expense', expense_id: 'x' }), 'Share of a bill')
  assert.equal(debtName({ name: 'Shared expense', expense_id: null }), 'Shared expense')
})

test('the smaller of two sides can be set off, in each currency by itself', () => {
  const debts = [
    aDebt({ outstanding_amount: 28 }),
    aDebt({ outstanding_amount: 62.4, direction: 'payable' }),
    aDebt({ outstanding_amount: 900, currency_id: 'JPY', outstanding_base: 5 }),
    aDebt({ contact_id: 'mia', direction: 'payable' }),
  ]
  assert.deepEqual(mutual(debts), [{ contactId: 'bela', currency: 'EUR', minor: 2_800n }])
})
