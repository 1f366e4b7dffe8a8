import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type Account, updateAccount } from '../../contract/accounts.ts'
import type { ImportBalance } from '../../contract/import-mapping.ts'
import type { Import } from '../../contract/imports.ts'
import { AccountRefusal } from '../accounts/AccountRefusal.tsx'
import { useChange } from '../api/change.ts'
import { accounts } from '../page/accounts.ts'
import { useBook, useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { moneyText } from '../ui/money.ts'
import { AgreesPartly } from './AgreesPartly.tsx'
import { BalanceQuestion } from './BalanceQuestion.tsx'
import { type Comparison, causesOf, endsBefore, nameOf, questionsOf, useKept } from './balance-questions.ts'
import { isMoved } from './moving/moved.ts'
import { WereInIt } from './WereInIt.tsx'

/** Whether the book has what the bank says, once for each account: a question only where they differ. */
export function BalanceQuestions({ file }: { file: Import }) {
  const { data: all } = useQuery(accounts)
  const base = useBook().base_currency_id
  const { isKept, keep } = useKept(file.id)
  return (
    <>
      {questionsOf(file, all ?? [], base, isKept).map((question) => {
        // Balances of a program are in one list of all accounts.
        if (isMoved(file) && question.is !== 'day') return null
        const key = nameOf(question.is, question.account)
        if (question.is !== 'day') return <Compared key={key} comparison={question} keep={keep} />
        return (
          <WereInIt key={key} {...question} importId={file.id} onKeep={() => keep(key)}>
            {question.after && !isMoved(file) && <Compared comparison={question.after} keep={keep} />}
          </WereInIt>
        )
      })}
    </>
  )
}

const Compared = ({ comparison, keep }: { comparison: Comparison; keep: (name: string) => void }) =>
  comparison.is === 'agrees' ? (
    <Agrees {...comparison} />
  ) : comparison.is === 'partly' ? (
    <AgreesPartly {...comparison} />
  ) : (
    <BankSays {...comparison} onKeep={() => keep(nameOf('bank', comparison.account))} />
  )

const Agrees = ({ account, balance }: { account: Account; balance: ImportBalance }) => {
  const today = useToday()
  return (
    <Card className="flex max-w-[720px] items-start gap-3 px-4 py-3 text-table">
      <Check size={16} className="mt-0.5 shrink-0 text-in" aria-hidden />
      <p>
        <span className="font-medium">{account.name} agrees with your bank:</span>{' '}
        <span className="text-text-2">
          <Money amount={balance.file} currency={balance.currency_id} /> at the end of{' '}
          {dayInSentence(balance.date, today)}.
        </span>
      </p>
    </Card>
  )
}

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
    words: `${account.name} has ${moneyText(amount, currency)} at the end of ${day}`,
  })
  const said = account.balance_as_of
  const isDebt = account.type === 'liability'
  const isEarlier = endsBefore(said, date)
  const use = (
    <Button
      key="use"
      look={isEarlier ? 'secondary' : 'primary'}
      isBusy={change.isBusy}
      onClick={() =>
        void change.send({
          params: { id: account.id },
          body: { balance_as_of: { date, amount, includes_day: true } },
        })
      }
    >
      Use <Money amount={amount} currency={currency} />
    </Button>
  )
  const keep = (
    <Button key="keep" look={isEarlier ? 'primary' : 'secondary'} onClick={onKeep}>
      Keep <Money amount={book} currency={currency} />
    </Button>
  )
  return (
    <BalanceQuestion
      title={
        <>
          Your bank says {isDebt && 'you owe '}
          <Money amount={amount} currency={currency} /> on {day}
          {isEarlier ? ', your book has another balance then' : '. Use it?'}
        </>
      }
      actions={
        <>
          {isEarlier ? [keep, use] : [use, keep]}
          <span className="text-caption text-text-3">Every entry stays. One change, one undo.</span>
        </>
      }
    >
      <p className="mt-1 text-table text-text-2">
        {said && (
          <>
            You said <Money amount={said.amount} currency={currency} /> as of{' '}
            {dayInSentence(said.date, today)}.{' '}
          </>
        )}
        {causesOf(said, date)}
      </p>
      <dl className="mt-3 text-table">
        {[
          ['In the file', amount],
          [said ? 'In your book, from what you said' : 'In your book', book],
          ['Apart', difference],
        ].map(([label, value]) => (
          <div
            key={label}
            className="flex justify-between gap-3 border-t border-line py-2 last:font-semibold"
          >
            <dt className="text-text-2">
              {label}
              {label === 'In the file' && (
                <span className="text-text-3">
                  , {account.name}, end of {day}
                </span>
              )}
            </dt>
            <dd>
              <Money amount={Number(value)} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
      <AccountRefusal change={change} />
    </BalanceQuestion>
  )
}
