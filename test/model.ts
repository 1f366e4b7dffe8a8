import type { Account, RegisterLine } from '../contract/accounts.ts'
import type { Line, Transaction } from '../contract/budgeting.ts'
import type { Category } from '../contract/categories.ts'
import type { Contact } from '../contract/contacts.ts'
import { currencyFacts } from '../contract/iso4217.ts'
import { readAmount, showAmount } from '../contract/money.ts'
import type { MonthStart } from '../contract/month.ts'

/** The plainest possible ledger: records in maps, trash included, nothing cached; every answer goes through all. */
export type Ledger = {
  base: string
  version: number
  closed: string | null
  defaultId: string
  accounts: Map<string, Account>
  categories: Map<string, Category>
  contacts: Map<string, Contact>
  /** In the order they were recorded: an edit leaves a transaction in its place. */
  transactions: Map<string, Transaction>
  /** Units of each currency for a euro, by day, in order; and the book's own rates, by EUR/USD/2026-04-13. */
  published: { date: string; perEuro: Record<string, string> }[]
  own: Map<string, number>
  /** By category and month, as in its address. */
  budgets: Map<string, { category_id: string; amount: number; rollover: boolean; version: number }>
  /** The day that months start on. */
  starts: MonthStart
  /** A past version: its accounts have no base value. */
  isPast?: true
}

export const decimals = (currency: string): number => currencyFacts(currency)?.decimals ?? Number.NaN
export const units = (amount: number, currency: string) => BigInt(readAmount(amount, decimals(currency)))
export const numberOf = (minor: bigint, currency: string): number => showAmount(minor, decimals(currency))

export const isClosed = ({ closed }: Ledger, date: string) => closed !== null && date <= closed
export const isThere = ({ deleted_at }: { deleted_at: string | null }) => deleted_at === null

/** A transaction with the current names of its parts. */
export function named(ledger: Ledger, transaction: Transaction): Transaction {
  const { accounts, categories, contacts } = ledger
  const { category_id, contact_id, splits, lines, date } = transaction
  const nameOf = (id: string | null) => categories.get(id ?? '')?.name ?? null
  return {
    ...transaction,
    category_name: nameOf(category_id),
    contact_name: contacts.get(contact_id ?? '')?.name ?? null,
    is_locked: isClosed(ledger, date),
    splits: splits.map((part) => ({ ...part, category_name: nameOf(part.category_id) ?? '' })),
    lines: lines.map((line) => ({
      ...line,
      account_name: accounts.get(line.account_id)?.name ?? '',
      is_locked: isClosed(ledger, date),
    })),
  }
}

type Place = readonly (string | number)[]
export function compare(a: Place, b: Place): number {
  const first = a.findIndex((one, index) => one !== b[index])
  return first < 0 ? 0 : (a[first] ?? 0) < (b[first] ?? 0) ? -1 : 1
}
type Posted = { line: Line; transaction: Transaction; place: Place }

/** Every live line, in the order of the books; an entry has two lines. */
export const posted = (ledger: Ledger): Posted[] =>
  [...ledger.transactions.values()]
    .filter(isThere)
    .flatMap((one, index) => {
      const transaction = named(ledger, one)
      const { date, lines } = transaction
      return lines.map((line, n) => ({ line, transaction, place: [date, index, n >> 1] }))
    })
    .sort((a, b) => compare(a.place, b.place))

const side = ({ type }: { type: string }) => (type === 'asset' || type === 'expense' ? 1n : -1n)

/** The sum of lines on an account, positive on its normal side: by currency, and as recorded in the base currency. */
export function balances(ledger: Ledger, account: Account, lines: readonly Posted[]) {
  const amounts = new Map<string, bigint>()
  let worth = 0n
  for (const { line } of lines) {
    if (line.account_id !== account.id) continue
    const { currency_id, debit, credit, debit_base, credit_base } = line
    const moved = side(account) * (units(debit, currency_id) - units(credit, currency_id))
    amounts.set(currency_id, (amounts.get(currency_id) ?? 0n) + moved)
    worth += side(account) * (units(debit_base, ledger.base) - units(credit_base, ledger.base))
  }
  return { amounts, worth }
}

/** The other side of a line: the account across its entry, and the category or the share of the entry. */
function across({ lines, splits, shares, category_id, category_name }: Transaction, line: Line) {
  const index = lines.indexOf(line)
  const counter = lines[index ^ 1]
  const whole = { category_id, category_name }
  const isOneCategory = splits.every((part) => part.category_id === category_id)
  const { category_id: id, category_name: name } =
    splits[index >> 1] ?? (isOneCategory ? whole : { category_id: null, category_name: null })
  const share = shares[(index >> 1) - Math.max(splits.length, 1)]
  return {
    share_contact_name: share?.contact_name ?? null,
    share_obligation_id: share?.obligation_id ?? null,
    ...(share && { memo: lines[0]?.memo ?? '' }),
    category_id: id,
    category_name: name,
    counter_account_id: counter?.account_id ?? '',
    counter_account_name: counter?.account_name ?? '',
  }
}

/** An account's lines, the latest first, each with the balance after it. */
export function register(ledger: Ledger, account: Account): RegisterLine[] {
  const standing = new Map<string, bigint>()
  return posted(ledger)
    .filter(({ line }) => line.account_id === account.id)
    .map(({ line, transaction }) => {
      const { id: transaction_id, kind, date, contact_id, contact_name, obligation_id } = transaction
      const { currency_id, debit, credit } = line
      const moved = side(account) * (units(debit, currency_id) - units(credit, currency_id))
      standing.set(currency_id, (standing.get(currency_id) ?? 0n) + moved)
      const running_balance = numberOf(standing.get(currency_id) ?? 0n, currency_id)
      const of = { transaction_id, kind, date, contact_id, contact_name, obligation_id }
      return { ...line, ...of, ...across(transaction, line), running_balance }
    })
    .reverse()
}

/** Every account's balance through the end of a day: debits positive, credits negative, zero balances left out. */
export function trialBalance(ledger: Ledger, date: string): { account: Account; net: bigint }[] {
  const lines = posted(ledger).filter(({ transaction }) => transaction.date <= date)
  const net = (account: Account) => side(account) * balances(ledger, account, lines).worth
  const all = [...ledger.accounts.values()].map((account) => ({ account, net: net(account) }))
  return all.filter((one) => one.net !== 0n)
}
