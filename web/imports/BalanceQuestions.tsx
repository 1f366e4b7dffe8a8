import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Account, updateAccount } from '../../contract/accounts.ts'
import type { ImportBalance } from '../../contract/import-mapping.ts'
import type { Import } from '../../contract/imports.ts'
import { t } from '../../words/t.ts'
import { AccountRefusal } from '../accounts/AccountRefusal.tsx'
import { useChange } from '../api/change.ts'
import { accounts } from '../page/accounts.ts'
import { useBook, useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { moneyText } from '../ui/money.ts'
import { rich } from '../ui/rich.ts'
import { useWhenReady } from '../ui/use-when-ready.ts'
import { Agrees } from './Agrees.tsx'
import { AgreesPartly } from './AgreesPartly.tsx'
import { BalanceQuestion } from './BalanceQuestion.tsx'
import { type Comparison, causesOf, endsBefore, nameOf, questionsOf, useKept } from './balance-questions.ts'
import { isMoved } from './moving/moved.ts'
import { type FileDays, fileDays } from './not-in-file.ts'
import { useSaidNow } from './said-before.ts'
import { WereInIt } from './WereInIt.tsx'

/** Whether the book has what the bank says, once for each account: a question only where they differ. */
export function BalanceQuestions({ file }: { file: Import }) {
  const { data: all } = useQuery(accounts)
  const base = useBook().base_currency_id
  const { isKept, keep } = useKept(file.id)
  const days = fileDays(file)
  return (
    <>
      {questionsOf(file, all ?? [], base, isKept).map((question) => {
        // Balances of a program are in one list of all accounts.
        if (isMoved(file) && question.is !== 'day') return null
        const key = nameOf(question.is, question.account)
        if (question.is !== 'day') return <Compared key={key} comparison={question} days={days} keep={keep} />
        return (
          <WereInIt key={key} {...question} importId={file.id} onKeep={() => keep(key)}>
            {question.after && !isMoved(file) && (
              <Compared comparison={question.after} days={days} keep={keep} />
            )}
          </WereInIt>
        )
      })}
    </>
  )
}

const Compared = ({
  comparison,
  days,
  keep,
}: {
  comparison: Comparison
  days: FileDays | null
  keep: (name: string) => void
}) =>
  comparison.is === 'agrees' ? (
    <Agrees {...comparison} />
  ) : comparison.is === 'partly' ? (
    <AgreesPartly {...comparison} days={days} />
  ) : (
    <BankSays {...comparison} onKeep={() => keep(nameOf('bank', comparison.account))} />
  )

function BankSays({
  account,
  balance,
  onKeep,
}: {
  account: Account
  balance: ImportBalance
  onKeep: () => void
}) {
  const today = useToday()
  const { currency_id: currency, date, file: amount, book, difference } = balance
  const day = dayInSentence(date, today)
  const change = useChange(updateAccount, {
    words: t('{account} has {amount} at the end of {day}', {
      account: account.name,
      amount: moneyText(amount, currency),
      day,
    }),
  })
  const asOf = useSaidNow(account, currency, balance.date, amount)
  const press = useWhenReady(asOf === undefined, () => {
    if (asOf) void change.send({ params: { id: account.id }, body: { balance_as_of: asOf } })
  })
  const said = account.balance_as_of
  const isEarlier = endsBefore(said, date)
  const use = (
    <Button
      key="use"
      look={isEarlier ? 'secondary' : 'primary'}
      isBusy={change.isBusy || press.isWaiting}
      onClick={press.onPress}
    >
      {rich('Use {amount}', { amount: <Money amount={amount} currency={currency} /> })}
    </Button>
  )
  const keep = (
    <Button key="keep" look={isEarlier ? 'primary' : 'secondary'} onClick={onKeep}>
      {rich('Keep {amount}', { amount: <Money amount={book} currency={currency} /> })}
    </Button>
  )
  return (
    <BalanceQuestion
      title={
        <BankSaysWhat
          amount={<Money amount={amount} currency={currency} />}
          day={day}
          isDebt={account.type === 'liability'}
          isEarlier={isEarlier}
        />
      }
      actions={
        <>
          {isEarlier ? [keep, use] : [use, keep]}
          <span className="text-caption text-text-3">{t('Every entry stays. One change, one undo.')}</span>
        </>
      }
    >
      <p className="mt-1 text-table text-text-2">
        {said && (
          <>
            {rich('You said {amount} as of {day}.', {
              amount: <Money amount={said.amount} currency={currency} />,
              day: dayInSentence(said.date, today),
            })}{' '}
          </>
        )}
        {causesOf(account, date)}
      </p>
      <dl className="mt-3 text-table">
        {(
          [
            ['file', inTheFile(account.name, day), amount],
            ['book', said ? t('In your book, from what you said') : t('In your book'), book],
            ['apart', t('Apart'), difference],
          ] as const
        ).map(([key, label, value]) => (
          <div key={key} className="flex justify-between gap-3 border-t border-line py-2 last:font-semibold">
            <dt className="text-text-2">{label}</dt>
            <dd>
              <Money amount={value} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
      <AccountRefusal change={change} />
    </BalanceQuestion>
  )
}

/** The question whether the bank is right, or, of a day before that of the balance that was said, that the two differ. */
function BankSaysWhat({
  amount,
  day,
  isDebt,
  isEarlier,
}: {
  amount: ReactNode
  day: string
  isDebt: boolean
  isEarlier: boolean
}) {
  const values = { amount, day }
  if (isEarlier)
    return isDebt
      ? rich('Your bank says you owe {amount} on {day}, your book has another balance then', values)
      : rich('Your bank says {amount} on {day}, your book has another balance then', values)
  return isDebt
    ? rich('Your bank says you owe {amount} on {day}. Use it?', values)
    : rich('Your bank says {amount} on {day}. Use it?', values)
}

const inTheFile = (account: string, day: string): ReactNode =>
  rich('In the file<quiet>, {account}, end of {day}</quiet>', {
    account,
    day,
    quiet: (inner) => <span className="text-text-3">{inner}</span>,
  })
