import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account, RegisterLine } from '../contract/accounts.ts'
import { getBook } from '../contract/books.ts'
import type { Category } from '../contract/categories.ts'
import { decimalFrom, divide } from '../contract/money.ts'
import { incomeStatement } from '../contract/reports.ts'
import {
  DIFFERENCES,
  type Naming,
  pathsOf,
  plainNames,
  strictNames,
} from '../server/books/export/accounts.ts'
import type { JournalFormat } from '../server/books/export/journal.ts'
import { decimals, units } from './model.ts'
import { pagesOf } from './pages.ts'
import type { Person } from './world.ts'

/** The exported journals as read by the programs they are for, which add up the same postings independently. */

const commands: Record<JournalFormat, string> = {
  hledger: 'hledger',
  ledger: 'ledger',
  beancount: 'bean-check',
}
const formats = Object.keys(commands) as JournalFormat[]
const isInstalled = (format: JournalFormat) => spawnSync(commands[format], ['--version']).status === 0
const installed = formats.filter(isInstalled)
const missing = formats.filter((format) => !installed.includes(format))

/** The sentence about the programs that this machine lacks; undefined where it has all. */
export const SKIPPED =
  missing.length === 0
    ? undefined
    : `${missing.join(', ')} not installed here, so that no such journal is read; on Debian, apt-get install ${missing.join(' ')} brings them`

/** Minor units by account, currency and month (`1000 EUR 2026-03`), or in the base currency by account and month (`1000 2026-03`). */
export type Moved = { own: Record<string, bigint>; base: Record<string, bigint> }

const emptyMoved = (): Moved => ({ own: {}, base: {} })

function add(sums: Record<string, bigint>, key: string, amount: bigint): void {
  sums[key] = (sums[key] ?? 0n) + amount
  if (sums[key] === 0n) delete sums[key]
}

type Registered = Account & { lines: RegisterLine[]; parent: string | null }

/** The accounts with their registers; of those in the trash, only accounts with lines. */
async function registersOf(person: Person): Promise<Registered[]> {
  const registered: Registered[] = []
  const categories = [
    ...(await pagesOf<Category>(person, '/budgeting/categories')),
    ...(await pagesOf<Category>(person, '/budgeting/categories?deleted=only')),
  ]
  const groupOf = (accountId: string) => {
    const own = categories.find(({ account }) => account.id === accountId)
    return categories.find(({ id }) => id === own?.parent_id)?.account.id ?? null
  }
  for (const url of ['/accounts', '/accounts?deleted=only'])
    for (const account of await pagesOf<Account>(person, url)) {
      const register = `/accounts/${account.id}/lines`
      const isThere = account.deleted_at === null || (await person.send({ url: register })).status === 200
      const lines = isThere ? await pagesOf<RegisterLine>(person, register) : []
      if (account.deleted_at === null || lines.length > 0)
        registered.push({ ...account, lines, parent: groupOf(account.id) })
    }
  return registered
}

/** The API's answer: every line of every register. The account of exchange gains has amounts in the base currency alone. */
function movedIn(accounts: Registered[], base: string): Moved {
  const moved = emptyMoved()
  for (const { code, name, is_system, lines } of accounts) {
    const isGains = is_system && name === 'Exchange gains and losses'
    for (const line of lines) {
      const month = line.date.slice(0, 7)
      const { currency_id: currency } = line
      if (!isGains)
        add(
          moved.own,
          `${code} ${currency} ${month}`,
          units(line.debit, currency) - units(line.credit, currency),
        )
      add(moved.base, `${code} ${month}`, units(line.debit_base, base) - units(line.credit_base, base))
    }
  }
  return moved
}

