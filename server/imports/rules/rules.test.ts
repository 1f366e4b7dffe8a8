import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logout } from '../../../contract/auth.ts'
import { createTransactions } from '../../../contract/batches.ts'
import { updateBook } from '../../../contract/books.ts'
import {
  deleteExpense,
  getTransaction,
  listTransactions,
  updateExpense,
} from '../../../contract/budgeting.ts'
import { deleteCategory } from '../../../contract/categories.ts'
import { listChanges, undoChange } from '../../../contract/changes.ts'
import { createContact, deleteContact } from '../../../contract/contacts.ts'
import {
  applyImportRule,
  createImportRule,
  deleteImportRule,
  getImportRule,
  listImportRules,
  previewImportRule,
  previewNewRule,
  type RuleDraft,
  restoreImportRule,
  updateImportRule,
} from '../../../contract/import-rules.ts'
import { commitImport } from '../../../contract/imports.ts'
import { account, balances, bank, category, spend } from '../../../test/books.ts'
import { sendFile } from '../../../test/importing.ts'
import { makeWorld, type Person, refused } from '../../../test/world.ts'
import { row } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { type BookRow, bookColumns } from '../../ledger/book.ts'
import { florinFor } from '../../ledger/verb.ts'
import { makeWriter } from '../../ledger/writer.ts'
import { verify } from '../../verify/verify.ts'
import { applyRule } from './apply.ts'

const world = await makeWorld()

const has = (value: string): RuleDraft['when'] => ({
  match: 'all',
  conditions: [{ field: 'text', is: 'contains', value }],
})

/** Somebody with a rule: rows with "lidl" in them go to Food. */
async function withRule() {
  const ana = await world.person()
  const [food, other] = [await category(ana, 'Food'), await category(ana, 'Other')]
  const body = { name: 'Shops', when: has('lidl'), set: { category_id: food.id, add_tags: ['shop'] } }
  const rule = await ana.call(createImportRule, { body })
  return { ana, food, other, body, rule }
}

const undo = (person: Person, version: number) =>
  person.call(undoChange, { params: { version: String(version) } })

test('a rule is created, read, changed, deleted and restored, in the order of their ranks', async () => {
  const { ana, food, rule, body } = await withRule()
  assert.deepEqual(
    { name: rule.name, rank: rule.rank, is_active: rule.is_active, when: rule.when, set: rule.set },
    {
      name: 'Shops',
      rank: 1,
      is_active: true,
      when: body.when,
      set: { category_id: food.id, contact_id: null, add_tags: ['shop'], notes: null, to_account_id: null },
    },
  )
  const params = { id: rule.id }
  assert.deepEqual(await ana.call(getImportRule, { params }), rule)
  const second = await ana.call(createImportRule, { body: { ...body, name: 'Other shops' } })
  assert.equal(second.rank, 2)
  await ana.call(updateImportRule, { params, body: { rank: 9 } })
  const names = async (query = {}) =>
    (await ana.call(listImportRules, { query })).data.map(({ name }) => name)
  assert.deepEqual(await names(), ['Other shops', 'Shops'])
  assert.deepEqual(await names({ q: 'OTHER' }), ['Other shops'])

  const unchanged = await ana.call(updateImportRule, { params, body: { name: 'Shops' } })
  assert.equal(unchanged.rank, 9)
  const gone = await ana.call(deleteImportRule, { params })
  assert.notEqual(gone.deleted_at, null)
  assert.deepEqual([await names(), await names({ deleted: 'only' })], [['Other shops'], ['Shops']])
  assert.equal((await refused(ana.call(getImportRule, { params }))).code, 'not_found')
  await ana.call(restoreImportRule, { params })
  assert.deepEqual(await names(), ['Other shops', 'Shops'])
  assert.equal(
    (await refused(ana.call(deleteImportRule, { params, query: { forever: true } }))).code,
    'not_in_trash',
  )
  await ana.call(deleteImportRule, { params })
  await ana.call(deleteImportRule, { params, query: { forever: true } })
  assert.equal((await refused(ana.call(restoreImportRule, { params }))).code, 'not_found')
  assert.deepEqual(await verify(world.db), [])
})

test('each change of a rule can be undone', async () => {
  const { ana, rule } = await withRule()
  const params = { id: rule.id }
  const { version } = await ana.call(updateImportRule, {
    params,
    body: { name: 'Markets', is_active: false, when: has('aldi'), set: { notes: 'A shop' } },
  })
  await undo(ana, version)
  const back = await ana.call(getImportRule, { params })
  assert.deepEqual({ ...back, version: 0, updated_at: '' }, { ...rule, version: 0, updated_at: '' })
  await undo(ana, rule.version)
  assert.equal((await refused(ana.call(getImportRule, { params }))).code, 'not_found')
  const { data } = await ana.call(listChanges, { query: { resource: 'import_rule' } })
  assert.equal(data.length, 4)
})

