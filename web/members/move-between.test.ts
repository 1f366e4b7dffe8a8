import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '../../contract/accounts.ts'
import type { BookOfPerson, Role } from '../../contract/members.ts'
import { arrivingWords, closedSide, leavingWords, staysWords } from './between-words.ts'
import { beforeAndAfter, dayOf, emptyDraft, targetAmong, targets, turnedRound } from './move-between.ts'

const book = (id: string, role: Role, is_archived = false) => ({ id, role, is_archived }) as BookOfPerson // as much as is looked at

test('money can go to another book that one may record in, and that is not archived', () => {
  const books = [
    book('a', 'owner'),
    book('b', 'editor'),
    book('c', 'annotator'),
    book('d', 'viewer'),
    book('e', 'owner', true),
  ]
  assert.deepEqual(
    targets(books, 'a').map(({ id }) => id),
    ['b'],
  )
})

test('money goes to the book that was chosen, asked for or chosen last, else to the first that is not made up', () => {
  const others = [book('made up', 'owner'), book('b', 'editor'), book('c', 'owner')]
  const idOf = (...wishes: (string | null | undefined)[]) =>
    targetAmong(others, wishes, ({ id }) => id === 'made up')?.id
  assert.equal(idOf('', undefined, null), 'b')
  assert.equal(idOf('', undefined, 'c'), 'c')
  assert.equal(idOf('made up', 'c'), 'made up')
  assert.equal(idOf('gone', undefined, 'c'), 'c')
  assert.equal(targetAmong(others.slice(0, 1), [], () => true)?.id, 'made up')
  assert.equal(
    targetAmong([], [], () => false),
    undefined,
  )
})

const account = (more: Partial<Account>) =>
  ({
    type: 'asset',
    currency_id: 'EUR',
    balances: [{ currency_id: 'EUR', amount: 100 }],
    balance_as_of: null,
    ...more,
  }) as Account // likewise
const moved = (text: string, sign: 1n | -1n, date = '2026-11-18') => ({ text, currency: 'EUR', sign, date })

test('a balance is said before and after, in the currency of the account; a card owes less when money comes', () => {
  assert.deepEqual(beforeAndAfter(account({}), 'USD', moved('30.50', -1n)), {
    before: 10_000n,
    after: 6_950n,
  })
  assert.deepEqual(beforeAndAfter(account({ type: 'liability' }), 'USD', moved('30', 1n)), {
    before: -10_000n,
    after: -7_000n,
  })
  assert.equal(beforeAndAfter(account({}), 'EUR', moved('', 1n)).after, undefined)
  assert.equal(beforeAndAfter(account({}), 'EUR', moved('3x', 1n)).after, undefined)
})

test('a balance that was said stays for a day that it covers, on either side, and only there', () => {
  const said = account({ balance_as_of: { date: '2026-11-18', amount: 100, includes_day: true } as never }) // as much as is looked at
  const stays = { before: 10_000n, after: 10_000n, saidOn: '2026-11-18' }
  for (const sign of [1n, -1n] as const)
    for (const date of ['2026-10-01', '2026-11-18'])
      assert.deepEqual(beforeAndAfter(said, 'EUR', moved('30', sign, date)), stays)
  assert.deepEqual(beforeAndAfter(said, 'EUR', moved('30', 1n, '2026-11-19')), {
    before: 10_000n,
    after: 13_000n,
  })
  const without = account({
    balance_as_of: { date: '2026-11-18', amount: 100, includes_day: false } as never,
  }) // likewise
  assert.equal(beforeAndAfter(without, 'EUR', moved('30', 1n)).after, 13_000n)
  assert.equal(beforeAndAfter(said, 'EUR', moved('', 1n)).saidOn, undefined)
  assert.match(
    staysWords('2026-11-18', '2026-11-20'),
    /^Its balance of (18 November|November 18) was said, so only the start moves\.$/,
  )
})

test('an account of every currency is shown as a whole in the base currency, and in another one by what it holds', () => {
  const open = account({ currency_id: null, base_value: 150, base_balance: 150 })
  assert.equal(beforeAndAfter(open, 'EUR', moved('30', 1n)).after, 18_000n)
  const foreign = beforeAndAfter(open, 'USD', moved('30', 1n))
  assert.deepEqual([foreign.before, foreign.after], [10_000n, 13_000n])
})

test('the other way round keeps amount, day and accounts; in two currencies each amount stays with its account', () => {
  const draft = {
    ...emptyDraft,
    amount: '800',
    arrives: '850',
    date: '2026-11-02',
    chosenOn: '2026-11-18',
  }
  const sides = { hereId: 'here', from: 'bank', to: 'kitty' }
  const turned = turnedRound(draft, { ...sides, isOneCurrency: true })
  assert.deepEqual(turned, {
    ...draft,
    toBook: 'here',
    from: 'kitty',
    to: 'bank',
    amount: '800',
    arrives: '',
  })
  const foreign = turnedRound(draft, { ...sides, isOneCurrency: false })
  assert.deepEqual([foreign.amount, foreign.arrives], ['850', '800'])
  assert.equal(dayOf(turned, '2026-11-18'), '2026-11-02')
  assert.equal(dayOf(turned, '2026-11-19'), '2026-11-19', 'an old draft has brought back its day')
})

test('both sides say what the others see', () => {
  assert.equal(leavingWords('Ana', []), 'No spending: it leaves for “Other book of Ana”.')
  assert.equal(
    leavingWords('Ana', ['Kai Sommer']),
    'No spending: Kai sees “Other book of Ana”, nothing more.',
  )
  assert.equal(arrivingWords('Ana', []), 'No income: it comes from “Other book of Ana”.')
  assert.equal(
    arrivingWords('Ana', ['Kai Sommer', 'Lea Hofer']),
    'No income: Kai and Lea see “Other book of Ana”, nothing more.',
  )
})

test('a closed book is named, the first open day is the way out, and a balance that was said is none', () => {
  const locked = (params: Record<string, unknown>) =>
    closedSide(
      { code: 'locked', params: { closed_through: '2026-10-31', ...params } },
      'Ana’s book',
      '2026-11-18',
    )
  const flat = locked({ book_name: 'Annenstraße', date: '2026-10-02' })
  assert.match(
    flat?.words ?? '',
    /^Annenstraße is closed through (31 October|October 31)\. So neither half is written\.$/,
  )
  assert.equal(flat?.day, '2026-11-01')
  assert.match(locked({ date: '2026-10-02' })?.words ?? '', /^Ana’s book is closed/)
  const said = locked({
    book_name: 'Annenstraße',
    date: '2026-10-02',
    balance_as_of: { account_id: 'x', account_name: 'Kitty', amount: '300.00 EUR', date: '2026-11-10' },
  })
  assert.match(said?.words ?? '', /Kitty had 300\.00 EUR.*Annenstraße is closed/)
  assert.equal(said?.day, undefined)
  assert.equal(closedSide({ code: 'locked', params: {} }, 'x', '2026-11-18'), undefined)
})
