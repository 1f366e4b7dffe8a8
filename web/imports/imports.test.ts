import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Mapping } from '../../contract/import-mapping.ts'
import { reason } from '../../contract/import-reasons.ts'
import type { ImportRow } from '../../contract/import-rows.ts'
import type { Counts, Import } from '../../contract/imports.ts'
import { dayInSentence, dayShort } from '../ui/dates.ts'
import { likelyHeight } from './card-height.ts'
import { missingIn, sampleRows, withOwn, withRole } from './columns.ts'
import { decided, recounted } from './decisions.ts'
import { decision, goesTo, whatCanBe, whatIs } from './goes-to.ts'
import { importStep, isCertain, needsAccount } from './import-steps.ts'
import { endWords, faultOfFile, footWords, importName, sizeText, transactionsText } from './import-words.ts'
import { alsoMeant, formFor, wordsForRule } from './rule-words.ts'
import { ruleOf } from './rules/rule-form.ts'
import { addressOfTab, filterOf, rowState, tabIn, tabsShown, tickable } from './verdict-words.ts'
import { answersTo, hiddenAmounts, whyOf } from './why.ts'

const none = { new: 0, duplicate: 0, transfer: 0, settles: 0, refund: 0, invalid: 0 }
const counts = (part: Partial<Omit<Counts, 'becomes'>>): Counts => {
  const verdicts = { ...none, rows: 0, chosen: 0, attention: 0, ...part }
  return { ...verdicts, becomes: verdicts }
}

const column = (role: Mapping['columns'][number]['role'], ...samples: string[]) => ({
  name: role,
  role,
  samples,
})

const mapping = (part: Partial<Mapping> = {}): Mapping => ({
  encoding: 'utf-8',
  separator: ';',
  skip_lines: 0,
  has_header: true,
  decimal: ',',
  date_order: 'day_first',
  is_reversed: false,
  accounts: [],
  categories: [],
  columns: [column('date', '01.02.2026', '02.02.2026'), column('amount', '1,00'), column('text', 'A')],
  ...part,
})

const file = (part: Partial<Import> = {}): Import => ({
  id: 'i',
  account_id: 'bank',
  filename: 'nov.csv',
  format: 'csv',
  mapping: mapping(),
  needs: [],
  left_out: [],
  missed_by: [],
  brings: [],
  added: [],
  status: 'ready',
  progress: 1,
  counts: counts({ rows: 10, new: 10, chosen: 10 }),
  fault: null,
  date_from: null,
  date_to: null,
  committed_version: null,
  is_undone: false,
  balances: [],
  created_at: '2026-11-15T10:00:00.000Z',
  committed_at: null,
  ...part,
})

const draft = (part: Partial<NonNullable<ImportRow['draft']>> = {}): NonNullable<ImportRow['draft']> => ({
  kind: 'expense',
  category_id: 'food',
  category_name: 'Food',
  contact_id: null,
  contact_name: null,
  other_account_id: null,
  other_account_name: null,
  other_amount: null,
  obligation_id: null,
  obligation_name: null,
  is_refund: false,
  memo: null,
  notes: null,
  tags: [],
  splits: [],
  ...part,
})

const row = (part: Partial<ImportRow> = {}): ImportRow => ({
  n: 1,
  line: 2,
  date: '2026-11-12',
  amount: -22.1,
  currency_id: 'EUR',
  account_id: 'bank',
  account_name: 'Bank',
  text: 'BILLA',
  payee: null,
  words: '',
  category: null,
  reference: null,
  verdict: 'new',
  reason: 'It is new.',
  reasons: [],
  of: null,
  pair_n: null,
  draft: draft(),
  suggestion: null,
  is_chosen: true,
  held: null,
  needs_attention: false,
  is_changed: false,
  faults: [],
  transaction_id: null,
  ...part,
})

