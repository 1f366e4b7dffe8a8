import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reason } from '../../contract/import-reasons.ts'
import type { ImportDraft, ImportRow } from '../../contract/import-rows.ts'
import type { Counts } from '../../contract/imports.ts'
import { bySorting, type Choice, choiceOf, refundsOf, withRule } from './choices.ts'
import { unusedIn } from './columns.ts'
import { followed } from './decisions.ts'
import { linesOf, nameOf, rowsOfLines, shopOf } from './shops.ts'
import { countOf, isUndecided, tabsShown, ticksOf } from './verdict-words.ts'
import { answersTo, isQuestion, isUnmatched, whyOf } from './why.ts'

const draft = (part: Partial<ImportDraft> = {}) =>
  ({
    kind: 'expense',
    category_id: 'food',
    category_name: 'Food',
    is_refund: false,
    notes: null,
    splits: [],
    ...part,
  }) as ImportDraft

/** A new row, as far as choices look at it. */
const row = (part: Partial<ImportRow> = {}) =>
  ({
    n: 1,
    date: '2026-11-05',
    amount: -22.1,
    currency_id: 'EUR',
    account_name: 'Bank',
    payee: null,
    words: '',
    is_chosen: true,
    text: 'BILLA',
    category: null,
    verdict: 'new',
    reason: 'It is new.',
    reasons: [],
    draft: draft(),
    suggestion: null,
    is_changed: false,
    ...part,
  }) as ImportRow

test('rows are alike by their words, or by the name that only the file has; what they were is given back', () => {
  const other = draft({ category_id: null, category_name: 'Other expenses' })
  const reasons = [reason('file_category_unknown', { file_category: 'Sweets' })]
  const rows = [
    row({ n: 1, text: 'ZOTTER 1', category: 'Sweets', reasons, draft: other }),
    row({ n: 2, text: 'ZOTTER 2', draft: other }),
    row({ n: 3, text: 'XOCOLAT', category: 'Sweets', reasons, draft: other }),
    row({ n: 4, text: 'ZOTTER 4', draft: draft({ category_id: 'home' }) }),
  ]
  const chosen = { category_id: 'gifts' }
  const choose = (n: number, before?: Choice) => choiceOf(rows, rows[n - 1] ?? row(), chosen, 'Gifts', before)
  assert.deepEqual([choose(1)?.under, choose(1)?.more.map(({ n }) => n)], ['Sweets', [3]])
  const ofIncome = {
    ...rows[0],
    reasons: [reason('file_category_other_kind', { file_category: 'Sweets', kind: 'income' })],
  }
  assert.equal(choiceOf(rows, row(ofIncome), chosen, 'Gifts', undefined)?.under, 'Sweets')
  const words = choose(2)
  assert.deepEqual([words?.under, words?.more.map(({ n }) => n)], [null, [1, 4]])
  assert.deepEqual(bySorting(words?.more ?? []), [
    { kind: 'expense', category_id: null, is_refund: false, ns: [1] },
    { kind: 'expense', category_id: 'home', is_refund: false, ns: [4] },
  ])
  assert.deepEqual(choose(2, words)?.more, words?.more)
  const ruled = withRule(words ?? assert.fail(), rows.slice(2))
  assert.deepEqual([ruled.isTaken, ruled.isRule, ruled.more.map(({ n }) => n)], [true, true, [1, 4, 3]])
  assert.equal(choiceOf(rows, row(), { kind: 'transfer' }, undefined, undefined), undefined)
})

test('columns that are not used are named with their first value', () => {
  const columns = [
    { name: 'Day', role: 'date' as const, samples: ['1'] },
    { name: 'MCC', role: 'ignore' as const, samples: ['', '5441'] },
  ]
  assert.deepEqual(unusedIn(columns), [{ index: 1, name: 'MCC', value: '5441' }])
})

