import { createTransactions } from '../../../contract/batches.ts'
import { deleteExpense, deleteIncome, deleteTransfer, type Transaction } from '../../../contract/budgeting.ts'
import { deletePayment, undoWriteOff } from '../../../contract/obligations.ts'
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
  const words = `${titleOf(transaction, accounts)}, ${hiddenMoneyText(amount, currency_id)} is in the trash`
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
    words: 'Added once more, today',
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
          { words: `The payment${contact_name ? ` of ${contact_name}` : ''} is taken back` },
        )
      : send(undoWriteOff, { params }, { words: 'It is owed again' })
  return () => {
    onClose()
    void removeOne(transaction, run, today)
  }
}
