import { useState } from 'react'
import type { Account } from '../../../contract/accounts.ts'
import {
  getTransaction,
  type Transaction,
  updateExpense,
  updateIncome,
  updateTransfer,
} from '../../../contract/budgeting.ts'
import { t } from '../../../words/t.ts'
import { call } from '../../api/ask.ts'
import { useChange } from '../../api/change.ts'
import { useEditing } from '../../api/editing.ts'
import { useRateKeeping } from '../../currencies/KeepRate.tsx'
import { readRate } from '../../currencies/rate-text.ts'
import { useToday } from '../../page/me.ts'
import { sayDoneAndMoved } from '../moved-starts.ts'
import type { useReferences } from '../references.ts'
import {
  bookingOf,
  type SavedTransaction,
  savedOf,
  shownFields,
  type TransactionFaults,
  type TransactionValues,
  transactionFaults,
  transferOf,
} from './transaction-values.ts'

const routes = { expense: updateExpense, income: updateIncome, transfer: updateTransfer }

export type EditableKind = keyof typeof routes

/** The fields of the API behind each field of the form. */
const sentAs: Readonly<Record<keyof TransactionValues, readonly string[]>> = {
  amount: ['amount', 'currency_id'],
  date: ['date'],
  account: ['asset_account_id', 'from_account_id'],
  to: ['to_account_id'],
  toAmount: ['to_amount', 'to_currency_id'],
  category: ['category_id'],
  splits: ['splits'],
  shares: ['shares'],
  contact: ['contact_id'],
  memo: ['memo'],
  notes: ['notes'],
  tags: ['tags'],
  isRefund: ['is_refund'],
  rate: ['fx_rate'],
  charged: ['charged_amount'],
}

/** Whether a fault of the service is one of a field of the form. */
const isOf = (name: keyof TransactionValues, fault: string): boolean =>
  sentAs[name].some((sent) => fault === sent || fault.startsWith(`${sent}.`))

/** The form of a transaction: typed values survive, only changed fields are sent, and faults stand at their fields. */
export function useTransactionForm(
  transaction: Transaction,
  words: string,
  accounts: readonly Account[] | undefined,
) {
  const { id } = transaction
  const kind = transaction.kind as EditableKind // only these have a form
  const [isTried, setTried] = useState(false)
  const keeping = useRateKeeping()
  const today = useToday()
  const change = useChange(routes[kind], {
    onDone: (reply) => {
      setTried(false)
      void sayDoneAndMoved(words, reply, { base: transaction.base_currency_id, today })
    },
  })
  const editing = useEditing<TransactionValues, SavedTransaction>(`transaction ${id}`, savedOf(transaction), {
    send: async (on, edits, headers) => {
      const { currency_id: from, base_currency_id: to } = on.transaction
      const { date, rate } = { ...on.values, ...edits }
      if ('rate' in edits) await keeping.keep({ from, to, date }, readRate(rate))
      const body = kind === 'transfer' ? transferOf(on, edits) : bookingOf(on, edits, accounts)
      return change.send({ params: { id }, body, headers })
    },
    refusal: change.refusal,
    read: async () => savedOf(await call(getTransaction, { params: { id } })),
  })
  const [unknownContact, setUnknownContact] = useState<string>()
  const faultsNow = (): TransactionFaults => ({
    ...transactionFaults(editing.values, transaction, accounts),
    ...(unknownContact !== undefined && {
      contact: t(
        'Nobody is called “{name}”, and you cannot add people here. Choose somebody, or empty the field.',
        { name: unknownContact },
      ),
    }),
  })
  const own: TransactionFaults = isTried ? faultsNow() : {}
  const refused = (name: keyof TransactionValues): string | undefined => {
    if (change.refusal?.code === 'fx_rate_missing') return undefined // said in a box with both fields
    const { errors = {} } = change.refusal ?? {}
    const sentence = Object.entries(errors).find(([field]) => isOf(name, field))?.[1][0]
    return sentence?.replace(/^[a-z_.0-9]+: /, '')
  }
  const shown = [...shownFields(editing.values, transaction)]
  return {
    ...editing,
    kind,
    /** A name that was typed for the contact, that nobody has: saving would drop it. */
    setUnknownContact,
    keeping,
    refusal: change.refusal,
    // Said at its field, if the form shows it.
    sentence: shown.some((name) => refused(name)) ? undefined : change.sentence,
    isBusy: change.isBusy,
    fault: (name: keyof TransactionValues) => own[name] ?? refused(name),
    /** Saves, or shows the missing fields and focuses the first. */
    save: () => {
      const faults = Object.keys(faultsNow())
      setTried(faults.length > 0)
      if (faults.length === 0) return void editing.save()
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>(`[data-field="${faults[0]}"] :is(input, textarea)`)?.focus(),
      )
    },
    cancel: () => {
      setTried(false)
      change.clear()
      editing.discard()
    },
  }
}
export type TransactionForm = ReturnType<typeof useTransactionForm>

/** The form, as the parts of the sheet share it. */
export type SheetFormProps = {
  form: TransactionForm
  transaction: Transaction
  references: ReturnType<typeof useReferences>
}
