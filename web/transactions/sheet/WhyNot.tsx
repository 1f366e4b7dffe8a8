import { t } from '../../../words/t.ts'
import { missingRateOf, missingRateWords } from '../../currencies/missing-rate.ts'
import { useToday } from '../../page/me.ts'
import { Refusal } from '../../ui/States.tsx'
import { lockOf, refusalWords } from '../transaction-refusals.ts'
import { Locked } from './Locked.tsx'
import { RateFields } from './RateNote.tsx'
import { takenCurrency } from './transaction-values.ts'
import type { SheetFormProps } from './use-transaction-form.ts'

/** Why it cannot be saved, with the ways out; or why it could not be changed even before. */
export function WhyNot({
  form,
  transaction,
  references,
  sentence,
}: SheetFormProps & { sentence: string | undefined }) {
  const today = useToday()
  const { refusal, values, set } = form
  const missing = refusal && missingRateOf(refusal)
  const lock = refusal && lockOf(refusal)
  if (missing)
    return (
      <Refusal title={missingRateWords(missing, today)}>
        {t('It never guesses one. What was it worth that day? [Florin]')}
        <RateFields
          transaction={transaction}
          values={values}
          takenCurrency={takenCurrency(values.account, transaction, references.accounts)}
          keeping={form.keeping}
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
