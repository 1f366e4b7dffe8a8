import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '../../contract/day.ts'
import { chooseLocale } from '../ui/locale.ts'
import {
  accountFaults,
  asOfDay,
  balanceLabel,
  bodyOf,
  dayOfBalance,
  kindChosen,
  newAccount,
  openingRate,
  staysTrue,
} from './account-form.ts'

chooseLocale('en-GB')

const today = '2026-11-15'
const values = {
  ...newAccount(today, 'EUR'),
  name: ' Travel card ',
  currency_id: 'USD',
  as_of: '210',
  rate: '0.93177',
}
const atStart = { ...values, known: 'start' as const, as_of: '', opening: '210' }

test('a new account is sent with its balance as of a day, in its own currency and with the rate', () => {
  assert.deepEqual(bodyOf(values, values, 'EUR'), {
    name: 'Travel card',
    type: 'asset',
    currency_id: 'USD',
    is_default: false,
    is_active: true,
    is_valued: false,
    balance_as_of: { date: today, amount: 210, includes_day: false },
    fx_rate: 0.93177,
  })
})

test('without a balance there is none, and in the base currency no rate', () => {
  assert.deepEqual(bodyOf({ as_of: ' ' }, { ...values, as_of: ' ' }, 'EUR'), { balance_as_of: null })
  const base = { ...values, currency_id: '', includes_day: true }
  assert.deepEqual(bodyOf({ includes_day: true }, base, 'EUR'), {
    balance_as_of: { date: today, amount: 210, includes_day: true },
  })
})

test('a balance at the start is sent as one; to know only the start ends what was said, and changes no figure', () => {
  const opening = { opening_balance: 210, opening_date: today, fx_rate: 0.93177 }
  assert.deepEqual(bodyOf({ opening: '210' }, atStart, 'EUR'), opening)
  assert.deepEqual(bodyOf({ known: 'start', opening: '210' }, atStart, 'EUR'), opening)
  assert.deepEqual(bodyOf({ known: 'start' }, atStart, 'EUR'), { balance_as_of: null })
  assert.deepEqual(bodyOf({ opening: ' ' }, { ...atStart, opening: ' ' }, 'EUR'), { opening_balance: null })
})

test('a debt typed with a minus is owed, unless somebody says that it is on the card', () => {
  const card = {
    ...newAccount(today, 'EUR'),
    type: 'liability' as const,
    as_of: '-312.40',
    opening: '-312.40',
  }
  const said = (one: typeof card) => bodyOf(one, one, 'EUR').balance_as_of?.amount
  assert.equal(said(card), 312.4)
  assert.equal(said({ ...card, is_on_it: true }), -312.4)
  const start = { ...card, known: 'start' as const }
  assert.equal(bodyOf(start, start, 'EUR').opening_balance, 312.4)
  assert.equal(
    bodyOf({ is_on_it: true }, { ...start, is_on_it: true }, 'EUR').opening_balance,
    -312.4,
    'to turn it alone is a change',
  )
  assert.equal(said({ ...card, type: 'asset' as 'liability' }), -312.4, 'an account can be overdrawn')
})

test('a typed rate is that of its day, in a foreign currency alone', () => {
  const pair = { from: 'USD', to: 'EUR', date: today }
  assert.deepEqual(openingRate({ ...values, includes_day: true }, 'EUR'), { pair, rate: 0.93177 })
  const before = { ...pair, date: addDays(today, -1) }
  const morning = { ...values, known: 'as_of' as const, includes_day: false }
  assert.deepEqual(openingRate(morning, 'EUR')?.pair, before, 'it is on the account from the day before on')
  assert.equal(openingRate({ ...values, rate: '' }, 'EUR'), undefined)
  assert.equal(openingRate({ ...values, currency_id: 'EUR' }, 'EUR'), undefined)
  assert.equal(newAccount(today, 'EUR').currency_id, 'EUR', 'only a purse takes several')
})

test('the day that is asked about is the day for which the rate is kept', () => {
  for (const includes_day of [true, false]) {
    const asked = { ...values, as_of_date: '2026-10-31', includes_day }
    assert.equal(openingRate(asked, 'EUR')?.pair.date, dayOfBalance(asked))
  }
  assert.equal(dayOfBalance(atStart), today)
})

test('of an earlier day, the balance of its end is known; of today, that of now', () => {
  const past = asOfDay(values, '2026-10-31', today)
  assert.deepEqual(past, { as_of_date: '2026-10-31', includes_day: true })
  const unticked = { ...values, as_of_date: '2026-10-31', includes_day: false }
  assert.deepEqual(
    asOfDay(unticked, '2026-10-30', today),
    { as_of_date: '2026-10-30' },
    'what was chosen stays',
  )
  assert.deepEqual(asOfDay({ ...values, ...past }, today, today), { as_of_date: today, includes_day: false })
})

test('a balance that was said is named by its day, and a purse says which of its money has a start', () => {
  assert.equal(balanceLabel(values, today, false), 'In the bank today')
  assert.equal(balanceLabel(values, today, true), 'On 15 November')
  assert.equal(balanceLabel({ ...values, as_of_date: '2026-11-12' }, today, false), 'On 12 November')
  assert.equal(balanceLabel({ ...values, type: 'liability' }, today, true), 'Owed on 15 November')
  assert.equal(
    staysTrue({ ...values, currency_id: '', includes_day: true }, 'euro'),
    'It stays true: entries in euro up to that day move the start, never this figure.',
  )
  assert.match(staysTrue(values, 'US dollar'), /entries before that day/)
})

test('a change sends only what changed', () => {
  assert.deepEqual(bodyOf({ name: 'Card' }, { ...values, name: 'Card' }, 'EUR'), { name: 'Card' })
})

test('a name is needed, and what is typed has to be an amount and a rate', () => {
  assert.deepEqual(accountFaults(values, 'EUR'), {})
  const faulty = (more: object) =>
    Object.keys(accountFaults({ ...values, name: ' ', rate: '0', ...more }, 'EUR'))
  assert.deepEqual(faulty({ as_of: 'much', opening: 'some' }), ['name', 'as_of', 'rate'])
  assert.deepEqual(faulty({ known: 'start', opening: 'much' }), ['name', 'opening', 'rate'])
})

test('a new thing is sent with its worth at the end of a day, never below nothing', () => {
  const start = { ...newAccount(today, 'EUR'), name: 'House', currency_id: '', known: 'start' as const }
  const thing = { ...start, ...kindChosen('thing', start, 'EUR', true), as_of: '300000' }
  const { is_valued, currency_id, balance_as_of } = bodyOf(thing, thing, 'EUR')
  assert.deepEqual(
    { is_valued, currency_id, balance_as_of },
    {
      is_valued: true,
      currency_id: 'EUR',
      balance_as_of: { date: today, amount: 300_000, includes_day: true },
    },
  )
  assert.equal(dayOfBalance(thing), today)
  assert.deepEqual(accountFaults(thing, 'EUR'), {})
  assert.match(accountFaults({ ...thing, as_of: '-5' }, 'EUR').as_of ?? '', /worth nothing or more/)
  assert.deepEqual(accountFaults({ ...thing, is_valued: false, as_of: '-5' }, 'EUR'), {}, 'overdrawn')
})

test('an account that becomes a thing keeps its balance', () => {
  const before = { ...atStart, currency_id: 'EUR' }
  const chosen = kindChosen('thing', before, 'EUR', false)
  const { balance_as_of, opening_balance } = bodyOf(chosen, { ...before, ...chosen }, 'EUR')
  assert.deepEqual([balance_as_of, opening_balance], [undefined, undefined])
})
