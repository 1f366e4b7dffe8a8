import { createTransactions } from '../../../contract/batches.ts'
import { deleteExpense, deleteIncome, deleteTransfer, type Transaction } from '../../../contract/budgeting.ts'
import { deletePayment, undoWriteOff } from '../../../contract/obligations.ts'
import { ifVersion, useChange } from '../../api/change.ts'
import { useToday } from '../../auth/me.ts'
import { useAddress } from '../../shell/address.ts'
import { writeDraft } from '../../ui/draft.ts'
import { moneyText } from '../../ui/money.ts'
import { refusalWords } from '../refusals.ts'
import { titleOf } from '../title.ts'
import { draftOf } from './duplicate.ts'
import type { SheetPlace } from './SheetFrame.tsx'
import type { EditableKind } from './use-transaction-form.ts'

const routes = { expense: deleteExpense, income: deleteIncome, transfer: deleteTransfer }

/** Puts a transaction into the trash, if it is still the one that is shown. */
export function useRemoving(transaction: Transaction, { accounts, onClose }: SheetPlace) {
  const today = useToday()
  const { id, amount, currency_id } = transaction
  const change = useChange(routes[transaction.kind as EditableKind], {
    words: `${titleOf(transaction, accounts)}, ${moneyText(amount, currency_id)} is in the trash`,
    onDone: () => {
      writeDraft(`transaction ${id}`, undefined)
      onClose()
    },
  })
  return {
    run: () => void change.send({ params: { id }, headers: ifVersion(transaction) }),
    isBusy: change.isBusy,
    sentence: change.refusal ? refusalWords(change.refusal, today) : change.sentence,
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

/** Takes a payment back: what it paid is owed again. */
export function useTakingBack({ id, kind, obligation_id, contact_name }: Transaction, onClose: () => void) {
  const today = useToday()
  const params = { id: obligation_id ?? '' }
  const payment = useChange(deletePayment, {
    words: `The payment${contact_name ? ` of ${contact_name}` : ''} is taken back`,
    onDone: onClose,
  })
  const writeOff = useChange(undoWriteOff, { words: 'It is owed again', onDone: onClose })
  const change = kind === 'payment' ? payment : writeOff
  return {
    run: () =>
      void (kind === 'payment'
        ? payment.send({ params: { ...params, payment_id: id } })
        : writeOff.send({ params })),
    isBusy: change.isBusy,
    sentence: change.refusal ? refusalWords(change.refusal, today) : change.sentence,
  }
}
