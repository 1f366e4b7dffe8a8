import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import type { Account } from '../contract/accounts.ts'
import type { Transaction } from '../contract/budgeting.ts'
import type { ExchangeRate } from '../contract/currencies.ts'
import { decimalOf, decimalText } from '../contract/money.ts'
import { decimals, units } from './model.ts'

/** The books as hledger reads them: another program that adds up the same postings. */
export const isInstalled = spawnSync('hledger', ['--version']).status === 0
export const NOT_INSTALLED = 'hledger is not installed here; on Debian, apt-get install hledger brings it'

const CURRENCIES = ['EUR', 'USD', 'JPY']

/** The amounts of a journal: those of the lines in their own currencies, or their recorded values in the base currency. */
export type Figures = 'own' | 'base'

/** An account's name in a journal: its type, by which hledger classifies it, and its code. */
const nameOf = ({ type, code }: Account): string => `${type}:${code}`

/** The transactions as a journal. A line without an amount in its own currency is an exchange difference, which only the base has. */
export function journalOf(
  transactions: Transaction[],
  accounts: Account[],
  figures: Figures,
  rates: ExchangeRate[] = [],
): string {
  const names = new Map(accounts.map((account) => [account.id, nameOf(account)]))
  const amountText = (amount: number) => decimalText(decimalOf(amount))
  const posting = (line: Transaction['lines'][number], base: string): string[] => {
    const [debit, credit] =
      figures === 'own' ? [line.debit, line.credit] : [line.debit_base, line.credit_base]
    const currency = figures === 'own' ? line.currency_id : base
    const amount = debit === 0 ? `-${amountText(credit)}` : amountText(debit)
    return debit === 0 && credit === 0 ? [] : [`    ${names.get(line.account_id)}  ${currency} ${amount}`]
  }
  return [
    ...['asset A', 'liability L', 'equity E', 'income R', 'expense X'].map((one) => {
      const [name, letter] = one.split(' ')
      return `account ${name}  ; type: ${letter}`
    }),
    ...CURRENCIES.map((id) => `commodity ${id} 1000.${'0'.repeat(decimals(id))}`),
    ...rates.map(({ from, to, date, rate }) => `P ${date} ${from} ${to} ${amountText(rate)}`),
    ...transactions.map(({ date, kind, lines, base_currency_id }) =>
      [`\n${date} ${kind}`, ...lines.flatMap((line) => posting(line, base_currency_id))].join('\n'),
    ),
    '',
  ].join('\n')
}

/** The rows of a report: `asset:1000 EUR` and its amounts, in minor units, as hledger signs them: debit is positive. */
export type Rows = Record<string, bigint[]>

/** hledger's answer about a journal, without the rows that are zero throughout. */
export function ask(journal: string, ...command: string[]): Rows {
  const args = ['-f', '-', ...command, '--flat', '--layout=bare', '-O', 'csv']
  const { status, stdout, stderr } = spawnSync('hledger', args, {
    input: journal,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
  assert.equal(status, 0, stderr)
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))
  return withoutZeros(
    Object.fromEntries(
      rows.flatMap(([account = '', currency = '', ...amounts]) =>
        account.includes(':') && CURRENCIES.includes(currency)
          ? [[`${account} ${currency}`, amounts.map((amount) => units(Number(amount), currency))]]
          : [],
      ),
    ),
  )
}

/** The row of an account, from amounts that are positive on its normal side. */
export const rowOf = (account: Account, currency: string, amounts: number[]): [string, bigint[]] => {
  const sign = account.type === 'asset' || account.type === 'expense' ? 1n : -1n
  return [`${nameOf(account)} ${currency}`, amounts.map((amount) => sign * units(amount, currency))]
}

export const withoutZeros = (rows: Rows): Rows =>
  Object.fromEntries(Object.entries(rows).filter(([, amounts]) => amounts.some((amount) => amount !== 0n)))
