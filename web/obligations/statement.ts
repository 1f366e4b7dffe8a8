import type { Transaction } from '../../contract/budgeting.ts'
import type { Day } from '../../contract/day.ts'
import type { Statement } from '../../contract/statement.ts'
import { comma, t } from '../../words/t.ts'
import { type AccountsById, directionOf, moneyAccountName } from '../transactions/title.ts'
import { dayInSentence } from '../ui/dates.ts'
import { minorOf } from '../ui/money.ts'
import { debtName, isNamedShare } from './debt-name.ts'
import { type Age, ages, type Debt, type DebtSide, isOpen } from './owed.ts'

/** A contact's statement in one currency, in the words of the one who reads it. */

export type Movement = Statement['movements'][number]

/** One line of the statement: its words, and its amount in one of two columns. */
export type StatementLine = {
  key: string
  date: Day
  words: string
  about: string
  /** The amount by which a debt grows, or that was paid of it; without a sign. */
  owed: bigint | null
  paid: bigint | null
  /** By how much the balance changes. */
  change: bigint
  balance: bigint
  movement: Movement
}

/** Whether only the lines of open debts are shown: as the address says, else wherever something is open. */
export const isOpenOnly = (status: string | undefined, debts: readonly Debt[], currency: string): boolean =>
  status === undefined
    ? debts.some((debt) => debt.currency_id === currency && isOpen(debt))
    : status === 'open'

/** The currencies of a statement: those with something outstanding first. */
export const statementCurrencies = ({ currencies, movements, base_currency_id }: Statement): string[] => [
  ...new Set([
    ...currencies.map(({ currency_id }) => currency_id),
    ...movements.map(({ currency_id }) => currency_id),
    ...(movements.length === 0 && currencies.length === 0 ? [base_currency_id] : []),
  ]),
]

/** Whether I owe all of it: then it is read from that side, without minus signs. */
export const isMine = ({ movements }: Statement, currency: string): boolean => {
  const own = movements.filter(({ currency_id }) => currency_id === currency)
  return own.length > 0 && own.every(({ direction }) => direction === 'payable')
}

/** The outstanding net in one currency: positive if the contact owes me. */
export const netIn = ({ currencies }: Statement, currency: string): bigint =>
  minorOf(currencies.find(({ currency_id }) => currency_id === currency)?.net ?? 0, currency)

type Known = {
  debts: ReadonlyMap<string, Debt>
  /** The contact's transactions, for the account that money went to or came from. */
  transactions: ReadonlyMap<string, Transaction>
  accounts: AccountsById
  today: Day
  /** My name, where somebody else reads it: on paper. */
  me?: string
}

/** The lines in one currency, the latest first. */
export function statementLines(statement: Statement, currency: string, known: Known): StatementLine[] {
  const sign = isMine(statement, currency) ? -1n : 1n
  return statement.movements
    .filter(({ currency_id }) => currency_id === currency)
    .map((movement, index): StatementLine => {
      const minor = minorOf(movement.amount, currency)
      const size = minor < 0n ? -minor : minor
      const isMore = movement.direction === 'receivable' ? minor > 0n : minor < 0n
      return {
        key: `${movement.transaction_id} ${movement.obligation_id} ${index}`,
        date: movement.date,
        ...wordsOf(movement, isMore, known),
        owed: isMore ? size : null,
        paid: isMore ? null : size,
        change:
          movement.direction === 'payable' && sign > 0n ? (isMore ? -size : size) : isMore ? size : -size,
        balance: sign * minorOf(movement.balance, currency),
        movement,
      }
    })
    .reverse()
}

/** Only the lines of open debts. Settled ones add up to nothing, so that the balances are counted back from the same end. */
export function onlyOpen(lines: readonly StatementLine[], debts: readonly Debt[]): StatementLine[] {
  const ids = new Set(debts.filter(isOpen).map(({ id }) => id))
  let balance = lines[0]?.balance ?? 0n
  return lines
    .filter(({ movement }) => ids.has(movement.obligation_id))
    .map((one) => {
      const shown = { ...one, balance }
      balance -= one.change
      return shown
    })
}

function wordsOf(movement: Movement, isMore: boolean, known: Known): { words: string; about: string } {
  const debt = known.debts.get(movement.obligation_id)
  const name = debt ? debtName(debt) : movement.name
  const transaction = known.transactions.get(movement.transaction_id)
  const account = transaction && moneyAccountName(transaction, known.accounts)
  const isTheirs = movement.direction === 'receivable'
  const { me } = known
  if (movement.kind === 'write_off') {
    const words = isTheirs ? t('Forgiven') : me ? t('Forgiven to {name}', { name: me }) : t('Forgiven to you')
    return { words, about: name }
  }
  if (movement.kind === 'payment') {
    const isSetOff = transaction && directionOf(transaction, known.accounts) === 0
    if (isSetOff) return { words: t('Set off'), about: name }
    return { words: isTheirs ? paidBackWords(account) : paidWords(me, account), about: name }
  }
  if (!isMore) return { words: t('Corrected: less'), about: name }
  const due = debt?.due_date ? t('due {day}', { day: dayInSentence(debt.due_date, known.today) }) : undefined
  const way = !account
    ? undefined
    : isTheirs
      ? t('from {account}', { account })
      : t('into {account}', { account })
  const share = debt && isNamedShare(debt) ? t('share of a bill') : undefined
  const whose = isTheirs ? undefined : me ? t('{name} owes it', { name: me }) : t('you owe it')
  return { words: name, about: [whose, share, due, way].filter(Boolean).join(comma()) }
}

const paidBackWords = (account: string | undefined): string =>
  account ? t('Paid back, into {account}', { account }) : t('Paid back')

function paidWords(me: string | undefined, account: string | undefined): string {
  if (me)
    return account ? t('{name} paid, from {account}', { name: me, account }) : t('{name} paid', { name: me })
  return account ? t('You paid, from {account}', { account }) : t('You paid')
}

/** How old the outstanding debts are, in one currency and on one side: the ages that there are, those without a date apart. */
export function ageingIn(
  { ageing }: Statement,
  currency: string,
  side: DebtSide,
  debts: readonly Debt[],
): { age: Age | 'no_date'; minor: bigint }[] {
  const row = ageing.find(({ currency_id, direction }) => currency_id === currency && direction === side)
  if (!row) return []
  const undated = debts
    .filter((one) => one.currency_id === currency && one.direction === side && one.due_date === null)
    .reduce((sum, one) => sum + minorOf(one.outstanding_amount, currency), 0n)
  const all = ages.map((age) => ({
    age,
    minor: minorOf(row[age], currency) - (age === 'not_due' ? undated : 0n),
  }))
  return [{ age: 'no_date' as const, minor: undated }, ...all].filter(({ minor }) => minor !== 0n)
}
