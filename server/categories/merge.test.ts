import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getBook, updateBook } from '../../contract/books.ts'
import {
  createExpense,
  deleteExpense,
  getExpense,
  listTransactions,
  restoreExpense,
  updateExpense,
} from '../../contract/budgeting.ts'
import { getBudgets, putBudget } from '../../contract/budgets.ts'
import {
  type Category,
  createCategory,
  deleteCategory,
  getCategory,
  mergeCategories,
  previewMerge,
  restoreCategory,
  updateCategory,
} from '../../contract/categories.ts'
import { undoChange } from '../../contract/changes.ts'
import { createContact } from '../../contract/contacts.ts'
import { createImportRule, getImportRule } from '../../contract/import-rules.ts'
import { createObligation, getObligation, writeOff } from '../../contract/obligations.ts'
import { createPlan, getPlan } from '../../contract/plans.ts'
import { balanced, balances, bank, category, spend } from '../../test/books.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { change, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { newId } from '../process/ids.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

const merge = (person: Person, { id }: { id: string }, into: { id: string }) =>
  person.call(mergeCategories, { params: { id }, body: { into: into.id } })
const preview = (person: Person, { id }: { id: string }) => person.call(previewMerge, { params: { id } })
const undo = (person: Person, version: number) =>
  person.call(undoChange, { params: { version: String(version) } })
const state = async (person: Person) => (await person.call(getBook)).seal.hash
const listed = async (person: Person, query: object) =>
  (await person.call(listTransactions, { query: { include: 'sum', ...query } })).meta.sum_base