test('several rows of a shop are one line, which opens; rows that were asked about come first', () => {
  const known = { category_id: 'food', words: ['lidl'], rule_id: null } as ImportRow['suggestion']
  assert.equal(shopOf(row({ payee: 'Zotter', text: 'Zotter GRAZ' })), 'Zotter')
  assert.equal(shopOf(row({ text: 'LIDL GRAZ 0417', suggestion: known })), 'LIDL')
  const rows = [
    row({ n: 9, text: 'BAR 21' }),
    row({ n: 1, text: 'SPAR 1', date: '2026-11-03' }),
    row({ n: 2, text: 'KIOSK' }),
    row({ n: 3, text: 'SPAR 3', amount: -0.1, is_chosen: false, draft: draft({ category_name: 'Home' }) }),
    row({ n: 4, text: 'SPAR 4', amount: 5 }),
    row({ n: 5, text: 'SPAR 5', verdict: 'transfer' }),
  ]
  const asked = new Set([9])
  const ids = (opened: number[]) => linesOf(rows, 'shop', new Set(opened), asked).map(({ id }) => id)
  assert.deepEqual(ids([]), [9, 2, -1, 4, 5])
  assert.deepEqual(ids([-1]), [9, 2, -1, 1, 3, 4, 5])
  const lines = linesOf(rows, 'shop', new Set([-1]), asked)
  const { shop, row: all } = lines.find(({ id }) => id === -1) ?? assert.fail()
  assert.deepEqual([shop?.sum, shop?.days, shop?.isPartly], [-2220n, ['2026-11-03', '2026-11-05'], true])
  assert.deepEqual([all.draft?.category_name, all.reason], ['2 categories', 'They go to 2 categories.'])
  const numbers = (from: number, to?: number) => rowsOfLines(lines, from, to).map(({ n }) => n)
  assert.deepEqual([numbers(-1), numbers(3, 2), numbers(77, 2)], [[1, 3], [2, 1, 3], [2]])
  assert.deepEqual(
    linesOf(rows, 'day', new Set(), asked).map(({ id }) => id),
    [9, 1, 2, 3, 4, 5],
  )
})

test('shops that Florin did not know come first, rows that are here last, and transfers to one account are one line', () => {
  const moved = (n: number, other: string, part: Partial<ImportRow> = {}) =>
    row({
      n,
      text: 'MAX UMBUCHUNG',
      verdict: 'transfer',
      pair_n: null,
      draft: draft({ other_account_id: other }),
      ...part,
    })
  const rows = [
    row({ n: 1, text: 'AAA', verdict: 'duplicate', is_chosen: false }),
    row({ n: 2, text: 'BILLA' }),
    row({ n: 3, text: 'ZOTTER' }),
    moved(4, 'savings'),
    moved(5, 'savings'),
    moved(6, 'cash'),
    moved(7, 'savings', { pair_n: 8 }),
  ]
  const ids = linesOf(rows, 'shop', new Set(), new Set(), new Set([3])).map(({ id }) => id)
  assert.deepEqual(ids, [3, 2, -4, 6, 7, 1])
})

test('the refund of a shop follows the category of its purchases, unless somebody has sorted it', () => {
  const refund = (n: number, part: Partial<ImportRow> = {}) =>
    row({ n, amount: 33.83, verdict: 'refund', text: 'H&M ONLINE REFUND', ...part })
  const bought = row({ n: 1, text: 'H&M ONLINE 4711' })
  const rows = [bought, refund(2), refund(3, { is_changed: true }), refund(4, { text: 'ZARA REFUND' })]
  const sent = { kind: 'expense' as const, category_id: 'gifts', is_refund: false }
  assert.deepEqual(
    refundsOf(rows, bought, sent).map(({ n }) => n),
    [2],
  )
  const reasons = [
    reason('refund_of_row', { row: 1, amount: { amount: 5, currency_id: 'EUR' }, day: '2026-11-05' }),
  ]
  assert.deepEqual(refundsOf([refund(2, { reasons })], bought, sent), [])
  const chosen = new Map([[1, { ...bought, draft: draft({ category_id: 'gifts', category_name: 'Gifts' }) }]])
  const nameAfter = (part: Partial<ImportRow>) => followed(refund(2, part), chosen).draft?.category_name
  assert.deepEqual([{ reasons }, { reasons, is_changed: true }, {}].map(nameAfter), ['Gifts', 'Food', 'Food'])
  assert.deepEqual(refundsOf(rows, bought, { ...sent, kind: 'income' }), [])
})

