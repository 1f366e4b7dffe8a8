import type { Ref } from 'react'
import { t } from '../../../words/t.ts'
import { KeepRate } from '../../currencies/KeepRate.tsx'
import { AmountField } from '../../ui/AmountField.tsx'
import { rateText } from '../../ui/money.ts'
import type { EntryBook } from './book.ts'
import { takenWords } from './taken.ts'
import type { Taken } from './use-taken.ts'

/** "What did the bank take?", with the amount at the rate of the day filled in. Without a rate it is empty, and has to be typed. */
export function BankTook({
  taken,
  book,
  isAsked,
  inputRef,
  onText,
  onEnter,
}: {
  taken: Taken
  book: EntryBook
  /** Somebody tried to add without an answer. */
  isAsked: boolean
  inputRef?: Ref<HTMLInputElement>
  onText: (text: string) => void
  onEnter: () => void
}) {
  const { question, rates, text, rate, isRateMade, keeping } = taken
  const { amount, currency_id, isIncome } = question
  const words = isIncome ? t('What did the bank add?') : t('What did the bank take?')
  return (
    <div className="grid gap-2 border-t border-line pt-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-[1_1_180px]">
          <p aria-hidden className="text-table font-semibold">
            {words}
          </p>
          <p className="text-caption text-text-2">
            {takenWords(question, rates, book.base_currency_id, book.day.today)}
          </p>
        </div>
        <AmountField
          label={words}
          isLabelHidden
          className="w-36"
          currencyId={currency_id}
          text={text}
          onText={onText}
          onEnter={onEnter}
          fault={isAsked && taken.isOpen ? t('How much was it?') : undefined}
          {...(inputRef && { inputRef })}
        />
      </div>
      {isRateMade && (
        <KeepRate
          keeping={keeping}
          words={
            rate === undefined
              ? t('Keep the rate that it makes as the rate of that day')
              : t('Keep 1 {from} = {rate} {to} as the rate of that day', {
                  from: amount.currency_id,
                  rate: rateText(rate),
                  to: currency_id,
                })
          }
        />
      )}
    </div>
  )
}
