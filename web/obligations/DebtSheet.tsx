import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Refused } from '../../contract/client.ts'
import { deleteObligation, getObligation, restoreObligation } from '../../contract/obligations.ts'
import { t } from '../../words/t.ts'
import { asking } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { Loaded } from '../api/Loaded.tsx'
import { History } from '../changes/History.tsx'
import { useBook, useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { shortNameOf } from '../ui/initials.ts'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { Empty } from '../ui/States.tsx'
import { CaptionText } from './CaptionText.tsx'
import { DebtForm } from './DebtForm.tsx'
import { DebtMoves } from './DebtMoves.tsx'
import { debtName } from './debt-name.ts'
import { FormRefusal } from './FormRefusal.tsx'
import { type Debt, debtCaption, isOpen, whoOwes } from './owed.ts'
import { useSheets } from './sheets.ts'

/** One debt: its rest, its payments, and its fields. */
export function DebtSheet({ id, onClose }: { id: string; onClose: () => void }) {
  // While it is being deleted it is not asked for again: it would not be found.
  const [isLeaving, setLeaving] = useState(false)
  const debt = useQuery({ ...asking(getObligation, { params: { id } }), enabled: !isLeaving })
  const isGone = debt.error instanceof Refused && debt.error.problem.code === 'not_found'
  return (
    <Sheet
      needs="write"
      title={debt.data ? debtName(debt.data) : t('Debt')}
      onClose={onClose}
      foot={debt.data && !isGone && <Foot debt={debt.data} onClose={onClose} onLeaving={setLeaving} />}
    >
      {isGone ? <Gone id={id} /> : <Loaded query={debt}>{(found) => <Shown debt={found} />}</Loaded>}
    </Sheet>
  )
}

function Shown({ debt }: { debt: Debt }) {
  const today = useToday()
  const base = useBook().base_currency_id
  const { contact, currency_id: currency } = debt
  const name = contact.name ?? t('Somebody')
  const toStatement = (inner: ReactNode) => (
    <Link
      to="/contacts/$id"
      params={{ id: contact.id }}
      className="font-medium text-accent hover:underline hover:underline-offset-2"
    >
      {inner}
    </Link>
  )
  return (
    <div className="flex flex-col gap-5 pt-1">
      <div>
        <p className="text-table text-text-2">
          {isOpen(debt) ? (
            <>
              {whoOwes(name, debt.direction === 'receivable' ? 1n : -1n)}{' '}
              {toStatement(t('See the statement'))}
            </>
          ) : (
            rich('Settled with <link>{name}</link>', { name, link: toStatement })
          )}
        </p>
        <Money
          amount={isOpen(debt) ? debt.outstanding_amount : debt.original_amount}
          currency={currency}
          variant="figure"
          className={`text-figure-lg font-semibold ${isOpen(debt) ? '' : 'struck'}`}
        />
        {currency !== base && isOpen(debt) && (
          <p className="text-caption text-text-3">
            {rich('{amount} in your books', {
              amount: <Money amount={debt.outstanding_base} currency={base} />,
            })}
          </p>
        )}
        <p className="text-caption text-text-3">
          <CaptionText caption={debtCaption(debt, today)} />
        </p>
        <Actions debt={debt} />
      </div>
      <DebtMoves debt={debt} />
      <DebtForm key={debt.id} debt={debt} />
      <section>
        <h3 className="mb-1 text-table font-semibold">{t('History')}</h3>
        <History id={debt.id} />
      </section>
    </div>
  )
}

function Actions({ debt }: { debt: Debt }) {
  const { openPayment, openForgive } = useSheets()
  if (!isOpen(debt)) return null
  const isTheirs = debt.direction === 'receivable'
  return (
    <div className="mt-3 flex gap-2">
      <Button
        needs="write"
        look="primary"
        onClick={() => openPayment(debt.direction, debt.contact_id, debt.id)}
      >
        {isTheirs ? t('Got paid') : t('Pay')}
      </Button>
      <Button needs="write" onClick={() => openForgive(debt.id)}>
        {isTheirs ? t('Forgive') : t('It was forgiven')}
      </Button>
    </div>
  )
}

/** A debt in the trash is not found any more, but can be brought back. */
function Gone({ id }: { id: string }) {
  const today = useToday()
  const restore = useChange(restoreObligation, {
    words: (debt) => t('{debt} is back', { debt: debtName(debt) }),
  })
  return (
    <>
      <Empty
        title={t('This debt is not here')}
        actions={
          <Button
            needs="write"
            look="primary"
            isBusy={restore.isBusy}
            onClick={() => void restore.send({ params: { id } })}
          >
            {t('Bring it back')}
          </Button>
        }
      >
        {t('It may be in the trash, and its payments with it.')}
      </Empty>
      <FormRefusal refusal={restore.refusal} sentence={restore.sentence} today={today} />
    </>
  )
}

/** A share goes with its bill; every other debt can be deleted. */
function Foot({
  debt,
  onClose,
  onLeaving,
}: {
  debt: Debt
  onClose: () => void
  onLeaving: (isLeaving: boolean) => void
}) {
  const { id } = debt
  const remove = useChange(deleteObligation, {
    words: t('{debt} is in the trash', { debt: debtName(debt) }),
    onDone: onClose,
  })
  const today = useToday()
  if (debt.expense_id !== null)
    return (
      <Link
        to="/transactions"
        search={{ open: debt.expense_id }}
        className="me-auto text-table font-medium text-accent hover:underline hover:underline-offset-2"
      >
        {t('Open the bill that {name} shares', { name: shortNameOf(debt.contact.name ?? '') })}
      </Link>
    )
  return (
    <>
      <div className="w-full empty:hidden">
        <FormRefusal refusal={remove.refusal} sentence={remove.sentence} today={today} />
      </div>
      <Button
        needs="write"
        look="quiet"
        className="me-auto"
        icon={<Trash2 size={15} />}
        isBusy={remove.isBusy}
        onClick={async () => {
          onLeaving(true)
          if (!(await remove.send({ params: { id } }))) onLeaving(false)
        }}
      >
        {t('Delete')}
      </Button>
    </>
  )
}
