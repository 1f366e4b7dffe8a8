import type { Transaction } from '../../../contract/budgeting.ts'
import { useToday } from '../../auth/me.ts'
import { missingRateOf, missingRateWords } from '../../currencies/missing-rate.ts'
import { Refusal } from '../../ui/States.tsx'
import type { useReferences } from '../names.ts'
import { lockOf, refusalWords } from '../refusals.ts'
import { Locked } from './Locked.tsx'
import { RateFields } from './RateNote.tsx'
import type { TransactionForm } from './use-transaction-form.ts'
import { takenCurrency } from './values.ts'

export type PartProps = {
  form: TransactionForm
  transaction: Transaction
  references: ReturnType<typeof useReferences>
}

/** Why it cannot be saved, with the ways out; or why it could not be changed even before. */
export function WhyNot({
  form,
  transaction,
  references,
  sentence,
}: PartProps & { sentence: string | undefined }) {
  const today = useToday()
  const { refusal, values, set } = form
  const missing = refusal && missingRateOf(refusal)
  const lock = refusal && lockOf(refusal)
  if (missing)
    return (
      <Refusal title={missingRateWords(missing, today)}>
        It never guesses one. What was it worth that day, or what did the bank take?
        <RateFields
          {...{ transaction, values }}
          takenCurrency={takenCurrency(values.account, transaction, references.accounts)}
          onChange={set}
          fault={form.fault}
        />
      </Refusal>
    )
  if (lock)
    return (
      <Locked
        lock={lock}
        transaction={transaction}
        onDate={values.date !== transaction.date ? (date) => set({ date }) : undefined}
      />
    )
  const words =
    form.sentence === undefined || refusal?.code === 'stale'
      ? sentence
      : refusal
        ? refusalWords(refusal, today)
        : form.sentence
  return words ? <Refusal title={words} /> : null
}