test('a merge moves transactions, splits, those in the trash, plans, rules and obligations, and one undo brings all back', async () => {
  const ana = await world.person()
  const [food, groceries, rest] = [
    await category(ana, 'Food'),
    await category(ana, 'Groceries'),
    await category(ana, 'Rest'),
  ]
  const plain = await spend(ana, { amount: 5, category_id: food.id, date: '2026-05-01' })
  const split = await spend(ana, {
    amount: 12,
    date: '2026-05-02',
    splits: [
      { category_id: groceries.id, amount: 3 },
      { category_id: food.id, amount: 4, memo: 'bread' },
      { category_id: rest.id, amount: 5 },
    ],
  })
  const trashed = await spend(ana, { amount: 7, category_id: food.id, date: '2026-05-03' })
  await ana.call(deleteExpense, { params: { id: trashed.id } })
  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  const debt = await ana.call(createObligation, {
    body: {
      name: 'Bill',
      contact_id: bela.id,
      account_id: food.account.id,
      original_amount: 20,
      outstanding_amount: 20,
      currency_id: 'USD',
      opened_date: '2026-05-04',
    },
  })
  const lent = await ana.call(createObligation, {
    body: {
      name: 'Lent',
      contact_id: bela.id,
      account_id: (await bank(ana, 'Loans', 'USD', { is_claim: true })).id,
      original_amount: 9,
      outstanding_amount: 9,
      currency_id: 'USD',
      opened_date: '2026-05-04',
    },
  })
  await ana.call(writeOff, {
    params: { id: lent.id },
    body: { category_id: food.id, amount: 2, date: '2026-05-05' },
  })
  const plan = await ana.call(createPlan, {
    body: {
      name: 'Box',
      kind: 'expense',
      draft: { amount: 9, category_id: food.id.toUpperCase() },
      schedule: { every: 1, unit: 'month', start: '2030-01-01' },
    },
  })
  const rule = await ana.call(createImportRule, {
    body: {
      name: 'Shop',
      when: { match: 'all', conditions: [{ field: 'text', is: 'contains', value: 'shop' }] },
      set: { category_id: food.id },
    },
  })
  const counts = { transactions: 5, budgets: 0, plans: 1, rules: 1 }
  assert.deepEqual(await preview(ana, food), { ...counts, closed: 0, closed_through: null })
  const before = {
    food: await balances(ana, food.account.id),
    groceries: await balances(ana, groceries.account.id),
  }

  const merged = await merge(ana, food, groceries)
  assert.deepEqual(merged.moved, counts)
  assert.deepEqual(merged.category, await ana.call(getCategory, { params: { id: groceries.id } }))
  assert.equal((await refused(ana.call(getCategory, { params: { id: food.id } }))).code, 'not_found')
  const isMoved = async () => {
    const [one, parts] = [
      await ana.call(getExpense, { params: { id: plain.id } }),
      await ana.call(getExpense, { params: { id: split.id } }),
    ]
    assert.deepEqual([one.category_id, one.category_name], [groceries.id, 'Groceries'])
    assert.deepEqual(
      parts.splits.map(({ category_id, amount, memo }) => [category_id, amount, memo]),
      [
        [groceries.id, 3, null],
        [groceries.id, 4, 'bread'],
        [rest.id, 5, null],
      ],
    )
    assert.equal(
      (await ana.call(getObligation, { params: { id: debt.id } })).account_id,
      groceries.account.id,
    )
    assert.equal((await ana.call(getPlan, { params: { id: plan.id } })).draft.category_id, groceries.id)
    assert.equal((await ana.call(getImportRule, { params: { id: rule.id } })).set.category_id, groceries.id)
    assert.deepEqual(await balances(ana, groceries.account.id), { USD: 34 })
    assert.equal(await listed(ana, { category_id: groceries.id }), 34)
    const { data } = await ana.call(listTransactions, { query: { deleted: 'only' } })
    assert.deepEqual(
      data.map((one) => [one.category_id, one.lines.length]),
      [[groceries.id, 2]],
    )
  }
  await isMoved()
  const isBack = async () => {
    assert.deepEqual(
      { food: await balances(ana, food.account.id), groceries: await balances(ana, groceries.account.id) },
      before,
    )
    assert.equal((await ana.call(getExpense, { params: { id: plain.id } })).category_id, food.id)
    assert.equal((await ana.call(getExpense, { params: { id: split.id } })).splits[1]?.category_id, food.id)
    assert.equal((await ana.call(getObligation, { params: { id: debt.id } })).account_id, food.account.id)
    assert.equal(
      (await ana.call(getPlan, { params: { id: plan.id } })).draft.category_id?.toLowerCase(),
      food.id,
    )
    assert.equal((await ana.call(getImportRule, { params: { id: rule.id } })).set.category_id, food.id)
    const { data } = await ana.call(listTransactions, { query: { deleted: 'only' } })
    assert.deepEqual(
      data.map(({ category_id }) => category_id),
      [food.id],
    )
  }
  await undo(ana, merged.version)
  await isBack()
  await undo(ana, merged.version + 1)
  await isMoved()
  const restored = await ana.call(restoreExpense, { params: { id: trashed.id } })
  assert.equal(restored.category_id, groceries.id)
  await ana.call(deleteExpense, { params: { id: trashed.id } })
  const known = { known_at: String(plan.version) }
  assert.equal(await listed(ana, { category_id: food.id, ...known }), 31)
  await balanced(ana)
  assert.deepEqual(await verify(world.db), [])
})

test('a transaction whose entries changed since a merge blocks its undo, and a new one of the restored category its redo', async () => {
  const ana = await world.person()
  const [a, b] = [await category(ana, 'A'), await category(ana, 'B')]
  const one = await spend(ana, { amount: 5, category_id: a.id })
  const { version } = await merge(ana, a, b)
  await ana.call(updateExpense, { params: { id: one.id }, body: { notes: 'x' } })
  const changed = await ana.call(updateExpense, { params: { id: one.id }, body: { amount: 6 } })
  const problem = await refused(undo(ana, version))
  assert.deepEqual(
    [problem.code, problem.blockers?.map((one) => one.version)],
    ['undo_blocked', [changed.version]],
  )
  await undo(ana, changed.version)
  const undone = await undo(ana, version)
  const back = await ana.call(getExpense, { params: { id: one.id } })
  assert.deepEqual([back.category_id, back.amount, back.notes], [a.id, 5, 'x'])
  await spend(ana, { amount: 1, category_id: a.id })
  assert.equal((await refused(undo(ana, undone.version))).code, 'undo_blocked')
  assert.deepEqual(await verify(world.db), [])
})

/** Planned and rollover of each category, month by month. */
const sheets = (person: Person, months: readonly string[]) =>
  Promise.all(
    months.map(async (month) => {
      const { rows } = await person.call(getBudgets, { query: { month } })
      return new Map(rows.map((row) => [row.category_id, row]))
    }),
  )

