import { LockKeyhole } from 'lucide-react'
import type { Transaction } from '../../../contract/budgeting.ts'
import type { Day } from '../../../contract/day.ts'
import { t } from '../../../words/t.ts'
import { ClosedRefusal } from '../../books/ClosedRefusal.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import type { Lock } from '../transaction-refusals.ts'

/** Why a transaction is locked, as far as the transaction itself says. */
export function lockIn(transaction: Transaction, closedThrough: Day | null): Lock | undefined {
  if (!transaction.is_locked) return undefined
  if (closedThrough !== null && transaction.date <= closedThrough)
    return { through: closedThrough, date: transaction.date }
  const line = transaction.lines.find(({ is_locked }) => is_locked)
  return {
    reconciliationId: line?.reconciliation_id ?? '',
    accountName: line?.account_name ?? '',
    statementDate: '',
  }
}

/** Says why it is locked, which fields may still change, and the ways out. */
export function Locked({
  lock,
  transaction,
  onDate,
}: {
  lock: Lock
  transaction: Transaction
  /** Moves the transaction to the first open day; only where the day was refused. */
  onDate?: ((day: Day) => void) | undefined
}) {
  if ('through' in lock) return <ClosedRefusal closed={lock} onUseDay={onDate} />
  const accountId = transaction.lines.find(
    ({ reconciliation_id, account_name }) =>
      reconciliation_id === lock.reconciliationId || account_name === lock.accountName,
  )?.account_id
  return (
    <LockedBox
      title={
        lock.accountName
          ? t('It is on a statement of {account} that you have reconciled.', { account: lock.accountName })
          : t('It is on a statement of an account that you have reconciled.')
      }
      sentence={t(
        'Amount, account and day stay as they are. Category, person, notes and tags can still change.',
      )}
      actions={
        accountId && (
          <ButtonLink to="/accounts/$id/reconcile" params={{ id: accountId }}>
            {t('See the reconciliation')}
          </ButtonLink>
        )
      }
    />
  )
}

const LockedBox = ({
  title,
  sentence,
  actions,
}: {
  title: string
  sentence?: string | undefined
  actions?: React.ReactNode
}) => (
  <div role="alert" className="flex gap-2.5 rounded-control bg-warn-soft p-3.5 text-table">
    <LockKeyhole size={16} className="mt-0.5 shrink-0 text-warn" aria-hidden />
    <div>
      <p className="font-medium">{title}</p>
      {sentence && <p className="mt-1 text-text-2">{sentence}</p>}
      {actions && <div className="mt-2.5 flex flex-wrap gap-2">{actions}</div>}
    </div>
  </div>
)
