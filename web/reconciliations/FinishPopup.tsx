import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Account } from '../../contract/accounts.ts'
import { finishReconciliation, type Reconciliation } from '../../contract/reconciliations.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { ClosedRefusal } from '../books/ClosedRefusal.tsx'
import { closedOf } from '../books/closed.ts'
import { CategoryPicker } from '../categories/CategoryPicker.tsx'
import { useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { moneyText } from '../ui/money.ts'
import { Popup } from '../ui/Popup.tsx'
import { hiddenWord, usePrivacy } from '../ui/privacy.ts'
import { rich } from '../ui/rich.ts'
import { Refusal } from '../ui/States.tsx'
import { type Compared, differenceText } from './ticking.ts'

/** Finishes a reconciliation and goes back to its account. */
export function useFinish(account: Account, { date }: Reconciliation, count: number) {
  const navigate = useNavigate()
  const today = useToday()
  const values = { account: account.name, day: dayInSentence(date, today) }
  return useChange(finishReconciliation, {
    words:
      count === 0
        ? t('{account} has the balance of the statement of {day}; no line was compared', values)
        : t('{account} is reconciled through {day}', values),
    onDone: () => void navigate({ to: '/accounts/$id', params: { id: account.id } }),
  })
}

/** The difference is not zero: the ways out, of which one is to record the difference. */
export function FinishPopup({
  account,
  reconciliation,
  difference,
  compared,
  isAllTicked,
  onCorrect,
  onClose,
}: {
  account: Account
  reconciliation: Reconciliation
  difference: bigint
  compared: Compared
  isAllTicked: boolean
  onCorrect: () => void
  onClose: () => void
}) {
  const isHidden = usePrivacy()
  const [category, setCategory] = useState<string | null>(null)
  const [fault, setFault] = useState<string>()
  const finishing = useFinish(account, reconciliation, compared.count + 1) // the difference becomes a line
  const closed = finishing.refusal && closedOf(finishing.refusal)
  const money = (minor: bigint) => (isHidden ? hiddenWord() : moneyText(minor, reconciliation.currency_id))
  // More money than in the lines is an income; more debt on a card is an expense.
  const kind = difference > 0n === (account.type === 'asset') ? 'income' : 'expense'
  const params = { id: account.id, reconciliation_id: reconciliation.id }

  function record(): void {
    if (category === null) setFault(t('Choose what the difference is recorded as.'))
    else void finishing.send({ params, body: { adjust: { category_id: category } } })
  }

  const edit = (inner: ReactNode) => (
    <button type="button" onClick={onCorrect} className="min-h-6 text-accent hover:underline">
      {inner}
    </button>
  )
  return (
    <Popup
      title={t('Something still differs')}
      onClose={onClose}
      foot={
        <>
          <Button look="primary" onClick={onClose}>
            {isAllTicked ? t('Look again') : t('Go on ticking')}
          </Button>
          <Button isBusy={finishing.isBusy} onClick={record}>
            {t('Record it and finish')}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-text-2">
        {differenceText(difference, account.type, money, compared)}{' '}
        {isAllTicked
          ? rich(
              'No line is left to tick: <edit>edit the statement</edit> or record the difference on the statement’s day:',
              { edit },
            )
          : rich(
              'Go on ticking, <edit>edit the statement</edit>, or record the difference on the statement’s day:',
              { edit },
            )}
      </p>
      <CategoryPicker
        label={kind === 'income' ? t('As money in, for') : t('As spent, for')}
        kind={kind}
        value={category}
        onChange={({ id }) => {
          setCategory(id)
          setFault(undefined)
        }}
        fault={fault ?? finishing.fault('adjust.category_id')}
      />
      {finishing.sentence && (
        <div className="mt-4">
          {closed ? <ClosedRefusal closed={closed} /> : <Refusal title={finishing.sentence} />}
        </div>
      )}
    </Popup>
  )
}
