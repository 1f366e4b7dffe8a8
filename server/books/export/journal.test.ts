import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import fc from 'fast-check'
import { createAccount } from '../../../contract/accounts.ts'
import { createTransactions, type TransactionBatch } from '../../../contract/batches.ts'
import { updateBook } from '../../../contract/books.ts'
import { listTransactions } from '../../../contract/budgeting.ts'
import { createCategory, deleteCategory } from '../../../contract/categories.ts'
import { createContact } from '../../../contract/contacts.ts'
import { category, spend } from '../../../test/books.ts'
import { differingBook } from '../../../test/differing-book.ts'
import { isInstalled } from '../../../test/hledger.ts'
import { journalsAgree, SKIPPED } from '../../../test/journals.ts'
import { richWorld } from '../../../test/prepared.ts'
import type { Person } from '../../../test/world.ts'
import { pathsOf, plainNames, strictNames } from './accounts.ts'
import { exportedPostings } from './postings.ts'
import { comment, description, encoded, oneLine, quotedText, tagName } from './text.ts'

const { world, ana: rich } = await richWorld()
if (SKIPPED) console.log(SKIPPED)

const journal = async (person: Person, format: string): Promise<string> =>
  (await person.send({ url: `/books/current/export?format=${format}` })).text

test('hledger, Ledger and Beancount accept a book with every kind of record, and find the same amounts', async () => {
  await journalsAgree(rich)
  assert.match(await journal(rich, 'hledger'), /\(payment\) Béla/)
})

test('exchange differences keep the amounts of every account: paid in the currency of a debt, in that of the book, in a third one', async () => {
  const ana = await differingBook(world)
  await journalsAgree(ana)
  assert.match(await journal(ana, 'hledger'), /equity:Currency exchange:Exchange differences {2}-?\d/)
})

test('categories are below their group, so that hledger adds a group up as the list by group does', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const add = (name: string, parent_id: string | null = null) =>
    ana.call(createCategory, { body: { name, parent_id } })
  const [food, fun] = [await add('Food'), await add('Fun')]
  const [groceries, twin] = [await add('Groceries', food.id), await add('Groceries', food.id)]
  const [other, gone] = [await add('Groceries', fun.id), await add('Gone', fun.id)]
  for (const [index, { id }] of [food, fun, groceries, twin, other, gone].entries())
    await spend(ana, { amount: 2 ** index, category_id: id, date: '2026-03-04' })
  await ana.call(deleteCategory, { params: { id: gone.id } })
  await journalsAgree(ana)
  const text = await journal(ana, 'hledger')
  const { code } = groceries.account
  for (const path of ['Food', `Food:Groceries-${code}`, 'Fun:Groceries', 'Fun:Gone'])
    assert.match(text, new RegExp(`^    expenses:${path}  `, 'm'))
  assert.match(await journal(ana, 'beancount'), /Expenses:Fun:Groceries /)
  if (!isInstalled) return
  const { stdout } = spawnSync(
    'hledger',
    ['-f', '-', 'bal', '-2', '--flat', '-O', 'csv', 'expenses', '--no-total'],
    {
      input: text,
      encoding: 'utf8',
    },
  )
  const totals = Object.fromEntries(
    stdout
      .split('\n')
      .slice(1, -1)
      .map((line) => line.replaceAll('"', '').split(',')),
  )
  const sumOf = async (group_id: string) =>
    (await ana.call(listTransactions, { query: { group_id, include: 'sum' } })).meta.sum_base
  assert.deepEqual(totals, {
    'expenses:Food': `${await sumOf(food.id)}.00 EUR`,
    'expenses:Fun': `${await sumOf(fun.id)}.00 EUR`,
  })
  assert.equal(await sumOf(food.id), 13)
})

/** The lines of accounts in a journal, each with its name where the path does not say it. */
const accountsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^account (\S.*?)(?: {2};.*)?\n(?: {4}; name: (.*)\n)?/gm)].map(
      ([, path = '', name]) => [path, decodeURIComponent(name ?? path.slice(path.lastIndexOf(':') + 1))],
    ),
  )