test('a file goes to the step where a person is needed, and stays at the one in the address', () => {
  assert.equal(importStep(file(), undefined), 'check')
  assert.equal(importStep(file({ mapping: mapping({ columns: [column('text')] }) }), undefined), 'columns')
  assert.equal(importStep(file(), 'columns'), 'columns')
  assert.equal(importStep(file({ status: 'reading' }), 'check'), 'file')
  assert.equal(importStep(file({ status: 'reading' }), 'columns'), 'columns')
  assert.equal(importStep(file({ status: 'failed' }), 'check'), 'file')
  assert.equal(importStep(file({ status: 'committed' }), 'check'), 'done')
  assert.equal(importStep(file({ account_id: null }), 'check'), 'file')
  assert.equal(importStep(file({ format: 'ofx', mapping: null }), 'columns'), 'check')
})

test('accounts that would be made, and many rows that cannot be read, are looked at first', () => {
  const accounts = [{ name: 'Old', account_id: null, is_own: true, count: 3 }]
  const several = file({ account_id: null, mapping: mapping({ columns: [], accounts }) })
  assert(!needsAccount(several))
  const others = mapping({ columns: [], accounts: accounts.map((one) => ({ ...one, is_own: false })) })
  assert(needsAccount(file({ account_id: null, mapping: others })))
  assert(!isCertain(several))
  assert(!isCertain(file({ counts: counts({ rows: 10, invalid: 3 }) })))
})

test('missing columns are named', () => {
  assert.deepEqual(missingIn([column('amount')]), ['No column has the date.'])
  assert.deepEqual(missingIn([column('date'), column('debit')]), [])
  assert.deepEqual(missingIn([column('text')]), ['No column has the date.', 'No column has the amount.'])
})

test('a role moves to the column it is chosen for, and takes the place of its rivals', () => {
  const roles = (...given: Parameters<typeof withRole>) => withRole(...given).map(({ role }) => role)
  const columns = [column('date'), column('ignore'), column('amount'), column('text')]
  assert.deepEqual(roles(columns, 1, 'date'), ['ignore', 'date', 'amount', 'text'])
  assert.deepEqual(roles(columns, 1, 'debit'), ['date', 'debit', 'ignore', 'text'])
  assert.deepEqual(roles(columns, 1, 'text'), ['date', 'text', 'amount', 'text'])
})

test('the first rows stand as in the file, and a rare encoding is among the choices', () => {
  assert.deepEqual(sampleRows([column('date', 'a', 'b'), column('text', 'c')]), [
    ['a', 'c'],
    ['b', ''],
  ])
  assert.equal(withOwn([{ value: 'utf-8', label: 'UTF-8' }], 'koi8-r').at(-1)?.value, 'koi8-r')
})

test('a row that the books would refuse is not offered to be added until nothing is in its way', () => {
  const said = `${new Date().getFullYear()}-11-17`
  const asOf = `as of ${dayInSentence(said, said)}.`
  const reasons = [
    reason('balance_said', {
      account: 'Bank',
      amount: { amount: 2450.3, currency_id: 'EUR' },
      day: said,
    }),
    reason('opening_reconciled', {}),
  ]
  const held = { by: 'statement' as const, account_id: 'bank' }
  const waiting = row({ is_chosen: false, needs_attention: true, reasons, held })
  assert.deepEqual(
    answersTo(waiting).map(({ is }) => is),
    ['skip'],
  )
  assert(whyOf(waiting).includes(`Bank had €2,450.30 ${asOf}`))
  assert(whyOf(waiting, true).includes(`Bank had •••••• ${asOf}`))
  const sorted = decided(waiting, { draft: { category_id: 'food' } })
  assert.deepEqual([sorted.is_chosen, sorted.needs_attention], [false, true])
  const free = { ...waiting, held: null }
  assert.match(whyOf(free), /can be added/)
  assert.deepEqual(
    answersTo(free).map(({ is }) => is),
    ['add', 'skip'],
  )
})

