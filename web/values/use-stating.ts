import { type Account, updateAccount } from '../../contract/accounts.ts'
import type { Day } from '../../contract/day.ts'
import { putValue } from '../../contract/values.ts'
import { t } from '../../words/t.ts'
import { ifVersion, useChange } from '../api/change.ts'
import { useToday } from '../page/me.ts'
import { dayInSentence } from '../ui/dates.ts'
import { hiddenMoneyText } from '../ui/privacy.ts'
import { isBeginning } from './stated.ts'

/** States the worth of an account at the end of a day. On the day of the balance that it began with, that balance is said anew. */
export function useStating(account: Account, day: Day, onDone: () => void) {
  const today = useToday()
  const currency = account.currency_id ?? ''
  const words = (amount: number, date: Day) =>
    t('{account}: {amount} on {day}', {
      account: account.name,
      amount: hiddenMoneyText(amount, currency),
      day: dayInSentence(date, today),
    })
  const value = useChange(putValue, { words: ({ amount, date }) => words(amount, date), onDone })
  const beginning = useChange(updateAccount, {
    words: ({ balance_as_of }) => words(balance_as_of?.amount ?? 0, day),
    onDone,
  })
  const isFirst = isBeginning(account, day)
  const { isBusy, refusal, sentence } = isFirst ? beginning : value
  return {
    isFirst,
    isBusy,
    refusal,
    sentence,
    fault: (field: 'amount' | 'date' | 'notes') =>
      isFirst ? beginning.fault(`balance_as_of.${field}`) : value.fault(field),
    clear: () => {
      value.clear()
      beginning.clear()
    },
    send: ({ amount, notes, fx_rate }: { amount: number; notes: string | null; fx_rate?: number }) => {
      const rate = fx_rate === undefined ? {} : { fx_rate }
      const params = { id: account.id }
      if (!isFirst)
        return void value.send({ params: { ...params, date: day }, body: { amount, notes, ...rate } })
      const balance_as_of = { date: day, amount, includes_day: true }
      void beginning.send({ params, body: { balance_as_of, ...rate }, headers: ifVersion(account) })
    },
  }
}
