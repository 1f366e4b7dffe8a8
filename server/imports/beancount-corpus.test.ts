import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { currencyFacts } from '../../contract/iso4217.ts'
import { rowsOf, sendFile } from '../../test/importing.ts'
import { committed, figures, sameAgain, undone } from '../../test/moving.ts'
import { sharedWorld } from '../../test/world.ts'

/**
 * Files of Beancount made by hand, in `journals/`, and beside each its balances (`NAME.expected`), in three parts:
 *
 * - `beancount`: the units of each account as Beancount adds them up, which is asked where it is installed.
 * - `book`: the balances of accounts in the book after the import, and what each category came to in the base currency.
 * - `named`: what the import says before the commit, one pattern a line, in this order.
 *
 * An account whose currencies differ between the first two is named in the third.
 */
const folder = join(import.meta.dirname, 'journals')
const files = readdirSync(folder).filter((name) => /^beancount-.*\.beancount$/.test(name))

const world = await sharedWorld()

type Expected = { beancount: Record<string, number>; book: Record<string, number>; named: string[] }

function expectedOf(name: string): Expected {
  const found: Expected = { beancount: {}, book: {}, named: [] }
  let part = ''
  for (const line of readFileSync(join(folder, name.replace(/beancount$/, 'expected')), 'utf8').split('\n')) {
    const [, heading] = /^# (beancount|book|named)$/.exec(line) ?? []
    if (heading !== undefined) part = heading
    else if (line === '') continue
    else if (part === 'named') found.named.push(line)
    else if (part === 'beancount' || part === 'book') {
      const [, key = '', amount = ''] = /^(.*\S) +(-?[\d.]+)$/.exec(line) ?? []
      found[part][key] = Number(amount)
    }
  }
  return found
}

/** The balances of a book on the side that Beancount has them: money owed and income are negative. */
async function booked(person: Awaited<ReturnType<typeof world.person>>, incomes: ReadonlySet<string>) {
  const { accounts, categories } = await figures(person)
  const found: Record<string, number> = {}
  for (const [name, balances] of Object.entries(accounts))
    for (const [currency, amount] of Object.entries(balances))
      found[`${name} ${currency}`] = /^Liabilities/.test(name) ? -amount : amount
  for (const [name, amount] of Object.entries(categories))
    found[`${incomes.has(name) ? 'Income' : 'Expenses'} ${name}`] = amount
  return found
}

const PYTHON = '/usr/bin/python3'
const ADDS_UP = `
import collections, json, sys
from decimal import Decimal
from beancount import loader
from beancount.core import data
found = []
for name in sys.argv[1:]:
    entries, errors, _ = loader.load_file(name)
    sums = collections.defaultdict(Decimal)
    for entry in entries:
        if isinstance(entry, data.Transaction):
            for posting in entry.postings:
                sums[posting.account + ' ' + posting.units.currency] += posting.units.number
    units = {key: float(round(sum, 8)) for key, sum in sums.items() if round(sum, 8) != 0}
    found.append({'errors': [error.message for error in errors], 'units': units})
json.dump(found, sys.stdout)
`
const isInstalled = existsSync(PYTHON) && spawnSync(PYTHON, ['-c', 'import beancount']).status === 0

for (const name of files)
  test(`${name}: the balances of the book are those of the file, or the difference is named before the commit`, async () => {
    const ana = await world.person({ base_currency_id: 'EUR' })
    const { beancount, book, named } = expectedOf(name)
    const text = readFileSync(join(folder, name), 'utf8')
    const made = await sendFile(ana, { filename: name }, text)
    const waiting = (await rowsOf(ana, made)).filter(({ needs_attention }) => needs_attention)
    assert.deepEqual(
      waiting.map(({ reason }) => reason),
      [],
    )
    assert.deepEqual([made.format, made.status, made.fault], ['beancount', 'ready', null])
    const said = made.brings.flatMap(({ left_out }) => left_out.map(({ name, why }) => `${name}: ${why}`))
    assert.equal(said.length, named.length, said.join('\n'))
    for (const [index, one] of said.entries()) assert.ok(one.startsWith(named[index] ?? '-'), one)
    const done = await committed(ana, made)
    const found = await booked(
      ana,
      new Set(Object.keys(book).flatMap((key) => /^Income (.*)$/.exec(key)?.[1] ?? [])),
    )
    assert.deepEqual(found, book)
    assert.deepEqual(
      done.balances.filter(({ difference }) => difference !== 0),
      [],
    )
    // The book has what Beancount has, of everything that is money.
    for (const [key, units] of Object.entries(beancount)) {
      const [account = '', commodity = ''] = key.split(' ')
      const isMoney = /^(Assets|Liabilities):/.test(account) && currencyFacts(commodity) !== undefined
      if (isMoney && Math.abs(units - (found[key] ?? 0)) > 0.005)
        assert.ok(
          said.some((one) => one.includes(account)),
          key,
        )
    }
    await sameAgain(ana, 'again.beancount', text)
    await undone(ana, done.version)
  })

test('Beancount itself adds up the same balances', {
  skip: isInstalled
    ? false
    : 'beancount is not installed here; on Debian, apt-get install beancount brings it',
}, () => {
  const paths = files.map((name) => join(folder, name))
  const { status, stdout, stderr } = spawnSync(PYTHON, ['-c', ADDS_UP, ...paths], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  const found: { errors: string[]; units: Record<string, number> }[] = JSON.parse(stdout)
  for (const [index, name] of files.entries())
    assert.deepEqual(found[index], { errors: [], units: expectedOf(name).beancount }, name)
})
