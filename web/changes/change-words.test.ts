import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Change, resources } from '../../contract/changes.ts'
import { inLanguage } from '../../words/t.ts'
import {
  type ChangeGroup,
  grouped,
  happened,
  happenedIn,
  hasFollowed,
  originIn,
  otherDayIn,
  toldGroups,
} from './change-words.ts'
import { changedFields, changedTogether } from './fields.ts'
import { kindWord, manyOf } from './record-nouns.ts'
import { toldText as sentence } from './told-text.ts'

const change = (part: Partial<Change>): Change => ({
  version: 7,
  at: '2026-11-14T18:02:00Z',
  user_id: 'u',
  user_name: 'Ana',
  device_name: null,
  action: 'updated',
  resource: 'expense',
  id: 'x',
  before: null,
  after: null,
  undoes: null,
  undone_by: null,
  ...part,
})

const lidl = {
  kind: 'expense',
  memo: 'Lidl',
  amount: 61.75,
  currency_id: 'EUR',
  date: '2026-11-14',
  category_id: 'c',
  category_name: 'Groceries',
  asset_account_id: 'a',
  fx_rate: 1,
  fx_source: 'base',
  tags: [],
  splits: [],
  shares: [],
  is_refund: false,
  notes: null,
  lines: [{ account_id: 'a', account_name: 'Cash', currency_id: 'EUR', debit: 0, credit: 61.75 }],
  version: 3,
  updated_at: '2026-11-14T18:00:00Z',
}

test('a changed record shows the fields that differ, in the reader’s words, and no others', () => {
  const fields = changedFields(
    change({
      before: lidl,
      after: { ...lidl, amount: 63.2, version: 4, updated_at: '2026-11-14T18:02:00Z' },
    }),
  )
  assert.deepEqual(fields, [
    {
      name: 'amount',
      label: 'Amount',
      before: { amount: 61.75, currency: 'EUR' },
      after: { amount: 63.2, currency: 'EUR' },
    },
  ])
})

test('another currency is a change of the amount, even where the number stays', () => {
  const [field] = changedFields(change({ before: lidl, after: { ...lidl, currency_id: 'USD' } }))
  assert.deepEqual(field?.after, { amount: 61.75, currency: 'USD' })
})

test('an account is named by the lines of the transaction, also when it is in the trash by now', () => {
  const after = {
    ...lidl,
    asset_account_id: 'b',
    lines: [{ account_id: 'b', account_name: 'Visa card', currency_id: 'EUR', debit: 0, credit: 61.75 }],
  }
  const [field] = changedFields(change({ before: lidl, after }))
  assert.deepEqual(field, {
    name: 'asset_account_id',
    label: 'Account',
    before: { id: 'a', of: 'account', name: 'Cash' },
    after: { id: 'b', of: 'account', name: 'Visa card' },
  })
})

test('a split takes the place of the category', () => {
  const after = {
    ...lidl,
    splits: [
      { category_name: 'Groceries', amount: 50 },
      { category_name: 'Household', amount: 11.75 },
    ],
  }
  assert.deepEqual(
    changedFields(change({ before: lidl, after })).map(({ label }) => label),
    ['Split into'],
  )
})

test('a change is said with the name of its record', () => {
  assert.equal(sentence(happened(change({ before: lidl, after: lidl }))), 'changed Lidl')
  assert.equal(
    sentence(happened(change({ action: 'deleted', before: lidl, after: lidl }))),
    'put Lidl into the trash',
  )
  assert.equal(
    sentence(happened(change({ action: 'created', resource: 'account', after: { name: 'Savings' } }))),
    'added the account Savings',
  )
  assert.equal(sentence(happened(change({ action: 'erased' }))), 'deleted an expense for good')
})

test('a payment says who paid whom', () => {
  const payment = { contact_name: 'Bela', asset_account_id: 'a', amount: 100, currency_id: 'EUR' }
  const line = { account_id: 'a', account_name: 'Cash', debit: 100, credit: 0 }
  const of = (after: object) => happened(change({ action: 'created', resource: 'payment', after }))
  assert.equal(of({ ...payment, lines: [line] }).record.title, 'Bela paid back')
  assert.equal(of({ ...payment, lines: [{ ...line, debit: 0, credit: 100 }] }).record.title, 'Paid Bela')
  assert.deepEqual(of({ ...payment, lines: [line] }).amount, { amount: 100, currency: 'EUR' })
})

test('closing and reopening the books have words of their own', () => {
  const of = (was: string | null, is: string | null) =>
    sentence(
      happened(change({ resource: 'book', before: { closed_through: was }, after: { closed_through: is } })),
    )
  assert.match(of(null, '2026-10-31'), /^closed the books through /)
  assert.match(of('2026-10-31', '2026-09-30'), /^reopened the books after /)
  assert.equal(of('2026-10-31', null), 'reopened the books')
})

test('a statement is opened by its start, and compared only once it is finished', () => {
  const bank = { account_id: 'a', account_name: 'Bank', date: '2026-11-14', status: 'open' }
  const told = (part: Partial<Change>) =>
    sentence(happened(change({ resource: 'reconciliation', ...part }), (name) => name))
  assert.match(told({ action: 'created', after: bank }), /opened the reconciliation of/)
  assert.match(
    told({ before: bank, after: { ...bank, status: 'finished' } }),
    /finished the reconciliation of/,
  )
})