test('a rule that sets nothing, names what is not there, or is the 201st is refused', async () => {
  const { ana, body, food, rule } = await withRule()
  const refusal = async (change: object) => {
    const { code, errors } = await refused(ana.call(createImportRule, { body: { ...body, ...change } }))
    return [code, ...Object.keys(errors ?? {})]
  }
  assert.deepEqual(await refusal({ set: {} }), ['rule_invalid', 'set'])
  assert.deepEqual(await refusal({ set: { category_id: null, notes: '', add_tags: [] } }), [
    'rule_invalid',
    'set',
  ])
  const cash = await account(ana, 'Cash')
  assert.deepEqual(await refusal({ set: { category_id: food.id, to_account_id: cash.id } }), [
    'rule_invalid',
    'set',
  ])
  assert.deepEqual(await refusal({ set: { category_id: cash.id } }), ['rule_invalid', 'set.category_id'])
  assert.deepEqual(await refusal({ set: { contact_id: cash.id } }), ['contact_not_found', 'set.contact_id'])
  assert.deepEqual(await refusal({ set: { to_account_id: food.account.id } }), [
    'account_not_usable',
    'set.to_account_id',
  ])
  const about = (condition: object) => ({ when: { match: 'all', conditions: [condition] } })
  assert.deepEqual(await refusal(about({ field: 'account', is: 'equals', value: food.id })), [
    'account_not_usable',
    'when',
  ])
  assert.deepEqual(await refusal(about({ field: 'currency', is: 'equals', value: 'XXQ' })), [
    'currency_not_found',
    'when',
  ])
  const euros = refused(
    ana.call(createImportRule, {
      body: {
        ...body,
        when: { match: 'all', conditions: [{ field: 'currency', is: 'equals', value: '€' }] },
      },
    }),
  )
  assert.match((await euros).message, /must be a currency code of three letters, such as EUR; "€" is not/)
  assert.equal((await refusal(about({ field: 'text', is: 'at_least', value: 'a' })))[0], 'invalid')
  assert.equal((await refusal({ when: { match: 'all', conditions: [] } }))[0], 'invalid')
  // The same when it is tried, and when it is changed.
  const unknown: RuleDraft['when'] = {
    match: 'all',
    conditions: [{ field: 'currency', is: 'equals', value: 'XXQ' }],
  }
  const shop = { field: 'text', is: 'contains', value: 'shop' } as const
  const tooMany: RuleDraft['when'] = {
    match: 'any',
    conditions: [shop, ...[1, 2].map(() => groupOf(Array.from({ length: 50 }, () => shop)))],
  }
  assert.deepEqual(await refusal({ when: tooMany }), ['rule_invalid', 'when'])
  const faults: [change: Partial<RuleDraft>, code: string][] = [
    [{ set: {} }, 'rule_invalid'],
    [{ set: { contact_id: cash.id } }, 'contact_not_found'],
    [{ set: { to_account_id: food.account.id } }, 'account_not_usable'],
    [{ when: unknown }, 'currency_not_found'],
    [{ when: tooMany }, 'rule_invalid'],
  ]
  for (const [change, code] of faults) {
    const trial = { when: body.when, set: body.set, ...change }
    const changing = ana.call(updateImportRule, { params: { id: rule.id }, body: change })
    const codes = [ana.call(previewNewRule, { body: trial }), changing].map(
      async (one) => (await refused(one)).code,
    )
    assert.deepEqual(await Promise.all(codes), [code, code])
  }

  // A record that a rule names may be deleted later: the rule stays as it is, and can still be renamed.
  await ana.call(deleteCategory, { params: { id: food.id } })
  const renamed = await ana.call(updateImportRule, {
    params: { id: rule.id },
    body: { name: 'Old', set: rule.set },
  })
  assert.equal(renamed.name, 'Old')
  const { code } = await refused(
    ana.call(deleteCategory, { params: { id: food.id }, query: { forever: true } }),
  )
  assert.equal(code, 'in_use')

  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  for (let count = 1; count < 200; count++)
    await ana.call(createImportRule, {
      body: { name: `${count}`, when: body.when, set: { contact_id: bela.id } },
    })
  assert.deepEqual(await refusal({ set: { contact_id: bela.id } }), ['rules_too_many'])
  await ana.call(deleteContact, { params: { id: bela.id } })
})

const groupOf = <T>(conditions: T[]) => ({ field: 'group', match: 'any', conditions }) as const