test('the tab is in the address under the names of the API, and empty tabs are not shown', () => {
  assert.equal(tabIn({ verdict: 'transfer' }), 'transfer')
  assert.equal(tabIn({ needs_attention: 'true' }), 'look')
  assert.equal(tabIn({ verdict: 'nonsense' }), 'all')
  assert.equal(tabIn({ undecided: 'true' }), 'decide')
  const none = { needs_attention: undefined, undecided: undefined, verdict: undefined }
  assert.deepEqual(addressOfTab('look'), { ...none, needs_attention: 'true' })
  assert.deepEqual(addressOfTab('decide'), { ...none, undecided: 'true' })
  assert.deepEqual(filterOf('refund', 'x'), { becomes: 'refund', q: 'x' })
  assert.deepEqual(filterOf('duplicate', undefined), { becomes: 'duplicate', needs_attention: false })
  const shown = tabsShown(counts({ rows: 3, new: 3 }), 'duplicate', { undecided: 0, maybeHere: 0 }).map(
    ({ tab }) => tab,
  )
  assert.deepEqual(shown, ['all', 'new', 'duplicate'])
  assert(!tickable('all').includes('duplicate'))
})

test('a row that waits for an answer says so, whatever it seems to be', () => {
  assert.equal(rowState(row({ verdict: 'duplicate', needs_attention: true })), 'look')
  assert.equal(rowState(row({ verdict: 'invalid', needs_attention: true })), 'invalid')
})

test('a chip says where the money goes', () => {
  assert.deepEqual(goesTo(row()), { is: 'category', text: 'Food', isMissing: false, categoryId: 'food' })
  const moved = draft({ kind: 'transfer', other_account_id: 's', other_account_name: 'Savings' })
  assert.equal(goesTo(row({ draft: moved }))?.text, 'Bank → Savings')
  assert.equal(goesTo(row({ draft: moved, amount: 5 }))?.text, 'Savings → Bank')
  assert.equal(goesTo(row({ draft: draft({ kind: 'payment' }) }))?.isMissing, true)
  const splits = ['Food', 'Home'].map((category_name) => ({
    category_id: null,
    category_name,
    amount: 1,
    memo: null,
  }))
  assert.equal(goesTo(row({ draft: draft({ splits }) }))?.text, 'Food, Home')
  assert.equal(goesTo(row({ draft: null })), undefined)
})

test('money in can be a refund, and a choice is recorded unless it is here already', () => {
  assert.deepEqual(whatCanBe(5), ['got', 'refund', 'moved', 'debt'])
  assert.equal(whatIs(row({ amount: 5, draft: draft({ is_refund: true }) })), 'refund')
  assert.deepEqual(decision(row(), 'refund', 'c'), {
    is_chosen: true,
    draft: { kind: 'expense', category_id: 'c', is_refund: true },
  })
  assert.deepEqual(decision(row({ verdict: 'duplicate' }), 'debt', 'o'), {
    draft: { kind: 'payment', obligation_id: 'o' },
  })
})

test('a decision shows at once, and the foot counts it', () => {
  const before = row({ verdict: 'duplicate', needs_attention: true, is_chosen: false })
  const after = decided(before, { is_chosen: true })
  assert.deepEqual([after.is_chosen, after.needs_attention, after.is_changed], [true, false, true])
  const now = recounted(counts({ rows: 5, duplicate: 2, chosen: 3, attention: 1 }), before, after)
  assert.deepEqual([now.chosen, now.attention], [4, 0])
  const named = decided(row(), { draft: { category_id: 'home' } }, { category_name: 'Home' })
  assert.equal(named.draft?.category_name, 'Home')
  const unread = row({ verdict: 'invalid', draft: null, is_chosen: false })
  assert.equal(decided(unread, { is_chosen: true }), unread)
})