test('putting a book away, taking it out and joining it have words of their own', () => {
  const of = (before: object, after: object) =>
    sentence(happened(change({ resource: 'book', before, after })))
  const flat = { name: 'Flat', is_archived: false, version: 4 }
  assert.equal(of(flat, { ...flat, is_archived: true, version: 5 }), 'archived the book')
  assert.equal(of({ ...flat, is_archived: true }, flat), 'brought back the book')
  assert.equal(of(flat, { ...flat, version: 5 }), 'joined the book')
  assert.notEqual(of(flat, { ...flat, name: 'House', version: 5 }), 'joined the book')
})

test('changes of one version are one group, which says what it was about', () => {
  const payment = change({
    action: 'created',
    resource: 'payment',
    after: { contact_name: 'Bela', lines: [] },
  })
  const debt = change({ resource: 'obligation', before: { name: 'Bike' }, after: { name: 'Bike' } })
  const groups = grouped([debt, payment, change({ version: 6, before: lidl, after: lidl })])
  assert.deepEqual(
    groups.map(({ version, changes }) => [version, changes.length]),
    [
      [7, 2],
      [6, 1],
    ],
  )
  assert.equal(groups[0] && sentence(happenedIn(groups[0])), 'added Paid Bela')
})

test('many records of one version are counted', () => {
  const many = Array.from({ length: 3 }, () => change({ action: 'created', after: lidl }))
  const [group] = grouped(many)
  assert.equal(group && sentence(happenedIn(group)), 'added 3 expenses')
  const [mixedGroup] = grouped([...many, change({ action: 'created', resource: 'transfer', after: lidl })])
  assert.equal(mixedGroup && sentence(happenedIn(mixedGroup)), 'added 4 transactions')
})

test('a version that a page cuts is told once it is whole, or says that there is more', () => {
  const some = Array.from({ length: 4 }, () => change({ version: 7, action: 'created', after: lidl }))
  const groups = grouped([change({ version: 8, before: lidl, after: lidl }), ...some])
  const versions = (isMore: boolean, size: number) =>
    toldGroups(groups, isMore, size).map(({ version }) => version)
  assert.deepEqual([versions(true, 100), versions(false, 100)], [[8], [8, 7]])
  const [, large] = toldGroups(groups, true, 4)
  assert.equal(large && sentence(happenedIn(large)), 'added at least 4 transactions')
})

test('a bill that is split keeps its words, and its parts stand for its category', () => {
  const bill = { ...lidl, memo: 'party shopping' }
  const parts = [
    { category_name: 'Groceries', amount: 60, memo: 'party shopping' },
    { category_name: 'Household', amount: 24.6, memo: null },
  ]
  const split = change({ before: bill, after: { ...bill, memo: null, splits: parts } })
  assert.deepEqual(
    changedFields(split).map(({ label }) => label),
    ['Split into'],
  )
  assert.equal(sentence(happened(split)), 'changed party shopping')
})

test('a kind of record that nothing here names is shown by its own name, and without its fields', () => {
  const after = {
    id: 'f',
    name: 'June',
    is_active: true,
    received_on: '2026-06-30',
    fee: 2,
    currency_id: 'EUR',
    account_id: 'a',
    version: 7,
    deleted_at: null,
  }
  const unknown = change({ resource: 'imported_file' as never, after, action: 'created' })
  assert.deepEqual(changedFields(unknown), [], 'the names of its fields are no words')
  assert.equal(sentence(happened(unknown)), 'added the imported file June')
  const [many] = grouped([unknown, { ...unknown, id: 'g' }])
  assert.equal(many && sentence(happenedIn(many)), 'added 2 imported files')
  const gone = { ...unknown, after: null, action: 'erased' as const }
  assert.equal(sentence(happened(gone)), 'deleted an imported file for good')
  assert.equal(kindWord('imported_file'), 'Imported file')
})

test('no name of a field or of a kind is shown as the service writes it', () => {
  // Every field that a record of some kind has, with values of each type.
  const names = [
    'other_source',
    'to_amount',
    'charged_amount',
    'fx_source',
    'is_active',
    'external_id',
    'kind',
  ]
  for (const resource of resources) {
    for (const value of ['given', 5, true]) {
      const after = { ...lidl, ...Object.fromEntries(names.map((name) => [name, value])), currency_id: 'EUR' }
      for (const { label } of changedFields(change({ resource, after, before: null })))
        assert.doesNotMatch(
          label,
          /_|^(Other source|To amount|Charged amount|Fx source|Is active)$/,
          resource,
        )
    }
    assert.doesNotMatch(kindWord(resource), /_|posting|occurrence|import rule/i)
  }
})