test('a preview shows what would change and writes nothing; applying it is one change, and one undo', async () => {
  const { ana, food, other, rule, body } = await withRule()
  const date = '2026-03-10'
  const made = await ana.call(createTransactions, {
    body: {
      transactions: [
        { kind: 'expense', amount: 10, category_id: other.id, date, memo: 'LIDL Graz' },
        { kind: 'expense', amount: 11, category_id: food.id, date, notes: 'at Lídl', tags: ['shop'] },
        { kind: 'expense', amount: 12, category_id: other.id, date: '2026-01-10', memo: 'lidl' },
        { kind: 'expense', amount: 13, category_id: other.id, date, memo: 'Billa' },
        { kind: 'expense', amount: 14, category_id: other.id, date: '2025-12-10', memo: 'lidl' },
      ],
    },
  })
  await ana.call(updateBook, { body: { closed_through: '2025-12-31' } })
  const params = { id: rule.id }
  const preview = await ana.call(previewImportRule, { params, body: {} })
  assert.deepEqual([preview.matching, preview.changing, preview.closed, preview.is_complete], [4, 2, 1, true])
  const [first] = preview.data
  assert.deepEqual(
    { amount: first?.amount, before: first?.before.category_name, after: first?.after.category_name },
    { amount: 10, before: 'Other', after: 'Food' },
  )
  assert.deepEqual([first?.before.tags, first?.after.tags], [[], ['shop']])
  assert.deepEqual(await ana.call(previewNewRule, { body: { when: body.when, set: body.set } }), preview)
  const fewer = await ana.call(previewImportRule, {
    params,
    body: { date_from: '2026-03-01', date_to: '2026-03-31' },
  })
  assert.equal(fewer.changing, 1)

  const { book_version } = preview
  const later = await spend(ana, { amount: 15, category_id: other.id, date, memo: 'Billa' })
  const stale = await refused(ana.call(applyImportRule, { params, body: { book_version } }))
  assert.equal(stale.code, 'preview_stale')
  assert.match(
    stale.message,
    new RegExp(`at version ${book_version} then, and is at version ${later.version}`),
  )
  await ana.call(deleteExpense, { params: { id: later.id } })
  const now = await ana.call(previewImportRule, { params, body: {} })
  assert.equal(now.changing, 2, 'nothing was changed')

  const applied = await ana.call(applyImportRule, { params, body: { book_version: now.book_version } })
  assert.deepEqual([applied.changed, applied.left], [2, 0])
  const shown = async () =>
    (await ana.call(listTransactions, { query: { sort: 'amount' } })).data.map((one) => [
      one.category_name,
      one.tags,
    ])
  assert.deepEqual(await shown(), [
    ['Food', ['shop']],
    ['Food', ['shop']],
    ['Food', ['shop']],
    ['Other', []],
    ['Other', []],
  ])
  const again = await ana.call(applyImportRule, { params, body: {} })
  assert.deepEqual(again, { version: applied.version, changed: 0, left: 0 })
  await undo(ana, applied.version)
  assert.deepEqual(
    (await shown()).map(([name]) => name),
    ['Other', 'Food', 'Other', 'Other', 'Other'],
  )
  assert.equal(made.data.length, 5)
})

test('a rule sees of an imported transaction what it saw of the row: its texts, and not the number of the bank', async () => {
  const { ana, food } = await withRule()
  const { id } = await account(ana, 'Bank')
  const file = 'Date,Payee,Text,Amount,Reference\n2026-03-10,Spar Graz,CARD 4411,-10.00,77-X\n'
  const made = await sendFile(ana, { account_id: id }, file)
  await ana.call(commitImport, { params: { id: made.id } })
  const matching = async (is: 'equals' | 'contains' | 'begins_with', value: string) => {
    const when: RuleDraft['when'] = { match: 'all', conditions: [{ field: 'text', is, value }] }
    const preview = await ana.call(previewNewRule, { body: { when, set: { category_id: food.id } } })
    return preview.data.map(({ text }) => text)
  }
  for (const text of ['Spar Graz', 'card 4411', 'Spar Graz CARD 4411'])
    assert.deepEqual(await matching('equals', text), ['Spar Graz CARD 4411'])
  assert.deepEqual(await matching('begins_with', 'card'), ['Spar Graz CARD 4411'])
  assert.deepEqual(await matching('contains', '77-X'), [])
})

