import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { listAccounts } from '../../contract/accounts.ts'
import { listCategories } from '../../contract/categories.ts'
import { currencyFacts } from '../../contract/iso4217.ts'
import { incomeStatement } from '../../contract/reports.ts'
import { rowsOf, sendFile } from '../../test/importing.ts'
import { type Program, skipOf, type Units, unitsOf } from '../../test/journal-programs.ts'
import { committed, figures, sameAgain, undone } from '../../test/moving.ts'
import { sharedWorld } from '../../test/world.ts'

/**
 * Journals made by hand, in `journals/`, and beside each its balances (`NAME.expected`), in three parts:
 *
 * - `program`: the units of each account as hledger, Ledger or Beancount adds them up, which is asked where it is installed.
 * - `book`: the balances of accounts in the book after the import, and what each category came to in the base currency.
 * - `named`: what the import says before the commit, one pattern a line, in this order.
 *
 * An account whose currencies differ between the first two is named in the third.
 */
const folder = join(import.meta.dirname, 'journals')
const FORMS: Readonly<Record<string, Program>> = {
  beancount: 'beancount',
  journal: 'hledger',
  ledger: 'ledger',
}
const files = readdirSync(folder).filter((name) => !name.endsWith('.expected'))
const programOf = (name: string): Program => FORMS[name.slice(name.lastIndexOf('.') + 1)] ?? 'hledger'

const world = await sharedWorld()

type Expected = { program: Units; book: Units; named: string[] }

function expectedOf(name: string): Expected {
  const found: Expected = { program: {}, book: {}, named: [] }
  let part = ''
  const path = join(folder, name.replace(/[^.]*$/, 'expected'))
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [, heading] = /^# (program|book|named)$/.exec(line) ?? []
    if (heading !== undefined) part = heading
    else if (line === '') continue
    else if (part === 'named') found.named.push(line)
    else if (part === 'program' || part === 'book') {
      const [, key = '', amount = ''] = /^(.*\S) +(-?[\d.]+)$/.exec(line) ?? []
      found[part][key] = Number(amount)
    }
  }
  return found
}

type Person = Awaited<ReturnType<typeof world.person>>

/** The balances of a book on the side that journals have them: money owed is negative. Categories have what they came to. */
async function booked(person: Person): Promise<Units> {
  const { data } = await person.call(listAccounts, { query: { limit: 1000 } })
  const owed = new Set(data.filter(({ type }) => type === 'liability').map(({ name }) => name))
  const found: Units = {}
  for (const [name, balances] of Object.entries((await figures(person)).accounts))
    for (const [currency, amount] of Object.entries(balances))
      found[`${name} ${currency}`] = owed.has(name) ? -amount : amount
  const { income, expense } = await person.call(incomeStatement, {
    query: { date_from: '1900-01-01', date_to: '2200-12-31' },
  })
  for (const [kind, rows] of [
    ['Income', income],
    ['Expenses', expense],
  ] as const)
    for (const { category_name, total } of rows) if (total !== 0) found[`${kind} ${category_name}`] = total
  return found
}

for (const name of files)
  test(`${name}: the balances of the book are those of the file, or the difference is named before the commit`, async () => {
    const ana = await world.person({ base_currency_id: name.endsWith('.ledger') ? 'USD' : 'EUR' })
    const { program, book, named } = expectedOf(name)
    const text = readFileSync(join(folder, name), 'utf8')
    const made = await sendFile(ana, { filename: name }, text)
    const all = await rowsOf(ana, made)
    const waiting = all.filter(({ needs_attention }) => needs_attention)
    assert.deepEqual(
      all.filter(({ is_opening }) => is_opening).map(({ n }) => n),
      all.filter(({ reason }) => reason.startsWith('The opening balance of')).map(({ n }) => n),
    )
    assert.deepEqual(
      waiting.map(({ reason }) => reason),
      [],
    )
    const format = programOf(name) === 'ledger' ? 'hledger' : programOf(name)
    assert.deepEqual([made.format, made.status, made.fault], [format, 'ready', null])
    const said = made.brings.flatMap(({ left_out }) => left_out.map(({ name, why }) => `${name}: ${why}`))
    assert.equal(said.length, named.length, said.join('\n'))
    for (const [index, one] of said.entries()) assert.ok(one.startsWith(named[index] ?? '-'), one)
    const done = await committed(ana, made)
    const found = await booked(ana)
    assert.deepEqual(found, book)
    assert.deepEqual(
      done.balances.filter(
        ({ difference, account_name }) =>
          difference !== 0 && !said.some((one) => one.startsWith(`${account_name}: In the file it comes to`)),
      ),
      [],
    )
    // The book has what the program has, of everything that is money.
    const { data } = await ana.call(listAccounts, { query: { limit: 1000 } })
    const isAccount = (path: string) =>
      data.some(({ name, type }) => name === path && (type === 'asset' || type === 'liability'))
    // Options of Beancount may give the roots other names, which are Assets and Liabilities in the book.
    const own = programOf(name) === 'beancount' ? [] : Object.keys(book)
    for (const key of new Set([...Object.keys(program), ...own])) {
      const at = key.lastIndexOf(' ')
      const [path, commodity] = [key.slice(0, at), key.slice(at + 1)]
      const isMoney = isAccount(path) && currencyFacts(commodity) !== undefined
      if (isMoney && Math.abs((program[key] ?? 0) - (found[key] ?? 0)) > 0.005)
        assert.ok(
          said.some((one) => one.includes(path)),
          key,
        )
    }
    if (made.counts.rows === 0) {
      // Declarations alone: they are the accounts and categories of the book.
      assert.ok(isAccount('assets:bank:checking') && isAccount('liabilities:card'))
      const categories = await ana.call(listCategories, { query: {} })
      assert.deepEqual(
        categories.data.map(({ name }) => name),
        ['food', 'groceries', 'salary'],
      )
      return
    }
    await sameAgain(ana, `again-${name}`, text)
    await undone(ana, done.version)
  })

for (const program of ['hledger', 'ledger', 'beancount'] as const)
  test(`${program} itself adds up the same balances`, { skip: skipOf(program) }, () => {
    for (const name of files.filter((one) => programOf(one) === program))
      assert.deepEqual(unitsOf(program, join(folder, name)), expectedOf(name).program, name)
  })