test('a balance that was said is told with its day, and a start that followed is nobody’s deed', () => {
  const opening = { ...lidl, kind: 'opening', memo: null }
  const moved = change({ id: 'o', resource: 'opening', before: opening, after: { ...opening, amount: 70 } })
  const spent = change({ action: 'created', after: lidl })
  assert.equal(sentence(happened(moved, undefined, [spent, moved])), 'The start of Cash followed')
  assert.equal(sentence(happened(moved, undefined, [moved])), 'changed the balance at the start of Cash')
  // The balance that an account begins with has the sign of its side.
  const [line] = lidl.lines
  const owing = { ...opening, lines: [{ ...line, debit: 0, credit: 40 }], amount: 40 }
  assert.deepEqual(changedFields(change({ resource: 'opening', before: opening, after: owing })).at(0), {
    name: 'amount',
    label: 'Amount',
    before: { amount: -lidl.amount, currency: 'EUR' },
    after: { amount: -40, currency: 'EUR' },
  })
  const balance_as_of = { date: '2026-11-16', amount: 5, includes_day: true }
  const account = { name: 'Cash', currency_id: null, balance_as_of: null }
  const said = change({ id: 'a', resource: 'account', before: account, after: { ...account, balance_as_of } })
  assert.equal(hasFollowed(moved, [said, moved]), true)
  const ended = { ...said, before: said.after, after: said.before }
  assert.equal(hasFollowed(moved, [ended, moved]), false, 'a person has changed the start')
  assert.deepEqual(changedFields(said), [
    {
      name: 'balance_as_of',
      label: 'Known balance',
      before: undefined,
      after: { said: 5, currency: null, day: '2026-11-16', includesDay: true },
    },
  ])
  const card = { name: 'Visa', type: 'liability', currency_id: 'EUR', balance_as_of }
  const owed = change({ id: 'v', resource: 'account', before: { ...card, balance_as_of: null }, after: card })
  assert.partialDeepStrictEqual(changedFields(owed).at(0)?.after, { said: -5 }, 'a debt, as in every list')
})

test('several records are in the case of the sentence that says what became of them', () => {
  assert.equal(
    inLanguage('ar', () => manyOf('account', 2)),
    'حسابين',
  )
  assert.equal(
    inLanguage('uk', () => manyOf('category', 21)),
    '21 категорію',
  )
})

test('a change of many days names their range, and values that differ as such', () => {
  const on = (date: string, memo: string) => ({ ...lidl, date, memo })
  const changes = [
    change({ before: on('2026-11-03', 'A'), after: on('2026-11-16', 'A') }),
    change({ before: on('2026-10-30', 'B'), after: on('2026-11-16', 'C') }),
    change({ before: on('2026-11-09', 'D'), after: on('2026-11-16', 'E') }),
  ]
  assert.deepEqual(changedTogether(changes), [
    {
      name: 'date',
      label: 'Date',
      before: { days: ['2026-10-30', '2026-11-09'] },
      after: { day: '2026-11-16' },
    },
  ])
  const moved = [on('2026-11-03', 'A'), on('2026-11-03', 'B')].map((before) =>
    change({ before, after: on('2026-11-03', 'C') }),
  )
  assert.deepEqual(changedTogether(moved), [
    {
      name: 'description',
      label: 'Description',
      before: { text: 'different descriptions' },
      after: { text: 'C' },
    },
  ])
  assert.deepEqual(changedTogether(changes.slice(0, 1)), changedFields(changes[0] ?? assert.fail()))
})

test('the undo of an undo is a redo, and a file is named', () => {
  const group = (version: number, undoes: number | null): ChangeGroup => ({
    version,
    at: '2026-11-17T20:00:00Z',
    user_name: 'Ana',
    device_name: null,
    undoes,
    undone_by: null,
    changes: [change({ version, action: 'created' }), change({ version, action: 'created', id: 'other' })],
  })
  const groups = [group(8, 7), group(7, 6), group(6, 5), group(5, null)]
  const originOf = originIn(groups)
  assert.deepEqual(
    groups.map((one) => sentence(happenedIn(one, undefined, { ...originOf(one), from: 'giro.csv, Bank' }))),
    ['undid', 'redid', 'undid']
      .map((verb) => `${verb} a change of 2 expenses from giro.csv, Bank`)
      .concat('added 2 expenses from giro.csv, Bank'),
  )
  assert.deepEqual(
    groups.map((one) => originOf(one).version),
    [5, 5, 5, 5],
  )
  const [bought, back] = group(5, null).changes
  assert(bought && back)
  const refund = { ...back, after: { ...back.after, is_refund: true } }
  assert.equal(sentence(happenedIn({ ...group(5, null), changes: [bought, refund] })), 'added 2 transactions')
})

test('the day of an entry is told where it is not that of the change, and of several entries none is', () => {
  const moved = (date: string, id = 'x') =>
    change({ action: 'created', resource: 'goal_move', id, after: { date, amount: 240 } })
  const dayOf = (...changes: Change[]) => grouped(changes).map(otherDayIn)
  assert.deepEqual(dayOf(moved('2026-07-01')), ['2026-07-01'])
  assert.deepEqual(dayOf(moved('2026-11-14')), [undefined])
  assert.deepEqual(dayOf(moved('2026-07-01'), moved('2026-08-01', 'y')), [undefined])
})