test('a rule turns earlier expenses and incomes into transfers, as one change', async () => {
  const ana = await world.person()
  const [other, pay] = [await category(ana, 'Other'), await category(ana, 'Pay', 'income')]
  const [cash, savings] = [await account(ana, 'Cash'), await bank(ana, 'Savings', 'USD')]
  const contact = await ana.call(createContact, { body: { name: 'Bank' } })
  await ana.call(createTransactions, {
    body: {
      transactions: [
        {
          kind: 'expense',
          amount: 50,
          category_id: other.id,
          memo: 'To savings',
          notes: 'monthly',
          contact_id: contact.id,
        },
        { kind: 'income', amount: 20, category_id: pay.id, memo: 'From savings' },
      ],
    },
  })
  const set = { to_account_id: savings.id, add_tags: ['moved'] }
  const rule = await ana.call(createImportRule, { body: { name: 'Savings', when: has('savings'), set } })
  const before = [await balances(ana, cash.id), await balances(ana, savings.id)]
  assert.deepEqual(before, [{ USD: -30 }, {}])
  const { changed, version } = await ana.call(applyImportRule, { params: { id: rule.id }, body: {} })
  assert.equal(changed, 2)
  assert.deepEqual(
    [await balances(ana, cash.id), await balances(ana, savings.id)],
    [{ USD: -30 }, { USD: 30 }],
  )
  const { data } = await ana.call(listTransactions, { query: { sort: 'amount' } })
  assert.deepEqual(
    data.map(({ kind, amount, tags, notes, memo }) => [kind, amount, tags, notes, memo]),
    [
      ['transfer', 20, ['moved'], null, 'From savings'],
      ['transfer', 50, ['moved'], 'monthly', 'To savings'],
    ],
  )
  assert.deepEqual(
    data.map(({ contact_name }) => contact_name),
    [null, 'Bank'],
  )
  await undo(ana, version)
  assert.deepEqual([await balances(ana, cash.id), await balances(ana, savings.id)], before)
  assert.deepEqual(await verify(world.db), [])
})

test('transactions that cannot change are skipped, and a rule for too many at once is refused', async () => {
  const { ana, other, rule } = await withRule()
  const bela = await ana.call(createContact, { body: { name: 'Lidl Bela' } })
  // A split, and one whose contact has the word.
  const splits = [
    { category_id: other.id, amount: 3 },
    { category_id: rule.set.category_id ?? '', amount: 4 },
  ]
  const split = await spend(ana, { amount: 7, splits, notes: 'lidl', tags: ['shop'] })
  const shared = await spend(ana, { amount: 8, category_id: other.id, contact_id: bela.id })
  const { matching, changing } = await ana.call(previewImportRule, { params: { id: rule.id }, body: {} })
  assert.deepEqual([matching, changing], [2, 1])
  await ana.call(applyImportRule, { params: { id: rule.id }, body: {} })
  const params = { id: shared.id }
  assert.equal((await ana.call(getTransaction, { params })).category_name, 'Food')
  assert.equal((await ana.call(getTransaction, { params: { id: split.id } })).splits.length, 2)
  await ana.call(deleteExpense, { params })
  const transactions = Array.from({ length: 10_000 }, () => ({
    kind: 'expense' as const,
    amount: 1,
    category_id: other.id,
    memo: 'lidl',
  }))
  await ana.call(createTransactions, { body: { transactions } })
  await spend(ana, { amount: 2, category_id: other.id, memo: 'lidl' })
  const { code, message } = await refused(ana.call(applyImportRule, { params: { id: rule.id }, body: {} }))
  assert.equal(code, 'rule_too_wide')
  assert.match(message, /10001 transactions/)
})

test('a session that has ended cannot even look', async () => {
  const { ana, body } = await withRule()
  const trial = { body: { when: body.when, set: body.set } }
  await ana.call(previewNewRule, trial)
  await ana.call(logout)
  assert.equal((await refused(ana.call(previewNewRule, trial))).code, 'unauthenticated')
})

test('a transaction that is changed while a rule is applied stays as it was changed', async () => {
  const { ana, other, rule } = await withRule()
  const made = await spend(ana, { amount: 10, category_id: other.id, memo: 'lidl' })
  const book = (await row<BookRow>(
    world.db,
    sql`select ${bookColumns} from books where id = ${ana.book_id}`,
  )) as BookRow // a person has one
  const verb = await applyRule(world.db, book, { conditions: rule.when, actions: rule.set }, {})
  await ana.call(updateExpense, { params: { id: made.id }, body: { amount: 777 } })
  const outcome = await makeWriter(world.db).write({
    bookId: ana.book_id,
    verb,
    token: null,
    by: florinFor(ana.user.id),
    admit: () => undefined,
    key: undefined,
    command: 'POST /import-rules/{id}/apply',
    most: { rows: 1e6, bytes: 1e9 },
    serialise: (answer) => JSON.stringify(answer),
    isGone: () => false,
  })
  assert.deepEqual(JSON.parse(outcome.text), { version: rule.version + 2, changed: 0, left: 1 })
  const now = await ana.call(getTransaction, { params: { id: made.id } })
  assert.deepEqual([now.amount, now.category_name], [777, 'Other'])
})
