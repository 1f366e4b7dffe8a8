import { getTransaction, type Transaction } from '../../../contract/budgeting.ts'
import { Refused } from '../../../contract/client.ts'
import { t } from '../../../words/t.ts'
import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { readDraft } from '../../ui/draft.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { Empty } from '../../ui/States.tsx'
import { EditSheet } from './EditSheet.tsx'
import { DeletedMeanwhile } from './Meanwhile.tsx'
import { OtherSheet } from './OtherSheet.tsx'
import type { SheetPlace } from './SheetFrame.tsx'

/** The sheet of a transaction of any kind. The row of the list stands in until the service has answered. */
export function TransactionSheet({
  id,
  row,
  place,
}: {
  id: string
  row: Transaction | undefined
  place: SheetPlace
}) {
  const query = useAsk(getTransaction, { params: { id } })
  const isGone = query.error instanceof Refused && query.error.problem.status === 404
  const transaction = query.data ?? (isGone ? undefined : row)
  if (!transaction)
    return (
      <Sheet title={t('Transaction')} onClose={place.onClose}>
        {isGone && <DeletedMeanwhile id={id} hasText={readDraft(`transaction ${id}`) !== undefined} />}
        {isGone ? (
          <Empty
            title={t('It is not here any more')}
            actions={<ButtonLink to="/trash">{t('Look in the trash')}</ButtonLink>}
          >
            {t('It was deleted, or belongs to another book.')}
          </Empty>
        ) : (
          <Loaded query={query}>{() => null}</Loaded>
        )}
      </Sheet>
    )
  const { kind } = transaction
  return kind === 'expense' || kind === 'income' || kind === 'transfer' ? (
    <EditSheet key={id} transaction={transaction} place={place} isGone={isGone} />
  ) : (
    <OtherSheet key={id} transaction={transaction} place={place} />
  )
}