test('accounts whose names are paths of a journal have just those, and a journal says each name', async () => {
  const named = async (...names: [string, 'asset' | 'liability'][]) => {
    const ana = await world.person({ base_currency_id: 'EUR' })
    for (const [name, type] of names) await ana.call(createAccount, { body: { name, type } })
    const food = await ana.call(createCategory, { body: { name: 'Food' } })
    await ana.call(createCategory, { body: { name: 'Bread: dark, 50%', parent_id: food.id } })
    await ana.call(createCategory, { body: { name: 'Bread:White', parent_id: food.id } })
    await spend(ana, { amount: 5, category_id: food.id, date: '2026-03-04' })
    await journalsAgree(ana)
    const [plain, other] = [await journal(ana, 'hledger'), await journal(ana, 'ledger')].map(accountsIn)
    assert.deepEqual(plain, other)
    return plain ?? {}
  }
  const small = await named(
    ['assets:bank:Checking', 'asset'],
    ['debts:Card', 'liability'],
    ['Purse', 'asset'],
  )
  for (const [path, name] of [
    ['assets:bank:Checking', 'assets:bank:Checking'],
    ['debts:Card', 'debts:Card'],
    ['assets:Purse', 'Purse'],
    ['expenses:Food', 'Food'],
    ['expenses:Food:Bread- dark, 50%', 'Bread: dark, 50%'],
    ['expenses:Food:Bread:White', 'Bread:White'],
  ] as const)
    assert.equal(small[path], name, Object.keys(small).join('\n'))
  const capital = await named(
    ['Assets:Bank:Checking', 'asset'],
    ['Liabilities:Card', 'liability'],
    ['Purse', 'asset'],
  )
  for (const path of [
    'Assets:Bank:Checking',
    'Liabilities:Card',
    'Assets:Purse',
    'Expenses:Food',
    'Expenses:Food:Bread:White',
  ])
    assert.ok(path in capital, path)
  assert.ok(!Object.keys(capital).some((path) => /^[a-z]/.test(path)))
  const both = await named(['Assets:Bank', 'asset'], ['assets:cash', 'asset'])
  for (const path of ['Assets:Bank', 'assets:cash', 'expenses:Food']) assert.ok(path in both, path)
})

test('what was spent on a deleted category is in the journal, on its account', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  await spend(ana, { amount: 5, category_id: food.id, date: '2026-03-04' })
  await ana.call(deleteCategory, { params: { id: food.id } })
  assert.match(await journal(ana, 'hledger'), /^account expenses:Food /m)
  await journalsAgree(ana)
})

test('currencies with no, three and four decimals keep all of theirs', async () => {
  const ana = await world.person({ base_currency_id: 'BHD' })
  const food = await category(ana, 'Food')
  for (const [currency_id, amount, fx_rate] of [
    ['BHD', 1.234, undefined],
    ['JPY', 1234567, 0.0000001],
    ['CLF', 1.2345, 12.5],
    ['USD', 33.33, 0.376],
  ] as const)
    await spend(ana, {
      amount,
      currency_id,
      category_id: food.id,
      date: '2026-03-04',
      ...(fx_rate && { fx_rate }),
    })
  await journalsAgree(ana)
})

const HOSTILE = [
  'a:b:c',
  'a ; b',
  'two  spaces',
  '\ttab',
  '2026-01-01 open Assets:Evil',
  'line\n2026-01-01 * "evil"\n  Assets:Cash  1 USD',
  'line\n    assets:Cash  1 USD',
  '😀🏳️‍🌈',
  'שלום עולם',
  '\u202eevil\u202c',
  '(virtual)',
  '[balanced]',
  '* starred',
  '! pending',
  '"quoted" \\ back\\',
  '#tag ^link',
  '{cost} @ 1 USD',
  '100 USD',
  'payee | note',
  'date:2019-01-01',
  '[2019-01-01]',
  'Value:: 1/0',
  '; comment',
  '%include "x"',
  '=equals',
  '~ monthly',
  '-',
  '…',
  'Cash',
  'cash',
  'CASH',
  'Cash-1000',
  'ﬁ ligature',
  'नमस्ते',
  'ñ',
  'ñ',
  'a\u0085b\u2028c\u0007d',
  'end comment',
  'include /etc/passwd',
  "'apostrophe",
]

test('names, notes and tags cannot break a journal, nor add anything to it', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  await ana.call(updateBook, { body: { name: 'My "book"\noption "x" "y"' } })
  const drafts = HOSTILE.map(async (text, index): Promise<TransactionBatch['transactions']> => {
    const { id: contact_id } = await ana.call(createContact, {
      body: { name: text, phone: text.slice(0, 20), notes: text },
    })
    const { id: category_id } = await category(ana, text)
    const other = await category(ana, `${text} 2`)
    const { id: asset_account_id } = await ana.call(createAccount, { body: { name: text, type: 'asset' } })
    const draft = {
      kind: 'expense' as const,
      amount: 1 + index,
      contact_id,
      asset_account_id,
      date: '2026-03-04',
    }
    const splits = [category_id, other.id].map((id) => ({
      category_id: id,
      amount: (1 + index) / 2,
      memo: text,
    }))
    return [
      { ...draft, category_id, memo: text, notes: text, tags: [text] },
      { ...draft, category_id, memo: text },
      { ...draft, category_id, notes: `${text}\n${text}`, splits },
    ]
  })
  const transactions = (await Promise.all(drafts)).flat()
  await ana.call(createTransactions, { body: { transactions } })
  await journalsAgree(ana)
  for (const format of ['hledger', 'ledger', 'beancount']) {
    const lines = (await journal(ana, format)).split('\n')
    const found = lines.filter((line) => /^\d{4}-\d\d-\d\d (\(expense\)|\*) /.test(line))
    assert.equal(found.length, transactions.length, format)
  }
})

