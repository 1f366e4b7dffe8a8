import type { Account, RegisterLine } from '../../../contract/accounts.ts'
import { addDays, type Day } from '../../../contract/day.ts'
import type { ReconciliationSummary } from '../../../contract/reconciliations.ts'
import { t } from '../../../words/t.ts'
import { shownText } from '../../ui/bank-text.ts'
import { dayInSentence } from '../../ui/dates.ts'
import { shortNameOf } from '../../ui/initials.ts'
import { minorOf } from '../../ui/money.ts'
import { type DebtNames, paidBackText, paidText } from '../title.ts'

/** The lines of a register in the reader's words. */

type AccountType = Account['type']

/** A line as far as a screen shows it: a bill that is shown as one line has no base amounts. */
export type ShownLine = Omit<RegisterLine, 'debit_base' | 'credit_base' | 'counted_base'>

/** Accounts whose balance grows on the debit side. */
const isDebitNormal = (type: AccountType): boolean => type === 'asset' || type === 'expense'

/** The amount that a line moves, in minor units: money in is positive. On a card, spending goes out. */
export const movementOf = (line: ShownLine): bigint =>
  minorOf(line.debit, line.currency_id) - minorOf(line.credit, line.currency_id)

/** The change a line makes to the balance, which is positive on the account's normal side. */
const effectOf = (line: ShownLine, type: AccountType): bigint =>
  isDebitNormal(type) ? movementOf(line) : -movementOf(line)

/** Money and debts to a bank have money in and out; all other accounts are the ledger's, with debit and credit. */
export const isOfMoney = ({
  type,
  is_claim,
  is_system,
}: Pick<Account, 'type' | 'is_claim' | 'is_system'>): boolean =>
  (type === 'asset' || type === 'liability') && !is_claim && !is_system

/** Trattoria Sole; From Savings; Lent to Sam; Bela paid back; Balance at the start. */
export function titleOfLine(line: ShownLine): string {
  const person = line.contact_name
  const isIn = movementOf(line) > 0n
  switch (line.kind) {
    case 'transfer':
      return shownText(line.memo) || wayText(line)
    case 'opening':
      return t('Balance at the start')
    case 'value':
      return t('Change as stated')
    case 'obligation':
      if (person === null) return isIn ? t('Borrowed from somebody') : t('Lent to somebody')
      return isIn ? t('Borrowed from {person}', { person }) : t('Lent to {person}', { person })
    case 'payment':
      return isIn ? paidBackText(person) : paidText(person)
    case 'write_off':
      return person === null ? t('Forgiven, somebody') : t('Forgiven, {person}', { person })
    default:
      // The account beside a share is one of Florin's own, which says nothing to a reader.
      if (line.share_contact_name !== null)
        return t('{bill}, {person}’s share', {
          bill: shownText(line.memo) || line.contact_name || t('Shared bill'),
          person: shortNameOf(line.share_contact_name),
        })
      return shownText(line.memo) || line.contact_name || line.category_name || line.counter_account_name
  }
}

/** The whole text of a bank where the title is only the name in it. */
export const bankTextOfLine = ({ memo }: Pick<ShownLine, 'memo'>): string | undefined =>
  memo && shownText(memo) !== memo ? memo : undefined

/** Where moved money came from, or went to. */
const wayText = (line: ShownLine): string =>
  movementOf(line) > 0n
    ? t('From {account}', { account: line.counter_account_name })
    : t('To {account}', { account: line.counter_account_name })

/** The purpose of a line: its category, its debt, or its kind. Empty where the title says it. */
export function purposeOfLine(line: ShownLine, debts?: DebtNames): string {
  switch (line.kind) {
    case 'transfer':
      return line.memo ? wayText(line) : t('Transfer')
    case 'opening':
    case 'value':
      return ''
    case 'obligation':
    case 'payment':
    case 'write_off':
      return debts?.get(line.obligation_id ?? '') ?? (line.memo || t('Owed'))
    default:
      // The part of an expense that others owe has no category.
      return line.category_name ?? t('Paid for others')
  }
}

/** The balance at the end of each day from the first to the last one, from the lines of these days, the latest line first. */
export function dayBalances(
  lines: readonly RegisterLine[],
  {
    from,
    to,
    type,
    currency,
    balance,
  }: { from: Day; to: Day; type: AccountType; currency: string; balance: number },
): { day: Day; minor: bigint }[] {
  const ends = new Map<Day, bigint>()
  for (const line of lines)
    if (!ends.has(line.date)) ends.set(line.date, minorOf(line.running_balance, currency))
  const oldest = lines.at(-1)
  let minor = oldest
    ? minorOf(oldest.running_balance, currency) - effectOf(oldest, type)
    : minorOf(balance, currency)
  const days: { day: Day; minor: bigint }[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    minor = ends.get(day) ?? minor
    days.push({ day, minor })
  }
  return days
}

/** The currencies of an account, that of the book first. */
export function currenciesOf(account: Pick<Account, 'balances' | 'currency_id'>, base: string): string[] {
  const all = account.balances.map(({ currency_id }) => currency_id)
  const own = account.currency_id ?? base
  return [...new Set(all.includes(own) || all.length === 0 ? [own, ...all] : all)]
}

/** The line of another transaction, below (1) or above (-1) those of this one; undefined at the end. */
export function lineBeside(
  lines: readonly ShownLine[],
  transactionId: string,
  by: 1 | -1,
): ShownLine | undefined {
  const isOwn = (line: ShownLine) => line.transaction_id === transactionId
  const at = by > 0 ? lines.findLastIndex(isOwn) : lines.findIndex(isOwn)
  return at < 0 ? undefined : lines[at + by]
}

/** How an account was last compared with its bank. Without a line it was by a balance that was said, which stays when lines go. */
export const reconciledWords = (
  { date, cleared_count }: Pick<ReconciliationSummary, 'date' | 'cleared_count'>,
  today: Day,
): string =>
  cleared_count === 0
    ? t('On {day} only the balance was compared, no line', { day: dayInSentence(date, today) })
    : t('Reconciled through {day}', { day: dayInSentence(date, today) })

/** The mark of a line that can no longer change. */
export const lockWords = ({
  is_locked,
  reconciliation_id,
}: Pick<ShownLine, 'is_locked' | 'reconciliation_id'>): 'reconciled' | 'closed' | undefined =>
  !is_locked ? undefined : reconciliation_id === null ? 'closed' : 'reconciled'
