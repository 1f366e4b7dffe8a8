import type { ReactNode } from 'react'
import { type Account, updateAccount } from '../../contract/accounts.ts'
import { listTransactions } from '../../contract/budgeting.ts'
import { AccountRefusal } from '../accounts/AccountRefusal.tsx'
import { useAsk } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { useBook, useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { counted } from '../ui/wording.ts'
import { BalanceQuestion } from './BalanceQuestion.tsx'
import type { DayHint, SaidBalance } from './balance-questions.ts'

/** Asks whether entries of the very day on which a balance was said are in it; without any it shows what comes after the question. */
export function WereInIt({
  account,
  said,
  hint,
  importId,
  onKeep,
  children,
}: {
  account: Account
  said: SaidBalance
  hint: DayHint | null
  importId: string
  onKeep: () => void
  children: ReactNode
}) {
  const today = useToday()
  const base = useBook().base_currency_id
  const currency = account.currency_id ?? base
  const { date } = said
  const day = dayInSentence(date, today)
  const { data } = useAsk(listTransactions, {
    query: {
      import_id: importId,
      account_id: account.id,
      date_from: date,
      date_to: date,
      include: 'total',
      limit: 1,
    },
  })
  const change = useChange(updateAccount, { words: `${account.name} is saved` })
  if (!data) return null
  const count = data.meta.total ?? 0
  if (count === 0) return children
  return (
    <BalanceQuestion
      title={
        <>
          You said <Money amount={said.amount} currency={currency} /> on {day}.{' '}
          {count === 1
            ? 'Was this entry of that day in it?'
            : `Were these ${counted(count, 'entry', 'entries')} in it?`}
        </>
      }
      actions={
        <>
          <Button
            look="primary"
            isBusy={change.isBusy}
            onClick={() =>
              void change.send({
                params: { id: account.id },
                body: { balance_as_of: { ...said, includes_day: true } },
              })
            }
          >
            Yes, in it
          </Button>
          <Button onClick={onKeep}>No, they came after</Button>
        </>
      }
    >
      <p className="mt-1 text-table text-text-2">
        {account.name} has{' '}
        <Money
          amount={account.balances.find(({ currency_id }) => currency_id === currency)?.amount ?? 0}
          currency={currency}
        />{' '}
        now: entries of {day} count after what you said.
        {hint && (
          <>
            {' '}
            Your bank says <Money amount={hint.balance.file} currency={currency} /> at the end of{' '}
            {dayInSentence(hint.balance.date, today)}, which agrees if they{' '}
            {hint.wereInIt ? 'were in it' : 'came after'}.
          </>
        )}
      </p>
      <AccountRefusal change={change} />
    </BalanceQuestion>
  )
}