const months = Array.from({ length: 16 }, (_, index) => {
  const month = index % 12
  return `${2026 + Math.floor(index / 12)}-${String(month + 1).padStart(2, '0')}`
})

test('budgets of both are added up in every month: running ones, ended ones, and those of a month alone', async () => {
  for (const seed of Array.from({ length: 8 }, (_, index) => index + 1)) {
    let value = seed
    const random = (below: number) => {
      value = (value * 48_271) % 2_147_483_647
      return value % below
    }
    const ana = await world.person()
    const [a, b] = [await category(ana, 'A'), await category(ana, 'B')]
    for (let step = 0; step < 8; step++) {
      const params = { category_id: (random(2) ? a : b).id, month: months[random(14)] ?? '2026-01' }
      const url = `/budgeting/budgets/${params.category_id}/${params.month}`
      if (random(4) === 0) await ana.send({ method: 'DELETE', url })
      else
        await ana.call(putBudget, {
          params,
          body: { amount: 1 + random(50), rollover: random(3) === 0, only: random(3) === 0 },
        })
    }
    const was = await sheets(ana, months)
    const { version } = await merge(ana, a, b)
    const is = await sheets(ana, months)
    for (const [index, sheet] of was.entries()) {
      const rows = [a, b].flatMap(({ id }) => {
        const row = sheet.get(id)
        return row && row.planned !== null ? [row] : []
      })
      const row = is[index]?.get(b.id)
      const said = `seed ${seed}, ${months[index]}`
      const planned = rows.length === 0 ? null : rows.reduce((sum, one) => sum + (one.planned ?? 0), 0)
      assert.equal(row?.planned ?? null, planned, said)
      assert.equal(
        row?.rollover ?? false,
        rows.some(({ rollover }) => rollover),
        said,
      )
      if (planned !== null)
        assert.equal(
          row?.only,
          rows.some(({ only }) => only),
          said,
        )
      assert.equal(is[index]?.get(a.id), undefined, said)
    }
    await undo(ana, version)
    assert.deepEqual(
      (await sheets(ana, months)).map((sheet) => [...sheet.values()].map(({ version: _, ...row }) => row)),
      was.map((sheet) => [...sheet.values()].map(({ version: _, ...row }) => row)),
    )
  }
  assert.deepEqual(await verify(world.db), [])
})

test('a merge is refused into itself, another kind, the trash, an inactive category, and with categories in it', async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  const [food, pay, gone, off] = [
    await category(ana, 'Food'),
    await category(ana, 'Pay', 'income'),
    await category(ana, 'Gone'),
    await category(ana, 'Off'),
  ]
  const others = await category(eve, 'Eve')
  await ana.call(deleteCategory, { params: { id: gone.id } })
  await ana.call(updateCategory, { params: { id: off.id }, body: { is_active: false } })
  const before = await state(ana)
  const faults: [{ id: string }, string, string][] = [
    [food, 'invalid', 'into'],
    [pay, 'category_not_found', 'into'],
    [gone, 'category_not_found', 'into'],
    [others, 'category_not_found', 'into'],
    [{ id: newId() }, 'category_not_found', 'into'],
    [{ id: 'x' }, 'category_not_found', 'into'],
    [off, 'category_inactive', 'into'],
  ]
  for (const [into, code, field] of faults) {
    const problem = await refused(merge(ana, food, into))
    assert.deepEqual([problem.code, Object.keys(problem.errors ?? {})], [code, [field]])
  }
  assert.equal((await refused(merge(eve, food, others))).code, 'not_found')
  assert.equal((await refused(merge(ana, gone, food))).code, 'not_found')
  assert.equal((await refused(preview(eve, food))).code, 'not_found')
  assert.equal(await state(ana), before)
  await ana.call(createCategory, { body: { name: 'Bread', parent_id: food.id } })
  const rest = await category(ana, 'Rest')
  const problem = await refused(merge(ana, food, rest))
  assert.deepEqual([problem.code, problem.params?.children], ['has_children', ['Bread']])
  assert.equal((await merge(ana, rest, food)).category.name, 'Food', 'a group can take others over')
})

