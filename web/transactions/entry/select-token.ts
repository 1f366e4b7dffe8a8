import type { Reading } from './reading.ts'
import type { EntryField } from './sentence.ts'

/** Selects in the line what a token came from. */
export function selectToken(input: HTMLInputElement | null, { tokens }: Reading, field: EntryField): void {
  const what = { amount: 'amount', to_amount: 'to amount', memo: 'words', tags: 'tag' }[field as string]
  const token = tokens.find((one) => one.what === what)
  input?.focus()
  if (token) input?.setSelectionRange(token.start, token.end)
}
