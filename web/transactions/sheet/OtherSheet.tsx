import { Link } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Transaction } from '../../../contract/budgeting.ts'
import { t } from '../../../words/t.ts'
import { useBook } from '../../page/me.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { useWords } from '../references.ts'
import { moneyAccountName, purposeOf } from '../title.ts'
import { BooksAndHistory } from './BooksAndHistory.tsx'
import { Locked, lockIn } from './Locked.tsx'
import { SheetFrame, type SheetPlace } from './SheetFrame.tsx'
import { useTakingBack } from './sheet-actions.ts'

/** A transaction that is changed at its debt or account: openings, values, debts, payments and write-offs. */
export function OtherSheet({ transaction, place }: { transaction: Transaction; place: SheetPlace }) {
  const { kind, contact_id, contact_name, obligation_id, plan_id, category_name } = transaction
  const { closed_through } = useBook()
  const { accounts, debts } = useWords()
  const takeBack = useTakingBack(transaction, place.onClose)
  const lock = lockIn(transaction, closed_through)
  const account = moneyAccountName(transaction, accounts)
  const accountId = transaction.asset_account_id
  const debt = purposeOf(transaction, debts)
  return (
    <SheetFrame
      transaction={transaction}
      place={place}
      foot={
        <>
          {(kind === 'payment' || kind === 'write_off') && (
            <Button
              needs="write"
              look="quiet"
              className="me-auto -ms-3"
              icon={<Undo2 size={15} />}
              onClick={takeBack}
            >
              {kind === 'payment' ? t('Take it back') : t('Owed after all')}
            </Button>
          )}
          {obligation_id && (
            <ButtonLink look="primary" to="/obligations" search={{ open: obligation_id }}>
              {t('Open the debt')}
            </ButtonLink>
          )}
          {(kind === 'opening' || kind === 'value') && accountId && (
            <ButtonLink look="primary" to="/accounts/$id" params={{ id: accountId }}>
              {t('Open the account')}
            </ButtonLink>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <dl className="flex flex-col gap-2">
          {debt && kind !== 'write_off' && <Fact name={t('For [a debt]')}>{debt}</Fact>}
          {contact_name && contact_id && (
            <Fact name={t('With [a person]')}>
              <Link to="/contacts/$id" params={{ id: contact_id }} className="text-accent hover:underline">
                {contact_name}
              </Link>
            </Fact>
          )}
          {account && accountId && (
            <Fact name={kind === 'opening' || kind === 'value' ? t('Account') : t('Money on [an account]')}>
              <Link to="/accounts/$id" params={{ id: accountId }} className="text-accent hover:underline">
                {account}
              </Link>
            </Fact>
          )}
          {category_name && <Fact name={t('Category')}>{category_name}</Fact>}
          {transaction.notes && transaction.notes !== debt && (
            <Fact name={t('Notes')}>{transaction.notes}</Fact>
          )}
          {plan_id && (
            <Fact name={t('From [a recurring entry]')}>
              <Link to="/plans" className="text-accent hover:underline">
                {t('a recurring entry')}
              </Link>
            </Fact>
          )}
        </dl>
        <p className="text-table text-text-2">{sentences[kind]?.()}</p>
        {lock && <Locked lock={lock} transaction={transaction} />}
        <div className="border-t border-line pt-3">
          <BooksAndHistory transaction={transaction} />
        </div>
      </div>
    </SheetFrame>
  )
}

const sentences: Partial<Record<Transaction['kind'], () => string>> = {
  opening: () => t('The balance at the start, and its day, are changed at the account.'),
  value: () =>
    t(
      'The difference to the value that was stated of this day. It follows when earlier entries change; the value is changed at the account.',
    ),
  obligation: () => t('Amount, day and name are changed at the debt.'),
  payment: () =>
    t(
      'Being paid back is not income, and paying back is not spending. Amount and day are changed at the debt.',
    ),
  write_off: () => t('What was forgiven counts in its category from that day on.'),
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[84px_1fr] gap-1">
    <dt className="text-table text-text-3">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
)
