import type { ReactNode } from 'react'
import { type Account, updateAccount } from '../../contract/accounts.ts'
import { listTransactions } from '../../contract/budgeting.ts'
import { t } from '../../words/t.ts'
import { AccountRefusal } from '../accounts/AccountRefusal.tsx'
import { useAsk } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { useBook, useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { BalanceQuestion } from './BalanceQuestion.tsx'
import type { DayHint, SaidBalance } from './balance-questions.ts'
import { MAX_ENTRIES, saidBefore } from './said-before.ts'

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
  const query = { account_id: account.id, date_from: date, date_to: date, include: 'total' as const }
  const { data } = useAsk(listTransactions, {
    query: { ...query, import_id: importId, limit: MAX_ENTRIES },
  })
  const all = useAsk(listTransactions, { query: { ...query, limit: 1 } }).data?.meta.total
  const change = useChange(updateAccount, { words: t('{account} is saved', { account: account.name }) })
  if (!data || all === undefined) return null
  const count = data.meta.total ?? 0
  if (count === 0) return children
  // Others of that day, also those that are entered later today, came after.
  const areAlone = date < today && all === count
  const whole = { ...said, includes_day: true }
  const asked = areAlone || data.data.length < count ? whole : saidBefore(account, currency, said, data.data)
  return (
    <BalanceQuestion
      title={rich(
        'You said {amount} on {day}. {count, plural, one {Was this entry of that day in it?} other {Were these # entries in it?}}',
        { amount: <Money amount={said.amount} currency={currency} />, day, count },
      )}
      actions={
        <>
          <Button
            look="primary"
            isBusy={change.isBusy}
            onClick={() =>
              void change.send({
                params: { id: account.id },
                body: { balance_as_of: asked },
              })
            }
          >
            {t('Yes, in it')}
          </Button>
          <Button onClick={onKeep}>
            {t('{count, plural, one {No, it came after} other {No, they came after}}', { count })}
          </Button>
        </>
      }
    >
      <p className="mt-1 text-table text-text-2">
        {rich('{account} has {amount} now: entries of {day} count after what you said.', {
          account: account.name,
          amount: (
            <Money
              amount={account.balances.find(({ currency_id }) => currency_id === currency)?.amount ?? 0}
              currency={currency}
            />
          ),
          day,
        })}
        {hint && ' '}
        {hint &&
          rich(
            '{which, select, in_it {Your bank says {amount} at the end of {day}, which agrees if they were in it.} other {Your bank says {amount} at the end of {day}, which agrees if they came after.}}',
            {
              which: hint.wereInIt ? 'in_it' : 'after',
              amount: <Money amount={hint.balance.file} currency={currency} />,
              day: dayInSentence(hint.balance.date, today),
            },
          )}
      </p>
      <AccountRefusal change={change} />
    </BalanceQuestion>
  )
}