test('a decision about a row shows in its verdict and its reason', () => {
  const paid = row({
    verdict: 'settles',
    reason: 'Same name.',
    draft: draft({ kind: 'payment', obligation_id: 'o' }),
  })
  assert.deepEqual([rowState(paid), whyOf(paid)], ['settles', 'Same name.'])
  const spent = { ...paid, is_changed: true, draft: draft() }
  assert.deepEqual([rowState(spent), whyOf(spent)], ['new', 'You chose this.'])
  const went = { word: 'BILLA', category: 'Food', count: 3, of_count: 3 }
  const ticked = row({ is_changed: true, reasons: [reason('word_went', went)] })
  assert.equal(whyOf(ticked), '“BILLA” went to Food 3 of 3 times.')
  assert.equal(whyOf({ ...ticked, draft: draft({ category_name: 'Home' }) }), 'You chose this.')
})

test('the answers fit the question', () => {
  const words = (part: Partial<ImportRow>) =>
    answersTo(row({ needs_attention: true, ...part })).map((answer) => answer.words)
  assert.deepEqual(words({ verdict: 'duplicate' }), ['Keep both', 'Skip'])
  const reasons = [reason('is_it_the_same', {})]
  assert.deepEqual(words({ verdict: 'duplicate', reasons }), ['No, two', 'The same'])
  assert.deepEqual(words({}), ['Add', 'Skip'])
  assert.deepEqual(words({ verdict: 'settles' }), ['Yes', 'Something else'])
  assert.deepEqual(words({ verdict: 'settles', draft: draft({ kind: 'payment' }) }), ['Choose', 'Skip'])
})

test('a row that cannot be read says why, and hidden amounts are hidden in sentences too', () => {
  const faults = [
    {
      field: 'date',
      message: 'Line 3: "x" is not a day.',
      code: 'not_a_day',
      params: { line: 3, value: 'x' },
    },
  ]
  assert.equal(whyOf(row({ verdict: 'invalid', faults, reason: '' })), 'Line 3: “x” is not a day.')
  const hidden = hiddenAmounts(
    'Bela owes you €450. After this €1,350.20, or EUR 12.00; 41 of 42 times on 4 November 2026.',
  )
  assert.equal(
    hidden,
    'Bela owes you ••••••. After this ••••••, or ••••••; 41 of 42 times on 4 November 2026.',
  )
  assert.equal(
    hiddenAmounts(
      'Zeile 3: 1.234,50 €, 1\u00a0234,50 zł, 12 Kč oder 1’234.50 am 4. November 2026; 41 von 42.',
    ),
    'Zeile 3: ••••••, ••••••, •••••• oder •••••• am 4. November 2026; 41 von 42.',
  )
})

test('a reason of before there were codes is shown as it is', () => {
  const old = row({ reason: 'It is in "may.csv": 12.50 EUR.' })
  assert.equal(whyOf(old), 'It is in “may.csv”: €12.50.')
  assert.equal(whyOf(old, true), 'It is in “may.csv”: ••••••.')
})

test('a card is about as high as its lines until it is measured', () => {
  const short = row({ draft: draft(), reason: 'Your rule "Supermarkets" says so.' })
  const long = {
    ...short,
    reason: 'Its words went to several categories, none of them more often: it goes to Food.',
  }
  const [phone, tablet] = [328, 760]
  assert.equal(likelyHeight(long, true, phone) - likelyHeight(short, true, phone), 16)
  assert.equal(likelyHeight(long, true, tablet), likelyHeight(short, true, tablet))
})