test('rows about which the very same is asked are one line with one answer, also after it', () => {
  const reasons = [reason('is_it_the_same', {})]
  const question = (n: number, part: Partial<ImportRow> = {}) =>
    row({
      n,
      text: `DAUERAUFTRAG ${n}`,
      verdict: 'duplicate',
      is_chosen: false,
      held: null,
      needs_attention: true,
      reasons,
      ...part,
    })
  const rows = [question(1), question(2), question(3, { amount: -5 }), question(4), row({ n: 5 })]
  const asked = new Set([1, 2, 3, 4])
  const lines = (all = rows, opened: number[] = []) => linesOf(all, 'shop', new Set(opened), asked)
  assert.deepEqual(
    lines().map(({ id }) => id),
    [-1, 3, 5],
  )
  const [group, single] = lines()
  const words = (line = group) => answersTo(line?.row ?? row()).map((one) => one.words)
  assert.deepEqual(
    [words(), words(single)],
    [
      ['No, add them', 'All 3 the same'],
      ['No, two', 'The same'],
    ],
  )
  assert.deepEqual(
    rowsOfLines(lines(), -1).map(({ n }) => n),
    [1, 2, 4],
  )
  const open = lines(rows, [-1])
  assert.deepEqual(
    open.slice(0, 4).map(({ id, isSaid }) => [id, isSaid]),
    [
      [-1, undefined],
      [1, false],
      [2, false],
      [4, false],
    ],
  )
  const answered = rows.map((one) => ({ ...one, needs_attention: false, is_changed: true }))
  const [after] = lines(answered)
  assert.deepEqual(
    [after?.id, isQuestion(after?.row), whyOf(after?.row ?? row())],
    [-1, false, 'You said it is the same.'],
  )
  assert.equal(
    whyOf({ ...question(1), needs_attention: false, is_changed: true, is_chosen: true }),
    'You said it is another one.',
  )
})

test('a row is named without the words of the bank, which stand below', () => {
  const named = (text: string, part: Partial<ImportRow> = {}) => Object.values(nameOf(row({ text, ...part })))
  assert.deepEqual(named('CARD 4411 BOOTS 114'), ['BOOTS', 'CARD 4411 BOOTS 114'])
  assert.deepEqual(named('STANDING ORDER RENT J MILLER'), ['RENT J MILLER', 'STANDING ORDER RENT J MILLER'])
  assert.deepEqual(named('Dauerauftrag Miete'), ['Miete', 'Dauerauftrag Miete'])
  assert.deepEqual(named('PRÉLÈVEMENT EDF'), ['EDF', 'PRÉLÈVEMENT EDF'])
  assert.deepEqual(named('PAYMENT THANK YOU'), ['PAYMENT THANK YOU', ''])
  assert.deepEqual(named('Dinner at Luigi'), ['Dinner at Luigi', ''])
  assert.deepEqual(named('Boots CARD 1', { payee: 'Boots', words: 'CARD 1' }), ['Boots', 'CARD 1'])
  const payee = 'REWE SAGT DANKE 45382901//BERLIN/DE'
  const words = 'Kartenzahlung girocard'
  assert.deepEqual(named(`${payee} ${words}`, { payee, words }), ['REWE', `${payee} ${words}`])
})

test('the box for all rows is full only if all rows in sight are ticked, those that are here already too', () => {
  const added = row({ is_chosen: true })
  const here = row({ verdict: 'duplicate', is_chosen: false })
  const out = row({ is_chosen: false })
  assert.deepEqual(ticksOf([added, added], 'all'), { ticked: 'all', isMeantAll: true })
  assert.deepEqual(ticksOf([added, here], 'all'), { ticked: 'some', isMeantAll: true })
  assert.deepEqual(ticksOf([added, out], 'all'), { ticked: 'some', isMeantAll: false })
  assert.deepEqual(ticksOf([here, out], 'all'), { ticked: 'none', isMeantAll: false })
  const unreadable = row({ verdict: 'invalid', is_chosen: false })
  assert.deepEqual(ticksOf([added, unreadable], 'all'), { ticked: 'all', isMeantAll: true })
  assert.deepEqual(ticksOf([], 'all'), { ticked: 'none', isMeantAll: false })
})

test('a shop is named by its first words, also H&M, and a reason is said once for a group', () => {
  assert.equal(shopOf(row({ text: 'H&M ONLINE 4711' })), 'H&M ONLINE')
  assert.equal(shopOf(row({ text: 'DB VERTRIEB GMBH 4711' })), 'DB VERTRIEB')
  assert.equal(shopOf(row({ text: 'DM DROGERIEMARKT 0815' })), 'DM DROGERIEMARKT')
  assert.equal(shopOf(row({ text: 'EC LIDL 0815' })), 'LIDL')
  assert.equal(shopOf(row({ text: 'UEBERTRAG AUF SPARKONTO 12' })), 'UEBERTRAG AUF SPARKONTO')
  const rows = [row({ n: 1 }), row({ n: 2 }), row({ n: 3, reason: 'Another one.' })]
  const lines = linesOf(rows, 'shop', new Set([-1]), new Set())
  assert.deepEqual(
    lines.map(({ isSaid }) => isSaid),
    [undefined, true, true, false],
  )
})