const anyText = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'a:;| \t\n\r"\\[]()=*!#@{}\u0085\u2028\u202eא😀'), maxLength: 20 }),
)

test('whatever a text is, it stays on its line and means nothing there', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const made of [oneLine(text), comment(text), description(text), tagName(text), quotedText(text)])
        assert.doesNotMatch(made, /[\p{Cc}\p{Zl}\p{Zp}]| {2}/u)
      assert.doesNotMatch(comment(text), /[[\]]|[^\d]:(?!\/\/)|:($|[^\d/])/)
      assert.doesNotMatch(description(text), /[;|]/)
      assert.doesNotMatch(tagName(text), /[\s:,;]/)
      assert.doesNotMatch(encoded(text), /[\p{Cc}\p{Zl}\p{Zp}:;,[\]]|^ | {2}| $/u)
      assert.equal(decodeURIComponent(encoded(text)), text.toWellFormed())
      assert.match(quotedText(text), /^"([^"\\]|\\["\\n])*"$/)
    }),
    { numRuns: 2_000 },
  )
})

test('accounts have names that their program takes, and no two the same', () => {
  const type = fc.constantFrom('asset', 'expense')
  const group = fc.option(fc.nat({ max: 4 }))
  const account = fc.record({ name: anyText, type, group })
  fc.assert(
    fc.property(fc.array(account, { maxLength: 20 }), (given) => {
      const accounts = given.map((one, index) => ({
        ...one,
        id: `${index}`,
        code: `${1000 + index}`,
        role: null,
        // The first few are groups.
        parent: index > 4 && one.group !== null ? `${one.group}` : null,
      }))
      for (const naming of [plainNames, strictNames]) {
        const paths = [...pathsOf(accounts, naming).values()]
        assert.equal(new Set(paths).size, accounts.length)
        for (const path of paths)
          assert.match(
            path,
            naming === strictNames
              ? /^(Assets|Expenses)(:[\p{Lu}\p{Nd}][\p{L}\p{Nd}-]*)+$/u
              : /^(assets|expenses)(:[^:;\s](?: ?[^:;\s])*)+$/u,
          )
      }
    }),
    { numRuns: 500 },
  )
})

test('the postings of a transaction come to nothing at cost, and have the amounts of its entries', () => {
  const accounts = fc.constantFrom('bank', 'claim', 'exchange', 'gains', 'food')
  const amount = fc.bigInt({ min: 0n, max: 10n ** 12n })
  const entry = fc
    .record({
      debit: accounts,
      credit: accounts,
      currency: fc.constantFrom('EUR', 'USD'),
      amount,
      base: amount,
    })
    .filter(({ debit, credit, amount, base }) => debit !== credit && (amount > 0n || base > 0n))
    .map((one) => ({
      ...one,
      category: null,
      memo: '',
      base: one.currency === 'EUR' && one.amount > 0n ? one.amount : one.base,
    }))
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 6 }), (entries) => {
      const postings = exportedPostings(entries, 'EUR', 'gains')
      const signed = (posting: (typeof postings)[number]) =>
        posting.cost === null ? posting.amount : posting.amount < 0n ? -posting.cost : posting.cost
      assert.equal(
        postings.reduce((sum, posting) => sum + signed(posting), 0n),
        0n,
      )
      for (const account of ['bank', 'claim', 'exchange', 'food'])
        for (const currency of ['EUR', 'USD']) {
          const own = entries
            .filter((one) => one.currency === currency)
            .reduce(
              (sum, one) =>
                sum + (one.debit === account ? one.amount : one.credit === account ? -one.amount : 0n),
              0n,
            )
          const posted = postings
            .filter((one) => one.account === account && one.currency === currency && !one.isDifference)
            .reduce((sum, one) => sum + one.amount, 0n)
          assert.equal(posted, own)
        }
    }),
    { numRuns: 1_000 },
  )
})

test('a journal has a name and a type, and a format that it does not know is refused', async () => {
  const ana = await world.person()
  const { headers } = await ana.send({ url: '/books/current/export?format=hledger' })
  assert.match(headers['content-disposition'] ?? '', /filename="florin-book-\d{4}-\d\d-\d\d\.journal"$/)
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  for (const query of ['', '?format=gnucash']) {
    const { status, body } = await ana.send({ url: `/books/current/export${query}` })
    assert.equal(status, 422)
    assert(body.errors.format)
  }
})