test('closed days refuse a merge with the number of transactions; those in the trash do not count', async () => {
  const ana = await world.person()
  const [a, b] = [await category(ana, 'A'), await category(ana, 'B')]
  for (const date of ['2025-01-01', '2025-02-01', '2026-01-01'])
    await spend(ana, { amount: 5, category_id: a.id, date })
  const gone = await spend(ana, { amount: 5, category_id: b.id, date: '2025-03-01' })
  await ana.call(deleteExpense, { params: { id: gone.id } })
  await ana.call(updateBook, { body: { closed_through: '2025-12-31' } })
  const before = await state(ana)
  const problem = await refused(merge(ana, a, b))
  assert.deepEqual([problem.code, problem.status], ['locked', 409])
  assert.deepEqual(problem.params, {
    date: '2025-02-01',
    closed_through: '2025-12-31',
    category_name: 'A',
    closed: 2,
  })
  assert.match(
    problem.detail,
    /"A" has 2 transactions up to then, the latest of 2025-02-01, which cannot move/,
  )
  assert.equal(await state(ana), before)
  assert.deepEqual(await preview(ana, a), {
    transactions: 3,
    budgets: 0,
    plans: 0,
    rules: 0,
    closed: 2,
    closed_through: '2025-12-31',
  })
  assert.equal((await merge(ana, b, a)).moved.transactions, 1)
  const { data } = await ana.call(listTransactions, { query: { deleted: 'only' } })
  assert.deepEqual(
    data.map(({ category_id }) => category_id),
    [a.id],
  )
})

test('budgets that come to too much, and more than 20,000 transactions, are refused', async () => {
  const ana = await world.person()
  const [a, b] = [await category(ana, 'A'), await category(ana, 'B')]
  for (const { id } of [a, b])
    await ana.call(putBudget, {
      params: { category_id: id, month: '2026-01' },
      body: { amount: 9_000_000_000_000 },
    })
  const large = await refused(merge(ana, a, b))
  assert.deepEqual([large.code, Object.keys(large.errors ?? {})], ['amount_too_large', ['into']])

  const [c, d] = [await category(ana, 'C'), await category(ana, 'D')]
  const one = await spend(ana, { amount: 1, category_id: c.id })
  // Entries of transactions that nobody recorded: they are counted before anything is loaded.
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`insert into entries (book_id, transaction_id, created_version, created_position, version, ordinal, kind, date, debit_account_id, credit_account_id,
            debit_line_id, credit_line_id, currency_id, amount, base_amount, category_id, memo, is_debit_first, is_credit_first)
          select book_id, gen_random_uuid(), created_version, n, version, 0, kind, date, debit_account_id, credit_account_id, gen_random_uuid(), gen_random_uuid(),
            currency_id, amount, base_amount, category_id, memo, is_debit_first, is_credit_first
          from entries, generate_series(1, 20049) n where book_id = ${ana.book_id} and transaction_id = ${one.id}`,
    ),
  )
  const before = await state(ana)
  const many = await refused(merge(ana, c, d))
  assert.deepEqual([many.code, many.params], ['merge_too_large', { name: 'C', count: 20_050, most: 20_000 }])
  assert.equal(await state(ana), before)
})

test('a merge and a new expense at once leave both in the books', async () => {
  const ana = await world.person()
  const [a, b] = [await category(ana, 'A'), await category(ana, 'B')]
  await spend(ana, { amount: 5, category_id: a.id })
  const [, spent] = await Promise.allSettled([
    merge(ana, a, b),
    ana.call(createExpense, { body: { amount: 2, category_id: a.id } }),
  ])
  const sum = spent.status === 'fulfilled' ? 7 : 5
  assert.deepEqual(await balances(ana, b.account.id), { USD: sum })
})

test('a merged category can be restored, without its transactions', async () => {
  const ana = await world.person()
  const [a, b] = [await category(ana, 'A'), await category(ana, 'B')]
  await spend(ana, { amount: 5, category_id: a.id })
  await merge(ana, a, b)
  const back: Category = await ana.call(restoreCategory, { params: { id: a.id } })
  assert.deepEqual([back.name, await balances(ana, a.account.id)], ['A', {}])
})
