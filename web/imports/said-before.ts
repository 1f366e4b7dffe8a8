import type { Account } from '../../contract/accounts.ts'
import { listTransactions, type Transaction } from '../../contract/budgeting.ts'
import { addDays } from '../../contract/day.ts'
import { useAsk } from '../api/ask.ts'
import { useToday } from '../page/me.ts'
import { exactText, minorOf } from '../ui/money.ts'
import type { SaidBalance } from './balance-questions.ts'

/** As many entries of a day are read to be taken out of a balance. */
export const MAX_ENTRIES = 100

/**
 * A balance with some entries of its day in it, said as of the end of the day before: then these count as entries, and so does everything else
 * of that day. A balance that includes its day would swallow what is entered on it afterwards.
 */
export function saidBefore(
  { id, type }: Pick<Account, 'id' | 'type'>,
  currency: string,
  { date, amount }: Pick<SaidBalance, 'date' | 'amount'>,
  inIt: readonly Pick<Transaction, 'kind' | 'lines'>[],
): SaidBalance {
  let debit = 0n
  for (const { kind, lines } of inIt)
    for (const line of kind === 'opening' ? [] : lines)
      if (line.account_id === id && line.currency_id === currency)
        debit += minorOf(line.debit, currency) - minorOf(line.credit, currency)
  const net = type === 'liability' ? -debit : debit
  return {
    date: addDays(date, -1),
    amount: Number(exactText(minorOf(amount, currency) - net, currency)),
    includes_day: true,
  }
}

/** The balance at the end of a day. Today goes on: entries that come later count after what the bank says now. Undefined until the entries are read. */
export function useSaidNow(
  account: Account,
  currency: string,
  date: string,
  amount: number,
): SaidBalance | undefined {
  const isToday = date === useToday()
  const { data } = useAsk(listTransactions, {
    query: {
      account_id: account.id,
      date_from: date,
      date_to: date,
      include: 'total',
      limit: isToday ? MAX_ENTRIES : 1,
    },
  })
  if (!data) return undefined
  return isToday && data.data.length === data.meta.total
    ? saidBefore(account, currency, { date, amount }, data.data)
    : { date, amount, includes_day: true }
}
