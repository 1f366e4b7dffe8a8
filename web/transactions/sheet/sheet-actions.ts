import { createTransactions } from '../../../contract/batches.ts'
import { deleteExpense, deleteIncome, deleteTransfer, type Transaction } from '../../../contract/budgeting.ts'
import { deletePayment, undoWriteOff } from '../../../contract/obligations.ts'
import { t } from '../../../words/t.ts'
import { ifVersion, send, useChange } from '../../api/change.ts'
import { useAddress } from '../../page/address.ts'
import { useToday } from '../../page/me.ts'
import { writeDraft } from '../../ui/draft.ts'
import { hiddenMoneyText } from '../../ui/privacy.ts'
import { removeOne } from '../actions.ts'
import { titleOf } from '../title.ts'
import { refusalWords } from '../transaction-refusals.ts'
import { draftOf } from './duplicate.ts'
import type { SheetPlace } from './SheetFrame.tsx'
import type { EditableKind } from './use-transaction-form.ts'

const routes = { expense: deleteExpense, income: deleteIncome, transfer: deleteTransfer }

/** Puts a transaction into the trash, if it is still the one that is shown. The sheet is closed before the service has answered. */
export function useRemoving(transaction: Transaction, { accounts, onClose }: SheetPlace): () => void {
  const today = useToday()
  const { id, amount, currency_id } = transaction
  const route = routes[transaction.kind as EditableKind] // only these have the form
  const words = t('{transaction}, {amount} is in the trash', {
    transaction: titleOf(transaction, accounts),
    amount: hiddenMoneyText(amount, currency_id),
  })
  return () => {
    onClose()
    const headers = ifVersion(transaction)
    void removeOne(transaction, () => send(route, { params: { id }, headers }, { words }), today).then(
      (isDone) => isDone && writeDraft(`transaction ${id}`, undefined),
    )
  }
}

/** Records the same again, today, and opens it. */
export function useDuplicate(transaction: Transaction) {
  const today = useToday()
  const { filter } = useAddress()
  const change = useChange(createTransactions, {
    words: t('Added once more, today'),
    onDone: ({ data }) => filter({ open: data[0]?.id }),
  })
  return {
    run: () => void change.send({ body: { transactions: [draftOf(transaction, today)] } }),
    sentence: change.refusal ? refusalWords(change.refusal, today) : change.sentence,
  }
}

/** Takes a payment or a write-off back: the debt is owed again. */
export function useTakingBack(transaction: Transaction, onClose: () => void): () => void {
  const today = useToday()
  const { id, kind, obligation_id, contact_name } = transaction
  const params = { id: obligation_id ?? '' }
  const run = () =>
    kind === 'payment'
      ? send(
          deletePayment,
          { params: { ...params, payment_id: id } },
          {
            words: contact_name
              ? t('The payment of {person} is taken back', { person: contact_name })
              : t('The payment is taken back'),
          },
        )
      : send(undoWriteOff, { params }, { words: t('It is owed again') })
  return () => {
    onClose()
    void removeOne(transaction, run, today)
  }
}
