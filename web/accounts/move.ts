import { faultInField } from '../ui/amount-input.ts'

/** Money that is to be moved, as its form has it. */
export type MoveDraft = {
  from: string | null
  to: string | null
  amount: string
  /** What arrives in another currency; empty if Florin finds it. */
  arrives: string
  date: string
}
export type MoveFaults = Partial<Record<keyof MoveDraft, string>>

/** What is missing or cannot be read, by field: said before anything is sent. */
export function moveFaults(draft: MoveDraft, currency: string, toCurrency: string): MoveFaults {
  const amount = draft.amount.trim() === '' ? 'How much?' : faultInField(draft.amount, currency)
  const arrives =
    toCurrency !== currency && draft.arrives.trim() !== ''
      ? faultInField(draft.arrives, toCurrency)
      : undefined
  return {
    ...(draft.from === null && { from: 'Where does it come from?' }),
    ...(draft.to === null && { to: 'Where does it go?' }),
    ...(amount && { amount }),
    ...(arrives && { arrives }),
  }
}
