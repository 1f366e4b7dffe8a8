import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listTransactions, type Transaction } from '../../contract/budgeting.ts'
import { deletePayment, undoWriteOff } from '../../contract/obligations.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { Loaded } from '../api/Loaded.tsx'
import { accounts } from '../page/accounts.ts'
import { accountsById, directionOf, moneyAccountName } from '../transactions/title.ts'
import { Button } from '../ui/Button.tsx'
import { dayText } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { FormRefusal } from './FormRefusal.tsx'
import type { Debt } from './owed.ts'

/** The transactions of a debt: its opening, its payments and write-offs. Each leads to its transaction. */
export function DebtMoves({ debt }: { debt: Debt }) {
  const moves = useAsk(listTransactions, {
    query: { contact_id: debt.contact_id, kind: 'obligation,payment,write_off', limit: 1000 },
  })
  return (
    <section>
      <h3 className="mb-1 text-table font-semibold">{t('What happened')}</h3>
      <Loaded query={moves} rows={2}>
        {({ data }) => (
          <ul>
            {data
              .filter(({ obligation_id }) => obligation_id === debt.id)
              .map((move) => (
                <Move key={move.id} debt={debt} move={move} />
              ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

const paidBack = (account: string) =>
  account === '' ? t('Paid back') : t('Paid back, into {account}', { account })

const youPaid = (account: string) =>
  account === '' ? t('You paid') : t('You paid, from {account}', { account })

function began(isTheirs: boolean, account: string): string {
  if (account === '') return t('Began')
  return isTheirs ? t('Began, from {account}', { account }) : t('Began, into {account}', { account })
}

function Move({ debt, move }: { debt: Debt; move: Transaction }) {
  const { data } = useQuery(accounts)
  const known = accountsById(data)
  const place = moneyAccountName(move, known)
  const isTheirs = debt.direction === 'receivable'
  const takePayment = useChange(deletePayment, { words: t('Payment taken back') })
  const takeWriteOff = useChange(undoWriteOff, { words: t('No longer forgiven') })
  const taking = move.kind === 'payment' ? takePayment : takeWriteOff
  const isSetOff = move.kind === 'payment' && directionOf(move, known) === 0
  const words =
    move.kind === 'write_off'
      ? t('Forgiven')
      : move.kind === 'payment'
        ? isSetOff
          ? t('Set off')
          : isTheirs
            ? paidBack(place)
            : youPaid(place)
        : began(isTheirs, place)
  const take = () =>
    move.kind === 'payment'
      ? void takePayment.send({ params: { id: debt.id, payment_id: move.id } })
      : void takeWriteOff.send({ params: { id: debt.id } })
  return (
    <li className="border-b border-line py-2 last:border-b-0">
      <div className="flex items-center gap-3">
        <Link to="/transactions" search={{ open: move.id }} className="group min-w-0 flex-1">
          <span className="block truncate group-hover:underline group-hover:underline-offset-2">{words}</span>
          <span className="block text-caption text-text-3">{dayText(move.date)}</span>
        </Link>
        <Money amount={move.amount} currency={move.currency_id} />
        {move.kind !== 'obligation' && !isSetOff && (
          <Button needs="write" look="quiet" className="px-2" isBusy={taking.isBusy} onClick={take}>
            {t('Take back')}
          </Button>
        )}
      </div>
      <FormRefusal refusal={taking.refusal} sentence={taking.sentence} today={move.date} />
      {isSetOff && (
        <p className="text-caption text-text-3">
          {rich('A set-off is undone as a whole, in <link>Activity</link>.', {
            link: (inner) => (
              <Link to="/activity" className="text-accent underline underline-offset-2">
                {inner}
              </Link>
            ),
          })}
        </p>
      )}
    </li>
  )
}
