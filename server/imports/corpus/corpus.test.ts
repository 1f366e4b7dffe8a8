import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { decimalFrom } from '../../../contract/money.ts'
import { readFile } from '../read/read.ts'
import { type BadRow, type FileBalance, type FileRow, isBad, type ReaderSays } from '../read/row.ts'
import { known } from './known.ts'

/**
 * Statements of banks, cards and programs of many countries: every name and number is invented, the notation is theirs. Beside each file its
 * meaning for the holder of the account, NAME.expected, has one line for each fact:
 *
 *     currency EUR                    the currency of the account that the file is imported into
 *     account_type card               it is imported into a card
 *     2024-03-01 -12.50 EUR Bakery    a row: day, amount (negative is money out), currency, words of the payee, the text or the notes
 *     attention Pending               a row that needs attention, and words of it
 *     balance 2024-03-31 1200.00 EUR  a balance that the file states, at the end of that day
 *     needs day_order                 the file does not decide it, so that the person is asked
 *     refused PDF                     the file cannot be read, with words of the sentence
 *     no statement                    nothing in it moved money: refused, or asked about, or every row needs attention
 *
 * A line that starts with # is a remark. Rows are in the order of the file. Their day is that of the booking, and on a card that of the
 * purchase, if the file has both.
 */
const folder = new URL('./', import.meta.url)
const names = readdirSync(folder)
  .filter((name) => !/\.(?:ts|expected)$/.test(name))
  .sort()

type Facts = {
  currency: string
  accountType: string
  rows: string[]
  balances: string[]
  needs: string[]
  refused?: string
  isNoStatement: boolean
}

function factsOf(text: string): Facts {
  const facts: Facts = {
    currency: '',
    accountType: 'bank',
    rows: [],
    balances: [],
    needs: [],
    isNoStatement: false,
  }
  for (const line of text.split('\n').filter((one) => one.trim() !== '' && !one.startsWith('#'))) {
    const [word = '', ...rest] = line.split(' ')
    const words = rest.join(' ')
    if (word === 'currency') facts.currency = words
    else if (word === 'account_type') facts.accountType = words
    else if (word === 'balance') facts.balances.push(words)
    else if (word === 'needs') facts.needs.push(words)
    else if (word === 'refused') facts.refused = words
    else if (line === 'no statement') facts.isNoStatement = true
    else facts.rows.push(line)
  }
  return facts
}

type Found = {
  rows: (FileRow | BadRow)[]
  balances: readonly FileBalance[]
  needs: string[]
  fault?: string
}

async function read(name: string, { currency, accountType }: Facts): Promise<Found> {
  const found: Found = { rows: [], balances: [], needs: [] }
  const reading = { filename: name, currency, isLiability: accountType === 'card' }
  await readFile(readFileSync(new URL(name, folder)), reading, (says: ReaderSays) => {
    if (says.is === 'format') found.needs = (says.mapping.needs ?? []).map(({ what }) => what)
    if (says.is === 'rows') found.rows.push(...says.rows)
    if (says.is === 'end') found.balances = says.balances ?? []
    if (says.is === 'fault') found.fault = says.fault
  })
  return found
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Without zeros at the end of the decimals: 12.5 and 12.50 are the same amount. */
const shortest = (amount: string) => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)

const scaled = (amount: string): bigint => {
  const { digits, scale } = decimalFrom(amount)
  return digits * 10n ** BigInt(10 - scale)
}

/** A row in the notation of the expectation; words that are expected, and are in it, stand for all of its words. */
function shown(row: FileRow | BadRow, expected: string, currency: string): string {
  const words = plain(isBad(row) ? row.text : [row.payee, row.text, row.notes].join(' '))
  const wanted = plain(
    isBad(row) ? expected.slice('attention'.length) : expected.split(' ').slice(3).join(' '),
  )
  const said = words.toLowerCase().includes(wanted.toLowerCase()) ? wanted : words
  if (!isBad(row)) return `${row.date} ${shortest(row.amount)} ${row.currency ?? currency} ${said}`.trim()
  const why = expected.startsWith('attention') ? '' : ` ${row.faults.map(({ message }) => message).join(' ')}`
  return `attention ${said}${why}`.trim()
}

function expectedRow(line: string): string {
  const [day = '', amount = '', ...rest] = plain(line).split(' ')
  return day === 'attention' ? plain(line) : [day, shortest(amount), ...rest].join(' ')
}

function checkBalances(found: readonly FileBalance[], facts: Facts): void {
  const wanted = facts.balances.map((line) => {
    const [date = '', amount = '', currency = facts.currency] = line.split(' ')
    return { date, amount, currency }
  })
  const given = found.map(({ currency = facts.currency, ...one }) => ({ ...one, currency }))
  for (const one of wanted)
    assert(
      given.some(
        (each) =>
          each.date === one.date &&
          scaled(each.amount) === scaled(one.amount) &&
          each.currency === one.currency,
      ),
      `the balance ${one.date} ${one.amount} is not found among ${JSON.stringify(given)}`,
    )
  const rows = facts.rows.filter((line) => !line.startsWith('attention')).map((line) => line.split(' '))
  // A balance that the expectation does not name, such as the one before the first row, follows from one that it names, or from another of the file.
  for (const one of given) {
    const follows = (wanted.length > 0 ? wanted : given).some((other) => {
      if (other === one) return false
      const [from, to] = one.date < other.date ? [one, other] : [other, one]
      const moved = rows
        .filter(([day = '', , currency]) => day > from.date && day <= to.date && currency === one.currency)
        .reduce((sum, [, amount = '0']) => sum + scaled(amount), 0n)
      return one.currency === other.currency && scaled(from.amount) + moved === scaled(to.amount)
    })
    assert(follows, `the balance ${one.date} ${one.amount} follows from no expected one`)
  }
}

function compare(found: Found, facts: Facts): void {
  const said = found.rows.map((row, at) => shown(row, facts.rows[at] ?? '', facts.currency))
  if (facts.isNoStatement) {
    if (found.fault === undefined && found.needs.length === 0)
      assert.deepEqual(
        said.filter((row) => !row.startsWith('attention')),
        [],
      )
    return
  }
  if (facts.refused !== undefined) {
    assert(found.fault !== undefined, `it is read: ${said.join('\n')}`)
    assert(found.fault.includes(facts.refused), found.fault)
    return
  }
  assert.equal(found.fault, undefined)
  assert.deepEqual(found.needs, facts.needs)
  if (facts.needs.length > 0) return
  assert.deepEqual(said, facts.rows.map(expectedRow))
  checkBalances(found.balances, facts)
}

describe('statements of many countries', { concurrency: 4 }, () => {
  for (const name of names)
    test(`${name} is read as its holder reads it`, async () => {
      const facts = factsOf(readFileSync(new URL(`${name}.expected`, folder), 'utf8'))
      const found = await read(name, facts)
      const open = known[name]
      if (open === undefined) compare(found, facts)
      else
        assert.throws(
          () => compare(found, facts),
          `${name} is right now: take it out of the list of known faults`,
        )
    })

  test('every expectation has its file, small, and every known fault too', () => {
    const files = new Set(names)
    for (const name of readdirSync(folder))
      if (name.endsWith('.expected')) assert(files.has(name.slice(0, -9)), name)
    for (const name of Object.keys(known)) assert(files.has(name), name)
    for (const name of names) assert(readFileSync(new URL(name, folder)).length <= 3_000, name)
  })
})