test('the foot says what will happen', () => {
  const { added, here, waits } = footWords(
    counts({
      rows: 148,
      new: 121,
      duplicate: 20,
      transfer: 4,
      settles: 2,
      refund: 1,
      chosen: 128,
      attention: 1,
    }),
  )
  assert.deepEqual([added, here, waits], ['128 will be added', '19 are here already', '1 waits for you'])
  assert.equal(footWords(counts({ rows: 4, new: 3, duplicate: 1, chosen: 2 })).out, '1 left out')
  assert.equal(footWords(counts({ rows: 2, duplicate: 2 })).added, 'Nothing will be added')
  const broken = counts({ rows: 12, duplicate: 11, invalid: 1, attention: 1 })
  assert.deepEqual(footWords(broken), {
    added: 'Nothing will be added',
    here: '11 are here already',
    out: undefined,
    waits: undefined,
    unreadable: '1 cannot be read',
  })
  assert.equal(endWords(broken), 'All but 1 are here already')
  assert.equal(endWords(counts({ rows: 2, duplicate: 2 })), 'Everything is here already')
  assert.equal(endWords({ ...broken, attention: 2 }), undefined)
  assert.equal(transactionsText(1), '1 transaction')
  assert.equal(transactionsText(12_000), '12,000 transactions')
})

test('a file that is empty or too large is not sent, and it is said what to do', () => {
  const most = 10 * 1024 * 1024
  assert.equal(faultOfFile({ name: 'a.csv', size: 10 }, most), undefined)
  assert.match(faultOfFile({ name: 'a.csv', size: 0 }, most) ?? '', /empty/)
  assert.match(faultOfFile({ name: 'a.csv', size: most + 1 }, most) ?? '', /10 MiB.*fewer months/)
  assert.equal(sizeText(1_300_000), '1.2 MiB')
})

test('a rule has the words that are likely to come again, and speaks for other new rows with them', () => {
  assert.equal(wordsForRule(row({ text: 'CARD 4411 LIDL GRAZ 0417' })), 'LIDL GRAZ')
  assert.equal(wordsForRule(row({ text: 'POS ENERGIE 2026' })), 'ENERGIE')
  assert.equal(wordsForRule(row({ text: '4411' })), '4411')
  const { name, when, set } = ruleOf(formFor(row(), ' LIDL ', { id: 'c', name: 'Food' }), 'EUR')
  assert.deepEqual([name, set.category_id, set.to_account_id], ['LIDL: Food', 'c', null])
  assert.deepEqual(when.conditions, [
    { field: 'text', is: 'contains', not: false, value: 'LIDL' },
    { field: 'direction', is: 'equals', not: false, value: 'out' },
  ])
  const ruled = { category_id: 'c', category_name: 'Food', contact_id: null, contact_name: null }
  const rows = [
    row({ n: 1, text: 'Lidl 1' }),
    row({ n: 2, text: 'LÍDL 2' }),
    row({ n: 3, text: 'LIDL 3', is_changed: true }),
    row({ n: 4, text: 'LIDL 4', amount: 9 }),
    row({ n: 5, text: 'LIDL 5', verdict: 'duplicate' }),
    row({ n: 6, text: 'CARD', draft: draft({ notes: 'at Lidl' }) }),
    row({
      n: 7,
      text: 'LIDL 7',
      suggestion: { ...ruled, words: [], count: 0, of_count: 0, rule_id: 'r', rule_name: 'Shops' },
    }),
  ]
  const found = (words: string) => alsoMeant(rows, row({ n: 1 }), words).map(({ n }) => n)
  assert.deepEqual([found(' lidl '), found(' ')], [[2, 6], []])
})

test('an import is called by its file, or by its day where the file has no name', () => {
  const today = '2026-11-16'
  const one = {
    filename: 'bank.csv',
    created_at: '2026-11-12T12:00:00Z',
    committed_at: '2026-11-13T12:00:00Z',
  }
  assert.equal(importName(one, today), 'bank.csv')
  const day = (date: string) => `the import of ${dayShort(date, today)}`
  assert.equal(importName({ ...one, filename: 'file' }, today), day('2026-11-13'))
  assert.equal(importName({ ...one, filename: '', committed_at: null }, today), day('2026-11-12'))
})