/** A program's amount as minor units; Beancount's costs differ by the last of 28 digits. */
function minor(text: string, currency: string): bigint {
  const { digits, scale } = decimalFrom(text.trim() || '0')
  const shift = decimals(currency) - scale
  return shift >= 0 ? digits * 10n ** BigInt(shift) : divide(digits, 10n ** BigInt(-shift))
}

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 200_000_000 })
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${stderr}${stdout}`)
  assert.equal(stderr, '')
  return stdout
}

type Row = { path: string; currency: string; month: string; amount: string; cost: string | null }

/** Rows of text separated by a character; no name of an account has a quote left at its ends. */
const cells = (text: string, separator: string) =>
  text
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(separator).map((cell) => cell.trim()))

const readers: Record<JournalFormat, (file: string) => Row[]> = {
  hledger(file) {
    run('hledger', '-f', file, 'check', '--strict')
    const table = (...more: string[]) => {
      const args = ['balance', '--monthly', '--flat', '--layout=bare', '--no-total', '-O', 'csv', ...more]
      const [[, , ...months] = [], ...lines] = run('hledger', '-f', file, ...args)
        .trim()
        .split('\n')
        .map((line) => line.slice(1, -1).split('","'))
      return lines.flatMap(([path = '', currency = '', ...amounts]) =>
        amounts.map((amount, index) => ({
          path: path.replaceAll('""', '"'),
          currency,
          amount,
          cost: null,
          month: months[index] ?? '',
        })),
      )
    }
    return [...table(), ...table('-B').map((row) => ({ ...row, amount: '', cost: row.amount }))]
  },
  ledger(file) {
    const format =
      '%(format_date(date,"%Y-%m"))\u001f%(account)\u001f%(commodity(scrub(display_amount)))\u001f%(quantity(scrub(display_amount)))\n'
    const table = (...more: string[]) =>
      cells(run('ledger', '--pedantic', '-f', file, '--csv-format', format, 'csv', ...more), '\u001f').map(
        ([month = '', path = '', currency = '', amount = '']) => ({
          path,
          currency,
          month,
          amount,
          cost: null,
        }),
      )
    return [...table(), ...table('-B').map((row) => ({ ...row, amount: '', cost: row.amount }))]
  },
  beancount(file) {
    assert.equal(run('bean-check', file), '')
    // As text: a number in a table would be cut where it should be rounded.
    const query = 'select year, month, account, currency, str(number) as own, str(number(weight)) as base'
    const [, ...lines] = cells(run('bean-query', '-f', 'csv', file, query), ',')
    const number = (text: string) => /^Decimal\('(.*)'\)$/.exec(text)?.[1]?.replace(/^0E.*/, '0') ?? text
    return lines.map(([year = '', month = '', path = '', currency = '', amount = '', cost = '']) => ({
      path,
      currency,
      amount: number(amount),
      cost: number(cost),
      month: `${year}-${month.padStart(2, '0')}`,
    }))
  },
}

/** A program's reading of a journal, by the codes of accounts. */
function readBy(format: JournalFormat, journal: string, accounts: Registered[], base: string): Moved {
  const naming: Naming = format === 'beancount' ? strictNames : plainNames
  const paths = pathsOf(
    accounts.map((account) => ({ ...account, role: null })),
    naming,
  )
  const byPath = new Map(accounts.map((account) => [paths.get(account.id) ?? '', account]))
  const folder = mkdtempSync(join(tmpdir(), 'florin-journal-'))
  try {
    const file = join(folder, 'book')
    writeFileSync(file, journal)
    const moved = emptyMoved()
    for (const { path, currency, month, amount, cost } of readers[format](file)) {
      const suffix = `:${naming.part(DIFFERENCES)}`
      const isBeside = path.endsWith(suffix)
      const account = byPath.get(isBeside ? path.slice(0, -suffix.length) : path)
      assert(account, `${format} has an account ${path}`)
      const isGains = account.is_system && account.name === 'Exchange gains and losses'
      if (amount !== '' && !isBeside && !isGains)
        add(moved.own, `${account.code} ${currency} ${month}`, minor(amount, currency))
      if (cost !== null) add(moved.base, `${account.code} ${month}`, minor(cost, base))
    }
    return moved
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The net income of each month, from the accounts of both sides. */
function netOf({ base }: Moved, accounts: Account[]): Record<string, bigint> {
  const net: Record<string, bigint> = {}
  for (const { code } of accounts.filter(({ type }) => type === 'income' || type === 'expense'))
    for (const [key, amount] of Object.entries(base))
      if (key.startsWith(`${code} `)) add(net, key.slice(code.length + 1), -amount)
  return net
}

/** The income statement of every calendar month with transactions. */
async function netByMonth(person: Person, moved: Moved, base: string): Promise<Record<string, bigint>> {
  const months = [...new Set(Object.keys(moved.base).map((key) => key.slice(-7)))]
  const net: Record<string, bigint> = {}
  for (const month of months) {
    const date_to = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 31 }).toString()
    const { totals } = await person.call(incomeStatement, { query: { date_from: `${month}-01`, date_to } })
    for (const amount of totals.net.amounts) add(net, month, units(amount, base))
  }
  return net
}

/**
 * Every program that is installed here accepts the journal of a person's book, and agrees with the API: the amounts of each account,
 * currency and month, their recorded values, and the net income of each month.
 */
export async function journalsAgree(person: Person): Promise<void> {
  const { base_currency_id: base } = await person.call(getBook)
  const accounts = await registersOf(person)
  const ours = movedIn(accounts, base)
  const net = await netByMonth(person, ours, base)
  for (const format of installed) {
    const { status, text } = await person.send({ url: `/books/current/export?format=${format}` })
    assert.equal(status, 200, text)
    const theirs = readBy(format, text, accounts, base)
    assert.deepEqual(theirs, ours, format)
    assert.deepEqual(netOf(theirs, accounts), net, format)
  }
}
