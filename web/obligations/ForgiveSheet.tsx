import type { Account } from '../../contract/accounts.ts'
import { t } from '../../words/t.ts'
import { Button } from '../ui/Button.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { Empty, Skeleton } from '../ui/States.tsx'
import { ForgiveForm } from './ForgiveForm.tsx'
import type { Debt } from './owed.ts'

/** A debt, or a part of it, that will not be paid: it becomes spending or income of a category. */
export function ForgiveSheet({
  debtId,
  open,
  onClose,
}: {
  debtId: string
  open: readonly Debt[] | undefined
  accounts: readonly Account[] | undefined
  onClose: () => void
}) {
  const debt = open?.find(({ id }) => id === debtId)
  if (open && debt)
    return (
      <ForgiveForm
        debt={debt}
        others={open.filter((one) => one.contact_id === debt.contact_id && one.direction === debt.direction)}
        onClose={onClose}
      />
    )
  return (
    <Sheet title={t('Forgive')} onClose={onClose}>
      {open ? (
        <Empty title={t('Nothing is open')} actions={<Button onClick={onClose}>{t('Close')}</Button>}>
          {t('This debt is settled.')}
        </Empty>
      ) : (
        <Skeleton />
      )}
    </Sheet>
  )
}
