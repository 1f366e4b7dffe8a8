import { useRef, useState } from 'react'
import type { Account } from '../../contract/accounts.ts'
import { createReconciliation, type ReconciliationSummary } from '../../contract/reconciliations.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { Card, CardHeading } from '../ui/Card.tsx'
import { DayField } from '../ui/DayField.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { Form } from '../ui/Field.tsx'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { Refusal } from '../ui/States.tsx'
import type { LastFile } from './last-file.ts'
import { balanceTyped, StatementBalance, typedBalance } from './StatementBalance.tsx'
import { firstDay } from './ticking.ts'

/** The beginning: the day of a statement, and the balance that it ends with. */
export function NewStatement({
  account,
  currency,
  last,
  from,
}: {
  account: Account
  currency: string
  /** The statement that this one follows. */
  last: ReconciliationSummary | undefined
  /** The latest file of the account: the balance that it ends with is proposed. */
  from: LastFile | undefined
}) {
  const today = useToday()
  const closing = from?.closing && (!last || from.closing.date > last.date) ? from.closing : undefined
  const [date, setDate] = useState(() => closing?.date ?? firstDay(today, last))
  const [typed, setTyped] = useState(() => typedBalance(account, closing?.file, currency))
  const [fault, setFault] = useState<string>()
  const amount = useRef<HTMLInputElement>(null)
  const starting = useChange(createReconciliation)

  function start(): void {
    const balance = balanceTyped(account, typed, currency)
    if (balance === undefined) {
      setFault(t('Which balance does the statement end with?'))
      amount.current?.focus()
    } else void starting.send({ params: { id: account.id }, body: { date, balance, currency_id: currency } })
  }

  return (
    <Card className="p-5 max-sm:p-4">
      <CardHeading>{t('Compare with a statement')}</CardHeading>
      <p className="mt-1 mb-4 text-table text-text-2">
        {closing ? (
          <>
            {t(
              'Day and balance are filled in from the end of {file}. For another statement, type what it says.',
              {
                file: from?.file.filename ?? '',
              },
            )}{' '}
            <InTheBook closing={closing} currency={currency} />{' '}
          </>
        ) : (
          <>{t('Take the bank’s statement, or what its website says today.')} </>
        )}
        {last && (
          <>
            {rich('The last one, of {day}, ended with {balance}.', {
              day: dayInSentence(last.date, today),
              balance: <Money amount={last.statement_balance} currency={currency} />,
            })}{' '}
          </>
        )}
        {t('Tick the lines on the statement until nothing differs.')}
      </p>
      <Form className="flex flex-col gap-4 sm:flex-row sm:items-start" onSubmit={start}>
        <DayField
          label={t('Day of the statement')}
          today={today}
          day={date}
          onDay={(day) => setDate(day ?? date)}
          fault={starting.fault('date')}
          className="flex-1 sm:max-w-60"
        />
        <StatementBalance
          account={account}
          currency={currency}
          typed={typed}
          onTyped={(next) => {
            setTyped(next)
            setFault(undefined)
          }}
          fault={fault ?? starting.fault('balance')}
          inputRef={amount}
          className="flex-1 sm:max-w-60"
        />
        <Button type="submit" look="primary" isBusy={starting.isBusy} className="sm:mt-[26px]">
          {t('Start')}
        </Button>
      </Form>
      {starting.sentence && (
        <div className="mt-4">
          <Refusal title={starting.sentence} />
        </div>
      )}
    </Card>
  )
}

/** The balance of the book on the day that a file ends with. */
function InTheBook({ closing, currency }: { closing: NonNullable<LastFile['closing']>; currency: string }) {
  const { book, difference } = closing
  if (difference === 0) return t('Your book agrees on that day.')
  const values = {
    balance: <Money amount={book} currency={currency} />,
    difference: <Money amount={Math.abs(difference)} currency={currency} />,
  }
  return difference > 0
    ? rich('Your book has {balance} then, {difference} less.', values)
    : rich('Your book has {balance} then, {difference} more.', values)
}
