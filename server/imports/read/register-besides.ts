import { later } from '../../../words/t.ts'
import type { FileAccount, LeftOutOfFile } from './besides.ts'
import { negated, plainText, sumText } from './file-values.ts'
import type { FileBalance } from './row.ts'

/** The sum of each account's entries, and the transfers of a register, beside the rows that are made of it. */

/** Amounts are added up after so many, so that a long register needs little memory. */
const SUMMED = 500

type AccountTotal = {
  readonly name: string
  readonly currency: string | undefined
  readonly amounts: string[]
  lastDay: string
  /** The file has the account from its start on, so that its entries add up to its balance. */
  isWhole: boolean
}

/** Adds up the entries of each account as the file has them, whatever rows are made of them. */
export function makeTotals() {
  const totals = new Map<string, AccountTotal>()
  return {
    add(
      account: string,
      amount: string | undefined,
      day: string | undefined,
      { isOpening = false, currency }: { isOpening?: boolean; currency?: string | undefined } = {},
    ): void {
      const name = plainText(account, 255)
      if (name === '') return
      const key = JSON.stringify([name, currency])
      const total: AccountTotal = totals.get(key) ?? {
        name,
        currency,
        amounts: [],
        lastDay: '',
        isWhole: false,
      }
      totals.set(key, total)
      total.isWhole ||= isOpening
      if (day !== undefined && day > total.lastDay) total.lastDay = day
      if (amount === undefined) return
      total.amounts.push(amount)
      if (total.amounts.length === SUMMED) total.amounts.splice(0, SUMMED, sumText(total.amounts))
    },
    names: (): string[] => [...new Set([...totals.values()].map(({ name }) => name))],
    /** The balance of each account after its last entry, unless the file may lack what was before. */
    balances: (): FileBalance[] =>
      [...totals.values()]
        .filter(({ isWhole, lastDay }) => isWhole && lastDay !== '')
        .map(({ name, currency, amounts, lastDay }) => ({
          account: name,
          date: lastDay,
          amount: sumText(amounts),
          ...(currency !== undefined && { currency }),
        })),
  }
}

/** The side of a register that an amount stands on, as one amount with a sign. */
export const inAndOut = (out: string | undefined, into: string | undefined): string | undefined =>
  out === undefined || into === undefined ? undefined : /[1-9]/.test(out) ? negated(out) : into

/** So many accounts are named. */
const MAX_ACCOUNTS = 3

/**
 * Counts transfers that have a category: payments to an account that is not in the budget. Here they are transfers like all others, so no budget counts
 * them.
 */
export function makeBudgetedTransfers() {
  const found = new Map<string, { count: number; readonly to: Set<string> }>()
  return {
    add(category: string, toAccount: string): void {
      const one = found.get(category) ?? { count: 0, to: new Set<string>() }
      one.count++
      one.to.add(toAccount)
      found.set(category, one)
    },
    named: (): LeftOutOfFile[] =>
      [...found].map(([name, { count, to }]) => ({
        kind: 'budgets',
        name,
        why:
          to.size > MAX_ACCOUNTS
            ? later(
                '{count, plural, one {# transfer to {accounts} and others had this category.} other {# transfers to {accounts} and others had this category.}} Money between your own accounts is not spent in Florin, so its budget counts none of it.',
                { count, accounts: [...to].slice(0, MAX_ACCOUNTS).join(', ') },
              )
            : later(
                '{count, plural, one {# transfer to {accounts} had this category.} other {# transfers to {accounts} had this category.}} Money between your own accounts is not spent in Florin, so its budget counts none of it.',
                { count, accounts: [...to].join(', ') },
              ),
      })),
  }
}

/** The accounts of a register; the plan beside it says which of them are cards. */
export const accountsOf = (names: readonly string[]): FileAccount[] => names.map((name) => ({ name }))