test('a name has no mark of the bank before it, and keeps initials and the words for moved money', () => {
  const cases = [
    ['VDP-SPOTIFY', 'SPOTIFY'],
    ['VDP-COFFEEANGEL HQ DUBLIN 4', 'COFFEEANGEL'],
    ['VDI-GLOBEX 88120', 'GLOBEX'],
    ['VDP-CIRCLE K RATHMINES', 'CIRCLE K RATHMINES'],
    ['CIRCLE K 4711', 'CIRCLE K'],
    ['D/D ELECTRIC IRELAND', 'ELECTRIC IRELAND'],
    ['CARD PAYMENT TO TESCO STORES 3204', 'TESCO STORES'],
    ['POS ENERGIE 2026', 'ENERGIE'],
    ['O NEILL J TRANSFER', 'O NEILL J'],
    ['TRANSFER TO SAVINGS', 'TRANSFER TO SAVINGS'],
    ['TO SAVINGS 0417', 'TO SAVINGS'],
    ['H&M ONLINE 4711', 'H&M ONLINE'],
    ['MOBI LUAS TOP UP', 'MOBI LUAS TOP UP'],
    ['CREDIT CARD PAYMENT THANK YOU', 'CREDIT CARD PAYMENT THANK YOU'],
  ]
  for (const [text = '', name] of cases) assert.equal(nameOf(row({ text })).name, name)
})

test('a question whether a row is here is counted with the questions alone', () => {
  const counts = {
    rows: 5,
    attention: 2,
    becomes: { new: 2, duplicate: 3, transfer: 0, settles: 0, refund: 0, invalid: 0 },
  } as Counts
  const rows = { undecided: 1, maybeHere: 2 }
  assert.equal(countOf('duplicate', counts, rows), 1)
  assert.deepEqual(
    tabsShown(counts, 'all', { ...rows, maybeHere: 3 }).map(({ tab }) => tab),
    ['all', 'look', 'new', 'decide'],
  )
})

test('the rows that Florin does not know are to decide, until somebody has', () => {
  const open = {
    reasons: [reason('nothing_like_it', { category: 'Other expenses' })],
    needs_attention: false,
  }
  assert.equal(isUndecided(row(open)), true)
  assert.equal(isUndecided(row({ ...open, is_changed: true })), false)
  const reasons = [reason('known_shop', { words: 'rewe', category: 'Groceries' })]
  assert.equal(isUndecided(row({ ...open, reasons })), false)
})

test('where a row without a match goes is not said in each of them', () => {
  const reasons = [reason('nothing_like_it', { category: 'Other expenses' })]
  const open = row({ reasons, draft: draft() })
  assert.equal(isUnmatched(open), true)
  assert.equal(isUnmatched({ ...open, is_changed: true }), false)
  const more = [...reasons, reason('file_category_unknown', { file_category: 'Sweets' })]
  assert.equal(isUnmatched({ ...open, reasons: more }), false, 'the category of the file is news')
})

test('of a transfer to an account of another currency the transfer is asked first, then its amount there', () => {
  const asked = row({
    verdict: 'transfer',
    needs_attention: true,
    draft: draft({ kind: 'transfer', other_account_id: 'o', other_account_name: 'USD Visa' }),
    reasons: [
      reason('account_by_name', { account: 'USD Visa' }),
      reason('other_amount', { way: 'out', account: 'USD Visa', currency: 'USD' }),
    ],
  })
  assert.equal(whyOf(asked), 'It names your account USD Visa. Was this a transfer to USD Visa?')
  assert.deepEqual(
    answersTo(asked).map(({ words, is }) => [words, is]),
    [
      ['Yes', 'amount'],
      ['Something else', 'open'],
    ],
  )
  const plain = { ...asked, reasons: asked.reasons.slice(0, 1) }
  assert.deepEqual(
    answersTo(plain).map(({ is }) => is),
    ['add', 'open'],
  )
})

test('words that were in several categories ask for one', () => {
  const differ = row({ reasons: [reason('words_differ', { category: 'Food' })] })
  assert.equal(
    whyOf(differ),
    'You had these words in several categories: choose one. Until then it goes to Food.',
  )
})

test('a name in capitals stands without the number of its store, and the whole below it', () => {
  const named = (payee: string, words = payee) => nameOf(row({ payee, text: payee, words }))
  assert.deepEqual(named('BOOTS 0912'), { name: 'BOOTS', words: 'BOOTS 0912' })
  assert.deepEqual(named('TESCO STORES 3345', 'Card'), {
    name: 'TESCO STORES',
    words: 'TESCO STORES 3345 Card',
  })
  for (const name of ['Boots 0912', 'STUDIO 54', 'H 12345', '12345'])
    assert.deepEqual(named(name), { name, words: '' })
})
