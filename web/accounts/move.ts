import { t } from '../../words/t.ts'
import { faultInField } from '../ui/amount-input.ts'

/** A transfer as its form has it. */
export type MoveDraft = {
  from: string | null
  to: string | null
  amount: string
  /** The amount that arrives in another currency; empty if Florin finds it. */
  arrives: string
  date: string
}
export type MoveFaults = Partial<Record<keyof MoveDraft, string>>

/** Finds missing or unreadable fields before anything is sent. */
export function moveFaults(draft: MoveDraft, currency: string, toCurrency: string): MoveFaults {
  const amount = draft.amount.trim() === '' ? t('How much?') : faultInField(draft.amount, currency)
  const arrives =
    toCurrency !== currency && draft.arrives.trim() !== ''
      ? faultInField(draft.arrives, toCurrency)
      : undefined
  return {
    ...(draft.from === null && { from: t('Where does it come from?') }),
    ...(draft.to === null && { to: t('Where does it go?') }),
    ...(amount && { amount }),
    ...(arrives && { arrives }),
  }
}
